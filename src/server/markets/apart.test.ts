/** Nothing that a market's people and its nights ask looks at another market, so that each could have a database of its own. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import { sealJournals } from '#server/ledger/seal-queries.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { schedules } from '#server/workers/register-tasks.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { asOwner, testDatabase } from '#testing/database.ts'
import { around } from '#testing/fill-around.ts'
import { fillGrowth } from '#testing/fill-growth.ts'
import { hotCalls } from '#testing/hot-calls.ts'
import { meet } from '#testing/meet.ts'
import { compareAlone } from '#testing/one-market.ts'
import { recordStatements, type Statement } from '#testing/plans.ts'

const BUSY_MS = 240_000
/** Four times as many customers and crews as there are markets, so that each visit lies in one. */
const [VISITS, VISITS_OF_CUSTOMER] = [4_000, 50]

const statements: Statement[] = []
const recorder = recordStatements((await testDatabase()).pool)

beforeAll(async () => {
  const today = dateAt(TEST_START, DEFAULT_TIME_ZONE)
  await asOwner(
    async (db) => {
      await fillGrowth(db, { visits: VISITS, visitsOfCustomer: VISITS_OF_CUSTOMER, today, also: around })
      // The fill pays each crew for five visits in a row, whosever they were.
      await sql`delete from earning using visit, users customer, users crew
        where visit.id = earning.visit_id and customer.id = visit.customer_id and crew.id = earning.crew_id
          and crew.market_id <> customer.market_id`.execute(db)
      await sql`delete from earning using payout where payout.id = earning.payout_id and payout.crew_id <> earning.crew_id`.execute(
        db,
      )
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
    await ask()
    statements.push(...recorder.takeNew(key))
  }
  await testApp.work()
  statements.push(...recorder.takeNew('what was asked for'))
  for (const { kind } of schedules) {
    if (kind === 'reconcile') continue
    await enqueue(testApp.app.db, kind, { marketId: 'denver', at: TEST_START }, { now: TEST_START })
    await testApp.work()
    statements.push(...recorder.takeNew(kind))
  }
}, BUSY_MS)

type Meant = { readonly by: RegExp; readonly text: RegExp; readonly why: string }

/** What looks at more than one market, on purpose. A market in a house of its own is the only one that these see. */
const MEANT: readonly Meant[] = [
  {
    by: /^GET \/api\/(operator-board|staff|markets|numbers-by-city|ledger-balances)$/,
    text: /\bfrom "?(market|users|daily_number)\b/,
    why: 'Operators of several cities choose among them and compare them: what they may see is asked by their roles.',
  },
  {
    by: /^GET \/api\/commissions$/,
    text: /\bcommission\b/,
    why: 'Who brings somebody need not live in the same city: a sponsor is paid for both.',
  },
  {
    by: /^GET \/api\/operator-schedule$/,
    text: /holiday_rule_set_id/,
    why: 'A calendar of holidays is kept for every city that uses it, and says how many places follow it.',
  },
  { by: /^GET \/api\/system-health$/, text: /pg_database_size/, why: 'The size of the database itself.' },
  {
    by: /^what was asked for$/,
    text: /^select "id", "time_zone" from "market"$/,
    why: 'What comes round is begun in each city, one at a time.',
  },
  {
    by: /^settle_fees$/,
    text: /"charge_attempt"/,
    why: 'The provider is asked about whatever it has not answered, whosever it is.',
  },
]

test('what was asked is a good part of what can be asked', () => {
  expect(statements.length).toBeGreaterThan(400)
})

test(
  'no query looks at another market, but for those that are named',
  async () => {
    const { differences, removedCount } = await compareAlone('denver', statements)
    // Three quarters of everything.
    expect(removedCount).toBeGreaterThan(50_000)
    const isMeant = ({ by, text }: Statement) =>
      MEANT.some((meant) => meant.by.test(by) && meant.text.test(text))
    const unmeant = differences.filter((difference) => !isMeant(difference))
    expect(
      unmeant.map(({ by, text, among, alone }) => `${by}: ${text.slice(0, 300)}\n${firstOf(among, alone)}`),
    ).toEqual([])
    // A reason that excuses nothing any more is taken away.
    const idle = MEANT.filter(
      (meant) => !differences.some(({ by, text }) => meant.by.test(by) && meant.text.test(text)),
    )
    expect(idle.map(({ why }) => why)).toEqual([])
  },
  BUSY_MS,
)

test(
  'a query that does is seen',
  async () => {
    const crews = `select name from users where type = 'Crew' order by name`
    const own = `select name from users where type = 'Crew' and market_id = $1`
    const { differences } = await compareAlone('denver', [
      { text: crews, values: [], by: 'all' },
      { text: own, values: ['denver'], by: 'own' },
      { text: 'update visit set quantity = 2 where quantity = 1', values: [], by: 'all' },
    ])
    expect(differences.map(({ text }) => text)).toEqual([
      crews,
      'update visit set quantity = 2 where quantity = 1',
    ])
  },
  BUSY_MS,
)

/** The first lines that only one of two answers has. */
function firstOf(among: string, alone: string): string {
  const there = new Set(alone.split('\n'))
  return among
    .split('\n')
    .filter((line) => !there.has(line))
    .slice(0, 2)
    .join('\n')
    .slice(0, 400)
}
