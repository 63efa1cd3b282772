/** What follows visits that were done yesterday: stars, tips, complaints – and what the operator makes of those. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { addDays } from '#domain/time.ts'
import { decideDispute } from '#server/disputes/decide-dispute.ts'
import { openDispute } from '#server/disputes/open-dispute.ts'
import { withdrawDispute } from '#server/disputes/withdraw-dispute.ts'
import { decideLateCompletion } from '#server/late-completions/decide-late-completion.ts'
import { rateVisit } from '#server/ratings/rate-visit.ts'
import { tipVisit } from '#server/ratings/tip-visit.ts'
import { today } from './people.ts'
import { attempt, type LivingCrew, type LivingCustomer, type World } from './world.ts'

const PROBLEMS = ['not_done', 'poorly_done', 'damage', 'other'] as const
const NOTES_OF_COMPLAINT = {
  not_done: 'Nobody seems to have been here.',
  poorly_done: 'Only half of it was done.',
  damage: 'A fence board is broken since then.',
  other: 'The gate was left open.',
} as const
/** Most say nothing. */
const NOTES_OF_CUSTOMERS = ['', '', '', 'Right on time.', 'All good, thank you.'] as const
const NOTES_OF_CREWS = ['', '', 'Easy to reach, thank you.'] as const
const NOTES_OF_DECISION = {
  reject: 'The photos show that the work was done.',
  refund: 'We are sorry. You get your money back.',
  redo: 'We are sorry. It will be done again.',
} as const

export async function decideOfYesterday(world: World): Promise<void> {
  const { chance, habits } = world
  const customers = byUser<LivingCustomer>(world.customers.values())
  const crews = byUser<LivingCrew>(world.crews.values())
  for (const visit of await doneYesterday(world)) {
    const customer = customers.get(visit.customer_id)
    const crew = crews.get(visit.crew_id as UserId)
    if (customer === undefined || crew === undefined) continue
    const visitId = visit.id
    const name = `${visit.email} ${visit.name} ${visit.service_key} ${visit.date}`
    const does = (probability: number, what: string) => chance.happens(probability, name, what)
    const stars = () => Math.min(5, chance.whole(3, 7, name, 'stars'))
    const note = (said: readonly string[]) => chance.pick(said, name, 'words')
    if (does(habits.rates, 'customer rates'))
      await attempt(world, 'rate crew', (app) =>
        rateVisit(app, customer.scope, { visitId, stars: stars(), note: note(NOTES_OF_CUSTOMERS) }),
      )
    if (does(habits.rates, 'crew rates'))
      await attempt(world, 'rate customer', (app) =>
        rateVisit(app, crew.scope, { visitId, stars: 5, note: note(NOTES_OF_CREWS) }),
      )
    if (does(habits.tips, 'tips')) {
      const amountCents = chance.whole(2, 20, name, 'tip') * 100
      await attempt(world, 'tip', (app) => tipVisit(app, customer.scope, { visitId, amountCents }))
    }
    if (does(habits.complains, 'complains')) await complain(world, customer, visitId, name)
  }
}

/** Decides everything that lies open: complaints, and late completions. */
export async function decideOpenCases(world: World, day: number): Promise<void> {
  const { chance, operator } = world
  const app = world.host.app()
  const disputes = await app.db
    .selectFrom('dispute')
    .where('state', 'in', ['open', 'answered'])
    .orderBy('opened_at')
    .orderBy('id')
    .select('id')
    .execute()
  for (const [index, { id }] of disputes.entries()) {
    const disputeId = id
    const roll = chance.number('decides', day, index)
    const decision =
      roll < 0.3
        ? ({ disputeId, note: NOTES_OF_DECISION.reject, decision: 'reject' } as const)
        : roll < 0.7
          ? ({
              disputeId,
              note: NOTES_OF_DECISION.refund,
              decision: 'refund',
              takesBackCrewPay: roll < 0.5,
            } as const)
          : ({
              disputeId,
              note: NOTES_OF_DECISION.redo,
              decision: 'redo',
              date: addDays(today(world), 2),
              crew: roll < 0.85 ? 'same' : 'offer',
              isCrewPaid: roll < 0.8,
            } as const)
    await attempt(world, `decide ${decision.decision}`, (living) => decideDispute(living, operator, decision))
  }
  const lateCompletions = await app.db
    .selectFrom('late_completion')
    .where('state', '=', 'waiting')
    .orderBy('received_at')
    .orderBy('id')
    .select('id')
    .execute()
  for (const [index, { id }] of lateCompletions.entries()) {
    const step = chance.happens(0.6, 'late completion', day, index) ? 'accept' : 'dismiss'
    await attempt(world, `${step} late completion`, (living) =>
      decideLateCompletion(living, operator, { lateCompletionId: id, step, note: '' }),
    )
  }
}

async function complain(
  world: World,
  { scope }: LivingCustomer,
  visitId: VisitId,
  name: string,
): Promise<void> {
  const problem = world.chance.pick(PROBLEMS, name, 'problem')
  const report = { visitId, problem, note: NOTES_OF_COMPLAINT[problem] }
  const reported = await attempt(world, 'complain', (app) => openDispute(app, scope, report))
  if (reported?.state !== 'open' || !world.chance.happens(0.1, name, 'withdraws')) return
  await attempt(world, 'withdraw complaint', (app) => withdrawDispute(app, scope, reported.disputeId))
}

function doneYesterday(world: World) {
  return world.host
    .app()
    .db.selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users', 'users.id', 'visit.customer_id')
    .where('visit.date', '=', addDays(today(world), -1))
    .where('visit.state', '=', 'completed')
    .where('visit.crew_id', 'is not', null)
    .orderBy('users.email')
    .orderBy('property.name')
    .orderBy('visit.service_key')
    .select([
      'visit.id',
      'visit.customer_id',
      'visit.crew_id',
      'visit.service_key',
      'visit.date',
      'property.name',
      'users.email',
    ])
    .execute()
}

function byUser<Person extends { scope: { userId: UserId } }>(people: Iterable<Person>): Map<UserId, Person> {
  return new Map([...people].map((person) => [person.scope.userId, person]))
}
