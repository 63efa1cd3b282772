/** What a customer reads of its visits. A date that a change or a pause took out is not shown; one that the customer skipped is. */
import { sql } from 'kysely'
import type { PropertyGroupId, PropertyId, VisitId } from '#domain/ids.ts'
import { isLocalDate, type LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { containing, type Db } from '../db/client.ts'
import { isTimestampText, type PageMark } from '../page-mark.ts'
import type { CustomerScope, UserScope } from '../scope.ts'
import { FACT_COLUMNS } from './fact-queries.ts'
import { photosRequired } from './photo-rule-queries.ts'

export type VisitFilter = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly states?: readonly VisitState[] | undefined
  readonly propertyId?: PropertyId | undefined
  readonly groupId?: PropertyGroupId | undefined
  readonly serviceKey?: string | undefined
  readonly search?: string | undefined
}

type VisitSort = 'time' | 'property' | 'service' | 'state'

export type VisitPage = {
  readonly sort: VisitSort
  readonly isDescending: boolean
  readonly limit: number
  readonly after?: PageMark | undefined
}

export type VisitRow = Awaited<ReturnType<typeof listVisits>>[number]

/** By the day first, which has an index: a page of a portfolio's year is read without sorting the year. */
const SORT_BY = {
  time: [
    { value: sql`visit.date`, type: sql`date` },
    { value: sql`visit.starts_at`, type: sql`timestamptz` },
  ],
  property: [{ value: sql`lower(property.name)`, type: sql`text` }],
  service: [{ value: sql`visit.service_key`, type: sql`text` }],
  state: [{ value: sql`visit.state`, type: sql`text` }],
} as const

export function listVisits(db: Db, scope: CustomerScope, filter: VisitFilter, page: VisitPage) {
  const columns = SORT_BY[page.sort]
  const { after } = page
  const direction = page.isDescending ? 'desc' : 'asc'
  const values = sql.join(columns.map(({ value }) => value))
  let query = visitCards(db)
    .where(isShown(scope, filter))
    .where(hasState(filter))
    .$if(after !== undefined, (unpaged) => unpaged.where(isBeyond(page, after!)))
  for (const { value } of columns) query = query.orderBy(value, direction)
  return query
    .orderBy('visit.id', direction)
    .limit(page.limit)
    .select(sql<string>`concat_ws('|', ${values})`.as('sort_value'))
    .execute()
}

/** Whether a mark's value is one that a list by time wrote. */
export function isTimeMark(value: string): boolean {
  const [date = '', startsAt = '', ...rest] = value.split('|')
  return rest.length === 0 && isLocalDate(date) && isTimestampText(startsAt)
}

function isBeyond({ sort, isDescending }: VisitPage, after: PageMark) {
  const columns = SORT_BY[sort]
  const marks = columns.length === 1 ? [after.value] : after.value.split('|')
  const left = sql.join([...columns.map(({ value }) => value), sql`visit.id`])
  const right = sql.join([
    ...columns.map(({ type }, index) => sql`${marks[index]}::${type}`),
    sql`${after.id}::uuid`,
  ])
  return sql<boolean>`(${left}) ${isDescending ? sql`<` : sql`>`} (${right})`
}

/** By state over the whole range, whatever states the list is narrowed to. */
export function countVisits(db: Db, scope: CustomerScope, filter: VisitFilter) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where(isShown(scope, filter))
    .groupBy('visit.state')
    .select((select) => ['visit.state', select.fn.countAll<number>().as('count')])
    .execute()
}

/** One visit of its customer, of its crew, or of an operator's market; nobody else's is found. */
export function findVisit(db: Db, scope: UserScope, visitId: VisitId) {
  return visitCards(db)
    .innerJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('payment_line', 'payment_line.visit_id', 'visit.id')
    .leftJoin('turnover', 'turnover.visit_id', 'visit.id')
    .leftJoin('pickup_day', (join) =>
      join
        .onRef('pickup_day.weekly_job_id', '=', 'visit.weekly_job_id')
        .onRef('pickup_day.date', '=', sql<LocalDate>`coalesce(visit.moved_from, visit.date)`),
    )
    .where('visit.id', '=', visitId)
    .$if(scope.type === 'Customer', (query) => query.where('visit.customer_id', '=', scope.userId))
    .$if(scope.type === 'Crew', (query) => query.where('visit.crew_id', '=', scope.userId))
    .$if(scope.type === 'Operator', (query) =>
      query.where(sql<boolean>`(
        select market_id from users where users.id = visit.customer_id
      ) = ${scope.marketId}`),
    )
    .select([
      'visit.completed_distance_feet',
      'visit.is_flagged',
      'turnover.is_same_day',
      'turnover.guests',
      'turnover.nights',
      'turnover.pets',
      'pickup_day.nights as extra_nights',
      'pickup_day.guests as extra_guests',
      'visit.crew_pay_cents',
      'visit.offer_raise_cents',
      'property.lat',
      'property.lng',
      'property.access_notes',
      sql<string | null>`coalesce(weekly_job.notes, (
        select notes from on_demand_order where on_demand_order.visit_id = visit.id
      ))`.as('notes'),
      'weekly_job.state as job_state',
      photosRequired.as('photos_required'),
      'payment_line.payment_id',
      'on_demand_order.id as order_id',
    ])
    .executeTakeFirst()
}

