/** Crews answer the offers that wait for them: several want the same visit at the same moment, some think again. */
import type { OfferId, UserId, VisitId } from '#domain/ids.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { acceptOffer } from '#server/offers/accept-offer.ts'
import { answerOffer } from '#server/offers/answer-offer.ts'
import { timelineEventsAt } from './completing.ts'
import { stopOf } from './stops.ts'
import { attempt, inLanes, type LivingCrew, type World } from './world.ts'

type Waiting = {
  readonly offerId: OfferId
  readonly visitId: VisitId
  readonly name: string
  readonly endsAt: Instant
  readonly crew: LivingCrew
}

const DRIVE_MS = 15 * MINUTE_MS

export async function answerOffers(world: World): Promise<void> {
  const { chance, habits } = world
  const wanted: Waiting[] = []
  for (const waiting of await waitingOffers(world)) {
    const { crew, name, offerId } = waiting
    if (!hasTimeFor(world, waiting)) continue
    const roll = chance.number(crew.plan.key, name, 'answers')
    if (roll < habits.acceptsOffer) wanted.push(waiting)
    else if (roll < habits.acceptsOffer + habits.declinesOffer) {
      await answer(world, crew, offerId, 'decline')
      if (!chance.happens(0.2, crew.plan.key, name, 'thinks again')) continue
      await answer(world, crew, offerId, 'undo_decline')
      wanted.push(waiting)
    }
  }
  for (const together of Map.groupBy(wanted, ({ visitId }) => visitId).values()) await race(world, together)
}

/** Nobody says yes to what cannot be begun after what is planned for today. */
function hasTimeFor(world: World, { crew, endsAt }: Waiting): boolean {
  return (world.busyUntil.get(crew.scope.userId) ?? 0) + DRIVE_MS < endsAt
}

/** One of them has it, the others hear so. Whoever has work for today does it after what is planned already. */
async function race(world: World, together: readonly Waiting[]): Promise<void> {
  await inLanes(world, together, async ({ crew, offerId, visitId }) => {
    const accepted = await attempt(world, 'accept offer', (app) => acceptOffer(app, crew.scope, offerId))
    if (accepted !== null) await workToday(world, crew, visitId)
  })
}

async function workToday(world: World, crew: LivingCrew, visitId: VisitId): Promise<void> {
  const stop = await stopOf(world, visitId)
  if (stop === null) return
  const { userId } = crew.scope
  const free = world.busyUntil.get(userId) ?? 0
  const from = Math.max(world.clock.now(), stop.startsAt, free) + DRIVE_MS
  const to = from + Math.max(1, stop.minutes) * MINUTE_MS
  if (from >= stop.endsAt) return
  world.busyUntil.set(userId, instant(to))
  const timed = { stop, from: instant(from), to: instant(to) }
  world.later.push(...timelineEventsAt(world, crew, timed, { isSure: false }))
}

function answer(world: World, { scope }: LivingCrew, offerId: OfferId, what: 'decline' | 'undo_decline') {
  return attempt(world, what.replace('_', ' '), (app) => answerOffer(app, scope, { offerId, answer: what }))
}

/** In an order that is the same in every run of the seed. */
async function waitingOffers(world: World): Promise<Waiting[]> {
  const rows = await world.host
    .app()
    .db.selectFrom('offer')
    .innerJoin('visit', 'visit.id', 'offer.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .innerJoin('users as crew', 'crew.id', 'offer.crew_id')
    .where('offer.state', '=', 'open')
    .orderBy('visit.date')
    .orderBy('customer.email')
    .orderBy('property.name')
    .orderBy('visit.service_key')
    .orderBy('crew.email')
    .select([
      'offer.id',
      'offer.wave',
      'offer.visit_id',
      'offer.crew_id',
      'visit.date',
      'visit.service_key',
      'visit.ends_at',
      'property.name',
      'customer.email',
    ])
    .execute()
  const crews = new Map<UserId, LivingCrew>(
    [...world.crews.values()].map((crew) => [crew.scope.userId, crew]),
  )
  return rows.flatMap((row) => {
    const crew = crews.get(row.crew_id)
    if (crew === undefined || world.leftOpen.has(row.visit_id)) return []
    const name = `${row.email} ${row.name} ${row.service_key} ${row.date} ${row.wave}`
    return [{ offerId: row.id, visitId: row.visit_id, name, endsAt: row.ends_at, crew }]
  })
}
