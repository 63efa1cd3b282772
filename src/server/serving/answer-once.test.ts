import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Client as Connection } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LatLng } from '#domain/geo.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { createGazetteer } from '#server/ports/places/embedded.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { testDatabase } from '#testing/database.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const NORTH_SIDE = { lat: 39.78, lng: -104.99 }
const PLACE = { name: 'Home', address: '1 Bannock St, Denver', lat: 39.7392, lng: -104.9903 }

/** The link to the database breaks at one statement: before the server receives it, or after it did it. */
type Break = { statementsLeft: number; readonly moment: 'before' | 'after' }
let planned: Break | null = null
let statements = 0

function breakable(connection: Connection): void {
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  const cut = () => (connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  const watched = (...args: unknown[]) => {
    // The look of every test into the log is no statement of the call.
    if (String(args[0]).startsWith('select "id" from "audit_entry"')) return query(...args)
    statements += 1
    const isNow = planned !== null && --planned.statementsLeft === 0
    if (!isNow) return query(...args)
    const { moment } = planned!
    planned = null
    if (moment === 'before') cut()
    const answer = query(...args)
    if (moment === 'before' || !(answer instanceof Promise)) return answer
    return answer.then((done: unknown) => {
      cut()
      throw new Error(`Connection terminated after ${String(done).length}`)
    })
  }
  connection.query = watched as typeof connection.query
}

let money: MoneyTest
beforeAll(async () => {
  const { pool } = await testDatabase()
  pool.on('connect', (connection) => breakable(connection as Connection))
  money = await openMoneyTest(THURSDAY)
})
beforeEach(() => {
  planned = null
})
afterAll(() => money.close())

/** Sends it until it is answered, as an app on a bad line does. */
async function untilAnswered(send: () => Promise<{ status: number; text: string }>) {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    if (answer.status < 500 || tries === 5) return { ...answer, tries }
    // Whoever made the call is gone.
    money.clock.advance(7_000)
  }
}

/** Breaks the line at each statement of a call in turn; `effects` counts what the calls under one key did. */
async function breakEverywhere(
  send: (key: string) => Promise<{ status: number; text: string }>,
  effects: (key: string) => Promise<number>,
) {
  const whole = randomUUID()
  const from = statements
  expect(await send(whole)).toMatchObject({ status: 200 })
  const count = statements - from
  expect([count > 5, await effects(whole)]).toEqual([true, 1])
  const seen = { broken: 0, retried: 0 }
  for (const moment of ['before', 'after'] as const)
    for (let statement = 1; statement <= count; statement++) {
      const key = randomUUID()
      planned = { statementsLeft: statement, moment }
      const answer = await untilAnswered(() => send(key))
      if (planned === null) seen.broken += 1
      planned = null
      seen.retried += Math.min(1, answer.tries - 1)
      const again = await send(key)
      expect([moment, statement, answer.status, await effects(key)]).toEqual([moment, statement, 200, 1])
      expect(JSON.parse(again.text)).toEqual(JSON.parse(answer.text))
    }
  expect(seen.broken).toBeGreaterThan(count)
  // For the others the server itself found another line.
  expect(seen.retried).toBeLessThanOrEqual(seen.broken / 8)
}

