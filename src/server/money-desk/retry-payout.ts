/** A payout that did not arrive is tried again: the same one where it is under way, else a new one of what is available. */
import type { PayoutId } from '#domain/ids.ts'
import { cents, ZERO_CENTS } from '#domain/money.ts'
import { canTryAgain } from '#domain/payouts/again.ts'
import { decidePayout } from '#domain/payouts/run.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { makePayout } from '../payouts/make-payout.ts'
import { balancesOf, lockCrew, lockPayout } from '../payouts/payout-queries.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { deskPayoutOf } from './read-payout.ts'

/** Answers the payout that is on its way then. */
export function retryPayout(app: App, scope: OperatorScope, payoutId: PayoutId): Promise<PayoutId> {
  return inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      const { payee_id: payeeId } = await deskPayoutOf(trx, scope, payoutId)
      const crew = await lockCrew(trx, payeeId, now)
      // Locked after the crew, as payout runs do; what it is now counts.
      const payout = (await lockPayout(trx, payoutId))!
      if (!canTryAgain(payout)) throw new Refused('conflict')
      if (payout.state === 'returned' && !crew.canBePaid) throw new Refused('no_payout_account')
      const sent =
        payout.state === 'failed' ? await makeAnother(trx, scope, { payoutId, crew, now }) : payoutId
      if (sent === payoutId) await enqueue(trx, 'send_payout', { payoutId }, { now, dedupeKey: payoutId })
      await recordAudit(trx, {
        actorId: scope.userId,
        concerns: payeeId,
        action: 'retry_payout',
        subject: payoutId,
        detail: { before: { state: payout.state }, after: { state: 'sending' }, payoutId: sent },
        at: now,
      })
      return sent
    },
    { isolation: 'read committed' },
  )
}

type Failed = {
  readonly payoutId: PayoutId
  readonly crew: Awaited<ReturnType<typeof lockCrew>>
  readonly now: Instant
}

async function makeAnother(
  trx: Db,
  scope: OperatorScope,
  { payoutId, crew, now }: Failed,
): Promise<PayoutId> {
  const balance = (await balancesOf(trx, [crew.crewId], now)).get(crew.crewId) ?? {
    availableCents: ZERO_CENTS,
    debtCents: ZERO_CENTS,
    earningIds: [],
  }
  const settings = await settingsAt(trx, scope.marketId, now)
  const { amountCents } = unlessRefused(decidePayout(crew, balance, settings))
  const { period_start: periodStart, period_end: periodEnd } = await deskPayoutOf(trx, scope, payoutId)
  const made = await makePayout(trx, {
    crew,
    kind: 'weekly',
    amountCents,
    feeCents: cents(0),
    periodStart,
    periodEnd,
    earningIds: balance.earningIds,
    now,
  })
  // Another run of the same week has taken it meanwhile.
  if (made === null) throw new Refused('nothing_available')
  return made
}
