/** Runs a whole marketplace for weeks, lets things go wrong, and checks after every day what must hold. */
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import pino from 'pino'
import { addDays, type Instant, instantAt, localDate, localTime, WEEKDAYS, weekdayOf } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Db, openDatabase, toJson, toTimestamp } from '#server/db/client.ts'
import { createVirtualClock } from '#server/ports/clock/embedded.ts'
import { createPublicApi } from '#server/ports/hospitable/public-api.ts'
import { startHospitable } from '#testing/hospitable/server.ts'
import { createWorld as createHospitable } from '#testing/hospitable/world.ts'
import { type Chance, createChance } from './chance.ts'
import { makeCity } from './city.ts'
import { createWorld } from './create-world.ts'
import { liveDay } from './day.ts'
import { arrangeDay, arrangeFaults, type FaultRates, ROUGH_FAULTS } from './faults.ts'
import { ROUGH } from './habits.ts'
import { checkBooks, checkInvariants } from './invariants.ts'
import { listenedTo } from './hospitable-choices.ts'
import { createLyingFeeds } from './lying-feeds.ts'
import type { Moment } from './moment.ts'
import { createMortalHost, type MortalHost } from './mortal-host.ts'
import { createOutside } from './outside.ts'
import { drawPictures } from './pictures.ts'
import { drawTaxRates } from './tax-choices.ts'
import { readTotals, type Total } from './totals.ts'
import { tick, type World } from './world.ts'

export type SimulationOptions = {
  readonly seed: number
  readonly weeks: number
  readonly customerCount: number
  readonly crewCount: number
  /** A migrated database without people. */
  /** By the role that owns the tables, and by the application's. */
  readonly ownerConnection: PoolConfig
  readonly connection: PoolConfig
  readonly dataDirectory: string
  /** The last day, counted from 0; all weeks unless told otherwise. */
  readonly untilDay?: number | undefined
  readonly faults?: FaultRates
  /** After a day was lived and before it is checked. */
  readonly onDay?: (day: number, dayCount: number, app: App, moment: Moment) => Promise<void> | void
}

export type SimulationResult = {
  readonly dayCount: number
  readonly totals: readonly Total[]
  readonly tally: ReadonlyMap<string, number>
}

/** A Monday, the week before the clocks change. */
const FIRST_DATE = localDate('2026-03-02')
const SUNDAY = WEEKDAYS.at(-1)!

/** Throws BrokenInvariant where something does not hold. */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const { world, close } = await prepare(options)
  const host = world.host as MortalHost
  const dayCount = Math.min(options.weeks * 7, (options.untilDay ?? Number.MAX_SAFE_INTEGER) + 1)
  try {
    for (let day = 0; day < dayCount; day++) {
      await liveThrough(world, host, day, options.faults ?? ROUGH_FAULTS)
      const moment = momentOf(world, options, day)
      await options.onDay?.(day, dayCount, host.app(), moment)
      await checkInvariants(host.app(), moment)
      if (weekdayOf(moment.date) === SUNDAY || day === dayCount - 1) await checkBooks(host.app(), moment)
    }
    return { dayCount, totals: await readTotals(host.app().db), tally: world.tally }
  } finally {
    await host.close()
    await close()
  }
}

function momentOf(world: World, options: SimulationOptions, day: number): Moment {
  const { seed, weeks, customerCount, crewCount } = options
  return {
    seed,
    day,
    date: addDays(FIRST_DATE, day),
    now: world.clock.now(),
    zone: world.zone,
    marketId: world.operator.marketId,
    payableSince: world.payableSince,
    outside: world.outside,
    replay:
      `npm run simulate -- --seed ${seed} --weeks ${weeks} --customers ${customerCount} ` +
      `--crews ${crewCount} --until-day ${day}`,
  }
}

