/** The demo city (product §7): four weeks of a small calm Denver, ending now. */
import {
  addDays,
  DAY_MS,
  dateAt,
  type Instant,
  instantAt,
  type LocalDate,
  localTime,
  type Weekday,
  weekdayOf,
} from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { addDaysOff } from '#server/assignments/take-days-off.ts'
import { freezeUser } from '#server/operator/freeze-user.ts'
import { createVirtualClock } from '#server/ports/clock/embedded.ts'
import { createEmbeddedPorts } from '#server/ports/embedded.ts'
import { withDemoFeeds } from '#server/ports/feeds/demo.ts'
import { CAST, FROZEN_NOTES, withCast, withNeighbours, withNewcomers } from './cast-city.ts'
import { makeCity } from './city.ts'
import type { City } from './city.types.ts'
import { createWorld } from './create-world.ts'
import { liveDay } from './day.ts'
import { planApproval } from './demo-approval.ts'
import { planCalendar, prepareCalendar } from './demo-calendar.ts'
import { planChargebacks } from './demo-chargebacks.ts'
import { planDifference } from './demo-difference.ts'
import { driveOn } from './demo-drive.ts'
import { liveBefore, planInvoices, prehistoryOf } from './demo-invoices.ts'
import { planLateCompletion } from './demo-late-completion.ts'
import { keepFilters } from './demo-filters.ts'
import { prepareLetterhead } from './demo-letterhead.ts'
import { later } from './demo-moments.ts'
import { planOffers } from './demo-offers.ts'
import { planOrders } from './demo-orders.ts'
import { planPhoenix, withPhoenix } from './demo-phoenix.ts'
import { planPeople } from './demo-people.ts'
import { addPortfolio } from './demo-portfolio.ts'
import { planProblems } from './demo-problems.ts'
import { feedGoneFrom, planRental, prepareTurnoverList } from './demo-rental.ts'
import { planServices } from './demo-services.ts'
import { planStatements } from './demo-statements.ts'
import { readOldNotices, talk } from './demo-talk.ts'
import { planTax } from './demo-tax.ts'
import { withTwin } from './demo-twin.ts'
import { rememberViolations } from './demo-violations.ts'
import { CALM } from './habits.ts'
import { withPortfolio } from './invoiced-city.ts'
import { drawPictures } from './pictures.ts'
import { attempt, tick, type World } from './world.ts'

export type DemoOptions = {
  readonly seed: number
  readonly now: Instant
  readonly zone: string
  readonly onProgress: (done: number, total: number) => void
}

const DAYS = 28
/** Frank was frozen so many days ago, for so many days from now. */
const FROZEN_SINCE_DAYS = 3
export const FROZEN_FOR_DAYS = 10
const SIZE = { customerCount: 30, crewCount: 12, joiningDays: 26 }

/** On a database without people. Afterwards its clock stands at `now`, and what is due has been done. */
export async function buildDemoCity(app: App, { seed, now, zone, onProgress }: DemoOptions): Promise<World> {
  const lastDate = dateAt(now, zone)
  const firstDate = addDays(lastDate, -DAYS)
  const clock = createVirtualClock(instantAt(prehistoryOf(lastDate), localTime('00:00'), zone))
  const ports = createEmbeddedPorts({ config: app.config, db: app.db, clock })
  const living: App = {
    ...app,
    ports: { ...ports, feeds: withDemoFeeds(ports.feeds, { clock, goneFrom: feedGoneFrom(now) }) },
    log: app.log.child({}, { level: 'silent' }),
  }
  const world = await createWorld({
    seed,
    city: await peopleOf(seed, weekdayOf(lastDate)),
    habits: CALM,
    host: { app: () => living, hasCrashed: () => false, restart: async () => {} },
    clock,
    pictures: await drawPictures(),
    // One after another, so that the same seed gives the same city.
    lanes: 1,
    showcase: { crewKey: CAST.crew, customerKey: CAST.customer, until: now, quietFromDay: DAYS - 2 },
  })
  await prepareCalendar(world, lastDate)
  await prepareLetterhead(world)
  await prepareTurnoverList(world)
  await liveBefore(world, lastDate)
  await planTax(world, now)
  later(world, (now - FROZEN_SINCE_DAYS * DAY_MS) as Instant, () => freezeFrank(world, now))
  planOrders(world, now)
  planProblems(world, now)
  planStatements(world, now)
  planInvoices(world, now)
  planChargebacks(world, now)
  planApproval(world, now)
  planDifference(world, now)
  planLateCompletion(world, now)
  planCalendar(world, now)
  planPhoenix(world, now)
  planOffers(world, now)
  planRental(world, now)
  planPeople(world, now)
  for (let day = 0; day <= DAYS; day++) {
    const date = addDays(firstDate, day)
    await liveDay(world, { day, date, until: now, isHourly: false })
    if (day === 0) await addPortfolio(world, weekdayOf(lastDate))
    onProgress(day + 1, DAYS + 1)
  }
  await keepFilters(world, lastDate)
  await rememberViolations(world, lastDate)
  await goOnHoliday(world, lastDate)
  await planServices(world, lastDate)
  await talk(world, now)
  await tick(world, now)
  await attempt(world, 'drive', driveOn)
  await readOldNotices(world, now)
  return world
}

async function peopleOf(seed: number, todayWeekday: Weekday): Promise<City> {
  const city = await withCast(await makeCity(seed, SIZE), todayWeekday)
  const neighbours = await withNeighbours(city, seed, todayWeekday)
  const newcomers = await withNewcomers(await withPortfolio(neighbours), seed, DAYS - 1)
  return withPhoenix(withTwin(newcomers, DAYS - 1), seed, todayWeekday)
}

/** One of the neighbours' crews is away the week after next; its visits are open to others. */
async function goOnHoliday(world: World, today: LocalDate): Promise<void> {
  const named: readonly string[] = Object.values(CAST)
  const crew = [...world.crews].find(([key]) => !named.includes(key))?.[1]
  if (crew === undefined) return
  const days = { from: addDays(today, 9), to: addDays(today, 13), note: 'Family visit' }
  await attempt(world, 'days off', (app) => addDaysOff(app, crew.scope, days))
}

async function freezeFrank(world: World, now: Instant): Promise<void> {
  const frank = world.crews.get(CAST.frozenCrew)!
  const until = (now + FROZEN_FOR_DAYS * DAY_MS) as Instant
  await attempt(world, 'freeze', (app) =>
    freezeUser(app, world.operator, { userId: frank.scope.userId, until, notes: FROZEN_NOTES }),
  )
}
