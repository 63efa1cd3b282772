import { describe, expect, it, vi } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  chargesOf,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { buildOrder, holdsOf } from '#testing/build-order.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { runSlice } from './run-slice.ts'
import { startRun } from './start-run.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
/** After the night's run. */
const TUESDAY = parseInstant('2026-03-10T15:00:00Z')

describe('the books at night', () => {
  it('are compared whole at first and each week, and else only what is new', async () => {
    const { test, operator } = await openPaid()
    const kinds = []
    for (let day = 0; day < 9; day++) {
      await test.jumpTo(instant(TUESDAY + day * DAY_MS))
      kinds.push((await runsOf(operator))[0]!.kind)
    }
    // The first night, before Monday, was complete.
    expect(kinds).toEqual([...Array(6).fill('nightly'), 'complete', 'nightly', 'nightly'])
    const runs = await runsOf(operator)
    expect(runs.every(({ state, differenceCount }) => state === 'finished' && differenceCount === 0)).toBe(
      true,
    )
    const [nightly, , whole] = runs
    expect(nightly!.comparedCount).toBeLessThan(whole!.comparedCount)
    const { checks } = (await operator.call('GET /api/reconcile-run', { query: { id: whole!.id } })).body
    expect(checks.find(({ check }) => check === 'payments')).toMatchObject({
      count: 1,
      amountCents: 2_000,
      differenceCount: 0,
    })
    expect(checks.find(({ check }) => check === 'charges at the provider')).toMatchObject({ count: 1 })
    await test.close()
  })

  it('alarm the operators once of a difference, lead to both sides of it, and say when it is gone', async () => {
    const { test, operator, paymentId } = await openPaid()
    await test.jumpTo(TUESDAY)
    await test.jumpTo(instant(TUESDAY + DAY_MS))
    await postMany(test, 250)
    await test.jumpTo(instant(TUESDAY + DAY_MS + HOUR_MS))
    await runNow(test, operator)
    await sayTotal(test, 2_100)
    for (let day = 2; day <= 4; day++) await test.jumpTo(instant(TUESDAY + day * DAY_MS))
    // An old payment that nothing happened to is found by the week's complete run.
    expect(await alarmsOf(operator)).toEqual([])
    for (let day = 7; day <= 10; day++) await test.jumpTo(instant(TUESDAY + day * DAY_MS))
    const found = await differencesOf(operator, 'open')
    const payment = found.find(({ check }) => check === 'payments')!
    expect(payment).toMatchObject({
      subject: paymentId,
      oursCents: 2_100,
      theirsCents: 2_000,
      amountCents: 100,
    })
    const alarms = await alarmsOf(operator)
    expect(alarms.filter(({ url }) => url.endsWith(payment.id))).toHaveLength(1)
    expect(alarms).toHaveLength(found.length)
    const { body } = await operator.call('GET /api/reconcile-difference', { query: { id: payment.id } })
    expect(body).toMatchObject({
      paymentId,
      rows: expect.arrayContaining([expect.objectContaining({ kind: 'charge', amountCents: 2_000 })]),
      journals: expect.arrayContaining([expect.objectContaining({ kind: 'payment_succeeded' })]),
      movements: [{ kind: 'charge', amountCents: 2_000 }],
    })
    const explain = { body: { differenceId: payment.id, note: 'Changed by hand in a test' } }
    expect((await operator.call('POST /api/explain-difference', explain)).status).toBe(200)
    await test.jumpTo(instant(TUESDAY + 11 * DAY_MS))
    expect(await differencesOf(operator, 'explained')).toMatchObject([{ note: 'Changed by hand in a test' }])
    const explainedAndNot = async () => {
      const { checks } = await reconcile(test.app)
      const { explained = [], differences } = checks.find(({ name }) => name === 'payments')!
      return [explained.length, differences.length]
    }
    expect(await explainedAndNot()).toEqual([1, 0])
    await sayTotal(test, 2_300)
    expect(await explainedAndNot()).toEqual([0, 1])
    await test.jumpTo(instant(TUESDAY + 12 * DAY_MS))
    expect((await alarmsOf(operator)).filter(({ url }) => url.endsWith(payment.id))).toHaveLength(2)
    await sayTotal(test, 2_000)
    await test.jumpTo(instant(TUESDAY + 13 * DAY_MS))
    expect(await differencesOf(operator, 'open')).toEqual([])
    expect((await operator.call('POST /api/explain-difference', explain)).failure.code).toBe('wrong_state')
    const audit = (await operator.call('GET /api/audit-log', { query: {} })).body.entries
    expect(audit.filter(({ action }) => action === 'explain_difference')).toHaveLength(1)
    await test.close()
  })

  it('find the same night what the provider moved and we know nothing of', async () => {
    const { test, operator, paymentId } = await openPaid()
    await test.jumpTo(TUESDAY)
    await strayCharge(test, paymentId)
    await test.jumpTo(instant(TUESDAY + DAY_MS))
    expect((await runsOf(operator))[0]!.kind).toBe('nightly')
    expect(await differencesOf(operator, 'open')).toMatchObject([
      { check: 'movements at the provider', oursCents: null, theirsCents: 777, amountCents: 777 },
    ])
    await test.close()
  })

  it('go on where a dead process left them, and count nothing twice', async () => {
    const { test, operator } = await openPaid()
    await test.jumpTo(TUESDAY)
    const now = test.clock.now()
    const started = await test.app.db
      .transaction()
      .execute((trx) => startRun(trx, { kind: 'complete', requestedBy: null, now }))
    const { runId } = started
    // Each slice by two workers at once, and then once more by one that died before it could say so.
    for (let slice = 0; slice < 4; slice++) {
      await Promise.all([runSlice(test.app, runId, slice), runSlice(test.app, runId, slice)])
      await runSlice(test.app, runId, slice)
    }
    const running = await test.app.db
      .selectFrom('reconcile_run')
      .where('id', '=', runId)
      .select(['state', 'slices'])
      .executeTakeFirstOrThrow()
    expect(running).toEqual({ state: 'running', slices: 4 })
    await test.app.db.deleteFrom('task').where('kind', '=', 'reconcile_slice').execute()
    await test.jumpTo(instant(TUESDAY + DAY_MS))
    const runs = await runsOf(operator)
    expect(runs.every(({ state }) => state === 'finished')).toBe(true)
    const countsOf = async (id: (typeof runs)[number]['id']) =>
      (await operator.call('GET /api/reconcile-run', { query: { id } })).body.checks
    const whole = runs.filter(({ kind }) => kind === 'complete')
    expect(whole.map(({ id }) => id)).toEqual([runId, runs.at(-1)!.id])
    expect(await countsOf(runId)).toEqual(await countsOf(runs.at(-1)!.id))
    await test.close()
  })

  it('go through holds page by page, on either side', async () => {
    const { test, operator } = await openPaid()
    const { orderId } = await buildOrder(test)
    await test.jumpTo(instant(test.clock.now() + HOUR_MS))
    await runNow(test, operator)
    expect(await differencesOf(operator, 'open')).toEqual([])
    const [hold] = await holdsOf(test, orderId)
    await test.app.db.updateTable('card_hold').set({ provider_intent_id: 'pi_invented' }).execute()
    await runNow(test, operator)
    const found = await differencesOf(operator, 'open')
    expect(found.map(({ subject, oursCents, theirsCents }) => [subject, oursCents, theirsCents])).toEqual(
      expect.arrayContaining([
        [hold!.id, 11_400, null],
        [hold!.provider_intent_id, null, 11_400],
      ]),
    )
    await test.close()
  })

  it('go on in the provider’s list of holds where a dead process left it', async () => {
    const { test } = await openPaid()
    await test.jumpTo(TUESDAY)
    const asked: number[] = []
    const listed = vi.spyOn(test.bank, 'listHolds').mockImplementation(async function* (since) {
      asked.push(since)
      for (let page = since + 1; page <= 50; page++) yield { holds: [], until: instant(page) }
    })
    const now = test.clock.now()
    const { runId } = await test.app.db
      .transaction()
      .execute((trx) => startRun(trx, { kind: 'complete', requestedBy: null, now }))
    for (let slice = 0; asked.length < 2; slice++) await runSlice(test.app, runId, slice)
    await test.app.db.deleteFrom('task').where('kind', '=', 'reconcile_slice').execute()
    await test.jumpTo(instant(TUESDAY + DAY_MS))
    expect(asked).toEqual([0, 20, 40])
    listed.mockRestore()
    await test.close()
  })

  it('show an operator the differences of its market and of none', async () => {
    const { test, paymentId } = await openPaid()
    await test.app.db
      .insertInto('market')
      .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { userId } = await buildOperator(test.app)
    await test.app.db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', userId).execute()
    const stranger = await signedIn(test, { userId })
    await sayTotal(test, 2_100)
    await strayCharge(test, paymentId)
    await runNow(test, stranger)
    const [run] = await runsOf(stranger)
    const { checks } = (await stranger.call('GET /api/reconcile-run', { query: { id: run!.id } })).body
    expect(checks.find(({ check }) => check === 'payments')?.count ?? 0).toBe(0)
    const seen = await differencesOf(stranger, 'open')
    expect(seen.map(({ check }) => check)).not.toContain('payments')
    expect(seen.map(({ check }) => check)).toContain('movements at the provider')
    const own = await test.app.db
      .selectFrom('reconcile_difference')
      .where('check_name', '=', 'payments')
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await stranger.call('GET /api/reconcile-difference', { query: own })).status).toBe(404)
    const explain = { body: { differenceId: own.id, note: 'Not mine' } }
    expect((await stranger.call('POST /api/explain-difference', explain)).status).toBe(404)
    await test.close()
  })

  it('are nobody’s but operators’', async () => {
    const test = await openMoneyTest(THURSDAY)
    const customer = await signedIn(test, await buildCustomer(test.app))
    for (const client of [customer, test.client()]) {
      const status = client === customer ? 403 : 401
      expect((await client.call('GET /api/reconcile-runs')).status).toBe(status)
      expect((await client.call('GET /api/reconcile-differences')).status).toBe(status)
      expect((await client.call('POST /api/run-reconcile', { body: {} })).status).toBe(status)
    }
    await test.close()
  })
})

