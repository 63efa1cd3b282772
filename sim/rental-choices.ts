/** Hosts connect what tells of their rentals; guests book, move, stay on, leave sooner, cancel, and are sold one night twice. */
import { addDays, type LocalDate } from '#domain/time.ts'
import { DEFAULT_TURNOVER_RULE } from '#domain/turnovers/wanted-turnovers.ts'
import { addFeed } from '#server/feeds/add-feed.ts'
import { pullFeed } from '#server/feeds/change-feed.ts'
import { saveTurnoverRule } from '#server/turnovers/save-rule.ts'
import { bookOverThere, connectHospitable } from './hospitable-choices.ts'
import { propertyNamed } from './order-choices.ts'
import { type Booking, booked, type Channel, changed, type Rental } from './outside.ts'
import { today } from './people.ts'
import { attempt, type LivingCustomer, type World } from './world.ts'

/** Of a day of a rental. */
const BOOKS = 0.3
const MOVES = 0.2
const STAYS_ON = 0.12
const LEAVES_SOONER = 0.12
const CANCELS = 0.1
const SOLD_TWICE = 0.05
const SWITCHES = 0.02
const PULLS = 0.1

/** As likely as a rental, a home is let now and then. */
const AT_HOME = 0.4

const BOOKED_AT_FIRST = 8
/** A feed that lost most of what it had would rather be broken. */
const LEFT_AT_LEAST = 5

export async function decideOfRentals(world: World, day: number): Promise<void> {
  for (const customer of world.customers.values()) await connect(world, customer, day)
  for (const rental of world.outside.rentals) {
    liveOn(world, rental, day)
    await switchRule(world, rental, day)
  }
  await connectHospitable(world, day)
}

async function connect(world: World, customer: LivingCustomer, day: number): Promise<void> {
  const { chance, habits, outside } = world
  const { plan } = customer
  for (const [index, { name }] of plan.properties.entries()) {
    const key = `${plan.key}/${name}`
    if (outside.rentals.some((rental) => rental.key === key)) continue
    const isLikely = plan.kind === 'home' ? AT_HOME : 1
    if (!chance.happens(isLikely * habits.hasCalendar, key, 'has a calendar')) continue
    const propertyId = await propertyNamed(world, customer, name)
    if (propertyId === null) continue
    const channels: Channel[] = chance.happens(0.5, key, 'two platforms') ? ['airbnb', 'vrbo'] : ['airbnb']
    const rental: Rental = {
      key,
      customerKey: plan.key,
      propertyId,
      bedrooms: chance.whole(1, 3, key, 'bedrooms'),
      channels: channels.map((channel) => ({ channel, url: addressOf(channel, key) })),
      bookings: [],
      hospitableId: null,
      isTurnedOn: false,
      changedAt: world.clock.now(),
      changes: 0,
      truths: new Map(),
      gaps: new Set(),
    }
    for (let number = 0; number < BOOKED_AT_FIRST; number += 1) book(world, rental, day)
    outside.rentals.push(rental)
    for (const { url } of rental.channels)
      await attempt(world, 'connect calendar', (app) =>
        addFeed(app, customer.scope, { propertyId, address: url }),
      )
    if (!chance.happens(0.2, key, 'cleans by hand', index)) await turn(world, rental, true)
  }
}

function addressOf(channel: Channel, key: string): string {
  const place = encodeURIComponent(key)
  return channel === 'airbnb'
    ? `https://www.airbnb.com/calendar/ical/${place}.ics`
    : `https://www.vrbo.com/icalendar/${place}.ics`
}