describe('security 1: the same Idempotency-Key never acts twice', () => {
  test('where the line to the database breaks at any statement of adding a place', async () => {
    const customer = await buildCustomer(money.app)
    const client = await signedIn(money, customer)
    await breakEverywhere(
      (key) =>
        client.call('POST /api/add-property', {
          body: { ...PLACE, name: key },
          headers: { 'idempotency-key': key },
        }),
      (key) => countOf(money.app.db.selectFrom('property').where('name', '=', key).select('id').execute()),
    )
  })

  test('where it breaks at any statement of writing a message', async () => {
    const [customer, crew] = [await buildCustomer(money.app), await buildCrew(money.app)]
    const job = await buildWeeklyJob(money.app, { customerId: customer.userId })
    const visit = { crewId: crew.userId, state: 'confirmed', date: localDate('2026-03-06') } as const
    const visitId = await buildVisit(money.app, job, visit)
    const client = await signedIn(money, customer)
    await breakEverywhere(
      (key) => {
        // Nobody may write so much in one hour.
        money.clock.advance(20 * MINUTE_MS)
        return client.call('POST /api/send-message', {
          body: { visitId, text: key },
          headers: { 'idempotency-key': key },
        })
      },
      (key) =>
        countOf(money.app.db.selectFrom('visit_message').where('text', '=', key).select('id').execute()),
    )
  })

  test('where it breaks at any statement of a refund', async () => {
    const { operator, paymentId } = await paid()
    await breakEverywhere(
      (key) =>
        operator.call('POST /api/refund-payment', {
          body: { paymentId, amountCents: 10, reason: key },
          headers: { 'idempotency-key': key },
        }),
      (key) => countOf(money.app.db.selectFrom('refund').where('reason', '=', key).select('id').execute()),
    )
  }, 120_000)

  test('where it breaks at any statement of withdrawing commissions, which then go out once and are all there', async () => {
    const { client, sponsorId } = await sponsoring()
    // Each withdrawal has an amount of its own, which tells it from the others.
    const amounts = new Map<string, number>()
    const amountOf = (key: string) => {
      amounts.set(key, amounts.get(key) ?? 1_000 + amounts.size)
      return amounts.get(key)!
    }
    const withdrawals = () =>
      money.app.db.selectFrom('commission_spending').where('sponsor_id', '=', sponsorId)
    await breakEverywhere(
      (key) =>
        client.call('POST /api/withdraw-commission', {
          body: { amountCents: cents(amountOf(key)), how: 'alone' },
          headers: { 'idempotency-key': key },
        }),
      async (key) => {
        // What is waited for adds up to more than the quarter of an hour for which a password counts.
        const authenticatedAt = toTimestamp(money.clock.now())
        await money.app.db.updateTable('session').set({ authenticated_at: authenticatedAt }).execute()
        return countOf(
          withdrawals()
            .where('amount_cents', '=', cents(amountOf(key)))
            .select('id')
            .execute(),
        )
      },
    )
    await money.work()
    const sent = await money.app.db
      .selectFrom('payout_transfer')
      .innerJoin('payout', 'payout.id', 'payout_transfer.payout_id')
      .where('payout.crew_id', '=', sponsorId)
      .where('payout_transfer.provider_transfer_id', 'is not', null)
      .select('payout_transfer.amount_cents')
      .execute()
    const sum = (values: Iterable<number>) => [...values].reduce((all, each) => all + each, 0)
    expect(sum(sent.map((transfer) => transfer.amount_cents))).toBe(sum(amounts.values()))
    const { checks } = await reconcile(money.app)
    expect(checks.flatMap(({ differences }) => differences)).toEqual([])
  }, 240_000)

  test('when thirty twins are sent at once: one acts and all have its answer', async () => {
    const customer = await buildCustomer(money.app)
    const client = await signedIn(money, customer)
    const send = (name: string) =>
      client.call('POST /api/add-property', {
        body: { ...PLACE, name },
        headers: { 'idempotency-key': 'twins' },
      })
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('Twins')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const places = money.app.db.selectFrom('property').where('customer_id', '=', customer.userId)
    expect(await countOf(places.select('id').execute())).toBe(1)
    expect((await send('Other')).failure.code).toBe('key_reused')
    money.clock.advance(25 * 60 * MINUTE_MS)
    expect((await send('Other')).status).toBe(200)
  })

  test('while whoever acts first is slow, and another takes over beside it', async () => {
    const customer = await buildCustomer(money.app)
    const client = await signedIn(money, customer)
    const { places } = money.app.ports
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    const gazetteer = createGazetteer()
    Object.assign(places, {
      reverse: async (at: LatLng) => {
        asked += 1
        if (asked === 1) await slow
        return gazetteer.reverse(at)
      },
    })
    const send = () =>
      client.call('POST /api/add-property', { body: PLACE, headers: { 'idempotency-key': 'slow' } })
    try {
      const first = send()
      await expect.poll(() => asked).toBe(1)
      money.clock.advance(7_000)
      const second = await send()
      release()
      expect((await first).text).toBe(second.text)
      const own = money.app.db.selectFrom('property').where('customer_id', '=', customer.userId)
      expect(await countOf(own.select('id').execute())).toBe(1)
    } finally {
      Object.assign(places, gazetteer)
    }
  })

  test('but a refusal may be asked again', async () => {
    const { operator, paymentId } = await paid()
    const refund = (amountCents: number): ReturnType<Client['call']> =>
      operator.call('POST /api/refund-payment', {
        body: { paymentId, amountCents, reason: 'Too much' },
        headers: { 'idempotency-key': 'refused' },
      })
    expect((await refund(999_999)).failure.code).toBe('refund_above_paid')
    expect((await refund(100)).status).toBe(200)
  })
})

async function countOf(rows: Promise<readonly unknown[]>): Promise<number> {
  return (await rows).length
}

/** $20 paid by card, and an operator who may refund it. */
async function paid() {
  money = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(money.app)
  const client = await signedIn(money, customer)
  await saveTestCard(client)
  await buildCompletedVisit(money.app, { customerId: customer.userId, date: localDate('2026-03-05') })
  await money.jumpTo(MONDAY_RUN)
  const { body } = await client.call('GET /api/payments')
  const operator = await signedIn(money, await buildOperator(money.app))
  return { operator, paymentId: body.payments[0]!.id }
}

/** A sponsor with a payout account and $2,500 of commissions that are its own. */
async function sponsoring() {
  money = await openMoneyTest(THURSDAY)
  const sponsor = await buildCustomer(money.app)
  const brought = await buildCustomer(money.app, { sponsorId: sponsor.userId })
  await saveTestCard(await signedIn(money, brought))
  const job = await buildWeeklyJob(money.app, { customerId: brought.userId, at: NORTH_SIDE })
  await buildCompletedVisit(money.app, { job, priceCents: 5_000_000, date: localDate('2026-03-05') })
  await money.jumpTo(MONDAY_RUN)
  await money.jumpTo(instant(MONDAY_RUN + 8 * DAY_MS))
  const client = await signedIn(money, sponsor)
  await connectPayoutAccount(client, '000999888777')
  return { client, sponsorId: sponsor.userId }
}
