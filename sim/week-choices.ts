/** What crews decide about the weeks ahead: to confirm them, to be away, to give single visits back. */
import { addDays, weekdayOf } from '#domain/time.ts'
import { confirmVisits, unconfirmVisits } from '#server/assignments/confirm-visits.ts'
import { readWeekToConfirm } from '#server/assignments/read-week-to-confirm.ts'
import { releaseVisit } from '#server/assignments/release-visit.ts'
import { addDaysOff } from '#server/assignments/take-days-off.ts'
import { today } from './people.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

const FRIDAY = 5

export async function decideOfWeek(world: World, crew: LivingCrew, day: number): Promise<void> {
  const { chance, habits } = world
  const { key } = crew.plan
  const does = (probability: number, what: string) => chance.happens(probability, key, day, what)
  if (weekdayOf(today(world)) >= FRIDAY && does(habits.confirmsWeek, 'confirms'))
    await confirm(world, crew, day)
  if (does(habits.takesDaysOff, 'days off')) await goAway(world, crew, day)
  if (does(habits.releasesVisit, 'gives visit back')) await giveVisitBack(world, crew, day)
}

/** All at once; now and then one of them is taken back. */
async function confirm(world: World, { plan, scope }: LivingCrew, day: number): Promise<void> {
  const { days } = await readWeekToConfirm(world.host.app(), scope)
  const open = days.flatMap(({ visits }) => visits).filter((visit) => !visit.isConfirmed)
  const visitIds = open.map((visit) => visit.visitId)
  if (visitIds.length === 0) return
  await attempt(world, 'confirm week', (app) => confirmVisits(app, scope, visitIds))
  if (!world.chance.happens(0.1, plan.key, day, 'thinks again')) return
  const one = world.chance.pick(visitIds, plan.key, day, 'which')
  await attempt(world, 'unconfirm', (app) => unconfirmVisits(app, scope, [one]))
}

async function goAway(world: World, { plan, scope }: LivingCrew, day: number): Promise<void> {
  const { chance } = world
  const from = addDays(today(world), chance.whole(1, 12, plan.key, day, 'away from'))
  const to = addDays(from, chance.whole(0, 5, plan.key, day, 'away for'))
  await attempt(world, 'days off', (app) => addDaysOff(app, scope, { from, to, note: '' }))
}

async function giveVisitBack(world: World, { plan, scope }: LivingCrew, day: number): Promise<void> {
  const coming = await world.host
    .app()
    .db.selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.crew_id', '=', scope.userId)
    .where('visit.state', 'in', ['scheduled', 'confirmed'])
    .where('visit.date', '>', today(world))
    .orderBy('visit.date')
    .orderBy('property.name')
    .orderBy('visit.service_key')
    .limit(20)
    .select('visit.id')
    .execute()
  if (coming.length === 0) return
  const { id } = world.chance.pick(coming, plan.key, day, 'which visit')
  await attempt(world, 'release visit', (app) => releaseVisit(app, scope, { visitId: id }))
}
