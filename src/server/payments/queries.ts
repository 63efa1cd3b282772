/** What customers and operators see of payments. */
import { type NotNull, sql } from 'kysely'
import { nextBillingRun } from '#domain/billing/period.ts'
import { statementOf } from '#domain/billing/statement.ts'
import { addCents, cents, ZERO_CENTS } from '#domain/money.ts'
import { addDays, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { customerCredit } from '../ledger/queries.ts'
import { marketZone } from '../market-zone.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { CustomerScope, OperatorScope, UserScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { unbilledTips } from './bill-tips.ts'
import { isOwed, totalsOf } from './bill-week.ts'
import { type CardOnFile, toCardOnFile } from './cards.ts'
import { isPausedByDunning } from './paused-by-dunning.ts'

export type PaymentState = 'due' | 'charging' | 'paid' | 'declined' | 'written_off'
type Page = { readonly cursor?: string | undefined; readonly limit: number }

export async function findCard(db: Db, scope: UserScope, now: Instant): Promise<CardOnFile | null> {
  const row = await db
    .selectFrom('payment_method')
    .where('user_id', '=', scope.userId)
    .select(['brand', 'last4', 'expires_month', 'expires_year'])
    .executeTakeFirst()
  return row === undefined ? null : toCardOnFile(row, now, scope.timeZone)
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

/** What is owed, and what the next Monday will add as it stands now. */
export async function readBilling(db: Db, scope: CustomerScope, now: Instant) {
  const run = nextBillingRun(now, await marketZone(db, scope), await settingsTimeline(db, scope.marketId))
  const due = await summaries(db, { limit: 50 })
    .where('payment.customer_id', '=', scope.userId)
    .where('payment.state', 'in', ['due', 'charging', 'declined'])
    .execute()
  const unbilled = await db
    .selectFrom('visit')
    .where('customer_id', '=', scope.userId)
    .where(isOwed)
    .where('weekly_job_id', 'is not', null)
    .where('date', '<=', run.to)
    .where('date', '>', addDays(run.to, -60))
    .where(sql<boolean>`not exists (select from payment_line line where line.visit_id = visit.id)`)
    .where('price_lines', 'is not', null)
    .select(['id', 'date', 'price_lines'])
    .$narrowType<{ price_lines: NotNull }>()
    .execute()
  const tips = (await unbilledTips(db, [scope.userId], run.to)).get(scope.userId) ?? []
  const next = statementOf(
    unbilled.map(({ id, date, price_lines }) => ({ visitId: id, date, lines: price_lines })),
    await customerCredit(db, scope.userId),
    addCents(ZERO_CENTS, ...tips.map((tip) => tip.amountCents)),
  )
  return {
    dueCents: cents(due.reduce((sum, row) => sum + row.total_cents, 0)),
    duePayments: due.map(toSummary),
    nextCharge: {
      chargesAt: run.runsAt,
      visitCount: next.lines.length,
      ...totalsOf(next),
      totalCents: next.dueCents,
    },
    card: await findCard(db, scope, now),
    isServicePaused: await isPausedByDunning(db, scope.userId),
  }
}

/** Newest first, one row more than the page has. */
function summaries(db: Db, { cursor, limit }: Page) {
  const after = readTimeMark(cursor)
  return db
    .selectFrom('payment')
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
}

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

function toSummary(row: SummaryRow) {
  return {
    id: row.id,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    state: row.state,
    totalCents: cents(row.total_cents),
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