/** $20 billed and paid on Monday. */
async function openPaid() {
  const test = await openMoneyTest(THURSDAY)
  await test.app.db.updateTable('users').set({ lat: 10, lng: 10 }).where('type', '=', 'Crew').execute()
  const customer = await buildCustomer(test.app)
  const client = await signedIn(test, customer)
  await saveTestCard(client)
  await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-05') })
  await test.jumpTo(MONDAY_RUN)
  const paymentId = (await client.call('GET /api/payments')).body.payments[0]!.id
  const operator = await signedIn(test, await buildOperator(test.app))
  return { test, operator, paymentId }
}

/** Journals of others: what is older than they is not new any more. */
async function postMany({ app, clock }: MoneyTest, count: number) {
  const { userId } = await buildCustomer(app)
  await app.db.transaction().execute((trx) =>
    postJournals(
      trx,
      Array.from({ length: count }, (_, number) => ({
        key: `test:${userId}:${number}`,
        kind: 'standby' as const,
        at: clock.now(),
        subjectId: null,
        postings: [
          { accountKind: 'coupon_expense' as const, ownerId: null, amountCents: cents(1) },
          { accountKind: 'platform_revenue' as const, ownerId: null, amountCents: cents(-1) },
        ],
      })),
    ),
  )
}

function sayTotal({ app }: MoneyTest, total: number) {
  return app.db
    .updateTable('payment')
    .set({ subtotal_cents: cents(total), total_cents: cents(total) })
    .where('state', '=', 'paid')
    .execute()
}

