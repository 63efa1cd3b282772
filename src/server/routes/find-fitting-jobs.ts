/** Of the open work around a crew, what it may take: one pass over thousands of jobs, so nothing is made twice in it. */
import { type MinuteRange, refuseConflict, type Work } from '#domain/assignments/assignment.ts'
import { distanceFeet } from '#domain/geo.ts'
import type { Cents } from '#domain/money.ts'
import type { OpenStop, TimeRange } from '#domain/routing/recommend.types.ts'
import type { Weekday } from '#domain/time.ts'
import { minutesOfJob } from '../assignments/plan-day.ts'
import type { AssignedJob, OpenJob } from '../assignments/queries.ts'
import type { CrewRateCard } from '../assignments/read-crew-rate-card.ts'
import { type CrewAtWork, toMinutes, windowOfJob } from '../crews/queries.ts'

/** An open job as this crew sees it: the weekdays that fit it and what they pay. */
export type FittingJob = {
  readonly job: OpenJob
  readonly distanceFeet: number
  readonly minutes: number
  readonly openDays: readonly { readonly weekday: Weekday; readonly payCents: Cents }[]
}

export type Fitting = {
  /** Nearest first. */
  readonly jobs: readonly FittingJob[]
  /** The same as stops to choose from. */
  readonly stopsByWeekday: ReadonlyMap<Weekday, readonly OpenStop[]>
}

export function findFittingJobs(
  crew: CrewAtWork,
  open: readonly OpenJob[],
  assigned: readonly AssignedJob[],
  pay: CrewRateCard,
): Fitting {
  const own = Map.groupBy(assigned.map(toOwnWork), (work) => work.weekday)
  const windows = rememberedWindows()
  const stopsByWeekday = new Map<Weekday, OpenStop[]>()
  const jobs: FittingJob[] = []
  for (const job of open) {
    const minutes = minutesOfJob(job)
    const { window, range } = windows(job)
    const place = { lat: job.lat, lng: job.lng }
    const openDays: { weekday: Weekday; payCents: Cents }[] = []
    for (const weekday of job.open_weekdays) {
      const payCents = pay.payOf(job, weekday)
      const work: Work = {
        weekday,
        window: range,
        durationMinutes: minutes,
        place,
        serviceKey: job.service_key,
      }
      if (payCents === null || refuseConflict(crew.facts, work, own.get(weekday) ?? []) !== null) continue
      openDays.push({ weekday, payCents })
      const stops = stopsByWeekday.get(weekday) ?? []
      if (stops.length === 0) stopsByWeekday.set(weekday, stops)
      stops.push({
        id: job.id,
        place,
        serviceMinutes: minutes,
        window,
        payCents,
        serviceKey: job.service_key,
      })
    }
    if (openDays.length > 0)
      jobs.push({ job, minutes, openDays, distanceFeet: distanceFeet(crew.facts.base, place) })
  }
  return { jobs: jobs.sort((one, other) => one.distanceFeet - other.distanceFeet), stopsByWeekday }
}

export function toStop(job: AssignedJob, payCents: Cents): OpenStop {
  return {
    id: job.id,
    place: { lat: job.lat, lng: job.lng },
    serviceMinutes: minutesOfJob(job),
    window: windowOfJob(job),
    payCents,
    serviceKey: job.service_key,
  }
}

function toOwnWork(job: AssignedJob): Pick<Work, 'weekday' | 'window' | 'durationMinutes'> {
  return {
    weekday: job.weekday,
    window: toMinutes(windowOfJob(job)),
    durationMinutes: minutesOfJob(job),
  }
}

/** Thousands of jobs share a few dozen windows. */
function rememberedWindows(): (job: OpenJob) => { window: TimeRange | null; range: MinuteRange } {
  const known = new Map<string, { window: TimeRange | null; range: MinuteRange }>()
  return (job) => {
    const key = `${job.window_start}${job.window_end}`
    const found = known.get(key)
    if (found !== undefined) return found
    const window = windowOfJob(job)
    const fresh = { window, range: toMinutes(window) }
    known.set(key, fresh)
    return fresh
  }
}
