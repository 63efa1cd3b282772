/** Rentals of the cast's customer: calendars, turnovers that follow its stays, a list, and work that is not weekly. */
import type { ServiceItem } from '#domain/checklists/items.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { ChosenRhythm } from '#domain/schedule/rhythm.ts'
import {
  addDays,
  DAY_MS,
  dateAt,
  type Instant,
  instant,
  localTime,
  MINUTE_MS,
  type Weekday,
} from '#domain/time.ts'
import { DEFAULT_PICKUP_RULE } from '#domain/pickups/plan-pickups.ts'
import { DEFAULT_TURNOVER_RULE } from '#domain/turnovers/wanted-turnovers.ts'
import { savePlaceList } from '#server/checklists/save-place-list.ts'
import { saveServiceList } from '#server/checklists/save-service-list.ts'
import { readPlaceCrews, savePlaceCrews } from '#server/crews/save-place-crews.ts'
import { addFeed } from '#server/feeds/add-feed.ts'
import { bookWeeklyJobs } from '#server/jobs/book-weekly-jobs.ts'
import { acceptOffer } from '#server/offers/accept-offer.ts'
import { DEMO_FEEDS } from '#server/ports/feeds/demo.ts'
import { savePickupRule } from '#server/pickups/save-rule.ts'
import { saveTurnoverRule } from '#server/turnovers/save-rule.ts'
import { CAST } from './cast-city.ts'
import { takeJob } from './crew-choices.ts'
import { daysBefore, later } from './demo-moments.ts'
import { propertyNamed } from './order-choices.ts'
import { attempt, tick, type World } from './world.ts'

const RENTAL = 'Carriage house'
const CONNECTED_DAYS_AGO = 17
const CHOSEN_DAYS_AGO = 5
const SILENT_DAYS = 1.5
const LOOKED_AT = '19:20'

const STEPS: readonly (Pick<ServiceItem, 'kind' | 'photo'> & { wordsEn: string; wordsEs: string })[] = [
  { kind: 'task', photo: 'none', wordsEn: 'Strip the beds', wordsEs: 'Quita la ropa de cama' },
  { kind: 'task', photo: 'required', wordsEn: 'Make the beds', wordsEs: 'Tiende las camas' },
  { kind: 'task', photo: 'none', wordsEn: 'Clean the bathroom', wordsEs: 'Limpia el baño' },
  { kind: 'task', photo: 'none', wordsEn: 'Empty the fridge', wordsEs: 'Vacía el refrigerador' },
  { kind: 'supply', photo: 'none', wordsEn: 'Toilet paper', wordsEs: 'Papel higiénico' },
  { kind: 'supply', photo: 'none', wordsEn: 'Coffee', wordsEs: 'Café' },
]

/** From when on one of the calendars answers no more. */
export function feedGoneFrom(now: Instant): Instant {
  return instant(now - SILENT_DAYS * DAY_MS)
}

/** Before anybody has ordered a turnover. */
export async function prepareTurnoverList(world: World): Promise<void> {
  const list = { key: 'turnover', version: 0, items: [...STEPS] }
  await attempt(world, 'save list', (app) => saveServiceList(app, world.operator, list))
}

export function planRental(world: World, now: Instant): void {
  later(world, daysBefore(world, now, CONNECTED_DAYS_AGO, '19:00'), async () => {
    const customer = world.customers.get(CAST.customer)
    const propertyId = customer && (await propertyNamed(world, customer, RENTAL))
    if (!propertyId) return
    await connect(world, propertyId, now)
    await bookOtherRhythms(world)
  })
  for (let days = CONNECTED_DAYS_AGO; days > 0; days--)
    later(world, daysBefore(world, now, days, LOOKED_AT), () => takeTurnovers(world))
}

async function connect(world: World, propertyId: PropertyId, now: Instant): Promise<void> {
  const { scope } = world.customers.get(CAST.customer)!
  for (const address of [DEMO_FEEDS.airbnb, DEMO_FEEDS.vrbo, DEMO_FEEDS.booking]) {
    await attempt(world, 'connect calendar', (app) => addFeed(app, scope, { propertyId, address }))
    world.clock.advance(MINUTE_MS)
  }
  await connectOthers(world)
  await tick(world, world.clock.now())
  const rule = { ...DEFAULT_TURNOVER_RULE, isOn: true, bedrooms: 2, propertyId }
  await attempt(world, 'turnovers on', (app) => saveTurnoverRule(app, scope, rule))
  const fern = {
    isLeftOut: false,
    own: { kind: 'task', photo: 'none', words: 'Water the fern on the landing' },
  } as const
  const list = { propertyId, serviceKey: 'turnover', version: 0, items: [{ ...fern }] }
  await attempt(world, 'own list', (app) => savePlaceList(app, scope, list))
  later(world, daysBefore(world, now, CHOSEN_DAYS_AGO, '19:30'), () => chooseCrews(world, propertyId))
  await tick(world, world.clock.now())
}

