/** The customer goes to Hospitable, allows us to read, and comes back with a code that is worth one pair of tokens. */
import { createHash, randomUUID } from 'node:crypto'
import { judgeArrival } from '#domain/hospitable/arrival.ts'
import { lifeOf } from '#domain/hospitable/token-life.ts'
import { type HospitableAccountId, toId } from '#domain/ids.ts'
import { instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { HospitableFailure, type HospitableUser, isAway, type TokenPair } from '../ports/hospitable/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { seal, unseal } from '../seal.ts'
import {
  findAccounts,
  findConnection,
  giveCodeBack,
  isCodeOf,
  isTakenByAnother,
  saveConnected,
  takeCode,
} from './queries.ts'
import { readRentals } from './read-rentals.ts'
import { readAnswer } from './store-answer.ts'
import { sealPair } from './use-tokens.ts'

export function startConnecting(app: App, { userId }: CustomerScope): { url: string } {
  if (!app.ports.hospitable.isConfigured) throw new Refused('hospitable_absent')
  const givenAt = Buffer.from(String(app.ports.clock.now()))
  const state = seal(app.config, { purpose: 'hospitable-state', owner: userId }, givenAt)
  return { url: app.ports.hospitable.authorizeUrl(state.toString('base64url')) }
}

type Coming = {
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly isConfirmed: boolean
}

/** Throws Refused with the reason; `unavailable` where Hospitable gave no answer, and the same may be tried again. */
export async function finishConnecting(
  app: App,
  scope: CustomerScope,
  { cookies, isConfirmed }: Coming,
): Promise<{ outcome: 'connected' | 'ask' }> {
  if (!app.ports.hospitable.isConfigured) throw new Refused('hospitable_absent')
  const answer = readAnswer(app.config, cookies)
  if (answer === null) throw new Refused('hospitable_nothing')
  const now = app.ports.clock.now()
  const state = stateOf(app.config, scope, answer.state)
  const verdict = judgeArrival({ state, isConfirmed, now })
  if ('refused' in verdict) throw new Refused(verdict.refused)
  if (verdict.next === 'ask') return { outcome: 'ask' }
  const hash = createHash('sha256').update(answer.code).digest()
  if (!(await takeCode(app.db, { hash, userId: scope.userId, now }))) return again(app, scope, hash)
  const { pair, user } = await exchange(app, answer.code, hash)
  const accountId = await saveAccount(app, scope, { pair, user })
  await readRentals(app, accountId).catch((error: unknown) => {
    app.log.warn({ err: error, code: 'hospitable_unread' }, 'the rentals could not be read yet')
  })
  return { outcome: 'connected' }
}

function stateOf(config: Config, { userId }: CustomerScope, state: string | null) {
  if (state === null) return 'none'
  try {
    const sealed = Buffer.from(state, 'base64url')
    const givenAt = unseal(config, { purpose: 'hospitable-state', owner: userId }, sealed).toString('utf8')
    return { givenAt: instant(Number(givenAt)) }
  } catch {
    return 'foreign'
  }
}

/** The page was loaded a second time. */
async function again(app: App, scope: CustomerScope, hash: Buffer): Promise<{ outcome: 'connected' }> {
  const connection = await findConnection(app.db, scope)
  if (connection?.state === 'connected' && (await isCodeOf(app.db, hash, scope.userId)))
    return { outcome: 'connected' }
  throw new Refused('hospitable_code_used')
}

async function exchange(
  app: App,
  code: string,
  hash: Buffer,
): Promise<{ pair: TokenPair; user: HospitableUser }> {
  try {
    const pair = await app.ports.hospitable.exchangeCode(code)
    return { pair, user: await app.ports.hospitable.readUser(pair.accessToken) }
  } catch (error) {
    if (error instanceof HospitableFailure && error.kind === 'refused')
      throw new Refused('hospitable_code_used')
    if (!isAway(error)) throw error
    await giveCodeBack(app.db, hash)
    throw new Refused('unavailable')
  }
}

/** One account there is one customer's here, and one customer has one. */
async function saveAccount(
  app: App,
  { userId }: CustomerScope,
  { pair, user }: { pair: TokenPair; user: HospitableUser },
): Promise<HospitableAccountId> {
  const now = app.ports.clock.now()
  try {
    return await inTransaction(
      app.db,
      async (trx) => {
        const accounts = await findAccounts(trx, userId)
        if (accounts.some(({ state, hospitable_id }) => state !== 'ended' && hospitable_id !== user.id))
          throw new Refused('hospitable_other_account')
        if (await isTakenByAnother(trx, userId, user.id)) throw new Refused('hospitable_linked_elsewhere')
        const known = accounts.find(({ hospitable_id }) => hospitable_id === user.id)
        const id = known?.id ?? toId<HospitableAccountId>(randomUUID())
        const sealed = sealPair(app.config, id, pair)
        await saveConnected(trx, userId, { id, user, sealed, now, ...lifeOf(pair.expiresInSeconds, now) })
        return id
      },
      { isolation: 'read committed', isStep: false },
    )
  } catch (error) {
    const constraint = violatedUnique(error)
    if (constraint === 'hospitable_account_theirs_idx') throw new Refused('hospitable_linked_elsewhere')
    if (constraint === 'hospitable_account_ours_idx') throw new Refused('hospitable_other_account')
    throw error
  }
}
