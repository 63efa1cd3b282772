/** What crews and operators see of earnings and payouts. */
import { sql } from 'kysely'
import { firstName } from '#domain/accounts/first-name.ts'
import type { PayoutId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { CrewScope, OperatorScope, UserScope } from '../scope.ts'

export type PayoutState = 'sending' | 'in_transit' | 'paid' | 'returned' | 'failed'
export type Page = { readonly cursor?: string | undefined; readonly limit: number }

export async function listCrewPayouts(db: Db, scope: CrewScope, page: Page) {
  const rows = await payoutRows(db, page).where('payout.crew_id', '=', scope.userId).execute()
  const payouts = pageOf(rows, page.limit)
  return { payouts: payouts.rows.map(toSummary), nextCursor: payouts.nextCursor }
}

export async function listMarketPayouts(
  db: Db,
  scope: OperatorScope,
  { state, ...page }: Page & { readonly state?: PayoutState | undefined },
) {
  const rows = await payoutRows(db, page)
    .innerJoin('users', 'users.id', 'payout.crew_id')
    .where('users.market_id', '=', scope.marketId)
    .$if(state !== undefined, (query) => query.where('payout.state', '=', state!))
    .select('users.name as crew_name')
    .execute()
  const payouts = pageOf(rows, page.limit)
  return {
    payouts: payouts.rows.map((row) => ({ ...toSummary(row), crewName: row.crew_name })),
    nextCursor: payouts.nextCursor,
  }
}

/** One payout as its statement; null for whoever may not see it. */
export async function findStatement(db: Db, scope: UserScope, payoutId: PayoutId) {
  const row = await payoutRows(db, { limit: 1 })
    .innerJoin('users', 'users.id', 'payout.crew_id')
    .where('payout.id', '=', payoutId)
    .$if(scope.type === 'Operator', (query) => query.where('users.market_id', '=', scope.marketId))
    .$if(scope.type !== 'Operator', (query) =>
      query.where((eb) =>
        eb.or([
          eb('payout.crew_id', '=', scope.userId),
          eb(
            'payout.crew_id',
            'in',
            eb.selectFrom('account_merge').where('into_id', '=', scope.userId).select('from_id'),
          ),
        ]),
      ),
    )
    .select(['users.name', 'users.time_zone'])
    .executeTakeFirst()
  if (row === undefined) return null
  const lines = await findLines(db, payoutId, row.time_zone, scope.locale)
  return {
    kind: 'statement' as const,
    ...toSummary(row),
    crewName: row.name,
    lines,
    earnedCents: cents(lines.reduce((sum, line) => sum + line.amountCents, 0)),
  }
}

/** What waits, is on its way and has arrived. */
export async function sumEarnings(db: Db, crewId: UserId, now: Instant) {
  const earned = await db
    .selectFrom('earning')
    .where('crew_id', '=', crewId)
    .where('payout_id', 'is', null)
    .where('available_at', '>', toTimestamp(now))
    .select((eb) => eb.fn.sum<string | null>('amount_cents').as('pending'))
    .executeTakeFirstOrThrow()
  const sent = await db
    .selectFrom('payout')
    .where('crew_id', '=', crewId)
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where state = 'paid'), 0)::bigint`.as('paid'),
      sql<number>`coalesce(sum(amount_cents) filter (where state in ('sending', 'in_transit', 'returned')), 0)::bigint`.as(
        'sending',
      ),
    ])
    .executeTakeFirstOrThrow()
  return {
    pendingCents: cents(Number(earned.pending ?? 0)),
    sendingCents: cents(sent.sending),
    paidCents: cents(sent.paid),
  }
}

async function findLines(db: Db, payoutId: PayoutId, zone: string, locale: Language) {
  const rows = await db
    .selectFrom('earning')
    .leftJoin('visit', 'visit.id', 'earning.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('earning.payout_id', '=', payoutId)
    .orderBy('earning.earned_at')
    .orderBy('earning.id')
    .limit(5_000)
    .select([
      'earning.kind',
      'earning.visit_id',
      'earning.amount_cents',
      'earning.earned_at',
      'visit.date',
      'service.name_en',
      'service.name_es',
      'property.name as place_name',
      'customer.name as customer_name',
    ])
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    visitId: row.visit_id,
    date: row.date ?? dateAt(row.earned_at, zone),
    serviceName: nameIn(locale, row),
    placeName: row.place_name,
    fromName: tipperOf(row),
    amountCents: cents(row.amount_cents),
  }))
}

/** Who gave a tip, by first name; null for everything else. */
export function tipperOf(row: {
  readonly kind: string
  readonly customer_name: string | null
}): string | null {
  return row.kind === 'tip' && row.customer_name !== null ? firstName(row.customer_name) : null
}

/** Newest first, one row more than the page has. */
function payoutRows(db: Db, { cursor, limit }: Page) {
  const after = readTimeMark(cursor)
  return db
    .selectFrom('payout')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(payout.created_at, payout.id) < (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('payout.created_at', 'desc')
    .orderBy('payout.id', 'desc')
    .limit(limit + 1)
    .select([
      'payout.id',
      'payout.period_start',
      'payout.period_end',
      'payout.kind',
      'payout.state',
      'payout.amount_cents',
      'payout.fee_cents',
      'payout.failure',
      'payout.created_at',
      'payout.sent_at',
      'payout.arrives_at',
      'payout.paid_at',
      'payout.short_since',
      sql<string>`payout.created_at::text`.as('mark'),
    ])
}

type PayoutRow = Awaited<ReturnType<ReturnType<typeof payoutRows>['execute']>>[number]

function toSummary(row: PayoutRow) {
  return {
    id: row.id,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    payoutKind: row.kind,
    state: row.state,
    amountCents: cents(row.amount_cents),
    feeCents: cents(row.fee_cents),
    failure: row.failure,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    arrivesAt: row.arrives_at,
    paidAt: row.paid_at,
    /** Our side is late with it. */
    isDelayed: row.short_since !== null,
  }
}
