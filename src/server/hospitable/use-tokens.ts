/**
 * Calls to Hospitable for an account. A refresh gives a new pair and ends the old one, so one asks at a time, whichever
 * server it is; the others wait for its pair.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseJson, textsIn } from '#contract/outside.ts'
import { lifeOf, nextStep } from '#domain/hospitable/token-life.ts'
import type { HospitableAccountId } from '#domain/ids.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { inTransaction } from '../db/client.ts'
import { HospitableFailure, type TokenPair } from '../ports/hospitable/port.ts'
import { seal, unseal } from '../seal.ts'
import { notifyOfLapse } from './notify-of-lapse.ts'
import { claimRefresh, findPair, giveRefreshBack, markLapsed, savePair } from './token-queries.ts'

/** Longer than a call of ours may take. */
const LEASE_MS = MINUTE_MS
const LOOK_AGAIN_MS = 50
const LONGEST_WAIT_MS = 15_000

/** Nobody can read with this account until its customer connects it anew. */
export class Lapsed extends Error {
  override name = 'Lapsed'
}

/** Throws Lapsed, or HospitableFailure as the call does. A call that an old token did not let in is made once more. */
export async function withAccess<Answer>(
  app: App,
  id: HospitableAccountId,
  call: (accessToken: string) => Promise<Answer>,
): Promise<Answer> {
  let refused = 0
  for (;;) {
    const { accessToken, pairNumber } = await currentPair(app, id, refused)
    try {
      return await call(accessToken)
    } catch (error) {
      if (!(error instanceof HospitableFailure) || error.kind !== 'unauthorized') throw error
      if (refused === 0) refused = pairNumber
      else return lapse(app, { id, pairNumber })
    }
  }
}

export function sealPair(
  config: Config,
  id: HospitableAccountId,
  { accessToken, refreshToken }: Pick<TokenPair, 'accessToken' | 'refreshToken'>,
): Buffer {
  const text = JSON.stringify({ accessToken, refreshToken })
  return seal(config, { purpose: 'hospitable-tokens', owner: id }, Buffer.from(text))
}

/** The pair of now, though not the one that was refused. */
async function currentPair(app: App, id: HospitableAccountId, refused: number) {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS
  while (performance.now() < giveUpAt) {
    const row = await findPair(app.db, id)
    if (row?.tokens_sealed == null) throw new Lapsed()
    const pair = { id, pairNumber: row.pair_number, ...unsealPair(app.config, id, row.tokens_sealed) }
    const life = { accessExpiresAt: row.access_expires_at, refreshExpiresAt: row.refresh_expires_at }
    const step = nextStep(life, app.ports.clock.now())
    if (step === 'use' && pair.pairNumber !== refused) return pair
    if (step === 'reconnect') return lapse(app, pair)
    const now = app.ports.clock.now()
    if (await claimRefresh(app.db, pair, { now, until: instant(now + LEASE_MS) })) await refresh(app, pair)
    else await sleep(LOOK_AGAIN_MS)
  }
  throw new HospitableFailure('unavailable', 'another worker asks for the next tokens')
}

type Pair = { readonly id: HospitableAccountId; readonly pairNumber: number; readonly refreshToken: string }

async function refresh(app: App, pair: Pair): Promise<void> {
  try {
    const next = await app.ports.hospitable.refreshTokens(pair.refreshToken)
    const life = lifeOf(next.expiresInSeconds, app.ports.clock.now())
    await savePair(app.db, pair, { ...life, sealed: sealPair(app.config, pair.id, next) })
  } catch (error) {
    if (error instanceof HospitableFailure && error.kind === 'refused') return lapse(app, pair)
    await giveRefreshBack(app.db, pair)
    throw error
  }
}

async function lapse(app: App, pair: Pick<Pair, 'id' | 'pairNumber'>): Promise<never> {
  await inTransaction(
    app.db,
    async (trx) => {
      const customerId = await markLapsed(trx, pair)
      if (customerId !== null) await notifyOfLapse(trx, { ...pair, customerId }, app.ports.clock.now())
    },
    { isolation: 'read committed', isStep: false },
  )
  throw new Lapsed()
}

function unsealPair(config: Config, id: HospitableAccountId, sealed: Buffer) {
  const text = unseal(config, { purpose: 'hospitable-tokens', owner: id }, sealed).toString('utf8')
  const { accessToken = '', refreshToken = '' } = textsIn(parseJson(text))
  return { accessToken, refreshToken }
}
