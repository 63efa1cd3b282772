/** What the partner has paid of its statements. */
import { sql } from 'kysely'
import type { PartnerPaymentId, PartnerStatementId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

/** Of a confirmed statement: what its lines come to, and what was paid of it. */
export async function owedFor(
  db: Db,
  statementId: PartnerStatementId,
): Promise<{ readonly totalCents: Cents; readonly paidCents: Cents }> {
  const { rows } = await sql<{ total: number; paid: number }>`
    select (select coalesce(sum(amount_cents), 0) from partner_line where statement_id = ${statementId})::bigint as total,
      (select coalesce(sum(amount_cents), 0) from partner_payment
        where statement_id = ${statementId} and voided_at is null)::bigint as paid
  `.execute(db)
  return { totalCents: cents(rows[0]!.total), paidCents: cents(rows[0]!.paid) }
}

/** What the market's partner owes in all. */
export async function owedInAll(db: Db, scope: OperatorScope): Promise<Cents> {
  const { rows } = await sql<{ owed: number }>`
    select ((select coalesce(sum(amount_cents), 0) from partner_line where market_id = ${scope.marketId})
      - (select coalesce(sum(payment.amount_cents), 0) from partner_payment payment
        join partner_statement statement on statement.id = payment.statement_id
        where statement.market_id = ${scope.marketId} and payment.voided_at is null))::bigint as owed
  `.execute(db)
  return cents(rows[0]!.owed)
}

export function findByReference(db: Db, statementId: PartnerStatementId, reference: string) {
  return db
    .selectFrom('partner_payment')
    .where('statement_id', '=', statementId)
    .where(sql<string>`lower(reference)`, '=', reference.toLowerCase())
    .where('voided_at', 'is', null)
    .select(['id', 'amount_cents', 'paid_on'])
    .executeTakeFirst()
}

export async function insertPayment(
  db: Db,
  scope: OperatorScope,
  payment: {
    readonly statementId: PartnerStatementId
    readonly amountCents: Cents
    readonly paidOn: LocalDate
    readonly reference: string
    readonly now: Instant
  },
): Promise<PartnerPaymentId> {
  const { id } = await db
    .insertInto('partner_payment')
    .values({
      statement_id: payment.statementId,
      amount_cents: payment.amountCents,
      paid_on: payment.paidOn,
      reference: payment.reference,
      recorded_by: scope.userId,
      recorded_at: toTimestamp(payment.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Which statement of the market it paid. */
export async function statementOf(
  db: Db,
  scope: OperatorScope,
  paymentId: PartnerPaymentId,
): Promise<PartnerStatementId | undefined> {
  const row = await db
    .selectFrom('partner_payment')
    .innerJoin('partner_statement', 'partner_statement.id', 'partner_payment.statement_id')
    .where('partner_payment.id', '=', paymentId)
    .where('partner_statement.market_id', '=', scope.marketId)
    .select('partner_payment.statement_id')
    .executeTakeFirst()
  return row?.statement_id
}

/** Undefined where it was taken back before. The statement is locked. */
export async function voidPayment(
  db: Db,
  scope: OperatorScope,
  { paymentId, now }: { paymentId: PartnerPaymentId; now: Instant },
): Promise<Cents | undefined> {
  const row = await db
    .updateTable('partner_payment')
    .set({ voided_by: scope.userId, voided_at: toTimestamp(now) })
    .where('id', '=', paymentId)
    .where('voided_at', 'is', null)
    .returning('amount_cents')
    .executeTakeFirst()
  return row && cents(row.amount_cents)
}

/** The newest first. */
export function listPayments(db: Db, statementId: PartnerStatementId, limit: number) {
  return db
    .selectFrom('partner_payment as payment')
    .innerJoin('users as recorder', 'recorder.id', 'payment.recorded_by')
    .leftJoin('users as voider', 'voider.id', 'payment.voided_by')
    .where('payment.statement_id', '=', statementId)
    .orderBy('payment.paid_on', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .select([
      'payment.id',
      'payment.amount_cents as amountCents',
      'payment.paid_on as paidOn',
      'payment.reference',
      'recorder.name as recordedBy',
      'payment.recorded_at as recordedAt',
      'voider.name as voidedBy',
      'payment.voided_at as voidedAt',
    ])
    .execute()
}
