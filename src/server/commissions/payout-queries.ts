/** Of what crews were paid for, and what their sponsors earned on it. */
import { sql } from 'kysely'
import type { PaymentId, PayoutId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'

/** The payouts in which crews got what they earned of a payment, where a sponsor earned on them: whole, and its part. */
export async function listPayoutsOfPayment(
  db: Db,
  paymentId: PaymentId,
): Promise<{ readonly payoutId: PayoutId; readonly paidCents: Cents; readonly partCents: Cents }[]> {
  const { rows } = await sql<{ payout_id: PayoutId; paid: number; part: number }>`
    with part as (
      select earning.payout_id, sum(earning.amount_cents) as cents from payment_line
      join earning on earning.visit_id = payment_line.visit_id and earning.kind = 'visit'
      join commission on commission.payout_id = earning.payout_id
      where payment_line.payment_id = ${paymentId} and payment_line.kind = 'visit'
      group by 1
    )
    select part.payout_id, part.cents::bigint as part, sum(earning.amount_cents)::bigint as paid
    from part join earning on earning.payout_id = part.payout_id and earning.kind = 'visit'
    group by 1, 2 order by 1
  `.execute(db)
  return rows.map((row) => ({
    payoutId: row.payout_id,
    paidCents: cents(row.paid),
    partCents: cents(row.part),
  }))
}
