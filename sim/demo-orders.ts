/** Orders on demand of the cast's customer: one that was done two days ago, and one to which a crew has just set out. */
import type { VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { WantedTime } from '#domain/ondemand/window.ts'
import { addDays, dateAt, type Instant, instant, localTime, MINUTE_MS } from '#domain/time.ts'
import { acceptOffer } from '#server/offers/accept-offer.ts'
import { rateVisit } from '#server/ratings/rate-visit.ts'
import { tipVisit } from '#server/ratings/tip-visit.ts'
import { answerExtraWork } from '#server/today/answer-extra-work.ts'
import { proposeExtraWork } from '#server/today/propose-extra-work.ts'
import { CAST } from './cast-city.ts'
import { timelineEventsAt } from './completing.ts'
import { setOut } from './demo-drive.ts'
import { daysBefore, isBetween, later } from './demo-moments.ts'
import { placeOrder, propertyNamed } from './order-choices.ts'
import { stopOf } from './stops.ts'
import { attempt, type LivingCrew, type LivingCustomer, tick, type World } from './world.ts'

const ORDERED_MINUTES_AGO = 12
const ANSWER_MINUTES = 2
/** After the order was accepted. */
const SETS_OUT_MINUTES = 4

const HAUL = {
  serviceKey: 'haul_away',
  quantity: 2,
  notes: 'An old sofa and two boxes, beside the garage.',
} as const
const REPAIR = {
  serviceKey: 'handyman',
  quantity: 1,
  notes: 'The back door does not close any more.',
} as const

export function planOrders(world: World, now: Instant): void {
  planOrderDone(world, daysBefore(world, now, 2, '13:00'))
  const at = instant(now - ORDERED_MINUTES_AGO * MINUTE_MS)
  later(world, at, () => order(world, { ...REPAIR, when: whenFrom(world, at) }))
  later(world, minutesAfter(at, ANSWER_MINUTES), async () => {
    const taken = await acceptFor(world, REPAIR.serviceKey)
    if (taken === null || !isComingAtOnce(world, at)) return
    const setsOut = minutesAfter(at, ANSWER_MINUTES + SETS_OUT_MINUTES)
    later(world, setsOut, () => setOut(world, taken.crew, taken.visitId))
  })
}

/** With more work than was ordered, stars on both sides, and a tip. */
function planOrderDone(world: World, at: Instant): void {
  const [from, to] = [minutesAfter(at, 35), minutesAfter(at, 75)]
  later(world, at, () => order(world, { ...HAUL, when: { kind: 'now' } }))
  later(world, minutesAfter(at, ANSWER_MINUTES), async () => {
    const taken = await acceptFor(world, HAUL.serviceKey)
    const stop = taken && (await stopOf(world, taken.visitId))
    if (taken === null || stop === null) return
    const { customer, crew, visitId } = taken
    world.later.push(...timelineEventsAt(world, crew, { stop, from, to }, { isSure: true }))
    later(world, minutesAfter(from, 10), () => agreeOnMore(world, { customer, crew, visitId }))
    later(world, minutesAfter(to, 45), () => praise(world, { customer, crew, visitId }))
  })
}

/** Late and in the night for the next morning: nobody is there to come at once. */
function whenFrom(world: World, at: Instant): WantedTime {
  if (isComingAtOnce(world, at)) return { kind: 'now' }
  const today = dateAt(at, world.zone)
  const date = isBetween(world, at, '00:00', '07:30') ? today : addDays(today, 1)
  return { kind: 'window', date, from: localTime('09:00'), until: localTime('12:00') }
}

function isComingAtOnce(world: World, at: Instant): boolean {
  return isBetween(world, at, '07:30', '21:30')
}

async function order(
  world: World,
  wanted: { serviceKey: string; quantity: number; notes: string; when: WantedTime },
): Promise<void> {
  const customer = world.customers.get(CAST.customer)
  const propertyId = customer && (await propertyNamed(world, customer, 'Home'))
  if (!customer || !propertyId) return
  await placeOrder(world, customer, { ...wanted, propertyId })
  await tick(world, world.clock.now())
}

type Taken = { readonly customer: LivingCustomer; readonly crew: LivingCrew; readonly visitId: VisitId }

/** The cast's own handy crew where it was asked, else whoever was. */
async function acceptFor(world: World, serviceKey: string): Promise<Taken | null> {
  const customer = world.customers.get(CAST.customer)!
  const crews = new Map([...world.crews.values()].map((crew) => [crew.scope.userId as string, crew]))
  const offers = await world.host
    .app()
    .db.selectFrom('offer')
    .innerJoin('visit', 'visit.id', 'offer.visit_id')
    .innerJoin('users as crew', 'crew.id', 'offer.crew_id')
    .where('visit.customer_id', '=', customer.scope.userId)
    .where('visit.service_key', '=', serviceKey)
    .where('visit.weekly_job_id', 'is', null)
    .where('offer.state', '=', 'open')
    .orderBy('crew.email')
    .select(['offer.id', 'offer.crew_id', 'offer.visit_id'])
    .execute()
  const handy = world.crews.get(CAST.handyCrew)?.scope.userId
  const offer = offers.find(({ crew_id }) => crew_id === handy) ?? offers[0]
  const crew = crews.get(offer?.crew_id ?? '')
  if (offer === undefined || crew === undefined) return null
  const accepted = await attempt(world, 'accept order', (app) => acceptOffer(app, crew.scope, offer.id))
  return accepted === null ? null : { customer, crew, visitId: offer.visit_id }
}

async function agreeOnMore(world: World, { customer, crew, visitId }: Taken): Promise<void> {
  const proposal = {
    visitId,
    quantity: 1,
    note: 'A broken dresser that stood behind the sofa',
    amountCents: cents(2_500),
  }
  const proposed = await attempt(world, 'propose extra', (app) => proposeExtraWork(app, crew.scope, proposal))
  if (proposed === null) return
  const answer = { extraId: proposed.extraId, isApproved: true }
  await attempt(world, 'answer extra', (app) => answerExtraWork(app, customer.scope, answer))
}

async function praise(world: World, { customer, crew, visitId }: Taken): Promise<void> {
  await attempt(world, 'tip', (app) => tipVisit(app, customer.scope, { visitId, amountCents: 1_500 }))
  await attempt(world, 'rate crew', (app) =>
    rateVisit(app, customer.scope, { visitId, stars: 5, note: 'Quick, and careful with the stairs.' }),
  )
  await attempt(world, 'rate customer', (app) =>
    rateVisit(app, crew.scope, { visitId, stars: 5, note: 'Everything stood ready by the garage.' }),
  )
}

function minutesAfter(at: Instant, minutes: number): Instant {
  return instant(at + minutes * MINUTE_MS)
}