export function timelineOf(db: Db, visitId: VisitId) {
  return (
    db
      .selectFrom('visit_event')
      .where('visit_id', '=', visitId)
      .orderBy('id')
      .limit(200)
      .select(['at', 'transition', 'from_state', 'to_state', 'actor_role'])
      .select(sql<string | null>`detail ->> 'reason'`.as('reason'))
      // By the phone that was there, where it could send it only later.
      .select(sql<string | null>`detail ->> 'happenedAt'`.as('happened_at'))
      .execute()
  )
}

/** What the customer showed of the work when it was ordered. */
export function orderPhotosOf(db: Db, visitId: VisitId) {
  return db
    .selectFrom('order_photo')
    .innerJoin('on_demand_order', 'on_demand_order.id', 'order_photo.order_id')
    .where('on_demand_order.visit_id', '=', visitId)
    .orderBy('order_photo.created_at')
    .select('order_photo.id')
    .execute()
}

/** The proof of the crew whose visit it is; what somebody else sent who had it before stands on that late completion. */
export function photosOf(db: Db, visitId: VisitId) {
  return db
    .selectFrom('photo')
    .innerJoin('visit', (join) =>
      join.onRef('visit.id', '=', 'photo.visit_id').onRef('visit.crew_id', '=', 'photo.owner_id'),
    )
    .where('photo.visit_id', '=', visitId)
    .where('photo.purpose', '=', 'proof')
    .orderBy('photo.created_at')
    .orderBy('photo.id')
    .limit(50)
    .select([
      'photo.id',
      'photo.width',
      'photo.height',
      'photo.taken_at',
      'photo.created_at',
      'photo.item_key',
    ])
    .execute()
}

function visitCards(db: Db) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('weekly_job', 'weekly_job.id', 'visit.weekly_job_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .leftJoin('on_demand_order', 'on_demand_order.visit_id', 'visit.id')
    .select([
      ...FACT_COLUMNS,
      'visit.property_id',
      'visit.service_key',
      'visit.quantity',
      'visit.completed_at',
      // Frozen when it was completed; of an order, what was agreed on when it was booked.
      'visit.price_lines',
      'on_demand_order.price_lines as ordered_lines',
      'property.name as property_name',
      'property.address',
      'property.group_id',
      'crew.name as crew_name',
      'visit.moved_from',
      'visit.moved_by',
      // A holiday's name in both languages, or why an operator pushed the day.
      sql<{ en: string; es: string } | null>`case visit.moved_by
        when 'holiday' then (
          select jsonb_build_object('en', name_en, 'es', name_es) from holiday_rule
          where holiday_rule.key = visit.moved_source limit 1
        )
        when 'pushed' then (
          select jsonb_build_object('en', reason, 'es', reason) from pushed_day
          where pushed_day.id::text = visit.moved_source
        ) end`.as('moved_because'),
      // Hours of the visit rather than of the job, whose window may have changed since.
      sql<boolean>`(visit.starts_at at time zone property.time_zone)::time = '00:00'
        and visit.ends_at >= (visit.date + 1)::timestamp at time zone property.time_zone`.as('is_anytime'),
    ])
}

function isShown(scope: CustomerScope, filter: VisitFilter) {
  const { propertyId = null, groupId = null, serviceKey = null, search = '' } = filter
  const pattern = containing(search)
  return sql<boolean>`
    visit.customer_id = ${scope.userId} and visit.date between ${filter.from}::date and ${filter.to}::date
    and (visit.state <> 'skipped' or visit.weekly_job_id is null or exists (
      select from weekly_job_skip skip where skip.weekly_job_id = visit.weekly_job_id and skip.date = coalesce(visit.moved_from, visit.date)
    ))
    and (${propertyId}::uuid is null or visit.property_id = ${propertyId}::uuid)
    and (${groupId}::uuid is null or property.group_id = ${groupId}::uuid)
    and (${serviceKey}::text is null or visit.service_key = ${serviceKey}::text)
    and (${search} = '' or property.name ilike ${pattern} or property.address ilike ${pattern})`
}

function hasState({ states = [] }: VisitFilter) {
  return sql<boolean>`(${states.length === 0} or visit.state = any(${[...states]}::text[]))`
}
