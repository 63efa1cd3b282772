/** Who pays by invoice, as operators granted it. */
import { sql } from 'kysely'
import type { InvoicePeriod, NetDays } from '#domain/billing/terms.ts'
import type { UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { type BillingDetails, DETAILS, saveDetails, toDetails } from './details-queries.ts'

export type GrantedTerms = {
  readonly netDays: number
  readonly period: InvoicePeriod
  readonly creditLimitCents: Cents
} & BillingDetails

export async function termsOf(
  db: Db,
  customerIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, GrantedTerms>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('billing_terms')
    .innerJoin('users', 'users.id', 'billing_terms.customer_id')
    .leftJoin('billing_details', 'billing_details.customer_id', 'billing_terms.customer_id')
    .where('billing_terms.customer_id', 'in', [...customerIds])
    .selectAll('billing_terms')
    .select([...DETAILS, 'users.name'])
    .execute()
  return new Map(
    rows.map((row) => [
      row.customer_id,
      {
        netDays: row.net_days,
        period: row.period,
        creditLimitCents: cents(row.credit_limit_cents),
        ...toDetails(row),
        // An invoice is made out to somebody: whoever names no company is billed by name.
        companyName: row.company_name || row.name,
      },
    ]),
  )
}

export async function saveTerms(
  db: Db,
  customerId: UserId,
  terms: Omit<GrantedTerms, 'netDays'> & { readonly netDays: NetDays },
  granted: { readonly by: UserId; readonly now: Instant },
): Promise<void> {
  const columns = {
    net_days: terms.netDays,
    period: terms.period,
    credit_limit_cents: terms.creditLimitCents,
    granted_by: granted.by,
    granted_at: toTimestamp(granted.now),
  }
  await db
    .insertInto('billing_terms')
    .values({ customer_id: customerId, ...columns })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(columns))
    .execute()
  await saveDetails(db, customerId, terms)
}

export async function removeTerms(db: Db, customerId: UserId): Promise<boolean> {
  const row = await db
    .deleteFrom('billing_terms')
    .where('customer_id', '=', customerId)
    .returning('customer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** What is open on invoices, by customer. */
export async function openOnInvoices(
  db: Db,
  customerIds: readonly UserId[],
): Promise<ReadonlyMap<UserId, Cents>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('invoice')
    .where('customer_id', 'in', [...customerIds])
    .where('closed_at', 'is', null)
    .groupBy('customer_id')
    .select(['customer_id', sql<number>`sum(total_cents - paid_cents - credited_cents)::bigint`.as('open')])
    .execute()
  return new Map(rows.map((row) => [row.customer_id, cents(row.open)]))
}

export async function haveMethod(db: Db, customerIds: readonly UserId[]): Promise<ReadonlySet<UserId>> {
  if (customerIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment_method')
    .where('user_id', 'in', [...customerIds])
    .select('user_id')
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
