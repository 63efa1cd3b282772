import type { PayoutId } from '#domain/ids.ts'
import { type Cents, ZERO_CENTS } from '#domain/money.ts'
import { decideInstantPayout } from '#domain/payouts/instant.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { isUnavailable } from '../ports/payments/failure.ts'
import { unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { makePayout } from './make-payout.ts'
import { balancesOf, findPayout, lockCrew } from './payout-queries.ts'
import type { PayoutState } from './queries.ts'
import { sendPayout } from './send-payout.ts'

export type InstantPayoutResult = {
  readonly payoutId: PayoutId
  readonly state: PayoutState
  readonly amountCents: Cents
  readonly feeCents: Cents
}

/** Everything that is available, at once, less the fee. Two requests at once pay the money once. */
export async function requestInstantPayout(app: App, scope: CrewScope): Promise<InstantPayoutResult> {
  const made = await inTransaction(app.db, (trx) => makeInstantPayout(app, trx, scope), {
    isolation: 'read committed',
  })
  try {
    await sendPayout(app, made.payoutId)
  } catch (error) {
    // The task that was enqueued with the payout finds out and goes on.
    if (!isUnavailable(error)) throw error
  }
  const { state } = await findPayout(app.db, made.payoutId)
  return { ...made, state }
}

async function makeInstantPayout(
  app: App,
  trx: Db,
  scope: CrewScope,
): Promise<Omit<InstantPayoutResult, 'state'>> {
  const now = app.ports.clock.now()
  const crew = await lockCrew(trx, scope.userId, now)
  const balance = (await balancesOf(trx, [scope.userId], now)).get(scope.userId) ?? {
    availableCents: ZERO_CENTS,
    debtCents: ZERO_CENTS,
    earningIds: [],
  }
  const settings = await settingsAt(trx, scope.marketId, now)
  const { amountCents, feeCents } = unlessRefused(decideInstantPayout(crew, balance, 'all', settings))
  const today = dateAt(now, scope.timeZone)
  const payoutId = await makePayout(trx, {
    crew,
    kind: 'instant',
    amountCents,
    feeCents,
    periodStart: today,
    periodEnd: today,
    earningIds: balance.earningIds,
    now,
  })
  return { payoutId: payoutId!, amountCents, feeCents }
}
