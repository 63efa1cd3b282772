import { rhythmOf } from '#domain/schedule/rhythm.ts'
import { dateAt } from '#domain/time.ts'
import { isLateRelease } from '#domain/visits/late-release.ts'
import type { App } from '../app.ts'
import { windowOfJob } from '../crews/queries.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { findTakenAt } from '../visits/fact-queries.ts'
import { minutesOfJob } from './plan-day.ts'
import { findNextVisits, listAssignedJobs } from './queries.ts'
import { readCrewRateCard } from './read-crew-rate-card.ts'

/** The standing assignments of a crew by weekday, each day in its sequence. */
export async function readAssignments(app: App, scope: CrewScope) {
  const now = app.ports.clock.now()
  const settings = await settingsAt(app.db, scope.marketId, now)
  const today = dateAt(now, scope.timeZone)
  const jobs = await listAssignedJobs(app.db, scope)
  const [pay, next] = await Promise.all([
    readCrewRateCard(app.db, { jobs, marketId: scope.marketId, today }),
    findNextVisits(
      app.db,
      jobs.map((job) => job.assignment_id),
      now,
    ),
  ])
  const taken = await findTakenAt(
    app.db,
    [...next.values()].map((visit) => visit.id),
  )
  const countOnDay = new Map<number, number>()
  const assignments = jobs.map((job) => {
    const position = (countOnDay.get(job.weekday) ?? 0) + 1
    countOnDay.set(job.weekday, position)
    const visit = next.get(job.assignment_id)
    return {
      assignmentId: job.assignment_id,
      weeklyJobId: job.id,
      weekday: job.weekday,
      rhythm: rhythmOf(job),
      position,
      propertyName: job.property_name,
      address: job.address,
      lat: job.lat,
      lng: job.lng,
      serviceKey: job.service_key,
      quantity: job.quantity,
      minutes: minutesOfJob(job),
      window: windowOfJob(job),
      payCents: pay.payOf(job, job.weekday),
      nextDate: visit?.date ?? null,
      takenAt: job.taken_at,
      isLateToRelease:
        visit !== undefined &&
        isLateRelease({ ...visit, takenAt: taken.get(visit.id) ?? null }, now, settings),
    }
  })
  return { assignments, today }
}
