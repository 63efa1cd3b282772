/** Builders of work: weekly jobs and visits, with the customers and places that they stand on. */
import type { LatLng } from '#domain/geo.ts'
import type { PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { visitWindow } from '#domain/schedule/recurrence.ts'
import type { Rhythm } from '#domain/schedule/rhythm.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  type LocalDate,
  type LocalTime,
  localTime,
  type Weekday,
  weekdayOf,
} from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '#server/app.ts'
import { toJson, toTimestamp } from '#server/db/client.ts'
import { buildCustomer, buildProperty } from './build.ts'

export type BuiltJob = {
  readonly weeklyJobId: WeeklyJobId
  readonly propertyId: PropertyId
  readonly customerId: UserId
  readonly serviceKey: string
  readonly window: JobWindow
}

type JobWindow = { readonly from: string; readonly until: string } | null

type JobInput = {
  customerId?: UserId
  propertyId?: PropertyId
  at?: LatLng
  name?: string
  serviceKey?: string
  weekdays?: Weekday[]
  window?: JobWindow
  quantity?: number
  startsOn?: LocalDate
  endsOn?: LocalDate
  /** Every week unless told otherwise. */
  rhythm?: Rhythm
  state?: 'active' | 'paused' | 'cancelled'
}

/** Bins on Tuesdays at any time unless told otherwise; without visits. */
export async function buildWeeklyJob(app: App, input: JobInput = {}): Promise<BuiltJob> {
  const now = app.ports.clock.now()
  const customerId = input.customerId ?? (await buildCustomer(app)).userId
  const propertyId =
    input.propertyId ??
    (await buildProperty(app, customerId, {
      ...(input.at === undefined ? {} : { at: input.at }),
      ...(input.name === undefined ? {} : { name: input.name }),
    }))
  const serviceKey = input.serviceKey ?? 'bins'
  const window = input.window ?? null
  const row = await app.db
    .insertInto('weekly_job')
    .values({
      customer_id: customerId,
      property_id: propertyId,
      service_key: serviceKey,
      weekdays: input.weekdays ?? [2],
      rhythm: input.rhythm === undefined ? null : toJson(input.rhythm),
      window_start: window && localTime(window.from),
      window_end: window && localTime(window.until),
      quantity: input.quantity ?? 1,
      starts_on: input.startsOn ?? dateAt(now, DEFAULT_TIME_ZONE),
      ends_on: input.endsOn ?? null,
      state: input.state ?? 'active',
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { weeklyJobId: row.id, propertyId, customerId, serviceKey, window }
}

type VisitInput = {
  date?: LocalDate
  crewId?: UserId
  state?: VisitState
  quantity?: number
  position?: number
}

/** One visit of a job, today unless told otherwise. */
export async function buildVisit(app: App, job: BuiltJob, input: VisitInput = {}): Promise<VisitId> {
  const now = app.ports.clock.now()
  const date = input.date ?? dateAt(now, DEFAULT_TIME_ZONE)
  const { startsAt, endsAt } = visitWindow(
    date,
    job.window && (job.window.from as LocalTime),
    job.window && (job.window.until as LocalTime),
    DEFAULT_TIME_ZONE,
  )
  const row = await app.db
    .insertInto('visit')
    .values({
      weekly_job_id: job.weeklyJobId,
      customer_id: job.customerId,
      property_id: job.propertyId,
      service_key: job.serviceKey,
      date,
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(endsAt),
      quantity: input.quantity ?? 1,
      state: input.state ?? 'scheduled',
      crew_id: input.crewId ?? null,
      position: input.position ?? 0,
      created_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The visits of a job on one weekday over the coming weeks. */
export async function buildVisits(app: App, job: BuiltJob, weekday: Weekday, weeks = 4): Promise<VisitId[]> {
  const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
  const first = addDays(today, (weekday - weekdayOf(today) + 7) % 7)
  const visitIds: VisitId[] = []
  for (let week = 0; week < weeks; week++)
    visitIds.push(await buildVisit(app, job, { date: addDays(first, 7 * week) }))
  return visitIds
}
