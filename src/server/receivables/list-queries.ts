/** Invoices in lists, and what is open by customer and age. */
import { sql } from 'kysely'
import {
  AGES,
  type Age,
  daysOverdue,
  invoiceStateOf,
  openCentsOf,
  paperNumberOf,
} from '#domain/billing/invoices.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, isLocalDate, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readPageMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

type Page = { readonly cursor?: string | undefined; readonly limit: number }
export type InvoiceFilter = Page & {
  readonly customerId?: UserId | undefined
  readonly show: 'all' | 'open' | 'overdue' | 'closed'
  readonly age?: Age | undefined
}

const PROCESSING = sql<number>`(
  select coalesce(sum(receipt.amount_cents), 0)::bigint from invoice_receipt receipt
  where receipt.invoice_id = invoice.id and receipt.state = 'asked'
)`

/** Columns of one invoice as lists show it. */
function summaries(db: Db) {
  return db
    .selectFrom('invoice')
    .innerJoin('users', 'users.id', 'invoice.customer_id')
    .select([
      'invoice.id',
      'invoice.market_id',
      'invoice.year',
      'invoice.number',
      'invoice.customer_id',
      'users.name as customer_name',
      'invoice.company_name',
      'invoice.po_number',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.total_cents',
      'invoice.paid_cents',
      'invoice.credited_cents',
      'invoice.voided_at',
      PROCESSING.as('processing_cents'),
      sql<string>`invoice.issued_on::text`.as('mark'),
    ])
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

export function toSummary(row: SummaryRow, today: LocalDate) {
  const sums = {
    totalCents: cents(row.total_cents),
    paidCents: cents(row.paid_cents),
    creditedCents: cents(row.credited_cents),
  }
  const openCents = openCentsOf(sums)
  return {
    id: row.id,
    number: paperNumberOf('invoice', { marketId: row.market_id, year: row.year, number: row.number }),
    state: invoiceStateOf({ ...sums, dueOn: row.due_on, isVoid: row.voided_at !== null }, today),
    customerId: row.customer_id,
    customerName: row.customer_name,
    companyName: row.company_name,
    poNumber: row.po_number,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    daysOverdue: openCents === 0 ? 0 : daysOverdue(row.due_on, today),
    ...sums,
    openCents,
    processingCents: cents(row.processing_cents),
  }
}

/** Newest first. */
export async function listInvoices(
  db: Db,
  of: { readonly marketId: string } | { readonly customerId: UserId },
  { cursor, limit, customerId, show, age }: InvoiceFilter,
  today: LocalDate,
) {
  const after = readPageMark(cursor, isLocalDate)
  const range = age === undefined ? null : daysOf(age, today)
  const rows = await summaries(db)
    .$if('marketId' in of, (query) =>
      query.where('invoice.market_id', '=', 'marketId' in of ? of.marketId : ''),
    )
    .$if('customerId' in of, (query) =>
      query.where('invoice.customer_id', '=', 'customerId' in of ? of.customerId : customerId!),
    )
    .$if(customerId !== undefined, (query) => query.where('invoice.customer_id', '=', customerId!))
    .$if(show === 'open' || show === 'overdue' || range !== null, (query) =>
      query.where('invoice.closed_at', 'is', null),
    )
    .$if(show === 'closed', (query) => query.where('invoice.closed_at', 'is not', null))
    .$if(show === 'overdue', (query) => query.where('invoice.due_on', '<', today))
    .$if(range !== null, (query) =>
      query.where('invoice.due_on', '>=', range!.from).where('invoice.due_on', '<=', range!.to),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(invoice.issued_on < ${after!.value}::date
          or (invoice.issued_on = ${after!.value}::date and invoice.id > ${after!.id}::uuid))`,
      ),
    )
    .orderBy('invoice.issued_on', 'desc')
    .orderBy('invoice.id')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit)
  return { invoices: page.rows.map((row) => toSummary(row, today)), nextCursor: page.nextCursor }
}

const DAYS_OF: Readonly<Record<Age, { least: number; most: number }>> = {
  current: { least: -400, most: 0 },
  to30: { least: 1, most: 30 },
  to60: { least: 31, most: 60 },
  to90: { least: 61, most: 90 },
  over90: { least: 91, most: 4_000 },
}

/** Due dates of an age, as the days are counted today. */
function daysOf(age: Age, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const { least, most } = DAYS_OF[age]
  return { from: addDays(today, -most), to: addDays(today, -least) }
}

const CUSTOMERS_SHOWN = 500

const AGE_SUMS = {
  current: sql`due_on >= today.day`,
  to30: sql`today.day - due_on between 1 and 30`,
  to60: sql`today.day - due_on between 31 and 60`,
  to90: sql`today.day - due_on between 61 and 90`,
  over90: sql`today.day - due_on > 90`,
} satisfies Record<Age, unknown>

type AgeingRow = Record<Age, number> & {
  customer_id: UserId
  customer_name: string
  company_name: string
  invoice_count: number
  oldest_due_on: LocalDate
  open: number
  credit_limit_cents: number | null
  customers: number
}

/** By customer, the largest sum first; sums of all stand in `totals`. */
export async function readAgeing(db: Db, { marketId }: OperatorScope, today: LocalDate) {
  const sums = sql.join(
    AGES.map((age) => sql`coalesce(sum(open) filter (where ${AGE_SUMS[age]}), 0)::bigint as ${sql.id(age)}`),
  )
  const open = sql`
    with today as (select ${today}::date as day), opened as (
      select customer_id, company_name, due_on, total_cents - paid_cents - credited_cents as open
      from invoice where market_id = ${marketId} and closed_at is null
    )`
  const { rows } = await sql<AgeingRow>`
    ${open}
    select opened.customer_id, users.name as customer_name, max(opened.company_name) as company_name,
      count(*) as invoice_count, min(due_on) as oldest_due_on, sum(open)::bigint as open, ${sums},
      max(terms.credit_limit_cents) as credit_limit_cents, count(*) over () as customers
    from opened cross join today join users on users.id = opened.customer_id
    left join billing_terms terms on terms.customer_id = opened.customer_id
    group by opened.customer_id, users.name order by sum(open) desc, opened.customer_id limit ${CUSTOMERS_SHOWN}
  `.execute(db)
  const { rows: totals } = await sql<Record<Age, number> & { open: number }>`
    ${open} select coalesce(sum(open), 0)::bigint as open, ${sums} from opened cross join today
  `.execute(db)
  return { rows, totals: totals[0]!, moreCustomers: Math.max(0, (rows[0]?.customers ?? 0) - rows.length) }
}
