/** One day of the city: accounts are opened, people decide, crews work, and what is due is done. */
import {
  addDays,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  localTime,
  weekdayOf,
} from '#domain/time.ts'
import { decideOfYesterday, decideOpenCases } from './after-choices.ts'
import { decideOfBanks } from './bank-choices.ts'
import { timelineEventsAt } from './completing.ts'
import { decideOfCrew, lookForWork, takeJobsOf } from './crew-choices.ts'
import { decideOfCustomer, replaceCards } from './customer-choices.ts'
import { decideOfTerms } from './invoice-choices.ts'
import { answerOffers } from './offer-choices.ts'
import { decideOfOperator } from './operator-choices.ts'
import { helpOut } from './helper-choices.ts'
import { decideOfPartner } from './partner-choices.ts'
import { decideOfSponsors } from './payout-choices.ts'
import { joinCrew, joinCustomer } from './people.ts'
import { decideOfRentals } from './rental-choices.ts'
import { showcaseTimes, type Stop, stopsOf, timesOf } from './stops.ts'
import { decideOfTaxes } from './tax-choices.ts'
import { inLanes, type TimelineEvent, tick, type World } from './world.ts'

export type DayInput = {
  /** The first day is 0. */
  readonly day: number
  readonly date: LocalDate
  /** Nothing happens after this moment: the last day may end in its middle. */
  readonly until: Instant
  /** Whether background work runs every hour, as on a real server, or only when something of the day is due. */
  readonly isHourly: boolean
}

/** Soon after the schedules of the day, and often enough for retries that wait minutes. */
const BUSY_HOURS = [
  '01:01',
  '03:01',
  '06:01',
  '08:01',
  '10:01',
  '12:01',
  '14:01',
  '16:01',
  '18:01',
  '20:01',
  '22:01',
]
const CALM_HOURS = ['06:01', '19:01']
/** Around the cutoff of the week and in the morning, while the waves of ten minutes go on. */
const OFFER_TIMES = ['08:05', '08:16', '08:27', '12:05', '12:16', '18:05', '18:16', '18:27']
const CALM_OFFER_TIMES = ['08:01', '18:06']
const MONDAY = 1
const WEDNESDAY = 3

export async function liveDay(world: World, { day, date, until, isHourly }: DayInput): Promise<void> {
  const at = (time: string) => instantAt(date, localTime(time), world.zone)
  const midnight = at('00:00')
  const end = Math.min(until, instantAt(addDays(date, 1), localTime('00:00'), world.zone)) as Instant
  if (world.clock.now() < midnight) world.clock.set(midnight)
  const events: TimelineEvent[] = [
    ...ticksOf(world, { at, isHourly, date }),
    { at: at('06:40'), run: () => open(world, day) },
    { at: at('06:45'), run: () => decide(world, day) },
    ...drawFrom(world.later, end),
  ]
  // What the morning brings for later waits until the crews know what they have to do. A day that ends before its
  // morning has none.
  const decided = at('06:45')
  const morning = instant(end > decided ? decided + 1 : midnight)
  await run(
    world,
    events.filter((each) => each.at < morning),
    morning,
  )
  const rest = [...events.filter((each) => each.at >= morning), ...drawFrom(world.later, end)]
  for (const each of await workOf(world, date)) {
    if (each.at < end) rest.push(each)
    else if (end < until) world.later.push(each)
  }
  await run(world, rest, end)
}

function ticksOf(
  world: World,
  { at, isHourly, date }: { at: (time: string) => Instant; isHourly: boolean; date: LocalDate },
): TimelineEvent[] {
  const weekday = weekdayOf(date)
  const hours = isHourly ? BUSY_HOURS : CALM_HOURS
  const money = weekday === MONDAY || weekday === WEDNESDAY ? ['06:10', '06:30'] : []
  const offers = isHourly ? OFFER_TIMES : CALM_OFFER_TIMES
  return [
    ...[...hours, ...money].map((time) => ({ at: at(time), run: () => tick(world, world.clock.now()) })),
    ...offers.map((time) => ({ at: at(time), run: () => lookAtOffers(world) })),
  ]
}

/** In the order of time; what falls on one moment is done in lanes. Late ones happen now: the clock never goes back. */
async function run(world: World, events: readonly TimelineEvent[], end: Instant): Promise<void> {
  let due = events.filter((each) => each.at < end)
  while (due.length > 0) {
    const at = Math.min(...due.map((each) => each.at))
    world.clock.set(instant(Math.max(at, world.clock.now())))
    await inLanes(
      world,
      due.filter((each) => each.at === at),
      (each) => each.run(),
    )
    // What was agreed upon meanwhile may be due today.
    due = [...due.filter((each) => each.at > at), ...drawFrom(world.later, end)]
  }
}

/** Whoever looks at the phone sees what the waves have brought. */
async function lookAtOffers(world: World): Promise<void> {
  await tick(world, world.clock.now())
  await answerOffers(world)
}

async function open(world: World, day: number): Promise<void> {
  const customers = world.city.customers.filter((plan) => plan.joinsOnDay === day)
  await inLanes(world, customers, (plan) => joinCustomer(world, plan))
  for (const plan of world.city.crews.filter((each) => each.joinsOnDay === day)) {
    const crew = await joinCrew(world, plan)
    if (crew === null) continue
    await takeJobsOf(world, crew, plan.takesFirstFrom)
    await lookForWork(world, crew)
  }
}

async function decide(world: World, day: number): Promise<void> {
  await inLanes(world, [...world.customers.values()], (customer) => decideOfCustomer(world, customer, day))
  await decideOfRentals(world, day)
  await helpOut(world, day)
  await replaceCards(world, day)
  await decideOfYesterday(world)
  await decideOpenCases(world, day)
  for (const crew of world.crews.values()) await decideOfCrew(world, crew, day)
  await decideOfOperator(world, day)
  await decideOfBanks(world, day)
  await decideOfPartner(world, day)
  await decideOfSponsors(world, day)
  await decideOfTaxes(world, day)
  await decideOfTerms(world, day)
}

async function workOf(world: World, date: LocalDate): Promise<TimelineEvent[]> {
  const stops = await stopsOf(world, date)
  const { showcase } = world
  const isLastDay =
    showcase !== null && showcase.until < instantAt(addDays(date, 1), localTime('00:00'), world.zone)
  return [...world.crews.values()].flatMap((crew) => {
    const own = stops.get(crew.scope.userId) ?? []
    const isShown = isLastDay && showcase?.crewKey === crew.plan.key
    const timed = isShown ? showcaseTimes(world, own, date) : timesOf(world, crew, own, date)
    world.busyUntil.set(crew.scope.userId, timed.at(-1)?.to ?? world.clock.now())
    return timed.flatMap((each) =>
      timelineEventsAt(world, crew, each, {
        isSure: showcase?.crewKey === crew.plan.key || isShownTurnover(world, each.stop),
      }),
    )
  })
}

/** The rental of the customer who is shown is ready when its guests come. */
function isShownTurnover({ showcase, customers }: World, { serviceKey, customerEmail }: Stop): boolean {
  if (showcase === null || serviceKey !== 'turnover') return false
  return customers.get(showcase.customerKey)?.plan.email === customerEmail
}

/** Takes out what is due before a moment. */
function drawFrom(later: TimelineEvent[], before: Instant): TimelineEvent[] {
  const due = later.filter((each) => each.at < before)
  const rest = later.filter((each) => each.at >= before)
  later.splice(0, later.length, ...rest)
  return due
}