/** What is not over: guests who leave today are gone. */
function liveOn(world: World, rental: Rental, day: number): void {
  const { chance } = world
  const now = today(world)
  const does = (probability: number, what: string) => chance.happens(probability, rental.key, day, what)
  const pick = (some: readonly Booking[], what: string) =>
    some.length === 0 ? undefined : chance.pick(some, rental.key, day, what)
  const coming = booked(rental).filter(({ from }) => from > now)
  if (does(BOOKS, 'books')) book(world, rental, day)
  const moving = does(MOVES, 'moves') ? pick(coming, 'which moves') : undefined
  if (moving) move(world, rental, moving, day)
  const longer = does(STAYS_ON, 'stays on') ? pick(present(rental, now), 'who stays on') : undefined
  if (longer) setDays(world, rental, longer, longer.from, addDays(longer.to, 1))
  const sooner = does(LEAVES_SOONER, 'leaves') ? pick(coming, 'who leaves sooner') : undefined
  if (sooner && addDays(sooner.from, 1) < sooner.to)
    setDays(world, rental, sooner, sooner.from, addDays(sooner.to, -1))
  const gone = does(CANCELS, 'cancels') ? pick(coming, 'who cancels') : undefined
  if (gone && coming.length > LEFT_AT_LEAST) {
    gone.isCancelled = true
    changed(rental, world.clock.now())
  }
  if (does(SOLD_TWICE, 'twice')) sellTwice(world, rental, coming, day)
  bookOverThere(world, rental)
}

function present(rental: Rental, now: LocalDate): Booking[] {
  return booked(rental).filter(({ to }) => to > now)
}

/** Behind everything that is sold. */
function book(world: World, rental: Rental, day: number): void {
  const { chance } = world
  const number = rental.bookings.length
  const last = booked(rental).reduce((latest, { to }) => (to > latest ? to : latest), today(world))
  const from = addDays(last, chance.pick([0, 0, 1, 3], rental.key, number, 'gap'))
  const to = addDays(from, chance.whole(1, 5, rental.key, number, 'nights'))
  add(world, rental, { from, to }, chance.pick(rental.channels, rental.key, day, number, 'by').channel)
}

/** Both platforms have sold the same nights: it is the host who has to choose. */
function sellTwice(world: World, rental: Rental, coming: readonly Booking[], day: number): void {
  const [first] = coming.filter(({ channel }) => channel === 'airbnb')
  if (first === undefined || rental.channels.length < 2) return
  const nights = world.chance.whole(1, 3, rental.key, day, 'twice for')
  const from = addDays(first.to, -1)
  add(world, rental, { from, to: addDays(from, nights) }, 'vrbo')
}

function add(
  world: World,
  rental: Rental,
  days: { readonly from: LocalDate; readonly to: LocalDate },
  channel: Channel,
): void {
  const number = rental.bookings.length
  const guests = world.chance.whole(1, 9, rental.key, number, 'guests')
  rental.bookings.push({ number, channel, guests, ...days, isCancelled: false, renamed: 0 })
  changed(rental, world.clock.now())
}

function move(world: World, rental: Rental, booking: Booking, day: number): void {
  const by = world.chance.pick([-2, -1, 1, 2, 3], rental.key, day, 'moves by')
  const from = addDays(booking.from, by)
  if (from <= today(world)) return
  if (world.chance.happens(0.5, rental.key, day, 'is named anew')) booking.renamed += 1
  setDays(world, rental, booking, from, addDays(booking.to, by))
}

function setDays(world: World, rental: Rental, booking: Booking, from: LocalDate, to: LocalDate): void {
  booking.from = from
  booking.to = to
  changed(rental, world.clock.now())
}

async function switchRule(world: World, rental: Rental, day: number): Promise<void> {
  const { chance } = world
  const customer = world.customers.get(rental.customerKey)!
  if (chance.happens(SWITCHES, rental.key, day, 'switches')) await turn(world, rental, !rental.isTurnedOn)
  if (!chance.happens(PULLS, rental.key, day, 'pulls')) return
  const source = await world.host
    .app()
    .db.selectFrom('stay_source')
    .where('property_id', '=', rental.propertyId)
    .where('kind', '=', 'feed')
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  if (source !== undefined)
    await attempt(world, 'pull calendar', (app) => pullFeed(app, customer.scope, source.id))
}

async function turn(world: World, rental: Rental, isOn: boolean): Promise<void> {
  const { scope } = world.customers.get(rental.customerKey)!
  const { propertyId, bedrooms } = rental
  const done = await attempt(world, isOn ? 'turnovers on' : 'turnovers off', (app) =>
    saveTurnoverRule(app, scope, { ...DEFAULT_TURNOVER_RULE, isOn, bedrooms, propertyId }),
  )
  if (done !== null) rental.isTurnedOn = isOn
}
