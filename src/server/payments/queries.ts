/** What customers and operators see of payments. */
import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type CardOnFile, readCard } from '../cards/read-card.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { CustomerScope, OperatorScope, UserScope } from '../scope.ts'

export type PaymentState = 'due' | 'charging' | 'paid' | 'declined' | 'written_off' | 'invoiced'
type Page = { readonly cursor?: string | undefined; readonly limit: number }

/** What pays bills, and what is on file beside it. */
export async function findMethods(
  db: Db,
  scope: UserScope,
  now: Instant,
): Promise<{ readonly card: CardOnFile | null; readonly otherMethod: CardOnFile | null }> {
  const rows = await db
    .selectFrom('payment_method')
    .where('user_id', '=', scope.userId)
    .select(['kind', 'pays_bills', 'brand', 'last4', 'expires_month', 'expires_year'])
    .execute()
  const read = (paysBills: boolean) => {
    const row = rows.find((each) => each.pays_bills === paysBills)
    return row === undefined ? null : readCard(row, now, scope.timeZone)
  }
  return { card: read(true), otherMethod: read(false) }
}

export async function listPayments(db: Db, scope: CustomerScope, page: Page) {
  const rows = await summaries(db, page).where('payment.customer_id', '=', scope.userId).execute()
  return toPage(rows, page.limit, toSummary)
}

export async function listMarketPayments(
  db: Db,
  scope: OperatorScope,
  { state, ...page }: Page & { readonly state?: PaymentState | undefined },
) {
  const rows = await summaries(db, page)
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', scope.marketId)
    .$if(state !== undefined, (query) => query.where('payment.state', '=', state!))
    .select('users.name as customer_name')
    .execute()
  return toPage(rows, page.limit, (row) => ({ ...toSummary(row), customerName: row.customer_name }))
}

/** Made out and not paid. */
export async function listOpenPayments(db: Db, scope: CustomerScope) {
  const rows = await summaries(db, { limit: 50 })
    .where('payment.customer_id', '=', scope.userId)
    .where('payment.state', 'in', ['due', 'charging', 'declined'])
    .execute()
  return rows.map(toSummary)
}

/** Newest first, one row more than the page has. */
function summaries(db: Db, { cursor, limit }: Page) {
  const after = readTimeMark(cursor)
  return (
    db
      .selectFrom('payment')
      // What pays an invoice is shown with the invoice.
      .where('payment.kind', '<>', 'invoice_part')
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(payment.created_at, payment.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
        ),
      )
      .orderBy('payment.created_at', 'desc')
      .orderBy('payment.id', 'desc')
      .limit(limit + 1)
      .select((eb) => [
        'payment.id',
        'payment.period_start',
        'payment.period_end',
        'payment.state',
        'payment.total_cents',
        'payment.credit_cents',
        'payment.refunded_cents',
        'payment.created_at',
        'payment.paid_at',
        'payment.next_attempt_at',
        'payment.last_decline',
        sql<string>`payment.created_at::text`.as('mark'),
        eb
          .selectFrom('payment_line')
          .whereRef('payment_line.payment_id', '=', 'payment.id')
          .where('payment_line.kind', '=', 'visit')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .as('visit_count'),
      ])
  )
}

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

function toSummary(row: SummaryRow) {
  return {
    id: row.id,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    state: row.state,
    totalCents: cents(row.total_cents),
    creditCents: cents(row.credit_cents),
    refundedCents: cents(row.refunded_cents),
    visitCount: row.visit_count ?? 0,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    nextAttemptAt: row.next_attempt_at,
    lastDecline: row.last_decline,
  }
}

function toPage<Row extends SummaryRow, Shown>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
): { payments: Shown[]; nextCursor: string | null } {
  const page = pageOf(rows, limit)
  return { payments: page.rows.map(show), nextCursor: page.nextCursor }
}
