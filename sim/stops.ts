/** What the crews have to do on a day, and when they will be where. */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import {
  dateAt,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  localTime,
  MINUTE_MS,
  weekdayOf,
} from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { LivingCrew, World } from './world.ts'

export type Stop = {
  readonly visitId: VisitId
  /** The same in every run of the seed, which ids are not. */
  readonly name: string
  readonly customerEmail: string
  readonly lat: number
  readonly lng: number
  readonly serviceKey: string
  readonly photosRequired: number
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly minutes: number
  /** Where there are buildings to walk. */
  readonly isComplex: boolean
}

export type TimedStop = { readonly stop: Stop; readonly from: Instant; readonly to: Instant }

const DRIVE_MINUTES = 10
const STEP_MS = 15 * MINUTE_MS

/** The stops of all crews on a date in the order of their routes, in one query. */
export async function stopsOf(world: World, date: LocalDate): Promise<Map<UserId, Stop[]>> {
  const rows = await visitsWithCrews(world).where('visit.date', '=', date).execute()
  const stops = rows.map((row) => ({ crewId: row.crew_id as UserId, ...toStop(row) }))
  return Map.groupBy(stops, (stop) => stop.crewId)
}

/** A visit that somebody has for today; null where it is another day's. */
export async function stopOf(world: World, visitId: VisitId): Promise<Stop | null> {
  const row = await visitsWithCrews(world)
    .where('visit.id', '=', visitId)
    .where('visit.date', '=', dateAt(world.clock.now(), world.zone))
    .executeTakeFirst()
  return row === undefined ? null : toStop(row)
}

function visitsWithCrews(world: World) {
  return world.host
    .app()
    .db.selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .innerJoin('users', 'users.id', 'visit.customer_id')
    .where('visit.state', 'in', ['scheduled', 'confirmed'])
    .where('visit.crew_id', 'is not', null)
    .orderBy('visit.crew_id')
    .orderBy(sql`visit.position = 0`)
    .orderBy('visit.position')
    .orderBy('visit.starts_at')
    .orderBy('property.name')
    .orderBy('users.email')
    .select([
      'visit.id',
      'visit.crew_id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      'visit.service_key',
      'property.name',
      'property.complex_id',
      'property.lat',
      'property.lng',
      'service.minutes',
      'service.minutes_per_unit',
      'service.photos_required',
      'users.email',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof visitsWithCrews>['execute']>>[number]

function toStop(row: Row): Stop {
  return {
    visitId: row.id,
    name: `${row.email} ${row.name} ${row.service_key} ${row.date}`,
    customerEmail: row.email,
    lat: row.lat,
    lng: row.lng,
    serviceKey: row.service_key,
    photosRequired: row.photos_required,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isComplex: row.complex_id !== null,
    minutes: visitMinutes({ minutes: row.minutes, minutesPerUnit: row.minutes_per_unit }, row.quantity),
  }
}

/** One after another through the day of the crew: never at two places at once. */
export function timesOf(
  world: World,
  { plan }: LivingCrew,
  stops: readonly Stop[],
  date: LocalDate,
): TimedStop[] {
  const hours = plan.hours.find((each) => each.weekday === weekdayOf(date))
  let free = instantAt(date, hours?.starts ?? localTime('08:00'), world.zone) + 15 * MINUTE_MS
  return stops.map((stop) => {
    const from = onStep(Math.max(free + DRIVE_MINUTES * MINUTE_MS, stop.startsAt))
    const pace = 0.8 + 0.4 * world.chance.number('pace', stop.name)
    const to = onStep(from + Math.max(1, stop.minutes * pace) * MINUTE_MS)
    free = to
    return { stop, from, to }
  })
}

/**
 * The crew that is shown has done two thirds of its stops when the last day ends in its middle, whatever the hour,
 * and the customer who is shown comes first. The rounds of this evening are still to be done.
 */
export function showcaseTimes(world: World, stops: readonly Stop[], date: LocalDate): TimedStop[] {
  const { customerKey, until } = world.showcase!
  const email = world.customers.get(customerKey)?.plan.email
  const rank = (stop: Stop) => (isComing(stop, until) ? 2 : stop.customerEmail === email ? 0 : 1)
  const order = [...stops].sort((one, other) => rank(one) - rank(other))
  const midnight = instantAt(date, localTime('00:00'), world.zone)
  const span = Math.min(until - midnight, 3 * 60 * MINUTE_MS)
  const doneCount = Math.ceil((order.filter((stop) => rank(stop) < 2).length * 2) / 3)
  const step = Math.floor(span / (doneCount + 0.5))
  return order.map((stop, index) => {
    const from = instant(until - span + index * step + 1_000)
    return { stop, from, to: instant(from + Math.floor(step * 0.8)) }
  })
}

function isComing(stop: Stop, now: Instant): boolean {
  return stop.isComplex && stop.endsAt > now
}

/** People act on quarters of hours, so that some act at the same moment. */
function onStep(at: number): Instant {
  return (Math.ceil(at / STEP_MS) * STEP_MS) as Instant
}
