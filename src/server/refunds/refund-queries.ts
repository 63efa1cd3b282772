/** Refunds as they are reserved, asked for and settled. */
import { sql } from 'kysely'
import type { PaymentId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import { KEY_LIFE_MS, type Refund } from '../ports/payments/port.ts'
import type { OperatorScope } from '../scope.ts'

const FAILED_SHOWN = 50

/** What was refunded of one payment and did not fail. */
export async function liveRefunds(
  db: Db,
  paymentId: PaymentId,
): Promise<{ readonly amountCents: Cents; readonly creditCents: Cents }> {
  const row = await db
    .selectFrom('refund')
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'failed')
    .select([
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(credit_cents), 0)::bigint`.as('credit'),
    ])
    .executeTakeFirstOrThrow()
  return { amountCents: cents(row.amount), creditCents: cents(row.credit) }
}

/** What stands in the books of it by now, but for one. */
export async function bookedCents(db: Db, paymentId: PaymentId, exceptId: RefundId): Promise<Cents> {
  const row = await db
    .selectFrom('refund')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'succeeded')
    .where('id', '<>', exceptId)
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(row.total)
}

/** As the payment shows it: never above what was paid, whatever was done at the provider itself. */
export async function saveRefundedCents(db: Db, paymentId: PaymentId): Promise<void> {
  await sql`
    update payment set refunded_cents = least(total_cents + credit_cents, (
      select coalesce(sum(amount_cents), 0) from refund where refund.payment_id = payment.id and refund.state <> 'failed'
    ))
    where id = ${paymentId}
  `.execute(db)
}

export async function insertRefund(
  db: Db,
  refund: {
    readonly paymentId: PaymentId
    readonly visitId: VisitId | null
    readonly amountCents: Cents
    readonly creditCents: Cents
    readonly reason: string
    readonly clawsBackCrewPay: boolean
    /** Of an invoice: the part whose charge pays it back; of several, which of them leads. */
    readonly throughPaymentId?: PaymentId | null
    readonly leadingId?: RefundId | null
    readonly now: Instant
  },
): Promise<RefundId> {
  const { id } = await db
    .insertInto('refund')
    .values({
      payment_id: refund.paymentId,
      visit_id: refund.visitId,
      amount_cents: refund.amountCents,
      credit_cents: refund.creditCents,
      reason: refund.reason,
      claws_back_crew_pay: refund.clawsBackCrewPay,
      through_payment_id: refund.throughPaymentId ?? null,
      leading_id: refund.leadingId ?? null,
      state: 'pending',
      created_at: toTimestamp(refund.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One that was made at the provider itself; undefined where we know it already. */
export async function insertProviderRefund(
  db: Db,
  refund: Refund,
  { paymentId, reason, now }: { paymentId: PaymentId; reason: string; now: Instant },
): Promise<RefundId | undefined> {
  const row = await db
    .insertInto('refund')
    .values({
      payment_id: paymentId,
      amount_cents: refund.amountCents,
      reason,
      state: 'pending',
      provider_refund_id: refund.refundId,
      is_from_provider: true,
      created_at: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type RefundRow = NonNullable<Awaited<ReturnType<typeof findRefund>>>

export function findRefund(db: Db, refundId: RefundId) {
  return refunds(db).where('refund.id', '=', refundId).executeTakeFirst()
}

/** Ours by the provider's id of it. */
export function findRefundByProvider(db: Db, providerRefundId: string) {
  return refunds(db).where('refund.provider_refund_id', '=', providerRefundId).executeTakeFirst()
}

/** Locked until the transaction ends; the payment is locked by the caller. */
export function lockRefund(db: Db, refundId: RefundId) {
  return refunds(db).where('refund.id', '=', refundId).forUpdate('refund').executeTakeFirstOrThrow()
}

/** Of an operator's own market. */
export async function isOfMarket(
  db: Db,
  of: { paymentId: PaymentId } | { refundId: RefundId },
  marketId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .leftJoin('refund', 'refund.payment_id', 'payment.id')
    .where((eb) =>
      'paymentId' in of ? eb('payment.id', '=', of.paymentId) : eb('refund.id', '=', of.refundId),
    )
    .where('users.market_id', '=', marketId)
    .select('payment.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function findPaymentOf(db: Db, intentId: string): Promise<PaymentId | undefined> {
  const row = await db
    .selectFrom('payment')
    .where('provider_intent_id', '=', intentId)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Written before it is asked; answers the number under which. A key is used again only while the provider is sure to
 * remember it: after that time another one is asked under.
 */
export async function saveAsking(db: Db, refundId: RefundId, now: Instant): Promise<number> {
  const remembered = toTimestamp(instant(now - KEY_LIFE_MS))
  const { rows } = await sql<{ ask_number: number }>`
    update refund set
      ask_number = case when asked_at > ${remembered} then ask_number else ask_number + 1 end,
      asked_at = case when asked_at > ${remembered} then asked_at else ${toTimestamp(now)} end
    where id = ${refundId}
    returning ask_number
  `.execute(db)
  return rows[0]!.ask_number
}

export async function saveAnswer(
  db: Db,
  refundId: RefundId,
  answer: Pick<Refund, 'state' | 'failure'> & { readonly refundId: string | null },
  now: Instant,
): Promise<void> {
  await db
    .updateTable('refund')
    .set({
      state: answer.state,
      failure: answer.failure,
      ...(answer.refundId === null ? {} : { provider_refund_id: answer.refundId }),
      ...(answer.state === 'pending' ? {} : { settled_at: toTimestamp(now) }),
    })
    .where('id', '=', refundId)
    .execute()
}

export async function insertClawbacks(
  db: Db,
  clawbacks: readonly {
    readonly crewId: UserId
    readonly visitId: VisitId | null
    readonly amountCents: Cents
  }[],
  now: Instant,
): Promise<void> {
  if (clawbacks.length === 0) return
  await db
    .insertInto('earning')
    .values(
      clawbacks.map(({ crewId, visitId, amountCents }) => ({
        crew_id: crewId,
        visit_id: visitId,
        kind: 'clawback' as const,
        amount_cents: cents(-amountCents),
        earned_at: toTimestamp(now),
        available_at: toTimestamp(now),
      })),
    )
    .execute()
}

/** Of a market's customers: no bank took them, and nobody has given them another way. Oldest first. */
export async function listFailedRefunds(db: Db, scope: OperatorScope, cursor: string | undefined) {
  const after = readTimeMark(cursor)
  const rows = await failedRefunds(db, scope)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(refund.settled_at, refund.id) > (${after?.value}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('refund.settled_at')
    .orderBy('refund.id')
    .limit(FAILED_SHOWN + 1)
    .select([
      'refund.id',
      'refund.payment_id',
      'refund.amount_cents',
      'refund.reason',
      'refund.failure',
      'refund.created_at',
      'refund.settled_at',
      'users.name',
      sql<string>`refund.settled_at::text`.as('mark'),
    ])
    .execute()
  const page = pageOf(rows, FAILED_SHOWN)
  const refunds = page.rows.map((row) => ({
    id: row.id,
    paymentId: row.payment_id,
    customerName: row.name,
    amountCents: cents(row.amount_cents),
    reason: row.reason,
    failure: row.failure ?? 'unknown',
    failedAt: row.settled_at ?? row.created_at,
  }))
  const { count } = await failedRefunds(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { refunds, nextCursor: page.nextCursor, totalCount: count }
}

function failedRefunds(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', scope.marketId)
    .where('refund.state', '=', 'failed')
    .where('refund.retried_as', 'is', null)
    .where('refund.is_from_provider', '=', false)
}

function refunds(db: Db) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('payment as through', 'through.id', 'refund.through_payment_id')
    .select([
      'refund.id',
      'refund.payment_id',
      'refund.through_payment_id',
      'refund.visit_id',
      'refund.amount_cents',
      'refund.credit_cents',
      'refund.reason',
      'refund.claws_back_crew_pay',
      'refund.state',
      'refund.provider_refund_id',
      'refund.ask_number',
      'refund.retried_as',
      'refund.is_from_provider',
      'payment.customer_id',
      'payment.kind',
      'payment.refunded_cents',
      sql<string | null>`coalesce(through.provider_intent_id, payment.provider_intent_id)`.as(
        'provider_intent_id',
      ),
      'payment.total_cents',
      'payment.credit_cents as paid_by_credit_cents',
    ])
}