async function prepare(
  options: SimulationOptions,
): Promise<{ readonly world: World; readonly close: () => Promise<void> }> {
  const { seed, customerCount, crewCount, weeks } = options
  const database = openDatabase(options.ownerConnection, { statementTimeoutMs: 0 })
  await numberIds(database.db, seed)
  const zone = 'America/Denver'
  const clock = createVirtualClock(instantAt(FIRST_DATE, localTime('00:00'), zone))
  const chance = createChance(seed)
  await setUp(database.db, chance, clock.now())
  await database.close()
  const tries = new Map<string, number>()
  const outside = createOutside(createHospitable(() => clock.now()))
  const double = await startHospitable(outside.hospitable)
  const config = readConfig({
    CREW_DATA_DIR: options.dataDirectory,
    CREW_DEMO: '0',
    LOG_LEVEL: 'silent',
    ...double.environment,
  })
  const host = createMortalHost({
    connection: options.connection,
    config,
    outside: {
      feeds: createLyingFeeds(outside, { chance, clock, zone }),
      hospitable: listenedTo(createPublicApi(config.hospitable!), outside, clock),
    },
    clock,
    log: pino({ level: 'silent' }),
    onStart: (ports) => arrangeFaults(ports, options.faults ?? ROUGH_FAULTS, chance, tries),
  })
  const city = await makeCity(seed, { customerCount, crewCount, joiningDays: weeks * 3, sponsoredShare: 0.7 })
  // One after another, so that the same seed goes the same way.
  const pictures = await drawPictures()
  const input = { seed, city, habits: ROUGH, host, clock, pictures, lanes: 1, outside }
  return { world: await createWorld(input), close: () => double.close() }
}

async function liveThrough(world: World, host: MortalHost, day: number, faults: FaultRates): Promise<void> {
  const { chance, zone } = world
  const date = addDays(FIRST_DATE, day)
  const until = instantAt(addDays(date, 1), localTime('00:00'), zone)
  await arrangeDay(host.app().ports, faults, chance, day)
  if (chance.happens(faults.diesOnDay, 'dies', day))
    world.later.push({
      at: instantAt(
        date,
        localTime(chance.pick(['01:00', '06:00', '09:00', '12:00', '19:00'], 'dies at', day)),
        zone,
      ),
      run: async () => {
        const statement = chance.whole(1, 120, 'statement', day)
        host.dieAt(statement, { isAnswered: chance.happens(0.5, 'answered', day) })
      },
    })
  await liveDay(world, { day, date, until, isHourly: true })
  await tick(world, until)
}

/**
 * What the market of a simulation has set: taxes with cents to round, for some services by authority; commissions that
 * come to something among few people and can be spent; and invoices whose customers lose patience soon.
 */
function settingsOf(chance: Chance) {
  return {
    salesTaxBasisPoints: 881,
    salesTaxByService: drawTaxRates(chance, -1),
    customerCommissionBasisPoints: 2_000,
    commissionWithdrawalMinimumCents: 50,
    invoicePauseDays: 5,
  }
}

async function setUp(db: Db, chance: Chance, now: Instant): Promise<void> {
  const at = toTimestamp(now)
  await db
    .insertInto('setting')
    .values(
      Object.entries(settingsOf(chance)).map(([key, value]) => ({
        key,
        value: toJson(value),
        in_force_from: at,
        created_at: at,
      })),
    )
    .execute()
}

/** Ids that count up instead of random ones: what is ordered by id is ordered alike in every run of a seed. */
async function numberIds(db: Db, seed: number): Promise<void> {
  await sql`create sequence seeded_id`.execute(db)
  await sql
    .raw(`create function seeded_uuid() returns uuid language sql volatile security definer
      as $$ select overlay(overlay(md5('${Math.trunc(seed)}:' || nextval('seeded_id')) placing '4' from 13) placing '8' from 17)::uuid $$`)
    .execute(db)
  await sql`
    do $$ declare place record; begin
      for place in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default = 'gen_random_uuid()'
      loop
        execute format('alter table %I alter column %I set default seeded_uuid()', place.table_name, place.column_name);
      end loop;
    end $$
  `.execute(db)
}
