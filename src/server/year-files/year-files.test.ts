/** A year as a table: written in the background, once, whole, for its owner alone, and gone after its days. */
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, type TestApp, TEST_START } from '#testing/app.ts'
import { buildShare } from '#testing/build-share.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'

async function open() {
  const test = await createTestApp()
  onTestFinished(() => test.close())
  const customer = await buildCustomer(test.app)
  return { test, customer, client: await signedIn(test, customer) }
}

/** So many payments of three lines each, in the weeks of 2025 and one before and after. */
async function fillPayments({ app }: TestApp, customerId: string, count: number): Promise<void> {
  await sql`
    with paid as (
      insert into payment (customer_id, state, period_start, period_end, subtotal_cents, total_cents, created_at)
      select ${customerId}::uuid, 'paid', '2025-01-06'::date + n * 7, '2025-01-12'::date + n * 7,
        300, 300, now()
      from generate_series(0, ${count - 1}::integer) as n
      returning id
    )
    insert into payment_line (payment_id, kind, description, amount_cents)
    select paid.id, 'visit', 'Line ' || n, 100 from paid, generate_series(1, 3) as n
  `.execute(app.db)
}

const ask = { body: { year: 2025 } }
const fetched = { query: { year: 2025 } }

test('it is there when the background has written it, and not before', async () => {
  const { test, client } = await open()
  expect((await client.call('POST /api/write-payments-csv', ask)).body).toEqual({ isReady: false })
  expect((await client.call('GET /api/payments-csv', fetched)).status).toBe(404)
  expect((await client.call('POST /api/write-payments-csv', ask)).body).toEqual({ isReady: false })
  await test.work()
  expect((await client.call('POST /api/write-payments-csv', ask)).body).toEqual({ isReady: true })
  const file = await client.call('GET /api/payments-csv', fetched)
  expect(file.headers['content-disposition']).toBe('attachment; filename="crew-payments-2025.csv"')
  expect((await client.call('GET /api/payments-csv', { query: { year: 2024 } })).status).toBe(404)
})

test('however many ask at once, it is written once', async () => {
  const { test, customer, client } = await open()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.call('POST /api/write-payments-csv', ask)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await test.app.db
    .selectFrom('data_export')
    .where('user_id', '=', customer.userId)
    .select('id')
    .execute()
  expect(rows).toHaveLength(1)
})

test('every line of every payment is in it, in the order of the weeks', async () => {
  const { test, customer, client } = await open()
  await fillPayments(test, customer.userId, 50)
  await client.call('POST /api/write-payments-csv', ask)
  await test.work()
  const [, ...rows] = (await client.call('GET /api/payments-csv', fetched)).text.trim().split('\r\n')
  expect(rows).toHaveLength(150)
  const weeks = rows.map((row) => row.split(',')[1]!)
  expect(weeks).toEqual(weeks.toSorted())
  expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(50)
})

test('every earning of a crew is in it once, however many were earned in the same moment', async () => {
  const { test } = await open()
  const crew = await buildCrew(test.app)
  const client = await signedIn(test, crew)
  await sql`
    insert into earning (crew_id, kind, amount_cents, earned_at, available_at)
    select ${crew.userId}::uuid, 'adjustment', n, '2025-06-01T12:00:00Z'::timestamptz + (n / 700) * interval '1 microsecond', now()
    from generate_series(1, 2300) as n
  `.execute(test.app.db)
  await client.call('POST /api/write-earnings-csv', ask)
  await test.work()
  const [, ...rows] = (await client.call('GET /api/earnings-csv', fetched)).text.trim().split('\r\n')
  const amounts = rows.map((row) => Math.round(Number(row.split(',')[4]) * 100))
  expect(amounts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2_300 }, (_, index) => index + 1))
})

test('asked again later it is written anew, with what has come since', async () => {
  const { test, customer, client } = await open()
  await client.call('POST /api/write-payments-csv', ask)
  await test.work()
  await fillPayments(test, customer.userId, 1)
  test.clock.set(instant(TEST_START + 2 * MINUTE_MS))
  expect((await client.call('POST /api/write-payments-csv', ask)).body).toEqual({ isReady: false })
  await test.work()
  expect((await client.call('GET /api/payments-csv', fetched)).text.trim().split('\r\n')).toHaveLength(4)
  const kept = await test.app.db
    .selectFrom('data_export')
    .where('user_id', '=', customer.userId)
    .select('id')
    .execute()
  expect(kept).toHaveLength(1)
})

test('who pays for every place of an owner has the owner’s year', async () => {
  const { test, customer } = await open()
  await fillPayments(test, customer.userId, 2)
  const helper = await buildCustomer(test.app)
  const shareId = await buildShare(test.app, {
    ownerId: customer.userId,
    helperId: helper.userId,
    role: 'pay',
    isWhole: true,
  })
  const client = await signedIn(test, helper)
  await client.call('POST /api/use-account', { body: { shareId } })
  expect((await client.call('POST /api/write-payments-csv', ask)).body).toEqual({ isReady: false })
  await test.work()
  expect((await client.call('POST /api/write-payments-csv', ask)).body).toEqual({ isReady: true })
  const file = await client.call('GET /api/payments-csv', fetched)
  expect(file.text.trim().split('\r\n')).toHaveLength(7)
})

test('it is another’s for nobody, and after its days for nobody at all', async () => {
  const { test, customer, client } = await open()
  await client.call('POST /api/write-payments-csv', ask)
  await test.work()
  const other = await signedIn(test, await buildCustomer(test.app))
  expect((await other.call('GET /api/payments-csv', fetched)).status).toBe(404)
  const crew = await signedIn(test, await buildCrew(test.app))
  expect((await crew.call('POST /api/write-payments-csv', ask)).status).toBe(403)
  const wrong = await client.call('POST /api/write-payments-csv', { body: { year: 1 } })
  expect(wrong.status).toBe(400)
  // What is known of somebody is a file of its own.
  expect((await client.call('GET /api/data-exports')).body).toEqual([])
  test.clock.set(instant(TEST_START + 40 * DAY_MS))
  expect((await (await signedIn(test, customer)).call('GET /api/payments-csv', fetched)).status).toBe(404)
})