/** One is cleaned by us, too; the other by its host, so that its check-outs are nobody's. */
async function connectOthers(world: World): Promise<void> {
  const customer = world.customers.get(CAST.customer)!
  const loft = await propertyNamed(world, customer, 'Jefferson Park loft')
  const bungalow = await propertyNamed(world, customer, 'Sunnyside bungalow')
  for (const [propertyId, address] of [
    [loft, DEMO_FEEDS.loft],
    [bungalow, DEMO_FEEDS.bungalow],
  ] as const)
    if (propertyId !== null)
      await attempt(world, 'connect calendar', (app) => addFeed(app, customer.scope, { propertyId, address }))
  await followStays(world, bungalow)
  if (loft === null) return
  const rule = { ...DEFAULT_TURNOVER_RULE, isOn: true, bedrooms: 1, propertyId: loft }
  await attempt(world, 'turnovers on', (app) => saveTurnoverRule(app, customer.scope, rule))
}

/** Whoever was there most is asked first from now on. */
async function chooseCrews(world: World, propertyId: PropertyId): Promise<void> {
  const { scope } = world.customers.get(CAST.customer)!
  await attempt(world, 'choose crews', async (app) => {
    const { others } = await readPlaceCrews(app, scope, propertyId)
    await savePlaceCrews(app, scope, { propertyId, crewIds: others.slice(0, 2).map(({ crewId }) => crewId) })
  })
}

/** Its bins come only where somebody stayed, and once more after five nights. */
async function followStays(world: World, propertyId: PropertyId | null): Promise<void> {
  if (propertyId === null) return
  const { scope } = world.customers.get(CAST.customer)!
  // Its calendar first: what was never read is not believed.
  await tick(world, world.clock.now())
  const rule = { ...DEFAULT_PICKUP_RULE, isOn: true, extraNights: 5, propertyId }
  await attempt(world, 'pickups follow stays', (app) => savePickupRule(app, scope, rule))
}

/** The cast's handy crew is asked like others, and likes to come. */
async function takeTurnovers(world: World): Promise<void> {
  const handy = world.crews.get(CAST.handyCrew)
  const { scope: customer } = world.customers.get(CAST.customer)!
  if (handy === undefined) return
  const offers = await world.host
    .app()
    .db.selectFrom('offer')
    .innerJoin('visit', 'visit.id', 'offer.visit_id')
    .where('visit.customer_id', '=', customer.userId)
    .where('visit.is_turnover', '=', true)
    .where('offer.crew_id', '=', handy.scope.userId)
    .where('offer.state', '=', 'open')
    .orderBy('visit.starts_at')
    .select('offer.id')
    .execute()
  for (const { id } of offers)
    await attempt(world, 'take turnover', (app) => acceptOffer(app, handy.scope, id))
}

/** Every second week, and once a month. */
async function bookOtherRhythms(world: World): Promise<void> {
  const devon = world.crews.get(CAST.crew)
  const others = [
    { place: 'Sunnyside bungalow', serviceKey: 'lawn', weekdays: [4], rhythm: EVERY_SECOND_WEEK },
    { place: 'Jefferson Park loft', serviceKey: 'recycling', weekdays: [2], rhythm: FIRST_OF_MONTH },
  ] as const
  for (const { place, serviceKey, weekdays, rhythm } of others) {
    const customer = world.customers.get(CAST.customer)!
    const propertyId = await propertyNamed(world, customer, place)
    if (propertyId === null) continue
    const on: Weekday[] = [...weekdays]
    const booked = await attempt(world, 'book', (app) =>
      bookWeeklyJobs(app, customer.scope, {
        items: [{ ...ANY_HOURS, propertyIds: [propertyId], serviceKey, weekdays: on, rhythm }],
        startsOn: addDays(dateAt(world.clock.now(), world.zone), 1),
        endsOn: null,
        notes: '',
        skipDuplicates: false,
      }),
    )
    const weeklyJobId = booked?.weeklyJobIds[0]
    if (weeklyJobId !== undefined && devon !== undefined) await takeJob(world, devon, weeklyJobId, on)
  }
}

const EVERY_SECOND_WEEK: ChosenRhythm = { kind: 'weeks', every: 2, season: null }
const FIRST_OF_MONTH: ChosenRhythm = { kind: 'month_weekday', nth: 1, season: null }
const ANY_HOURS = { windowStart: localTime('08:00'), windowEnd: localTime('18:00'), quantity: 1 }
