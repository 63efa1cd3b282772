import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { toJson, toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator } from '#testing/build.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#testing/cast.ts'
import { testDatabase } from '#testing/database.ts'
import * as demoCity from '../../sim/demo-city.ts'
import { resetDemoCity, seedDemoCity, seedDemoCityOnce } from './demo.ts'

/** A whole city takes a minute; who waits for whom is the same with four people. */
vi.mock('../../sim/demo-city.ts', async (original) => ({
  ...(await original<typeof demoCity>()),
  buildDemoCity: async (app: App) => {
    for (const { type, email, name } of DEMO_SIGN_INS) await BUILD[type](app, { email, name })
  },
}))

let demo: TestApp & { app: { ownerConnection: PoolConfig } }
const noProgress = () => {}
const BUILD = { Customer: buildCustomer, Crew: buildCrew, Operator: buildOperator }

beforeAll(async () => {
  const opened = await createTestApp()
  const { connection: ownerConnection } = await testDatabase()
  demo = { ...opened, app: { ...opened.app, ownerConnection } }
})
afterAll(() => demo.close())

test('a database with people of its own is neither seeded nor emptied', async () => {
  await buildCustomer(demo.app)
  await seedDemoCityOnce(demo.app, noProgress)
  expect(await countPeople()).toBe(1)
  await expect(seedDemoCity(demo.app, 7, noProgress)).rejects.toThrow('--reset')
  await expect(resetDemoCity(demo.app)).rejects.toThrow('holds no demo city')
  expect(await countPeople()).toBe(1)
})

test('the sign-ins of a demo city work again at every start, and one crew is frozen ten days ahead', async () => {
  for (const { type, email, name } of DEMO_SIGN_INS)
    await BUILD[type](demo.app, { email, name, passwordHash: 'changed by a visitor' })
  await markReady()
  demo.clock.advance(30 * DAY_MS)
  await seedDemoCityOnce(demo.app, noProgress)
  for (const { email, type } of DEMO_SIGN_INS) {
    const client = demo.client()
    const { status, body } = await client.call('POST /api/sign-in', {
      body: { email, password: DEMO_PASSWORD },
    })
    expect([status, body.type]).toEqual([200, type])
  }
  const frozen = await demo.app.db
    .selectFrom('users')
    .where('frozen_until', 'is not', null)
    .select(['email', 'frozen_until', 'frozen_notes'])
    .execute()
  expect(frozen).toMatchObject([
    {
      email: 'frozen@demo.test',
      frozen_until: demo.clock.now() + 10 * DAY_MS,
      frozen_notes: expect.any(String),
    },
  ])
})

test('a demo city can be taken away, with its prices, and leaves the catalogue', async () => {
  const before = await demo.app.db.selectFrom('price').where('scope', '=', 'default').select('id').execute()
  await leaveTraces()
  await resetDemoCity(demo.app)
  // What is left is what a migrated database has, whatever the next city brings.
  expect(await filledTables()).toEqual(FILLED_BY_MIGRATIONS)
  expect(await countPeople()).toBe(0)
  const after = await demo.app.db.selectFrom('price').select('id').execute()
  expect(after.length).toBe(before.length)
  expect(await demo.app.db.selectFrom('installation').selectAll().execute()).toEqual([])
})

test('security 8: of two servers that start on one empty database one builds the city, and both go on', async () => {
  const builds = vi.spyOn(demoCity, 'buildDemoCity')
  const { appConnection } = await testDatabase()
  const { host, port, database, user, password } = appConnection
  const at = new URL('postgres://localhost')
  at.pathname = `/${database}`
  for (const [name, value] of Object.entries({ host, port, user, password }))
    if (value !== undefined) at.searchParams.set(name, String(value))
  const app = {
    ...demo.app,
    config: { ...demo.app.config, databaseUrl: appConnection.connectionString ?? at.href },
  }
  const seeding = Array.from({ length: 2 }, () => seedDemoCityOnce(app, noProgress))
  expect(await Promise.allSettled(seeding)).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'fulfilled', value: undefined },
  ])
  expect(builds).toHaveBeenCalledTimes(1)
  expect(await countPeople()).toBe(DEMO_SIGN_INS.length)
})

const FILLED_BY_MIGRATIONS = [
  'holiday_rule',
  'holiday_rule_set',
  'house_text',
  'live_horizon',
  'market',
  'price',
  'service',
]

/** Rows of a city that refer to nobody in it. */
async function leaveTraces(): Promise<void> {
  const { db } = demo.app
  const at = toTimestamp(demo.clock.now())
  const line = { id: 'txn_1', kind: 'charge', amount_cents: cents(500), fee_cents: cents(0), at } as const
  await db.insertInto('provider_movement').values(line).execute()
  const market = await db.selectFrom('market').select('id').executeTakeFirstOrThrow()
  const numbers = { market_id: market.id, series: 'invoice', year: 2026, last: 3 } as const
  await db.insertInto('paper_number').values(numbers).execute()
}

async function filledTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%' and
      (xpath('/row/c/text()', query_to_xml(format('select exists (select from %I) as c', relname), false, true, '')))[1]::text = 'true'
    order by 1
  `.execute(demo.app.db)
  return rows.map(({ name }) => name)
}

async function countPeople(): Promise<number> {
  return (await demo.app.db.selectFrom('users').select('id').execute()).length
}

async function markReady(): Promise<void> {
  await demo.app.db
    .insertInto('installation')
    .values({
      key: 'demo_city',
      value: toJson({ seed: 7, state: 'ready' }),
      updated_at: toTimestamp(demo.clock.now()),
    })
    .execute()
}
