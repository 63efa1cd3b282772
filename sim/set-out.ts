/** A crew under way at the moment that is shown: to its next stop, and late for the rest. */
import type { VisitId } from '#domain/ids.ts'
import { reportLate } from '#server/today/report-late.ts'
import { dayOf } from '#server/work/day.ts'
import { startVisit } from '#server/work/start-visit.ts'
import { attempt, type World } from './world.ts'

export async function setOutLate(world: World, crewKey: string): Promise<void> {
  const crew = world.crews.get(crewKey)
  if (crew === undefined) return
  const { stops } = await dayOf(world.host.app(), crew.scope, undefined)
  const next = stops.find((stop) => stop.isNext && stop.canStart && stop.state !== 'in_progress')
  if (next === undefined) return
  await attempt(world, 'set out', (app) =>
    startVisit(app, crew.scope, { visitId: next.visitId as VisitId, step: 'en_route' }),
  )
  await attempt(world, 'late', (app) => reportLate(app, crew.scope, { minutes: 60 }))
}
