/** A customer skips a day on its morning; the crew, without signal, does the work all the same and reports it too late. */
import type { VisitId } from '#domain/ids.ts'
import { addDays, dateAt, HOUR_MS, type Instant, instant, type LocalDate } from '#domain/time.ts'
import { skipVisit } from '#server/jobs/skip-visit.ts'
import { addVisitPhoto } from '#server/photos/add-visit-photo.ts'
import { completeVisit } from '#server/work/complete-visit.ts'
import { CAST } from './cast-city.ts'
import { daysBefore, later, shortlyBefore } from './demo-moments.ts'
import { type Stop, stopsOf } from './stops.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

const TOLD_MINUTES_AGO = 75
const NAMED: readonly string[] = Object.values(CAST)

type Skipped = { readonly stop: Stop; readonly crew: LivingCrew; readonly doneAt: Instant }

/** Of the day before yesterday, or of yesterday where nobody had work then. */
export function planLateCompletion(world: World, now: Instant): void {
  let skipped: Skipped | null = null
  for (const days of [2, 1])
    later(world, daysBefore(world, now, days, '06:30'), async () => {
      skipped ??= await skipOne(world, addDays(dateAt(now, world.zone), -days))
    })
  later(world, shortlyBefore(world, now, TOLD_MINUTES_AGO), async () => {
    if (skipped !== null) await completeLate(world, skipped)
  })
}

async function skipOne(world: World, date: LocalDate): Promise<Skipped | null> {
  const stops = await stopsOf(world, date)
  const customers = new Map([...world.customers.values()].map((customer) => [customer.plan.email, customer]))
  for (const crew of world.crews.values()) {
    if (NAMED.includes(crew.plan.key)) continue
    for (const stop of stops.get(crew.scope.userId) ?? []) {
      const customer = customers.get(stop.customerEmail)
      if (customer === undefined || NAMED.includes(customer.plan.key) || stop.isComplex) continue
      const id: VisitId = stop.visitId
      const done = await attempt(world, 'skip', async (app) => {
        await skipVisit(app, customer.scope, id)
        return true
      })
      if (done) return { stop, crew, doneAt: instant(world.clock.now() + 4 * HOUR_MS) }
    }
  }
  return null
}

async function completeLate(world: World, { stop, crew, doneAt }: Skipped): Promise<void> {
  const { visitId, lat, lng } = stop
  for (let index = 0; index < stop.photosRequired; index++)
    await attempt(world, 'photo', (app) => {
      const file = world.pictures.open(index, 'large')
      return addVisitPhoto(app, crew.scope, { visitId, file, locale: crew.scope.locale, takenAt: doneAt })
    })
  const report = {
    visitId,
    completedAt: doneAt,
    lat,
    lng,
    accuracy: 9,
    note: 'No signal up there all morning.',
  }
  await attempt(world, 'complete', (app) => completeVisit(app, crew.scope, report))
}
