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
import { addDaysOff } from '#server/assignments/days-off.ts'
import { addComplex } from '#server/complexes/actions.ts'
import { saveBuilding } from '#server/complexes/buildings.ts'
import { toTimestamp } from '#server/db/client.ts'
import { bookWeeklyJobs } from '#server/jobs/book.ts'
import { freezeUser } from '#server/operator/actions.ts'
import { createVirtualClock } from '#server/ports/clock/embedded.ts'
import { createEmbeddedPorts } from '#server/ports/embedded.ts'
import type { CustomerScope } from '#server/users/scope.ts'
import { CAST, FROZEN_NOTES, withCast, withNeighbours, withNewcomers } from './cast-city.ts'
import { makeCity } from './city.ts'
import type { City } from './city.types.ts'
import { createWorld } from './create-world.ts'
import { liveDay } from './day.ts'
import { readOldNotices, talk } from './demo-talk.ts'
import { CALM } from './habits.ts'
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
  const clock = createVirtualClock(instantAt(firstDate, localTime('00:00'), zone))
  const living: App = {
    ...app,
    ports: createEmbeddedPorts({ config: app.config, db: app.db, clock }),
    log: app.log.child({}, { level: 'silent' }),
  }
  const world = await createWorld({
    seed,
    city: await peopleOf(seed, weekdayOf(lastDate)),
    habits: CALM,
    host: { app: () => living, hasCrashed: () => false, restart: async () => {} },
    clock,
    pictures: await drawPictures(),
    lanes: 6,
    showcase: { crewKey: CAST.crew, customerKey: CAST.customer, until: now, quietFromDay: DAYS - 2 },
  })
  world.later.push({ at: (now - FROZEN_SINCE_DAYS * DAY_MS) as Instant, run: () => freezeFrank(world, now) })
  for (let day = 0; day <= DAYS; day++) {
    const date = addDays(firstDate, day)
    await liveDay(world, { day, date, until: now, isHourly: false })
    if (day === 0) await addPortfolio(world)
    onProgress(day + 1, DAYS + 1)
  }
  await goOnHoliday(world, lastDate)
  await talk(world, now)
  await tick(world, now)
  await readOldNotices(world, now)
  return world
}

async function peopleOf(seed: number, todayWeekday: Weekday): Promise<City> {
  const city = await withCast(await makeCity(seed, SIZE), todayWeekday)
  return withNewcomers(await withNeighbours(city, seed, todayWeekday), seed, DAYS - 1)
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

/** A price of Maria's own for her rentals, and two complexes of hers. */
async function addPortfolio(world: World): Promise<void> {
  const { db } = world.host.app()
  const { scope } = world.customers.get(CAST.customer)!
  const at = toTimestamp(world.clock.now())
  const group = await db
    .selectFrom('property_group')
    .where('customer_id', '=', scope.userId)
    .select('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('price')
    .values({
      service_key: 'bins',
      scope: 'group',
      scope_id: group.id,
      base_cents: 600,
      unit_cents: 120,
      minimum_cents: 850,
      in_force_from: at,
      created_at: at,
    })
    .execute()
  for (const complex of COMPLEXES) await addPortfolioComplex(world, scope, complex)
}

/** With its buildings, and service nights from tomorrow on. */
async function addPortfolioComplex(
  world: World,
  scope: CustomerScope,
  { buildings, ...complex }: (typeof COMPLEXES)[number],
): Promise<void> {
  const app = world.host.app()
  const { complexId, propertyId } = await addComplex(app, scope, complex)
  for (const building of buildings) await saveBuilding(app, scope, { complexId, ...building })
  await bookWeeklyJobs(app, scope, {
    items: [
      {
        propertyIds: [propertyId],
        serviceKey: 'valet_trash',
        weekdays: [1, 2, 4, 6, 7],
        windowStart: localTime('16:00'),
        windowEnd: localTime('20:00'),
        quantity: complex.units,
      },
    ],
    startsOn: addDays(dateAt(world.clock.now(), world.zone), 1),
    endsOn: null,
    notes: '',
    skipDuplicates: false,
  })
}

const COMPLEXES = [
  {
    groupName: 'Downtown',
    name: 'South Platte Lofts',
    address: '2210 W 29th Ave, Denver, CO',
    lat: 39.7587,
    lng: -105.0143,
    units: 48,
    instructions:
      'Three buildings. Bags are put out by four in the afternoon; the chute room is on the alley side.',
    buildings: [
      { name: 'North', units: '101-108, 201-208' },
      { name: 'South', units: '301-308, 401-408' },
      { name: 'Carriage house', units: 'A1-A16' },
    ],
  },
  {
    groupName: 'South side',
    name: 'Cottonwood Commons',
    address: '1450 S Pearl St, Denver, CO',
    lat: 39.6894,
    lng: -104.9806,
    units: 22,
    instructions: 'Ask for the key at the leasing office before five. Recycling on Thursdays only.',
    buildings: [
      { name: 'Building 1', units: '1-11' },
      { name: 'Building 2', units: '12-22' },
    ],
  },
]
