/** What operators corrected by hand, and what they are shown before. */
import { sql } from 'kysely'
import { CREDIT_WINDOW_DAYS } from '#domain/billing/corrections.ts'
import type { CreditChangeId, PaymentId, UserId } from '#domain/ids.ts'
import type { CreditChangeKind } from '#domain/ledger/corrections.ts'
import { type Cents, cents } from '#domain/money.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { containing, type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { CustomerScope, OperatorScope } from '../scope.ts'
import { isLiving } from '../users/queries.ts'

const MOST_FOUND = 20
const MOST_SHOWN = 10

/** By a part of the name or address. */
export async function findCustomers(db: Db, { marketId }: OperatorScope, search: string) {
  const pattern = containing(search)
  const rows = await db
    .selectFrom('users')
    .where('market_id', '=', marketId)
    .where('type', '=', 'Customer')
    .where(isLiving)
    .where((eb) => eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]))
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_FOUND)
    .select([
      'id',
      'name',
      'email',
      sql<number>`(
        select greatest(coalesce(-sum(posting.amount_cents), 0), 0)::bigint
        from ledger_account account join ledger_posting posting on posting.account_id = account.id
        where account.kind = 'customer_credit' and account.owner_id = users.id
      )`.as('credit'),
    ])
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, email: row.email, creditCents: cents(row.credit) }))
}

/** Undefined for whoever is no customer of the operator's market. */
export function findCustomer(db: Db, { marketId }: OperatorScope, customerId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', customerId)
    .where('type', '=', 'Customer')
    .where('market_id', '=', marketId)
    .select(['id', 'name'])
    .executeTakeFirst()
}

/** What operators gave a customer in the days that count. */
export async function givenLately(db: Db, customerId: UserId, now: Instant): Promise<Cents> {
  const row = await db
    .selectFrom('credit_change')
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'given')
    .where('created_at', '>', toTimestamp(instant(now - CREDIT_WINDOW_DAYS * DAY_MS)))
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(row.total)
}

export async function insertCreditChange(
  db: Db,
  change: {
    readonly customerId: UserId
    readonly operatorId: UserId
    readonly kind: CreditChangeKind
    readonly amountCents: Cents
    readonly reason: string
    readonly now: Instant
  },
): Promise<CreditChangeId> {
  const { id } = await db
    .insertInto('credit_change')
    .values({
      customer_id: change.customerId,
      operator_id: change.operatorId,
      kind: change.kind,
      amount_cents: change.amountCents,
      reason: change.reason,
      created_at: toTimestamp(change.now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of the operator's market, newest first. */
export async function listCreditChanges(
  db: Db,
  { marketId }: OperatorScope,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
) {
  const after = readTimeMark(cursor)
  const rows = await db
    .selectFrom('credit_change as change')
    .innerJoin('users as customer', 'customer.id', 'change.customer_id')
    .innerJoin('users as operator', 'operator.id', 'change.operator_id')
    .where('customer.market_id', '=', marketId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(change.created_at, change.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('change.created_at', 'desc')
    .orderBy('change.id', 'desc')
    .limit(limit + 1)
    .select([
      'change.id',
      'change.kind',
      'change.amount_cents',
      'change.reason',
      'change.created_at',
      'change.customer_id',
      'customer.name as customer_name',
      'operator.name as operator_name',
      sql<string>`change.created_at::text`.as('mark'),
    ])
    .execute()
  const page = pageOf(rows, limit)
  return {
    nextCursor: page.nextCursor,
    changes: page.rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      amountCents: cents(row.amount_cents),
      reason: row.reason,
      at: row.created_at,
      customerId: row.customer_id,
      customerName: row.customer_name,
      operatorName: row.operator_name,
    })),
  }
}

/** As the customer reads them: the newest, with their reasons. */
export async function listOwnCreditChanges(db: Db, { userId }: CustomerScope) {
  const rows = await db
    .selectFrom('credit_change')
    .where('customer_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .select(['id', 'kind', 'amount_cents', 'reason', 'created_at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amountCents: cents(row.amount_cents),
    reason: row.reason,
    at: row.created_at,
  }))
}

/** What is due of a customer, oldest first, with its period. */
export function listDueWithPeriod(db: Db, customerId: UserId, limit: number) {
  return db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['due', 'charging', 'declined'])
    .orderBy('period_start')
    .orderBy('id')
    .limit(limit)
    .select(['id', 'state', 'total_cents', 'period_start', 'period_end'])
    .execute()
}

/** Undefined for payments of other markets. */
export function findPaymentOfMarket(db: Db, { marketId }: OperatorScope, paymentId: PaymentId) {
  return (
    db
      .selectFrom('payment')
      .innerJoin('users', 'users.id', 'payment.customer_id')
      .where('payment.id', '=', paymentId)
      // What pays an invoice stands or falls with it.
      .where('payment.kind', '<>', 'invoice_part')
      .where('users.market_id', '=', marketId)
      .select([
        'payment.id',
        'payment.customer_id',
        'payment.state',
        'payment.total_cents',
        'payment.period_start',
        'payment.period_end',
        'payment.next_attempt_at',
        'users.name',
      ])
      .executeTakeFirst()
  )
}

export async function insertWriteOff(
  db: Db,
  writeOff: {
    readonly paymentId: PaymentId
    readonly customerId: UserId
    readonly operatorId: UserId
    readonly amountCents: Cents
    readonly reason: string
    readonly keepsService: boolean
    readonly now: Instant
  },
): Promise<void> {
  await db
    .insertInto('write_off')
    .values({
      payment_id: writeOff.paymentId,
      customer_id: writeOff.customerId,
      operator_id: writeOff.operatorId,
      amount_cents: writeOff.amountCents,
      reason: writeOff.reason,
      keeps_service: writeOff.keepsService,
      created_at: toTimestamp(writeOff.now),
    })
    .execute()
}

/** Nothing that was written off stops the customer's service any longer; answers how many did. */
export async function letServiceGoOn(db: Db, customerId: UserId): Promise<number> {
  const rows = await db
    .updateTable('write_off')
    .set({ keeps_service: true })
    .where('customer_id', '=', customerId)
    .where('keeps_service', '=', false)
    .returning('payment_id')
    .execute()
  return rows.length
}
