/** What the cast's customer thinks of past visits: stars, a problem that was decided, and one that the operator has yet to look at. */
import type { DisputeId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { addDisputePhoto } from '#server/disputes/add-dispute-photo.ts'
import { answerDispute } from '#server/disputes/answer-dispute.ts'
import { decideDispute } from '#server/disputes/decide-dispute.ts'
import { openDispute } from '#server/disputes/open-dispute.ts'
import { rateVisit } from '#server/ratings/rate-visit.ts'
import { CAST } from './cast-city.ts'
import { daysBefore, later, shortlyBefore } from './demo-moments.ts'
import { attempt, type LivingCrew, type LivingCustomer, type World } from './world.ts'

const REPORTED_MINUTES_AGO = 50
const PICTURE_OF_DAMAGE = 4
/** Within the time in which a problem may be reported. */
const REPORTABLE_MS = 66 * HOUR_MS

export function planProblems(world: World, now: Instant): void {
  later(world, daysBefore(world, now, 13, '18:00'), () =>
    rateBoth(world, { stars: 4, note: 'A little late, but all done.' }, 'The gate was open, an easy stop.'),
  )
  later(world, daysBefore(world, now, 6, '18:00'), () =>
    rateBoth(world, { stars: 5, note: 'Everything back in its place.' }, 'Clear notes, thank you.'),
  )
  later(world, daysBefore(world, now, 9, '19:30'), () => reportAndDecide(world))
  later(world, shortlyBefore(world, now, REPORTED_MINUTES_AGO), () => reportDamage(world))
}

async function rateBoth(
  world: World,
  ofCrew: { stars: number; note: string },
  noteOfCrew: string,
): Promise<void> {
  const { customer, crew } = cast(world)
  const visit = await lastVisit(world)
  if (visit === null) return
  const { visitId } = visit
  await attempt(world, 'rate crew', (app) => rateVisit(app, customer.scope, { visitId, ...ofCrew }))
  await attempt(world, 'rate customer', (app) =>
    rateVisit(app, crew.scope, { visitId, stars: 5, note: noteOfCrew }),
  )
}

/** A quarter of the price back. */
async function reportAndDecide(world: World): Promise<void> {
  const { customer, crew } = cast(world)
  const visit = await lastVisit(world)
  if (visit === null) return
  const note =
    visit.serviceKey === 'lawn'
      ? 'The strip along the back fence was left out.'
      : 'One was left standing in the alley until the evening.'
  const report = { visitId: visit.visitId, problem: 'poorly_done', note } as const
  const reported = await attempt(world, 'complain', (app) => openDispute(app, customer.scope, report))
  if (reported?.state !== 'open') return
  const { disputeId } = reported
  world.clock.advance(HOUR_MS / 2)
  await attempt(world, 'answer complaint', (app) =>
    answerDispute(app, crew.scope, {
      disputeId,
      note: 'True, that was me. I am sorry; it will not happen again.',
    }),
  )
  world.clock.advance(HOUR_MS / 2)
  await attempt(world, 'decide refund', (app) =>
    decideDispute(app, world.operator, {
      disputeId,
      decision: 'refund',
      amountCents: cents(Math.max(100, Math.floor(visit.priceCents / 400) * 100)),
      takesBackCrewPay: false,
      note: 'A quarter of the price goes back to your card. Devon knows of it now.',
    }),
  )
}

async function reportDamage(world: World): Promise<void> {
  const { customer } = cast(world)
  const visit = await lastVisit(world)
  if (visit === null) return
  const note = 'A slat of the side gate is broken since this visit. It was whole the day before.'
  const report = { visitId: visit.visitId, problem: 'damage', note } as const
  const reported = await attempt(world, 'complain', (app) => openDispute(app, customer.scope, report))
  if (reported?.state !== 'open') return
  const disputeId: DisputeId = reported.disputeId
  await attempt(world, 'photo of complaint', (app) => {
    const file = world.pictures.open(PICTURE_OF_DAMAGE, 'large')
    return addDisputePhoto(app, customer.scope, { disputeId, file })
  })
}

function cast(world: World): { customer: LivingCustomer; crew: LivingCrew } {
  return { customer: world.customers.get(CAST.customer)!, crew: world.crews.get(CAST.crew)! }
}

type LastVisit = { readonly visitId: VisitId; readonly serviceKey: string; readonly priceCents: number }

/** The dearest that the cast's crew did at a home of the cast's customer in the last days, and that nobody complained of. */
async function lastVisit(world: World): Promise<LastVisit | null> {
  const { customer, crew } = cast(world)
  const row = await world.host
    .app()
    .db.selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('dispute', 'dispute.visit_id', 'visit.id')
    .where('visit.customer_id', '=', customer.scope.userId)
    .where('visit.crew_id', '=', crew.scope.userId)
    .where('visit.state', '=', 'completed')
    .where('visit.weekly_job_id', 'is not', null)
    .where('visit.completed_at', '>', toTimestamp(instant(world.clock.now() - REPORTABLE_MS)))
    .where('property.complex_id', 'is', null)
    .where('dispute.id', 'is', null)
    .orderBy('visit.price_cents', 'desc')
    .orderBy('property.name')
    .select(['visit.id', 'visit.price_cents', 'visit.service_key'])
    .executeTakeFirst()
  if (row === undefined) return null
  return { visitId: row.id, serviceKey: row.service_key, priceCents: row.price_cents ?? 0 }
}
