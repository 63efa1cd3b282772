/** What a market sold, taxed and refunded in a span, and what it filed. */
import { sql } from 'kysely'
import type { SalesTaxFilingId, UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { TaxTreatment } from '#domain/pricing/sales-tax.ts'
import type { TaxParts } from '#domain/settings/tax-rates.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

type Span = { readonly from: Instant; readonly until: Instant }

const FILINGS_SHOWN = 24

export type TaxSum = {
  readonly serviceKey: string
  readonly parts: TaxParts | null
  readonly treatment: TaxTreatment
  readonly kind: 'sale' | 'refund'
  readonly salesCents: Cents
  readonly taxCents: Cents
}

/** Sums of what the books say, by service, rate, treatment and kind. */
export async function sumEntries(db: Db, marketId: string, { from, until }: Span): Promise<TaxSum[]> {
  const rows = await db
    .selectFrom('sales_tax_entry')
    .where('market_id', '=', marketId)
    .where('at', '>=', toTimestamp(from))
    .where('at', '<', toTimestamp(until))
    .groupBy(['service_key', 'parts', 'treatment', 'kind'])
    .orderBy('service_key')
    .orderBy(sql`parts::text`)
    .select([
      'service_key',
      'parts',
      'treatment',
      'kind',
      sql<number>`sum(sales_cents)::bigint`.as('sales'),
      sql<number>`sum(tax_cents)::bigint`.as('tax'),
    ])
    .execute()
  return rows.map((row) => ({
    serviceKey: row.service_key,
    parts: row.parts,
    treatment: row.treatment,
    kind: row.kind,
    salesCents: cents(row.sales),
    taxCents: cents(row.tax),
  }))
}

/** All that was ever paid. */
export async function paidInAll(db: Db, marketId: string): Promise<Cents> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(paid_cents), 0)::bigint as paid from sales_tax_filing where market_id = ${marketId}
  `.execute(db)
  return cents(rows[0]!.paid)
}

/** What was paid for shorter periods that lie in this one. */
export async function paidWithin(
  db: Db,
  marketId: string,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<Cents> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(paid_cents), 0)::bigint as paid from sales_tax_filing
    where market_id = ${marketId} and period_start >= ${from}::date and period_end <= ${to}::date
      and (period_start, period_end) <> (${from}::date, ${to}::date)
  `.execute(db)
  return cents(rows[0]!.paid)
}

export type FilingRow = Awaited<ReturnType<typeof listFilings>>[number]

/** The one that reaches furthest first; of those, the one that was filed last. */
export function listFilings(db: Db, marketId: string) {
  return db
    .selectFrom('sales_tax_filing as filing')
    .leftJoin('users', 'users.id', 'filing.filed_by')
    .where('filing.market_id', '=', marketId)
    .orderBy('filing.period_end', 'desc')
    .orderBy('filing.filed_at', 'desc')
    .limit(FILINGS_SHOWN)
    .select([
      'filing.id',
      'filing.period_start',
      'filing.period_end',
      'filing.opening_cents',
      'filing.collected_cents',
      'filing.refunded_cents',
      'filing.paid_cents',
      'filing.confirmation',
      'filing.filed_at',
      'users.name as filed_by_name',
    ])
    .execute()
}

/** Filings of a market follow one another. */
export async function lockFilings(db: Db, marketId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sales-tax:${marketId}`}, 0))`.execute(db)
}

export async function insertFiling(
  db: Db,
  filing: {
    readonly marketId: string
    readonly from: LocalDate
    readonly to: LocalDate
    readonly openingCents: Cents
    readonly collectedCents: Cents
    readonly refundedCents: Cents
    readonly paidCents: Cents
    readonly confirmation: string
    readonly by: UserId | null
    readonly at: Instant
  },
): Promise<SalesTaxFilingId> {
  const { id } = await db
    .insertInto('sales_tax_filing')
    .values({
      market_id: filing.marketId,
      period_start: filing.from,
      period_end: filing.to,
      opening_cents: filing.openingCents,
      collected_cents: filing.collectedCents,
      refunded_cents: filing.refundedCents,
      paid_cents: filing.paidCents,
      confirmation: filing.confirmation,
      filed_by: filing.by,
      filed_at: toTimestamp(filing.at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function serviceNames(db: Db): Promise<{ key: string; name_en: string; name_es: string }[]> {
  return db.selectFrom('service').orderBy('sort').select(['key', 'name_en', 'name_es']).execute()
}

/** By user. */
export async function namesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .where(sql<boolean>`id = any(${[...userIds]}::uuid[])`)
    .select(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
