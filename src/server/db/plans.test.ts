/**
 * What the database really does after years: every statement that people's hot calls and the batches of the night send
 * is explained over a hundred thousand visits and what hangs on them. Nothing reads much of a large table to find a
 * little; what is meant to is named with its reason, as long as it does. What only reads is run once besides: nothing
 * sorts or joins so much that it goes to the disk.
 */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { sealJournals } from '#server/ledger/seal-queries.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { schedules } from '#server/workers/register-tasks.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { asOwner, testDatabase } from '#testing/database.ts'
import { around } from '#testing/fill-around.ts'
import { fillGrowth } from '#testing/fill-growth.ts'
import { hotCalls } from '#testing/hot-calls.ts'
import { meet } from '#testing/meet.ts'
import {
  explain,
  largerThan,
  readingsOf,
  recordStatements,
  type Statement,
  spilledBy,
  type Ways,
} from '#testing/plans.ts'

/** Most of it fills the tables. */
const BUSY_MS = 400_000
const VISITS = 100_000
const VISITS_OF_CUSTOMER = 25
/** More than a batch has, a page or a crew's year. */
const MANY_ROWS = 3_000

type Meant = { readonly by: RegExp; readonly tables: readonly string[]; readonly why: string }

/** Who may read much, of what. */
const MEANT: readonly Meant[] = [
  {
    by: /^mark_missed$/,
    tables: ['visit'],
    why: 'By an index of open visits; the planner takes state and end for independent and expects more than there are.',
  },
  {
    by: /^record_days$/,
    tables: ['visit'],
    why: 'Cohorts sum up again the months that the night looks back on, whole: by the day, whatever was before.',
  },
]

const recorder = await recording()
const statements: Statement[] = []

/** Joins by hashing read small tables whole because it is cheap there: of the largest this is never so. */
const ASKED = [
  ['as it is, of the largest tables', 'any', 50_000],
  ['where there is no other way, of all that grow', 'seeking', MANY_ROWS],
  ['as it is once it is prepared, of the largest tables', 'prepared', 50_000],
] as const satisfies readonly (readonly [string, Ways, number])[]

type Reading = { readonly ways: Ways; readonly statement: Statement; readonly reading: string }

/** All that read much, meant or not. */
const found: Reading[] = []

beforeAll(async () => {
  const today = dateAt(TEST_START, DEFAULT_TIME_ZONE)
  await asOwner(
    async (db) => {
      await fillGrowth(db, { visits: VISITS, visitsOfCustomer: VISITS_OF_CUSTOMER, today, also: around })
      // Years went by: all but the last hour is sealed.
      while ((await db.transaction().execute((trx) => sealJournals(trx))) > 0);
      await sql`analyze`.execute(db)
    },
    { statementTimeoutMs: 0 },
  )
  const testApp = await createTestApp()
  const met = await meet(testApp.app)
  const clients = {
    customer: await signedIn(testApp, { userId: met.customerId }),
    crew: await signedIn(testApp, { userId: met.crewId }),
    operator: await signedIn(testApp, await buildOperator(testApp.app)),
  }
  recorder.takeNew('')
  for (const { key, ask } of hotCalls(clients, met, today)) {
    const { status, text } = await ask()
    expect(status, `${key}: ${text}`).toBe(200)
    statements.push(...recorder.takeNew(key))
  }
  await testApp.work()
  statements.push(...recorder.takeNew('what was asked for'))
  await workThrough(testApp)
  for (const [, ways, count] of ASKED) found.push(...(await readMuch(ways, count)))
}, BUSY_MS)

async function recording() {
  const { pool } = await testDatabase()
  return { pool, ...recordStatements(pool) }
}

/** What comes round by itself, once. Reconciling reads all books on purpose, in slices; these do not agree. */
async function workThrough(testApp: TestApp): Promise<void> {
  for (const { kind } of schedules) {
    if (kind === 'reconcile') continue
    await enqueue(testApp.app.db, kind, { marketId: 'denver', at: TEST_START }, { now: TEST_START })
    await testApp.work()
    statements.push(...recorder.takeNew(kind))
  }
  const failed = await testApp.app.db
    .selectFrom('task')
    .where('last_error', 'is not', null)
    .select(['kind', 'last_error'])
    .execute()
  expect(failed).toEqual([])
}

test('what was asked is a good part of what can be asked', () => {
  expect(statements.length).toBeGreaterThan(400)
})

test.each(ASKED)('nothing reads much to find a little: %s', (_, ways) => {
  const unmeant = found.filter(
    (each) => each.ways === ways && !MEANT.some((meant) => meant.tables.some(excuses(meant, each))),
  )
  expect(
    unmeant.map(({ statement, reading }) => `${statement.by}: ${reading}\n${statement.text.slice(0, 600)}`),
  ).toEqual([])
})

test('an excuse that no plan needs any more is taken away', () => {
  const idle = MEANT.flatMap((meant) =>
    meant.tables
      .filter((table) => !found.some((each) => excuses(meant, each)(table)))
      .map((table) => `${table} of ${meant.by}: ${meant.why}`),
  )
  expect(idle).toEqual([])
})

test(
  'nothing that only reads goes to the disk for it',
  async () => {
    const spilled: string[] = []
    let runCount = 0
    for (const statement of statements) {
      const blocks = await spilledBy(recorder.pool, statement)
      if (blocks === null) continue
      runCount += 1
      if (blocks > 0) spilled.push(`${statement.by}: ${blocks} blocks\n${statement.text.slice(0, 600)}`)
    }
    expect(spilled).toEqual([])
    expect(runCount).toBeGreaterThan(250)
  },
  BUSY_MS,
)

test('what goes to the disk is seen, and what writes is not run', async () => {
  const sorted = { text: 'select id from visit order by md5(id::text)', values: [], by: '' }
  expect(await spilledBy(recorder.pool, sorted)).toBeGreaterThan(0)
  const write = { text: 'delete from visit where id = gen_random_uuid()', values: [], by: '' }
  expect(await spilledBy(recorder.pool, write)).toBeNull()
})

async function readMuch(ways: Ways, count: number): Promise<Reading[]> {
  const large = await largerThan(recorder.pool, count)
  const readings: Reading[] = []
  for (const statement of statements) {
    const plan = await explain(recorder.pool, statement, ways)
    for (const reading of readingsOf(plan, { large, atMost: MANY_ROWS }))
      readings.push({ ways, statement, reading })
  }
  return readings
}

function excuses({ by }: Meant, { statement, reading }: Reading): (table: string) => boolean {
  return (table) => by.test(statement.by) && table === reading.split(':')[0]
}
