import { beforeAll, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  instant,
  type LocalDate,
  localDate,
  parseInstant,
} from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { type BuiltJob, buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

/** The week in which clocks go forward, on Sunday 2026-03-08. */
const testApp = await createTestApp({ start: parseInstant('2026-03-02T16:00:00Z') })
const { app } = testApp
const FIRST = localDate('2026-03-02')
const DAYS = Array.from({ length: 9 }, (_, index) => addDays(FIRST, index))
const NIGHT = parseInstant('2026-03-11T06:45:00Z')

type Built = {
  readonly id: VisitId
  readonly date: LocalDate
  readonly state: 'scheduled' | 'completed' | 'missed' | 'skipped'
  readonly price: number
  readonly pay: number
  readonly minutes: number
  readonly isLate: boolean
  readonly hasCrew: boolean
}
let operator: Client
let marketId: string
let crewId: UserId
let job: BuiltJob
const built: Built[] = []

/** The same week each time: a small generator stands in for chance. */
function* chance(): Generator<number> {
  for (let seed = 7; ; seed = (seed * 48_271) % 2_147_483_647) yield seed / 2_147_483_647
}

beforeAll(async () => {
  const person = await buildOperator(app)
  marketId = person.scope.marketId
  operator = await signedIn(testApp, person)
  crewId = (await buildCrew(app)).userId
  job = await buildWeeklyJob(app, { customerId: (await buildCustomer(app)).userId })
  const next = chance()
  const roll = (sides: number) => Math.floor(next.next().value! * sides)
  for (const date of DAYS) built.push(await buildOne(date, roll))
  for (const date of DAYS) {
    const other = await buildWeeklyJob(app, { customerId: (await buildCustomer(app)).userId })
    built.push(await buildOne(date, roll, other))
  }
})

async function buildOne(date: LocalDate, roll: (sides: number) => number, of = job): Promise<Built> {
  const state = (['completed', 'completed', 'scheduled', 'missed', 'skipped'] as const)[roll(5)]!
  const isDone = state === 'completed'
  const hasCrew = isDone || roll(2) === 0
  const id = await buildVisit(app, of, { date, state: 'scheduled', ...(hasCrew ? { crewId } : {}) })
  const [price, minutes, isLate] = [1_000 + roll(5_000), 5 + roll(50), roll(3) === 0]
  const pay = Math.round(price * 0.7)
  const { ends_at: endsAt } = await app.db
    .selectFrom('visit')
    .where('id', '=', id)
    .select('ends_at')
    .executeTakeFirstOrThrow()
  const at = instant(endsAt + (isLate ? 60_000 : -60_000))
  await app.db
    .updateTable('visit')
    .set({
      state,
      ...(isDone
        ? {
            price_cents: cents(price),
            crew_pay_cents: cents(pay),
            completed_at: toTimestamp(at),
            started_at: toTimestamp(instant(at - minutes * 60_000)),
          }
        : {}),
    })
    .where('id', '=', id)
    .execute()
  return { id, date, state, price, pay, minutes, isLate, hasCrew }
}

async function sumUp(): Promise<void> {
  await enqueue(app.db, 'record_days', { marketId, at: NIGHT }, { now: app.ports.clock.now() })
  await testApp.work()
}

const ask = async (from: string, to: string, serviceKey?: string) =>
  (await operator.call('GET /api/numbers', { query: { from, to, ...(serviceKey ? { serviceKey } : {}) } }))
    .body

function expected(rows: readonly Built[]) {
  const due = rows.filter(({ state }) => state !== 'skipped')
  const done = due.filter(({ state }) => state === 'completed')
  const sum = (of: (row: Built) => number) => done.reduce((total, row) => total + of(row), 0)
  return {
    visits: due.length,
    completed: done.length,
    missed: due.filter(({ state }) => state === 'missed').length,
    revenueCents: sum(({ price }) => price),
    crewPayCents: sum(({ pay }) => pay),
    crewMinutes: sum(({ minutes }) => minutes),
    fillRate:
      due.length === 0
        ? null
        : Math.round((due.filter(({ hasCrew }) => hasCrew).length * 10_000) / due.length),
    onTimeRate:
      done.length === 0
        ? null
        : Math.round((done.filter(({ isLate }) => !isLate).length * 10_000) / done.length),
  }
}

test('before the first night there are no sums, and the page says so', async () => {
  expect(await ask(FIRST, addDays(FIRST, 6))).toMatchObject({ summedUntil: null, days: [] })
})

describe('summed up', () => {
  beforeAll(sumUp)

  test('each day, that on which clocks change too, has what its rows add up to', async () => {
    const { days, summedUntil } = await ask(DAYS[0]!, DAYS.at(-1)!)
    expect(summedUntil).toBe('2026-03-10')
    expect(days.map(({ date }) => date)).toEqual(DAYS)
    for (const day of days)
      expect(day, day.date).toMatchObject(expected(built.filter(({ date }) => date === day.date)))
  })

  test('any period has the sums of its days, beside the period before it', async () => {
    for (const [from, to] of [
      [0, 8],
      [2, 5],
      [6, 6],
    ] as const) {
      const period = await ask(DAYS[from]!, DAYS[to]!)
      const within = (first: string, last: string) =>
        built.filter(({ date }) => date >= first && date <= last)
      expect(period.now).toMatchObject(expected(within(DAYS[from]!, DAYS[to]!)))
      expect(period.before).toMatchObject(expected(within(period.beforeFrom, period.beforeTo)))
    }
  })

  test('again changes nothing, and takes in what changed since', async () => {
    const before = await ask(DAYS[0]!, DAYS.at(-1)!)
    await sumUp()
    expect(await ask(DAYS[0]!, DAYS.at(-1)!)).toEqual(before)
    const done = built.find(({ state }) => state === 'completed')!
    await app.db
      .updateTable('visit')
      .set({ price_cents: cents(99_900) })
      .where('id', '=', done.id)
      .execute()
    await sumUp()
    const after = await ask(DAYS[0]!, DAYS.at(-1)!)
    expect(after.now.revenueCents - before.now.revenueCents).toBe(99_900 - done.price)
  })

  test('each customer is new once, on its first day', async () => {
    const { rows } = { rows: await app.db.selectFrom('customer_span').selectAll().execute() }
    expect((await ask(DAYS[0]!, DAYS.at(-1)!)).now.newCustomers).toBe(rows.length)
    expect((await ask(DAYS[0]!, DAYS.at(-1)!)).now.lostCustomers).toBe(0)
  })

  test('the file has a line for each day and service', async () => {
    const query = { from: DAYS[0]!, to: DAYS[0]! }
    const { text } = await operator.call('GET /api/numbers-csv', { query })
    expect(text.split('\r\n')[0]).toContain('date,service,visits')
    expect(text).toContain(`${DAYS[0]},${job.serviceKey},`)
  })

  test('an operator of another city sees none of it', async () => {
    await app.db
      .insertInto('market')
      .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
      .execute()
    const person = await buildOperator(app)
    await app.db
      .updateTable('users')
      .set({ market_id: 'elsewhere' })
      .where('id', '=', person.userId)
      .execute()
    const stranger = await signedIn(testApp, person)
    const query = { from: DAYS[0]!, to: DAYS.at(-1)! }
    expect((await stranger.call('GET /api/numbers', { query })).body).toMatchObject({
      now: { visits: 0, revenueCents: 0 },
      days: [],
    })
    const rows = await stranger.call('GET /api/number-rows', { query: { ...query, set: 'visits' } })
    expect(rows.body.rows).toEqual([])
    expect((await stranger.call('GET /api/numbers-csv', { query })).text).not.toContain(job.serviceKey)
  })

  test('cities stand side by side as far as the operator sees their money', async () => {
    await app.db
      .insertInto('market')
      .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
      .execute()
    const own = await app.db
      .selectFrom('daily_number')
      .where('market_id', '=', marketId)
      .selectAll()
      .execute()
    await app.db
      .insertInto('daily_number')
      .values(own.map((row) => ({ ...row, market_id: 'boise', missed: 3 * row.missed })))
      .execute()
    const query = { from: DAYS[2]!, to: DAYS[5]! }
    const person = await buildOperator(app)
    const viewer = await signedIn(testApp, person)
    const see = async () => (await viewer.call('GET /api/numbers-by-city', { query })).body
    const here = await ask(query.from, query.to)
    const { cities, beforeFrom } = await see()
    expect(beforeFrom).toBe(here.beforeFrom)
    expect(cities.map(({ name }) => name)).toEqual(cities.map(({ name }) => name).toSorted())
    const boise = cities.find(({ marketId: id }) => id === 'boise')!
    const desk = cities.find(({ isCurrent }) => isCurrent)!
    expect(desk).toMatchObject({ marketId, now: here.now, before: here.before })
    expect(boise.now).toEqual({ ...here.now, missed: 3 * here.now.missed })
    expect(here.now.missed).toBeGreaterThan(0)
    const { text } = await viewer.call('GET /api/numbers-by-city-csv', { query })
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 2 * cities.length)
    expect(text).toContain(`Boise,${query.from},${query.to},${(boise.now.revenueCents / 100).toFixed(2)},`)

    await app.db.updateTable('users').set({ staff_role: null }).where('id', '=', person.userId).execute()
    const roles = [
      { user_id: person.userId, market_id: marketId, role: 'finance' as const },
      { user_id: person.userId, market_id: 'boise', role: 'dispatcher' as const },
    ]
    await app.db.insertInto('operator_market').values(roles).execute()
    expect((await see()).cities.map(({ marketId: id }) => id)).toEqual([marketId])
    await app.db
      .updateTable('operator_market')
      .set({ role: 'reader' })
      .where('user_id', '=', person.userId)
      .where('market_id', '=', 'boise')
      .execute()
    expect((await see()).cities.map(({ marketId: id }) => id)).toEqual(['boise', marketId])
  })

  test('a period that is none is refused, and nobody else reads any', async () => {
    const query = { from: DAYS[3]!, to: DAYS[1]! }
    expect((await operator.call('GET /api/numbers', { query })).status).toBe(400)
    const crew = await signedIn(testApp, await buildCrew(app))
    expect((await crew.call('GET /api/numbers', { query })).status).toBe(403)
  })
})

test('a long past is summed up in slices', async () => {
  const day = addDays(dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE), -70)
  await buildVisit(app, job, { date: day })
  await app.db.deleteFrom('daily_number').execute()
  await sumUp()
  const { days } = await ask(day, DAYS.at(-1)!)
  expect(days).toHaveLength(79)
  expect(days[0]).toMatchObject({ date: day, visits: 1 })
})
