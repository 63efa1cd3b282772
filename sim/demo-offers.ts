/** Offers that wait for the cast's crew: neighbours who need something hauled away, one at once and one tomorrow. */
import type { WantedTime } from '#domain/ondemand/window.ts'
import { addDays, dateAt, type Instant, instant, localTime, MINUTE_MS } from '#domain/time.ts'
import { daysBefore, isBetween, later } from './demo-moments.ts'
import { firstProperty, placeOrder } from './order-choices.ts'
import { tick, type World } from './world.ts'

const ORDERED_MINUTES_AGO = 40
/** Each wave waits for three minutes; afterwards the offer stands until it is too late to begin. */
const WAVES_OVER_AFTER_MINUTES = [4, 8, 12]

export function planOffers(world: World, now: Instant): void {
  const ago = instant(now - ORDERED_MINUTES_AGO * MINUTE_MS)
  // At night nobody has just ordered, and nobody would come at once.
  if (isBetween(world, ago, '07:05', '17:30'))
    planOrder(world, ago, {
      customerKey: 'neighbour-1',
      when: { kind: 'now' },
      notes: 'A washing machine, from the porch. I am home.',
    })
  const date = addDays(dateAt(now, world.zone), 1)
  planOrder(world, isBetween(world, ago, '08:00', '20:00') ? ago : lastEvening(world, now), {
    customerKey: 'neighbour-2',
    when: { kind: 'window', date, from: localTime('13:00'), until: localTime('17:00') },
    notes: 'Branches of the old elm, cut and tied.',
  })
}

type Order = { readonly customerKey: string; readonly when: WantedTime; readonly notes: string }

/** All crews in range have been asked in the end, and nobody has answered yet. */
function planOrder(world: World, at: Instant, wanted: Order): void {
  later(world, at, () => order(world, wanted))
  for (const minutes of WAVES_OVER_AFTER_MINUTES) {
    const then = instant(at + minutes * MINUTE_MS)
    later(world, then, () => tick(world, then))
  }
}

async function order(world: World, { customerKey, when, notes }: Order): Promise<void> {
  const customer = world.customers.get(customerKey)
  const propertyId = customer && (await firstProperty(world, customer))
  if (!customer || !propertyId) return
  const wanted = { propertyId, serviceKey: 'haul_away', quantity: 1, when, notes }
  const orderId = await placeOrder(world, customer, wanted)
  if (orderId === null) return
  const placed = await world.host
    .app()
    .db.selectFrom('on_demand_order')
    .where('id', '=', orderId)
    .select('visit_id')
    .executeTakeFirst()
  if (placed?.visit_id != null) world.leftOpen.add(placed.visit_id)
  await tick(world, world.clock.now())
}

function lastEvening(world: World, now: Instant): Instant {
  const today = daysBefore(world, now, 0, '19:20')
  return today < now ? today : daysBefore(world, now, 1, '19:20')
}
