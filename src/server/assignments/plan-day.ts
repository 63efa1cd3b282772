/** The sequence and the driving of one weekday with all that a crew has and wants on it. */
import { orderDay } from '#domain/assignments/day-order.ts'
import type { WeeklyJobId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { OpenStop } from '#domain/routing/recommend.types.ts'
import type { Weekday } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import type { App } from '../app.ts'
import { type CrewAtWork, windowOfJob } from '../crews/queries.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { JobRow } from './queries.ts'

export type PlannedDay = {
  readonly weekday: Weekday
  /** All stops of the day as they are to be driven. */
  readonly sequence: readonly WeeklyJobId[]
  readonly drivingFeet: number
  readonly drivingSeconds: number
}

/**
 * Keeps the sequence named by `wanted` where it names every stop of the day and can be driven. Refuses `day_not_worked`,
 * and `outside_hours` where the stops do not fit into the day. Asks the matrix, so it runs outside a transaction.
 */
export async function planDay(
  app: App,
  crew: CrewAtWork,
  input: { weekday: Weekday; jobs: readonly JobRow[]; wanted: readonly WeeklyJobId[] },
): Promise<PlannedDay> {
  const { weekday, jobs, wanted } = input
  const hours = crew.hours.get(weekday)
  if (hours === undefined) throw new Refused('day_not_worked')
  const table = await app.ports.matrix.table([crew.facts.base, ...jobs])
  const matrix = { ...table, nodeCount: jobs.length + 1 }
  const indexes = wanted.map((id) => jobs.findIndex((job) => job.id === id))
  const isWhole = indexes.length === jobs.length && indexes.every((index) => index >= 0)
  const day = unlessRefused(orderDay({ hours }, jobs.map(toStop), matrix, isWhole ? indexes : null))
  const { order, drivingFeet, drivingSeconds } = day
  return {
    weekday,
    sequence: order.map((index) => jobs[index]!.id),
    drivingFeet: Math.round(drivingFeet),
    drivingSeconds: Math.round(drivingSeconds),
  }
}

export function minutesOfJob(job: Pick<JobRow, 'minutes' | 'minutes_per_unit' | 'quantity'>): number {
  return visitMinutes({ minutes: job.minutes, minutesPerUnit: job.minutes_per_unit }, job.quantity)
}

function toStop(job: JobRow): OpenStop {
  return {
    id: job.id,
    place: { lat: job.lat, lng: job.lng },
    serviceMinutes: minutesOfJob(job),
    window: windowOfJob(job),
    // Every stop of the day is driven to: what it pays does not matter for the sequence.
    payCents: cents(0),
    serviceKey: job.service_key,
  }
}
