/** One person of the operator's market, and the lists that stand on its page. */
import { sql } from 'kysely'
import type { PropertyId, UserId, WeeklyJobId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readPageMark, readTimeMark } from '../page-mark.ts'
import type { OperatorScope, UserType } from '../scope.ts'

const PAGE = 30
/** The whole day at the place, rather than a window of hours. */
const wholeDay = sql<boolean>`(visit.starts_at at time zone property.time_zone)::time = '00:00'
  and visit.ends_at >= (visit.date + 1)::timestamp at time zone property.time_zone`
const OPEN = ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'] as const

type Asked = { readonly id: UserId; readonly cursor?: string | undefined }

/** Undefined for whoever is not of the market. */
export function findPerson(db: Db, { marketId }: OperatorScope, id: UserId) {
  return db
    .selectFrom('users')
    .leftJoin('users as sponsor', 'sponsor.id', 'users.sponsor_id')
    .leftJoin('account_merge', 'account_merge.from_id', 'users.id')
    .leftJoin('users as merged_into', 'merged_into.id', 'account_merge.into_id')
    .where('users.id', '=', id)
    .where('users.market_id', '=', marketId)
    .select([
      'users.id',
      'users.type',
      'users.name',
      'users.email',
      'users.phone',
      'users.address',
      'users.locale',
      'users.time_zone',
      'users.created_at',
      'users.frozen_until',
      'users.frozen_notes',
      'sponsor.id as sponsor_id',
      'sponsor.name as sponsor_name',
      'account_merge.merged_at',
      'merged_into.id as merged_into_id',
      'merged_into.name as merged_into_name',
    ])
    .executeTakeFirst()
}

