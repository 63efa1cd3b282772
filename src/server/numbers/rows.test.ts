import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, HOUR_MS, type Instant, instant, localDate, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { type BuiltJob, buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

/** Five weeks; clocks go forward on Sunday 2026-03-08. */
const testApp = await createTestApp({ start: parseInstant('2026-03-12T16:00:00Z') })
const { app } = testApp
const FIRST = localDate('2026-02-05')
const DAYS = 35
const FEBRUARY = localDate('2026-02-01')
const NIGHT = parseInstant('2026-03-12T06:45:00Z')
const SERVICES = ['bins', 'lawn'] as const

const SETS = [
  'visits',
  'completed',
  'filled',
  'late',
  'missed',
  'refunds',
  'commissions',
  'newCustomers',
  'lostCustomers',
] as const
type Set = (typeof SETS)[number]

let operator: Client
let marketId: string
let crewId: UserId
const customers: UserId[] = []
const jobs: BuiltJob[] = []

/** The same weeks each time: a small generator stands in for chance. */
let seed = 11
function roll(sides: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return Math.floor((seed / 2_147_483_647) * sides)
}
const someTime = (): Instant => instant(parseInstant('2026-02-05T07:00:00Z') + roll(DAYS * 24) * HOUR_MS)

beforeAll(async () => {
  const person = await buildOperator(app)
  marketId = person.scope.marketId
  operator = await signedIn(testApp, person)
  crewId = (await buildCrew(app)).userId
  for (let index = 0; index < 12; index++) {
    const customerId = (await buildCustomer(app)).userId
    customers.push(customerId)
    jobs.push(await buildWeeklyJob(app, { customerId, serviceKey: SERVICES[index % 2]! }))
  }
  const dates = new Map(jobs.map((job) => [job, new Set<string>()]))
  for (let index = 0; index < 150; index++) {
    const job = jobs[roll(jobs.length)]!
    // Half of them are served in the first week only, and are lost four weeks later.
    const date = addDays(FIRST, roll(jobs.indexOf(job) < 6 ? 7 : DAYS))
    if (dates.get(job)!.has(date)) continue
    dates.get(job)!.add(date)
    await buildOne(job, date)
  }
  for (let index = 0; index < 70; index++) await refundOne(customers[roll(12)]!)
  await enqueue(app.db, 'record_days', { marketId, at: NIGHT }, { now: app.ports.clock.now() })
  await testApp.work()
})

async function buildOne(job: BuiltJob, date: ReturnType<typeof localDate>): Promise<void> {
  const state = (['completed', 'completed', 'scheduled', 'missed', 'skipped'] as const)[roll(5)]!
  const isDone = state === 'completed'
  const id = await buildVisit(app, job, { date, ...(isDone || roll(2) === 0 ? { crewId } : {}) })
  const price = 1_000 + roll(5_000)
  const { ends_at: endsAt } = await app.db
    .selectFrom('visit')
    .where('id', '=', id)
    .select('ends_at')
    .executeTakeFirstOrThrow()
  const at = instant(endsAt + (roll(3) - 1) * 60_000)
  const done = {
    price_cents: cents(price),
    crew_pay_cents: cents(Math.round(price * 0.7)),
    completed_at: toTimestamp(at),
    started_at: roll(6) === 0 ? null : toTimestamp(instant(at - roll(50) * 61_000)),
  }
  await app.db
    .updateTable('visit')
    .set({ state, ...(isDone ? done : {}) })
    .where('id', '=', id)
    .execute()
}

/** A payment with a refund of a part of it, of which one in five was undone, and a commission on it. */
async function refundOne(customerId: UserId): Promise<void> {
  const at = someTime()
  const amount = cents(500 + roll(3_000))
  const payment = await app.db
    .insertInto('payment')
    .values({
      customer_id: customerId,
      kind: 'on_demand',
      period_start: FIRST,
      period_end: FIRST,
      state: 'paid',
      subtotal_cents: cents(9_000),
      total_cents: cents(9_000),
      created_at: toTimestamp(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refund = await app.db
    .insertInto('refund')
    .values({
      payment_id: payment.id,
      amount_cents: amount,
      reason: 'A gate was left open',
      state: 'pending',
      created_at: toTimestamp(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const none = { tax_cents: cents(0), clawing_cents: cents(0), crew_cents: cents(0) }
  await app.db
    .insertInto('refund_part')
    .values({
      ...none,
      kind: 'fee',
      refund_id: refund.id,
      payment_id: payment.id,
      amount_cents: amount,
      created_at: toTimestamp(at),
      undone_at: roll(5) === 0 ? toTimestamp(at) : null,
    })
    .execute()
  await app.db
    .insertInto('commission')
    .values({
      sponsor_id: customers[roll(12)]!,
      brought_id: customerId,
      kind: 'customer',
      payment_id: payment.id,
      amount_cents: cents(200 + roll(500)),
      reversed_cents: cents(roll(200)),
      earned_at: toTimestamp(someTime()),
      available_at: toTimestamp(at),
    })
    .execute()
}

type Asked = { from: string; to: string; serviceKey?: string }

async function rowsOf(set: Set, asked: Asked) {
  const rows = []
  for (let cursor: string | undefined; ; ) {
    const { body } = await operator.call('GET /api/number-rows', {
      query: { ...asked, set, ...(cursor === undefined ? {} : { cursor }) },
    })
    rows.push(...body.rows)
    if (body.nextCursor === null) return rows
    cursor = body.nextCursor
  }
}

const period = fc
  .record({
    start: fc.integer({ min: 0, max: DAYS - 1 }),
    length: fc.integer({ min: 0, max: DAYS + 5 }),
    serviceKey: fc.option(fc.constantFrom(...SERVICES), { nil: undefined }),
  })
  .map(
    ({ start, length, serviceKey }): Asked => ({
      from: addDays(FIRST, start),
      to: addDays(FIRST, start + length),
      ...(serviceKey === undefined ? {} : { serviceKey }),
    }),
  )

test('the rows of any period add up to each of its numbers', async () => {
  await fc.assert(
    fc.asyncProperty(period, async (asked) => {
      const { now } = (await operator.call('GET /api/numbers', { query: asked })).body
      const rows = Object.fromEntries(
        await Promise.all(SETS.map(async (set) => [set, await rowsOf(set, asked)] as const)),
      )
      const count = (set: Set) => rows[set]!.length
      const sum = (set: Set, of: 'amountCents' | 'crewPayCents' | 'crewMinutes') =>
        rows[set]!.reduce((total, row) => total + (row[of] ?? 0), 0)
      const share = (part: number, whole: number) =>
        whole === 0 ? null : Math.round((part * 10_000) / whole)
      expect({
        visits: count('visits'),
        completed: count('completed'),
        missed: count('missed'),
        fillRate: share(count('filled'), count('visits')),
        onTimeRate: share(count('completed') - count('late'), count('completed')),
        revenueCents: sum('completed', 'amountCents'),
        crewPayCents: sum('completed', 'crewPayCents'),
        crewMinutes: sum('completed', 'crewMinutes'),
        refundCents: sum('refunds', 'amountCents'),
        sponsorCents: sum('commissions', 'amountCents'),
        newCustomers: count('newCustomers'),
        lostCustomers: count('lostCustomers'),
      }).toEqual(Object.fromEntries(Object.keys(SUMMED).map((key) => [key, now[key as keyof typeof now]])))
      for (const of of Object.values(rows)) expect(new Set(of.map(({ id }) => id)).size).toBe(of.length)
    }),
    { numRuns: 15 },
  )
})

const SUMMED = {
  visits: 0,
  completed: 0,
  missed: 0,
  fillRate: 0,
  onTimeRate: 0,
  revenueCents: 0,
  crewPayCents: 0,
  crewMinutes: 0,
  refundCents: 0,
  sponsorCents: 0,
  newCustomers: 0,
  lostCustomers: 0,
}

const WHOLE = { from: FIRST, to: addDays(FIRST, DAYS) }

test('cohorts begin with who was new in their month, and earn together what the month did', async () => {
  const { cohorts } = (await operator.call('GET /api/cohorts')).body
  expect(cohorts.map(({ joined }) => joined)).toContain('2026-02-01')
  const months = [
    { month: '2026-02-01', from: '2026-02-01', to: '2026-02-28' },
    { month: '2026-03-01', from: '2026-03-01', to: '2026-03-31' },
  ]
  for (const { month, from, to } of months) {
    const { now } = (await operator.call('GET /api/numbers', { query: { from, to } })).body
    const began = cohorts.find(({ joined }) => joined === month)
    expect(began?.customers ?? 0, month).toBe(now.newCustomers)
    expect(began?.months[0]?.customers ?? 0, month).toBe(now.newCustomers)
    const earned = cohorts.flatMap((cohort) => cohort.months.filter((each) => each.month === month))
    expect(
      earned.reduce((total, { revenueCents }) => total + revenueCents, 0),
      month,
    ).toBe(now.revenueCents)
  }
  const { text } = await operator.call('GET /api/cohorts-csv')
  const lines = cohorts.reduce((total, cohort) => total + cohort.months.length, 1)
  expect(text.trimEnd().split('\r\n')).toHaveLength(lines)
})

test('the rows of each month of a cohort are its customers, who earned what it says', async () => {
  const { cohorts } = (await operator.call('GET /api/cohorts')).body
  for (const { joined, months } of cohorts)
    for (const { month, customers: count, revenueCents } of months) {
      const { rows } = (await operator.call('GET /api/cohort-rows', { query: { joined, month } })).body
      expect(rows, `${joined} ${month}`).toHaveLength(count)
      expect(rows.reduce((total, row) => total + row.revenueCents, 0)).toBe(revenueCents)
      for (const row of rows) expect(row.firstOn.slice(0, 7)).toBe(joined.slice(0, 7))
    }
  const asked = { joined: '2026-02-01', month: '2026-03-01' }
  const { rows } = (await operator.call('GET /api/cohort-rows', { query: asked })).body
  const { text, headers } = await operator.call('GET /api/cohort-rows-csv', { query: asked })
  expect(String(headers['content-disposition'])).toContain('crew-cohort-2026-02-in-2026-03.csv')
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).toBe('customer,first_visit,visits,revenue,person_id')
  expect(rows.length).toBeGreaterThan(0)
  expect(lines).toEqual(
    rows.map((row) =>
      [row.personName, row.firstOn, row.visits, (row.revenueCents / 100).toFixed(2), row.personId].join(','),
    ),
  )
  const query = { joined: '2026-02-03', month: '2026-02-01' }
  expect((await operator.call('GET /api/cohort-rows-csv', { query })).status).toBe(400)
  expect((await operator.call('GET /api/cohort-rows', { query })).status).toBe(400)
})

test('every kind of row is there, by day, more of them than a page', async () => {
  for (const set of SETS) {
    const rows = await rowsOf(set, WHOLE)
    expect(rows.length, set).toBeGreaterThan(0)
    const days = rows.map(({ date }) => date)
    expect(days, set).toEqual(days.toSorted())
  }
  expect((await rowsOf('visits', WHOLE)).length).toBeGreaterThan(50)
  expect((await rowsOf('refunds', WHOLE)).length).toBeGreaterThan(50)
})

test('a row names what it leads to', async () => {
  const [visit] = await rowsOf('completed', WHOLE)
  expect(visit).toMatchObject({ visitId: visit!.id, paymentId: null, crewId, nameEn: expect.any(String) })
  const [refund] = await rowsOf('refunds', WHOLE)
  const { body } = await operator.call('GET /api/operator-payment', {
    query: { id: refund!.paymentId! },
  })
  expect(body.customer.id).toBe(refund!.personId)
  const [lost] = await rowsOf('lostCustomers', WHOLE)
  expect(customers).toContain(lost!.personId)
})

test('what happened since the last night is no row of a number yet', async () => {
  await buildVisit(app, jobs[0]!, { date: addDays(FIRST, DAYS) })
  const rows = await rowsOf('visits', WHOLE)
  expect(rows.at(-1)!.date < addDays(FIRST, DAYS)).toBe(true)
})

test('the file of them has a line for each row, and what a spreadsheet would run is shown', async () => {
  await app.db.updateTable('users').set({ name: '=cmd()' }).where('id', '=', customers[0]!).execute()
  const query = { ...WHOLE, set: 'visits' as const }
  const { text, headers } = await operator.call('GET /api/number-rows-csv', { query })
  const rows = await rowsOf('visits', WHOLE)
  expect(text.trimEnd().split('\r\n')).toHaveLength(rows.length + 1)
  expect(text).toContain(",'=cmd(),")
  expect(headers['content-disposition']).toContain(`crew-visits-${WHOLE.from}-${WHOLE.to}.csv`)
})

test('a mark that is none of ours is refused, and so is a set that does not exist', async () => {
  for (const set of ['visits', 'refunds', 'newCustomers'] as const) {
    const query = { ...WHOLE, set, cursor: Buffer.from('["x","y"]').toString('base64url') }
    const refused = await operator.call('GET /api/number-rows', { query })
    expect(refused.status, set).toBe(400)
  }
  const odd = await operator.call('GET /api/number-rows', { query: { ...WHOLE, set: 'all' as never } })
  expect(odd.status).toBe(400)
})

test('cohorts that were never summed up are, the next night, from the first day', async () => {
  const before = (await operator.call('GET /api/cohorts')).body
  await app.db.deleteFrom('cohort_month').execute()
  const at = instant(NIGHT + 90 * 24 * HOUR_MS)
  await enqueue(app.db, 'record_days', { marketId, at }, { now: app.ports.clock.now() })
  await testApp.work()
  const sums = await app.db.selectFrom('cohort_month').where('joined', '=', FEBRUARY).selectAll().execute()
  const [cohort] = before.cohorts
  for (const { month, customers: count } of cohort!.months)
    expect(sums.find((row) => row.month === month)?.customers ?? 0, month).toBe(count)
})
