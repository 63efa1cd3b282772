/**
 * What the database really does after years: every statement that people's hot calls and the batches of the night send
 * is explained over a hundred thousand visits and what hangs on them. Nothing reads much of a large table to find a
 * little; what is meant to is named with its reason.
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
  recordStatements,
  largerThan,
  readingsOf,
  type Statement,
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
    by: /^forget_|^prune_live_events$/,
    tables: ['notice', 'offer', 'outbox_message', 'sign_in', 'live_event'],
    why: 'Two thousand rows a time are as many as reading a table of this size costs; they are found by an index of their age.',
  },
  {
    by: /^mark_missed$/,
    tables: ['visit'],
    why: 'By an index of open visits; the planner takes state and end for independent and expects more than there are.',
  },
  {
    by: /tax-forms/,
    tables: ['earning', 'payout', 'sort of many rows'],
    why: 'A year of all crews is its answer.',
  },
  { by: /sales-tax-report/, tables: ['sales_tax_entry'], why: 'A month of a market is its answer.' },
  {
    by: /^record_days$/,
    tables: ['visit'],
    why: 'Cohorts sum up again the months that the night looks back on, whole: by the day, whatever was before.',
  },
  {
    by: /get-job-routes/,
    tables: ['property'],
    why: 'The nearest 8,000 jobs, by an index of where they are.',
  },
]

const recorder = await recording()
const statements: Statement[] = []

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

test.each([
  // Joins by hashing read small tables whole because it is cheap there: of the largest this is never so.
  ['as it is, of the largest tables', 'any', 50_000],
  ['where there is no other way, of all that grow', 'seeking', MANY_ROWS],
  ['as it is once it is prepared, of the largest tables', 'prepared', 50_000],
] as const satisfies readonly (readonly [string, Ways, number])[])(
  'nothing reads much to find a little: %s',
  async (_, ways, count) => {
    const large = await largerThan(recorder.pool, count)
    const wrong: string[] = []
    for (const statement of statements) {
      const plan = await explain(recorder.pool, statement, ways)
      const readings = readingsOf(plan, { large, atMost: MANY_ROWS })
      const unmeant = readings.filter((reading) => !isMeant(statement.by, reading))
      if (unmeant.length > 0)
        wrong.push(`${statement.by}: ${unmeant.join(', ')}\n${statement.text.slice(0, 600)}`)
    }
    expect(wrong).toEqual([])
  },
  BUSY_MS,
)

function isMeant(by: string, reading: string): boolean {
  return MEANT.some((meant) => meant.by.test(by) && meant.tables.includes(reading.split(':')[0]!))
}