export async function lastSeen(db: Db, id: UserId, now: Instant) {
  const row = await db
    .selectFrom('session')
    .where('user_id', '=', id)
    .where('expires_at', '>', toTimestamp(now))
    .select((eb) => [eb.fn.max('last_seen_at').as('at'), eb.fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
  return { at: row.at ?? null, count: row.count }
}

export async function findNextVisit(db: Db, { id, type }: { id: UserId; type: UserType }, now: Instant) {
  if (type === 'Operator') return undefined
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where(type === 'Crew' ? 'visit.crew_id' : 'visit.customer_id', '=', id)
    .where('visit.date', '>=', sql<never>`(${toTimestamp(now)}::timestamptz at time zone 'UTC')::date - 1`)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.state', 'in', OPEN)
    .orderBy('visit.date')
    .orderBy('visit.starts_at')
    .limit(1)
    .select([
      'visit.id',
      'property.name',
      'visit.service_key',
      'visit.starts_at',
      'property.time_zone',
      wholeDay.as('is_anytime'),
    ])
    .executeTakeFirst()
}

export async function readCustomerFacts(db: Db, id: UserId) {
  const { rows } = await sql<{
    places: number
    weekly_jobs: number
    declines: number
    brand: string | null
    last4: string | null
    is_on_terms: boolean
  }>`
    select
      (select count(*) from property where customer_id = ${id} and removed_at is null) as places,
      (select count(*) from weekly_job where customer_id = ${id} and state <> 'cancelled') as weekly_jobs,
      (select count(*) from payment
        where customer_id = ${id} and state = 'declined' and kind <> 'invoice_part') as declines,
      method.brand, method.last4,
      exists (select from billing_terms where customer_id = ${id}) as is_on_terms
    from (select ${id}::uuid as id) as person left join payment_method method on method.user_id = person.id and method.pays_bills
  `.execute(db)
  return rows[0]!
}

export async function readCrewFacts(db: Db, id: UserId, now: Instant) {
  const { rows } = await sql<{
    weekly_stops: number
    done: number
    unpaid: number
    payout_account: 'pending' | 'ready' | 'restricted' | null
    services: string[] | null
    vehicle: string | null
  }>`
    select
      (select count(*) from assignment where crew_id = ${id} and released_at is null) as weekly_stops,
      (select count(*) from visit where crew_id = ${id} and state = 'completed'
        and date > ((${toTimestamp(instant(now - 28 * DAY_MS))}::timestamptz) at time zone 'UTC')::date) as done,
      (select coalesce(sum(amount_cents), 0)::bigint from earning
        where crew_id = ${id} and payout_id is null) as unpaid,
      (select state from payout_account where user_id = ${id}) as payout_account,
      profile.services, profile.vehicle
    from (select ${id}::uuid as id) as person left join crew_profile profile on profile.user_id = person.id
  `.execute(db)
  return rows[0]!
}

type VisitsAsked = {
  readonly type: UserType
  readonly when: 'coming' | 'past'
  readonly now: Instant
  readonly propertyId?: PropertyId | undefined
  readonly weeklyJobId?: WeeklyJobId | undefined
}

/** The days are the places' own; the mark is the day and the hour. */
export async function listVisits(
  db: Db,
  { id, type, when, cursor, now, propertyId, weeklyJobId }: Asked & VisitsAsked,
) {
  if (type === 'Operator') return { rows: [], nextCursor: null }
  const mark = readPageMark(cursor, isVisitMark)
  const [date, startsAt] = mark?.value.split('|') ?? []
  const isComing = when === 'coming'
  const today = sql`(${toTimestamp(now)}::timestamptz at time zone property.time_zone)::date`
  const near = sql`(${toTimestamp(now)}::timestamptz at time zone 'UTC')::date`
  const direction = isComing ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('users as other', 'other.id', type === 'Crew' ? 'visit.customer_id' : 'visit.crew_id')
    .where(type === 'Crew' ? 'visit.crew_id' : 'visit.customer_id', '=', id)
    .where(isComing ? sql<boolean>`visit.date >= ${near} - 1` : sql<boolean>`visit.date <= ${near} + 1`)
    .where(isComing ? sql<boolean>`visit.date >= ${today}` : sql<boolean>`visit.date < ${today}`)
    .$if(isComing, (query) => query.where('visit.state', '<>', 'cancelled'))
    .$if(propertyId !== undefined, (query) => query.where('visit.property_id', '=', propertyId!))
    .$if(weeklyJobId !== undefined, (query) => query.where('visit.weekly_job_id', '=', weeklyJobId!))
    .$if(mark !== undefined, (query) =>
      query.where(
        sql<boolean>`(visit.date, visit.starts_at, visit.id) ${sql.raw(isComing ? '>' : '<')} (${date}::date, ${startsAt}::timestamptz, ${mark?.id}::uuid)`,
      ),
    )
    .orderBy('visit.date', direction)
    .orderBy('visit.starts_at', direction)
    .orderBy('visit.id', direction)
    .limit(PAGE + 1)
    .select([
      'visit.id',
      'property.name',
      'property.time_zone',
      'visit.service_key',
      'visit.quantity',
      'visit.starts_at',
      'visit.state',
      'visit.is_flagged',
      'other.id as other_id',
      'other.name as other_name',
      wholeDay.as('is_anytime'),
      sql<string>`visit.date::text || '|' || visit.starts_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, PAGE)
}

export async function listPlaces(db: Db, { id, cursor }: Asked) {
  const mark = readPageMark(cursor)
  const rows = await db
    .selectFrom('property')
    .where('customer_id', '=', id)
    .where('removed_at', 'is', null)
    .$if(mark !== undefined, (query) =>
      query.where(sql<boolean>`(lower(name), id) > (${mark?.value}, ${mark?.id}::uuid)`),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(PAGE + 1)
    .select([
      'id',
      'name',
      'address',
      'time_zone',
      sql<string>`lower(name)`.as('mark'),
      sql<number>`(select count(*) from weekly_job job where job.property_id = property.id and job.state <> 'cancelled')`.as(
        'jobs',
      ),
    ])
    .execute()
  return pageOf(rows, PAGE)
}

export async function listMoney(db: Db, { id, type, cursor }: Asked & { type: UserType }) {
  const mark = readTimeMark(cursor)
  const beyond =
    mark === undefined ? sql`` : sql`and (created_at, id) < (${mark.value}::timestamptz, ${mark.id}::uuid)`
  const { rows } = await sql<{
    id: string
    kind: string
    state: string
    amount: number
    refunded: number
    period_start: string
    period_end: string
    created_at: Instant
    trouble: string | null
    mark: string
  }>`
    ${
      type === 'Crew'
        ? sql`select id, kind, state, amount_cents as amount, 0 as refunded, period_start, period_end, created_at,
            failure as trouble, created_at::text as mark
          from payout where crew_id = ${id} ${beyond}`
        : sql`select id, kind, state, total_cents as amount, refunded_cents as refunded, period_start, period_end,
            created_at, case when state = 'declined' then last_decline end as trouble, created_at::text as mark
          from payment where customer_id = ${id} ${beyond}`
    }
    order by created_at desc, id desc limit ${PAGE + 1}
  `.execute(db)
  return pageOf(rows, PAGE)
}

function isVisitMark(value: string): boolean {
  return /^\d{4}-\d\d-\d\d\|[\d :.+-]{19,40}$/.test(value)
}
