/** What a crew may read of its own visits. */
import { sql } from 'kysely'
import type { VisitId } from '#domain/ids.ts'
import { instantAt, type LocalDate, type LocalTime, localTime, timeAt } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { MOST_VISITS_COUNTED } from '#domain/visits/most-counted.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope, OperatorScope } from '../scope.ts'
import { FACT_COLUMNS } from '../visits/fact-queries.ts'
import { photosRequired } from '../visits/photo-rule-queries.ts'
import { minutesOnDay, minutesPerUnitOnDay } from '../prices/service-day-queries.ts'

const NOT_ON_THE_DAY: readonly VisitState[] = ['cancelled', 'skipped']

/** The visits of one day in the sequence in which they are to be driven; cancelled and skipped ones are not driven to. */
export async function visitsOfDay(db: Db, scope: CrewScope, date: LocalDate) {
  return crewVisits(db, scope)
    .where('visit.date', '=', date)
    .where('visit.state', 'not in', NOT_ON_THE_DAY)
    .orderBy(sql`visit.position = 0`)
    .orderBy('visit.position')
    .orderBy('visit.starts_at')
    .orderBy('visit.id')
    .limit(200)
    .execute()
}

export type CrewVisitRow = Awaited<ReturnType<typeof visitsOfDay>>[number]

/** One visit of this crew; nobody else's is found. */
export function findCrewVisit(db: Db, scope: CrewScope, visitId: VisitId): Promise<CrewVisitRow | undefined> {
  return crewVisits(db, scope).where('visit.id', '=', visitId).executeTakeFirst()
}

/** Any visit, for an operator who completes it in a crew's name. */
export function findVisitOfAnyCrew(
  db: Db,
  _scope: OperatorScope,
  visitId: VisitId,
): Promise<CrewVisitRow | undefined> {
  return visitsWithPlaces(db).where('visit.id', '=', visitId).executeTakeFirst()
}

/** The first day after `date` on which this crew has work left. */
export async function nextWorkDay(db: Db, scope: CrewScope, date: LocalDate): Promise<LocalDate | null> {
  const row = await db
    .selectFrom('visit')
    .where('crew_id', '=', scope.userId)
    .where('date', '>', date)
    .where('state', 'in', ['scheduled', 'confirmed', 'reopened'])
    .orderBy('date')
    .select('date')
    .limit(1)
    .executeTakeFirst()
  return row?.date ?? null
}

export async function findBase(db: Db, scope: CrewScope): Promise<{ lat: number; lng: number } | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', scope.userId)
    .select(['lat', 'lng'])
    .executeTakeFirstOrThrow()
  return row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng }
}

export type CrewVisitFilter = {
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
  readonly states?: readonly VisitState[] | undefined
  readonly serviceKey?: string | undefined
  readonly search?: string | undefined
}

export type CrewVisitPage = {
  readonly sort: 'newest' | 'oldest'
  readonly limit: number
  /** The last row of the page before. */
  readonly after?: { readonly date: LocalDate; readonly visitId: VisitId } | undefined
}

export async function listCrewVisits(db: Db, scope: CrewScope, filter: CrewVisitFilter, page: CrewVisitPage) {
  const direction = page.sort === 'newest' ? 'desc' : 'asc'
  const { after } = page
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  return filtered(crewVisits(db, scope), filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(visit.date, visit.id) ${beyond} (${after!.date}::date, ${after!.visitId}::uuid)`,
      ),
    )
    .orderBy('visit.date', direction)
    .orderBy('visit.id', direction)
    .limit(page.limit + 1)
    .execute()
}

/** Up to `MOST_VISITS_COUNTED` and one more: a list of years is not read to its end to say how long it is. */
export async function countCrewVisits(db: Db, scope: CrewScope, filter: CrewVisitFilter): Promise<number> {
  const some = filtered(crewVisits(db, scope), filter)
    .clearSelect()
    .select('visit.id')
    .limit(MOST_VISITS_COUNTED + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function crewVisits(db: Db, scope: CrewScope) {
  return visitsWithPlaces(db).where('visit.crew_id', '=', scope.userId)
}

function visitsWithPlaces(db: Db) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('weekly_job', 'weekly_job.id', 'visit.weekly_job_id')
    .leftJoin('turnover', 'turnover.visit_id', 'visit.id')
    .leftJoin('pickup_day', (join) =>
      join
        .onRef('pickup_day.weekly_job_id', '=', 'visit.weekly_job_id')
        .onRef('pickup_day.date', '=', sql<LocalDate>`coalesce(visit.moved_from, visit.date)`),
    )
    .select([
      ...FACT_COLUMNS,
      'turnover.is_same_day',
      'turnover.guests',
      'turnover.nights',
      'turnover.pets',
      'pickup_day.nights as extra_nights',
      'pickup_day.guests as extra_guests',
      'visit.property_id',
      'visit.service_key',
      'visit.quantity',
      'visit.completed_at',
      'visit.completed_distance_feet',
      'visit.is_flagged',
      'visit.price_lines',
      'visit.crew_pay_cents',
      'visit.offer_raise_cents',
      'visit.created_at',
      'property.name as property_name',
      'property.group_id',
      'property.complex_id',
      'property.address',
      'property.lat',
      'property.lng',
      'property.access_notes',
      minutesOnDay.as('minutes'),
      minutesPerUnitOnDay.as('minutes_per_unit'),
      photosRequired.as('photos_required'),
      sql<string | null>`coalesce(weekly_job.notes, (
        select notes from on_demand_order where on_demand_order.visit_id = visit.id
      ))`.as('job_notes'),
    ])
}

function filtered(query: ReturnType<typeof crewVisits>, filter: CrewVisitFilter) {
  const { from, to, states, serviceKey, search } = filter
  return query
    .$if(from !== undefined, (some) => some.where('visit.date', '>=', from!))
    .$if(to !== undefined, (some) => some.where('visit.date', '<=', to!))
    .$if(states !== undefined && states.length > 0, (some) => some.where('visit.state', 'in', states!))
    .$if(serviceKey !== undefined, (some) => some.where('visit.service_key', '=', serviceKey!))
    .$if(search !== undefined && search !== '', (some) =>
      some.where(
        sql<boolean>`strpos(lower(property.name || ' ' || coalesce(property.address, '')), lower(${search})) > 0`,
      ),
    )
}

/** Null where the visit may be done at any time of its day. */
export function windowOf(row: Pick<CrewVisitRow, 'date' | 'starts_at' | 'ends_at' | 'time_zone'>): {
  from: LocalTime
  until: LocalTime
} | null {
  const isFromMidnight = row.starts_at === instantAt(row.date, localTime('00:00'), row.time_zone)
  const isToMidnight = row.ends_at === instantAt(row.date, localTime('24:00'), row.time_zone)
  if (isFromMidnight && isToMidnight) return null
  return {
    from: timeAt(row.starts_at, row.time_zone),
    until: isToMidnight ? localTime('24:00') : timeAt(row.ends_at, row.time_zone),
  }
}
