/** The demo city (product §7): four weeks of a small calm Denver, ending now. */
import {
  addDays,
  DAY_MS,
  dateAt,
  type Instant,
  instantAt,
  localTime,
  type Weekday,
  weekdayOf,
} from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { toTimestamp } from '#server/db/client.ts'
import { freezeUser } from '#server/operator/actions.ts'
import { createVirtualClock } from '#server/ports/clock/embedded.ts'
import { createEmbeddedPorts } from '#server/ports/embedded.ts'
import { CAST, FROZEN_NOTES, withCast, withNeighbours, withNewcomers } from './cast-city.ts'
import type { City } from './city.types.ts'
import { makeCity } from './city.ts'
import { createWorld } from './create-world.ts'
import { liveDay } from './day.ts'
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
  await tick(world, now)
  return world
}

async function peopleOf(seed: number, todayWeekday: Weekday): Promise<City> {
  const city = await withCast(await makeCity(seed, SIZE), todayWeekday)
  return withNewcomers(await withNeighbours(city, seed, todayWeekday), seed, DAYS - 1)
}

async function freezeFrank(world: World, now: Instant): Promise<void> {
  const frank = world.crews.get(CAST.frozenCrew)!
  const until = (now + FROZEN_FOR_DAYS * DAY_MS) as Instant
  await attempt(world, 'freeze', (app) =>
    freezeUser(app, world.operator, { userId: frank.scope.userId, until, notes: FROZEN_NOTES }),
  )
}

/** What no screen makes yet: a price of Maria's own for her rentals, and two complexes of hers. */
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
  for (const { groupName, ...complex } of COMPLEXES) {
    const { id } = await db
      .insertInto('complex_group')
      .values({ customer_id: scope.userId, name: groupName, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('complex')
      .values({
        ...complex,
        customer_id: scope.userId,
        complex_group_id: id,
        time_zone: world.zone,
        created_at: at,
      })
      .execute()
  }
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
      'Two buildings. Bags are put out by eight in the evening; the chute room is on the alley side.',
  },
  {
    groupName: 'South side',
    name: 'Cottonwood Commons',
    address: '1450 S Pearl St, Denver, CO',
    lat: 39.6894,
    lng: -104.9806,
    units: 22,
    instructions: 'Ask for the key at the leasing office before five. Recycling on Thursdays only.',
  },
]
