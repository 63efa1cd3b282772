/** What comes up at a stop: the gate is shut, or more is to do than was ordered. */
import type { AccessProblemId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { photosOfVisits } from '#server/photos/queries.ts'
import { answerExtraWork } from '#server/today/answer-extra-work.ts'
import { endVisitWithoutAccess } from '#server/today/end-visit.ts'
import { proposeExtraWork } from '#server/today/propose-extra-work.ts'
import { reportAccessProblem } from '#server/today/report-access-problem.ts'
import type { Stop } from './stops.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

const REASONS = ['gate', 'dog', 'nobody_home', 'unsafe'] as const

/** Answers the problem's id where it was reported. */
export async function findShut(
  world: World,
  { scope }: LivingCrew,
  stop: Stop,
): Promise<AccessProblemId | null> {
  const { visitId, name } = stop
  const [photo] = await photosOfVisits(world.host.app().db, [visitId])
  if (photo === undefined) return null
  const reason = world.chance.pick(REASONS, name, 'shut')
  const report = { visitId, reason, note: '', contact: 'rang', photoId: photo.id } as const
  const reported = await attempt(world, 'cannot access', (app) => reportAccessProblem(app, scope, report))
  return reported?.problemId ?? null
}

/** After the time that the customer had to answer. */
export async function leave(world: World, { scope }: LivingCrew, problemId: AccessProblemId): Promise<void> {
  await attempt(world, 'leave', (app) => endVisitWithoutAccess(app, scope, problemId))
}

export async function proposeMore(world: World, { scope }: LivingCrew, stop: Stop): Promise<void> {
  const { visitId, name, customerEmail } = stop
  const amountCents = cents(world.chance.whole(4, 12, name, 'extra') * 100)
  const proposal = { visitId, quantity: 1, note: 'Two more bags behind the shed', amountCents }
  const proposed = await attempt(world, 'propose extra', (app) => proposeExtraWork(app, scope, proposal))
  const customer = [...world.customers.values()].find(({ plan }) => plan.email === customerEmail)
  if (proposed === null || customer === undefined) return
  const roll = world.chance.number(name, 'extra answer')
  if (roll > 0.85) return
  await attempt(world, 'answer extra', (app) =>
    answerExtraWork(app, customer.scope, { extraId: proposed.extraId, isApproved: roll < 0.6 }),
  )
}
