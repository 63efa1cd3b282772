/** Customers who need something done today: they order, some call it off, some think of a tip afterwards. */
import type { OnDemandOrderId, PropertyId } from '#domain/ids.ts'
import type { WantedTime } from '#domain/ondemand/window.ts'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { findGift } from '#server/coupons/find-gift.ts'
import { bookOnDemand } from '#server/ondemand/book-order.ts'
import { cancelOrder } from '#server/ondemand/cancel-order.ts'
import { claimDraft } from '#server/ondemand/claim-draft.ts'
import { priceOrder, siteOfProperty } from '#server/ondemand/price-order.ts'
import { readOrder } from '#server/ondemand/read-order.ts'
import { saveDraft } from '#server/ondemand/save-draft.ts'
import { ON_DEMAND_SERVICES } from './city.ts'
import { answerOffers } from './offer-choices.ts'
import { attempt, type LivingCustomer, tick, type World } from './world.ts'

export type WantedOrder = {
  readonly propertyId: PropertyId
  readonly serviceKey: string
  readonly quantity: number
  readonly when: WantedTime
  readonly notes: string
}

/** Between nine and three, when there are crews to find. */
export function orderLater(world: World, customer: LivingCustomer, day: number): void {
  const { chance } = world
  const at = instant(
    world.clock.now() + chance.whole(9, 32, customer.plan.key, day, 'orders at') * 15 * MINUTE_MS,
  )
  world.later.push({ at, run: () => order(world, customer, day) })
  // The first wave is asked at once, the second three minutes later.
  const waves = world.settings.onDemandOfferMinutes * MINUTE_MS
  for (const passed of [MINUTE_MS, waves + MINUTE_MS, 2 * (waves + MINUTE_MS)])
    world.later.push({
      at: instant(at + passed),
      run: async () => {
        await tick(world, world.clock.now())
        await answerOffers(world)
      },
    })
}

async function order(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const { chance, habits } = world
  const { plan } = customer
  const propertyId = await firstProperty(world, customer)
  if (propertyId === null) return
  const orderId = await placeOrder(world, customer, {
    propertyId,
    serviceKey: chance.pick(ON_DEMAND_SERVICES, plan.key, day, 'orders what'),
    quantity: chance.whole(1, 3, plan.key, day, 'how much'),
    when: { kind: 'now' },
    notes: '',
  })
  if (orderId === null || !chance.happens(habits.callsOrderOff, plan.key, day, 'calls off')) return
  const at = instant(world.clock.now() + chance.whole(1, 8, plan.key, day, 'calls off after') * (HOUR_MS / 4))
  world.later.push({ at, run: () => callOff(world, customer, orderId) })
}

/** With the card on file, for the price that is shown. */
export function placeOrder(
  world: World,
  { scope }: LivingCustomer,
  { propertyId, notes, ...wanted }: WantedOrder,
): Promise<OnDemandOrderId | null> {
  return attempt(world, 'order', async (app) => {
    const now = app.ports.clock.now()
    const site = await siteOfProperty(app.db, scope, propertyId)
    const coupon = await findGift(app.db, scope.userId, now)
    const { totalCents } = await priceOrder(app.db, wanted, { site, coupon, now })
    const content = { ...wanted, propertyId, place: null, notes }
    const { token } = await saveDraft(app, scope, { token: undefined, content })
    await claimDraft(app, scope, token)
    const { orderId } = await bookOnDemand(app, scope, { token, expectedTotalCents: totalCents })
    return orderId
  })
}

/** Pays the fee that is shown. */
async function callOff(world: World, { scope }: LivingCustomer, orderId: OnDemandOrderId): Promise<void> {
  await attempt(world, 'call order off', async (app) => {
    const { cancellation } = await readOrder(app, scope, orderId)
    const expectedFeeCents = cancellation?.feeCents
    return expectedFeeCents === undefined ? null : cancelOrder(app, scope, { orderId, expectedFeeCents })
  })
}

export async function firstProperty(world: World, { scope }: LivingCustomer): Promise<PropertyId | null> {
  const row = await world.host
    .app()
    .db.selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .where('complex_id', 'is', null)
    .orderBy('name')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function propertyNamed(
  world: World,
  { scope }: LivingCustomer,
  name: string,
): Promise<PropertyId | null> {
  const row = await world.host
    .app()
    .db.selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}
