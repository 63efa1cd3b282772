import type { PayoutId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { insertPayout, type PayableCrew, takeEarnings } from './payout-queries.ts'

/**
 * Takes the crew's available earnings into a payout and has it sent. Null where this period was paid already.
 * The caller holds the crew's lock and has decided on the balance as it stands under it.
 */
export async function makePayout(
  db: Db,
  payout: {
    crew: PayableCrew
    kind: 'weekly' | 'instant' | 'commission'
    amountCents: Cents
    feeCents: Cents
    periodStart: LocalDate
    periodEnd: LocalDate
    earningIds: readonly string[]
    now: Instant
  },
): Promise<PayoutId | null> {
  const { earningIds, now } = payout
  const payoutId = await insertPayout(db, payout)
  if (payoutId === undefined) return null
  await takeEarnings(db, payoutId, earningIds)
  await enqueue(db, 'send_payout', { payoutId }, { now, dedupeKey: payoutId })
  return payoutId
}
