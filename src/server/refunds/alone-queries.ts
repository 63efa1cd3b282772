/** What operators gave a customer by hand without a second person. */
import { sql } from 'kysely'
import type { ApprovalId, CreditChangeId, DisputeId, RefundId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** Until the transaction ends nobody else gives the customer anything alone. */
export async function lockGivenTo(db: Db, customerId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`given to:${customerId}`}, 0))`.execute(db)
}

/** Refunds by people and by rules alike, but those that were made at the provider; credit by hand; disputes as credit. */
export async function givenAlone(db: Db, customerId: UserId, since: Instant): Promise<Cents> {
  const from = sql`${toTimestamp(since)}::timestamptz`
  const { rows } = await sql<{ total: number }>`
    select ((
      select coalesce(sum(refund.amount_cents), 0) from refund join payment on payment.id = refund.payment_id
      where refund.created_at > ${from} and payment.customer_id = ${customerId} and refund.approval_id is null
        and refund.state <> 'failed' and not refund.is_from_provider
    ) + (
      select coalesce(sum(amount_cents), 0) from credit_change
      where customer_id = ${customerId} and created_at > ${from} and kind = 'given' and approval_id is null
    ) + (
      select coalesce(sum(amount_cents), 0) from dispute
      where customer_id = ${customerId} and decided_at > ${from} and refund_id is null and approval_id is null
    ))::bigint as total
  `.execute(db)
  return cents(rows[0]!.total)
}

/** From now on it counts as what two decided. */
export async function saveApproved(
  db: Db,
  approvalId: ApprovalId,
  given: {
    readonly refundId: RefundId | null
    readonly creditChangeId: CreditChangeId | null
    readonly disputeId: DisputeId | null
  },
): Promise<void> {
  const { refundId, creditChangeId, disputeId } = given
  const approved = { approval_id: approvalId }
  if (refundId !== null)
    await db
      .updateTable('refund')
      .set(approved)
      .where((eb) => eb.or([eb('id', '=', refundId), eb('leading_id', '=', refundId)]))
      .execute()
  if (creditChangeId !== null)
    await db.updateTable('credit_change').set(approved).where('id', '=', creditChangeId).execute()
  if (disputeId !== null) await db.updateTable('dispute').set(approved).where('id', '=', disputeId).execute()
}