async function strayCharge(test: MoneyTest, paymentId: Parameters<typeof chargesOf>[1]) {
  const [charge] = await chargesOf(test, paymentId)
  const { intentId } = await test.bank.createCharge({
    key: `stray ${paymentId}`,
    customerId: charge!.provider_customer_id,
    methodId: charge!.provider_method_id,
    amountCents: cents(777),
    currency: 'usd',
    reference: 'stray',
    attempt: 0,
  })
  await test.bank.confirmCharge({ key: `stray ${intentId}`, intentId, isOffSession: true })
}

async function runNow(test: MoneyTest, operator: Client) {
  expect((await operator.call('POST /api/run-reconcile', { body: {} })).status).toBe(200)
  await test.work()
  const stuck = await test.app.db
    .selectFrom('task')
    .where('kind', '=', 'reconcile_slice')
    .select('last_error')
    .execute()
  expect(stuck).toEqual([])
}

async function runsOf(operator: Client) {
  return (await operator.call('GET /api/reconcile-runs')).body.runs
}

async function differencesOf(operator: Client, state: 'open' | 'explained' | 'gone') {
  return (await operator.call('GET /api/reconcile-differences', { query: { state } })).body.differences
}

async function alarmsOf(operator: Client) {
  const { body } = await operator.call('POST /api/get-notices', { body: { limit: 100 } })
  return body.notices.filter(({ url }) => url.startsWith('/operator/reconcile'))
}
