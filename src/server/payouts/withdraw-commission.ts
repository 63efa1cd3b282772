/** A sponsor's commissions on their way to its bank: by a payout of their own, or with a crew's next pay. */
import type { PayoutId } from '#domain/ids.ts'
import { type Cents, ZERO_CENTS } from '#domain/money.ts'
import { decideWithdrawal } from '#domain/payouts/run.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { insertEarning, savePayoutOf } from '../commissions/spending-queries.ts'
import { takeCommission } from '../commissions/take-commission.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { isUnavailable } from '../ports/payments/failure.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { makePayout } from './make-payout.ts'
import { readCrew } from './payout-queries.ts'
import { sendPayout } from './send-payout.ts'

export type Withdrawal = { readonly amountCents: Cents; readonly how: 'alone' | 'with_payout' }

/** Answers the payout of its own. Two requests at once take no cent twice. */
export async function withdrawCommission(
  app: App,
  scope: UserScope,
  asked: Withdrawal,
): Promise<{ payoutId: PayoutId | null }> {
  if (scope.type === 'Operator' || (asked.how === 'with_payout' && scope.type !== 'Crew'))
    throw new Refused('forbidden')
  const payoutId = await inTransaction(app.db, (trx) => withdraw(app, trx, scope, asked), {
    isolation: 'read committed',
  })
  if (payoutId === null) return { payoutId }
  try {
    await sendPayout(app, payoutId)
  } catch (error) {
    // The task that was enqueued with the payout finds out and goes on.
    if (!isUnavailable(error)) throw error
  }
  return { payoutId }
}

async function withdraw(
  app: App,
  trx: Db,
  scope: UserScope,
  { amountCents, how }: Withdrawal,
): Promise<PayoutId | null> {
  const now = app.ports.clock.now()
  const money = { sponsorId: scope.userId, amountCents, now }
  if (how === 'with_payout') {
    await insertEarning(trx, await takeCommission(trx, { ...money, kind: 'with_payout' }), money)
    return null
  }
  const sponsor = await readCrew(trx, scope.userId, now)
  unlessRefused(decideWithdrawal(sponsor))
  const spendingId = await takeCommission(trx, { ...money, kind: 'withdrawal' })
  const earningId = await insertEarning(trx, spendingId, money)
  const today = dateAt(now, scope.timeZone)
  const payoutId = await makePayout(trx, {
    crew: sponsor,
    kind: 'commission',
    amountCents,
    feeCents: ZERO_CENTS,
    periodStart: today,
    periodEnd: today,
    earningIds: [earningId],
    now,
  })
  await savePayoutOf(trx, spendingId, payoutId!)
  return payoutId
}
