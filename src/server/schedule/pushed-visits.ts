/** The visits that pushing a day concerns: of weekly jobs, not begun, in the area. On-demand visits keep their hour. */
import { type RawBuilder, sql } from 'kysely'
import { EARTH_RADIUS_FEET } from '#domain/geo.ts'
import type { PropertyGroupId, PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { standbyPay } from '#domain/schedule/pushed-day.ts'
import { settingsIn, settingsOn } from '#domain/settings/book.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { linesOfVisits } from '../prices/visit-lines.ts'
import { settingsTimeline } from '../settings/settings-at.ts'

export type Push = {
  readonly marketId: string
  readonly date: LocalDate
  readonly to: LocalDate | null
  readonly area: { readonly lat: number; readonly lng: number; readonly radiusFeet: number } | null
  readonly serviceKeys: readonly string[] | null
}

export type PushedVisit = {
  readonly id: VisitId
  readonly weekly_job_id: WeeklyJobId
  readonly property_id: PropertyId
  readonly group_id: PropertyGroupId | null
  readonly time_zone: string
  readonly customer_id: UserId
  readonly service_key: string
  readonly date: LocalDate
  readonly starts_at: Instant
  readonly quantity: number
  readonly state: VisitState
  readonly crew_id: UserId | null
  /** The rule's date. */
  readonly occurrence: LocalDate
  /** The service comes to the place on the new day anyhow, or the job pauses then. */
  readonly meets: boolean
}

/** In the order of their ids, after one of them. */
export async function findPushedVisits(
  db: Db,
  push: Push,
  page: { now: Instant; after: string | null; limit: number },
): Promise<PushedVisit[]> {
  const { rows } = await sql<PushedVisit>`
    select visit.id, visit.weekly_job_id, visit.property_id, property.group_id, property.time_zone,
      visit.customer_id, visit.service_key, visit.date, visit.starts_at, visit.quantity, visit.state, visit.crew_id,
      coalesce(visit.moved_from, visit.date) as occurrence, ${meets(push)} as meets
    ${concerned(push)} and visit.state in ('scheduled', 'confirmed') and visit.ends_at > ${toTimestamp(page.now)}
      and visit.weekly_job_id is not null and (${page.after}::uuid is null or visit.id > ${page.after}::uuid)
    order by visit.id limit ${page.limit}
  `.execute(db)
  return rows
}

/** Visits there on that day which stay as they are: begun, done, or on demand. */
export async function countStaying(db: Db, push: Push, now: Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${concerned(push)} and visit.state not in ('skipped', 'cancelled')
      and not (visit.weekly_job_id is not null and visit.state in ('scheduled', 'confirmed')
        and visit.ends_at > ${toTimestamp(now)})
  `.execute(db)
  return rows[0]!.count
}

export type PricedPush = { readonly totalCents: Cents | null; readonly standbyCents: Cents | null }

/** In the order of the visits: what each would cost its customer, and what its crew is owed for standing by. */
export async function pricePushedVisits(
  db: Db,
  marketId: string,
  visits: readonly PushedVisit[],
  now: Instant,
): Promise<PricedPush[]> {
  const settings = await settingsTimeline(db, marketId)
  const priced = visits.map((visit) => ({
    propertyId: visit.property_id,
    groupId: visit.group_id,
    zone: visit.time_zone,
    serviceKey: visit.service_key,
    quantity: visit.quantity,
    date: visit.date,
  }))
  const lines = await linesOfVisits(db, priced, { settings })
  return visits.map((visit, index) => {
    const own = lines[index] ?? null
    const crewPayCents =
      own === null ? null : crewPayFor(own, settingsOn(settings, visit.date, visit.time_zone))
    const asked = {
      state: visit.state,
      hasCrew: visit.crew_id !== null,
      startsAt: visit.starts_at,
      crewPayCents,
    }
    return {
      totalCents: own === null ? null : customerTotalOf(own),
      standbyCents: standbyPay(asked, now, settingsIn(settings, now)),
    }
  })
}

function concerned({ marketId, date, area, serviceKeys }: Push): RawBuilder<unknown> {
  return sql`
    from visit
    join property on property.id = visit.property_id
    join users on users.id = visit.customer_id and users.market_id = ${marketId}
    where visit.date = ${date}::date
      and (${serviceKeys === null} or visit.service_key = any(${[...(serviceKeys ?? [])]}::text[]))
      and ${area === null ? sql`true` : isWithin(area)}`
}

/** The haversine distance of geo.ts. */
function isWithin(area: NonNullable<Push['area']>): RawBuilder<unknown> {
  const { lat, lng, radiusFeet } = area
  return sql`2 * ${EARTH_RADIUS_FEET}::float8 * asin(least(1, sqrt(
    sin(radians(property.lat - ${lat}) / 2) ^ 2
    + cos(radians(${lat})) * cos(radians(property.lat)) * sin(radians(property.lng - ${lng}) / 2) ^ 2
  ))) <= ${radiusFeet}`
}

function meets({ to }: Push): RawBuilder<unknown> {
  if (to === null) return sql`false`
  return sql`(
    exists (
      select from visit there where there.property_id = visit.property_id and there.service_key = visit.service_key
        and there.date = ${to}::date and there.weekly_job_id is not null and there.id <> visit.id
        and there.state not in ('skipped', 'cancelled')
    ) or exists (
      select from weekly_job_pause pause where pause.weekly_job_id = visit.weekly_job_id
        and ${to}::date >= pause.from_date and (pause.to_date is null or ${to}::date <= pause.to_date)
    )
  )`
}
