/** A crew at a stop: it starts, takes photos, and says that it is done – once, twice, late or never. */
import { FEET_PER_MILE } from '#domain/geo.ts'
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { addVisitPhoto } from '#server/photos/add-visit-photo.ts'
import { completeVisit } from '#server/work/complete-visit.ts'
import { startVisit } from '#server/work/start-visit.ts'
import { walkRound } from './rounds.ts'
import { findShut, leave, proposeMore } from './stop-acts.ts'
import type { Stop, TimedStop } from './stops.ts'
import { tickList } from './ticking.ts'
import { attempt, type LivingCrew, type TimelineEvent, type World } from './world.ts'

const FEET_PER_DEGREE = 364_000

/** `isSure`: the crew that is shown does what it should. */
export function timelineEventsAt(
  world: World,
  crew: LivingCrew,
  { stop, from, to }: TimedStop,
  { isSure }: { isSure: boolean },
): TimelineEvent[] {
  const { chance, habits } = world
  if (!isSure && chance.happens(habits.missesVisit, 'misses', stop.name)) return []
  const start = { at: from, run: () => begin(world, crew, stop) }
  if (!isSure && chance.happens(habits.cannotAccess, 'cannot access', stop.name))
    return [start, { at: to, run: () => standOutside(world, crew, stop, to) }]
  if (isSure || !chance.happens(habits.reportsLate, 'late', stop.name))
    return [start, { at: to, run: () => finish(world, crew, stop, to) }]
  // Without signal all day: the phone reports hours later, on some next day where the visit counts as missed by then.
  const at = instant(to + chance.whole(1, 40, 'how late', stop.name) * HOUR_MS)
  return [
    start,
    { at: to, run: () => sendPhotos(world, crew, stop, to) },
    { at, run: () => finish(world, crew, stop, to) },
  ]
}

async function begin(world: World, crew: LivingCrew, stop: Stop): Promise<void> {
  const { scope } = crew
  const { visitId, name } = stop
  const step = (to: 'en_route' | 'in_progress') =>
    attempt(world, to === 'en_route' ? 'travel' : 'start', (app) =>
      startVisit(app, scope, { visitId, step: to }),
    )
  if (world.chance.happens(world.habits.travelsFirst, 'travels', name)) await step('en_route')
  await step('in_progress')
  if (world.chance.happens(world.habits.proposesExtra, 'extra', name)) await proposeMore(world, crew, stop)
}

/** The customer has some minutes to answer; then the crew goes. */
async function standOutside(world: World, crew: LivingCrew, stop: Stop, at: Instant): Promise<void> {
  await sendPhotos(world, crew, { ...stop, photosRequired: Math.max(1, stop.photosRequired) }, at)
  const problemId = await findShut(world, crew, stop)
  if (problemId === null) return
  const waitsMs = (world.settings.accessWaitMinutes + 1) * MINUTE_MS
  world.later.push({ at: instant(at + waitsMs), run: () => leave(world, crew, problemId) })
}

async function sendPhotos(world: World, { scope }: LivingCrew, stop: Stop, takenAt: Instant): Promise<void> {
  const { visitId, photosRequired, name } = stop
  const first = world.chance.whole(0, 5, 'photo', name)
  for (let index = 0; index < photosRequired; index++)
    await attempt(world, 'photo', (app) => {
      const file = world.pictures.open(first + index, isShown(world, stop) ? 'large' : 'small')
      return addVisitPhoto(app, scope, { visitId, file, locale: scope.locale, takenAt })
    })
}

function isShown({ showcase, customers }: World, { customerEmail }: Stop): boolean {
  return showcase !== null && customers.get(showcase.customerKey)?.plan.email === customerEmail
}

async function finish(world: World, crew: LivingCrew, stop: Stop, doneAt: Instant): Promise<void> {
  const { chance, habits } = world
  await sendPhotos(world, crew, stop, doneAt)
  if (stop.isComplex) await walkRound(world, crew, stop)
  await tickList(world, crew, stop, doneAt)
  const report = { visitId: stop.visitId, completedAt: doneAt, ...placeOf(world, stop) }
  const send = () => attempt(world, 'complete', (app) => completeVisit(app, crew.scope, report))
  if (chance.happens(habits.completesTwiceAtOnce, 'at once', stop.name)) await Promise.all([send(), send()])
  else await send()
  if (chance.happens(habits.completesTwice, 'twice', stop.name)) await send()
}

function placeOf(
  { chance, habits }: World,
  { lat, lng, name }: Stop,
): { lat?: number; lng?: number; accuracy?: number } {
  if (chance.happens(habits.hasNoLocation, 'no location', name)) return {}
  const isFar = chance.happens(habits.isFarAway, 'far', name)
  const feet = isFar ? FEET_PER_MILE / 2 : 80 * chance.number('distance', name)
  return { lat: lat + feet / FEET_PER_DEGREE, lng, accuracy: chance.whole(4, 30, 'accuracy', name) }
}
