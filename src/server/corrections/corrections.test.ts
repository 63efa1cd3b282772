import { describe, expect, it } from 'vitest'
import { DAY_MS, instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  type MoneyTest,
  movementsFor,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('credit that an operator gives by hand', () => {
  it('is shown before with what it pays, is on the customer’s bill with its reason, and pays what is due', async () => {
    const { test, operator, client, customer, paymentId } = await openDeclined()
    const change = { customerId: customer.userId, kind: 'given' as const, amountCents: 2_500 }
    const preview = await operator.call('POST /api/preview-credit-change', { body: change })
    expect(preview.body).toMatchObject({
      creditBeforeCents: 0,
      creditAfterCents: 2_500,
      pays: [{ paymentId, amountCents: 2_000, leftCents: 0 }],
      mostToGiveCents: 20_000,
    })
    const body = { ...change, reason: 'The gate was left open' }
    expect((await operator.call('POST /api/change-credit', { body })).body).toMatchObject({
      creditCents: 2_500,
    })
    await test.work()
    const billing = (await client.call('GET /api/billing')).body
    expect(billing).toMatchObject({
      dueCents: 0,
      creditCents: 500,
      creditChanges: [{ kind: 'given', amountCents: 2_500, reason: 'The gate was left open' }],
    })
    expect(await movementsFor(test, paymentId)).toEqual([])
    expect(await noticesOf(client)).toContain('You have $25 more credit')
    expect((await operator.call('GET /api/credit-changes')).body.changes).toMatchObject([
      { customerId: customer.userId, amountCents: 2_500, reason: 'The gate was left open' },
    ])
    const audit = (await operator.call('GET /api/audit-log', { query: {} })).body.entries
    expect(audit).toMatchObject([{ action: 'give_credit', subject: customer.userId }])
    expect(await accountOf(operator, 'credit_adjustments')).toBe(2_500)
    await isBalanced(test)
  })

  it.each([
    ['above the limit of one gift', 20_001, 409, 'credit_above_limit'],
    ['nothing', 0, 400, 'bad_input'],
    ['less than nothing', -5, 400, 'bad_input'],
    ['half a cent', 10.5, 400, 'bad_input'],
    ['a number with an exponent', 1e21, 400, 'bad_input'],
  ])('is refused over %s', async (_what, amountCents, status, code) => {
    const { test, operator, customer } = await open()
    const body = { customerId: customer.userId, kind: 'given' as const, amountCents, reason: 'A kindness' }
    const answer = await operator.call('POST /api/change-credit', { body })
    expect([answer.status, answer.failure.code]).toEqual([status, code])
    await test.close()
  })

  it('stays within the limit of the month when ten are given at once', async () => {
    const { test, operator, customer, client } = await open()
    const body = { customerId: customer.userId, kind: 'given' as const, amountCents: 20_000, reason: 'Race' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => operator.call('POST /api/change-credit', { body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await client.call('GET /api/billing')).body.creditCents).toBe(40_000)
    await test.jumpTo(instant(THURSDAY + 31 * DAY_MS))
    const later = await signedIn(test, await buildOperator(test.app))
    expect((await later.call('POST /api/change-credit', { body })).status).toBe(200)
    await isBalanced(test)
  })

  it('planted: is locked, so that what ten take at once was there', async () => {
    const { test, operator, customer, client } = await open()
    const give = { customerId: customer.userId, kind: 'given' as const, amountCents: 1_000, reason: 'Sorry' }
    await operator.call('POST /api/change-credit', { body: give })
    const take = { ...give, kind: 'taken' as const, amountCents: 600, reason: 'Given twice' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => operator.call('POST /api/change-credit', { body: take })),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ failure }) => failure.code)).toEqual(Array(9).fill('credit_not_enough'))
    expect((await client.call('GET /api/billing')).body.creditCents).toBe(400)
    expect(await noticesOf(client)).toContain('$6 of your credit was taken back')
    await isBalanced(test)
  })

  it('needs a reason, a password given just now, and an operator of the customer’s market', async () => {
    const { test, operator, customer, client } = await open()
    const change = { customerId: customer.userId, kind: 'given' as const, amountCents: 500 }
    const body = { ...change, reason: 'Sorry' }
    const silent = await operator.call('POST /api/change-credit', { body: { ...body, reason: ' ' } })
    expect(silent.status).toBe(400)
    expect((await client.call('POST /api/change-credit', { body })).status).toBe(403)
    const stranger = await operatorElsewhere(test)
    expect((await stranger.call('POST /api/change-credit', { body })).status).toBe(404)
    expect((await stranger.call('POST /api/preview-credit-change', { body: change })).status).toBe(404)
    const found = { body: { search: customer.email } }
    expect((await stranger.call('POST /api/find-credit-customers', found)).body.customers).toEqual([])
    expect((await operator.call('POST /api/find-credit-customers', found)).body.customers).toMatchObject([
      { id: customer.userId, creditCents: 0 },
    ])
    test.clock.advance(16 * MINUTE_MS)
    const late = await operator.call('POST /api/change-credit', { body })
    expect([late.status, late.failure.code]).toEqual([403, 'password_needed'])
    await test.close()
  })
})

describe('a payment that is written off', () => {
  it('becomes bad debt, ends dunning, and can never be paid', async () => {
    const { test, operator, client, paymentId } = await openDeclined()
    const preview = await operator.call('POST /api/preview-write-off', { body: { paymentId } })
    expect(preview.body).toMatchObject({
      amountCents: 2_000,
      isServicePaused: false,
      nextAttemptAt: '2026-03-10T12:00:00.000Z',
    })
    const body = { paymentId, reason: 'Moved away', keepsService: true }
    expect((await operator.call('POST /api/write-off-payment', { body })).body.amountCents).toBe(2_000)
    expect((await operator.call('POST /api/write-off-payment', { body })).failure.code).toBe('wrong_state')
    await saveTestCard(client)
    expect((await client.call('POST /api/pay-now', { body: {} })).body).toMatchObject({
      paidCents: 0,
      dueCents: 0,
    })
    for (const day of [1, 3, 7, 10]) await test.jumpTo(instant(MONDAY_RUN + day * DAY_MS))
    expect(await movementsFor(test, paymentId)).toEqual([])
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'written_off' }])
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      dueCents: 0,
      isServicePaused: false,
    })
    expect(await noticesOf(client)).toContain('You no longer owe $20')
    expect(await accountOf(operator, 'bad_debt')).toBe(2_000)
    expect(await accountOf(operator, 'customer_receivable')).toBe(0)
    await isBalanced(test)
  })

  it('stops the service where the operator wants that, until one lets it go on', async () => {
    const { test, operator, client, customer, paymentId } = await openDeclined()
    for (const day of [1, 3, 7]) await test.jumpTo(instant(MONDAY_RUN + day * DAY_MS))
    expect((await client.call('GET /api/billing')).body.isServicePaused).toBe(true)
    const body = { paymentId, reason: 'Will not pay', keepsService: false }
    await operator.call('POST /api/write-off-payment', { body })
    await test.work()
    expect((await client.call('GET /api/billing')).body.isServicePaused).toBe(true)
    const resume = { body: { customerId: customer.userId } }
    expect((await operator.call('POST /api/resume-service', resume)).status).toBe(200)
    await test.work()
    expect((await client.call('GET /api/billing')).body.isServicePaused).toBe(false)
    expect((await operator.call('POST /api/resume-service', resume)).failure.code).toBe('wrong_state')
    await isBalanced(test)
  })

  it('lets the service go on at once where the operator says so', async () => {
    const { test, operator, client, paymentId } = await openDeclined()
    for (const day of [1, 3, 7]) await test.jumpTo(instant(MONDAY_RUN + day * DAY_MS))
    const body = { paymentId, reason: 'A mistake of ours', keepsService: true }
    await operator.call('POST /api/write-off-payment', { body })
    await test.work()
    expect((await client.call('GET /api/billing')).body.isServicePaused).toBe(false)
    await isBalanced(test)
  })

  it('was not paid meanwhile: a charge that is under way keeps it, and one that went through has paid it', async () => {
    const { test, operator, client, paymentId } = await openDeclined()
    test.bank.faults.chargeDelayMs = DAY_MS
    await saveTestCard(client)
    const body = { paymentId, reason: 'Moved away', keepsService: true }
    const early = await operator.call('POST /api/write-off-payment', { body })
    expect([early.status, early.failure.code]).toEqual([409, 'payment_under_way'])
    await test.jumpTo(instant(MONDAY_RUN + 2 * DAY_MS))
    const late = await operator.call('POST /api/write-off-payment', { body })
    expect([late.status, late.failure.code]).toEqual([409, 'wrong_state'])
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'paid' }])
    await isBalanced(test)
  })

  it('is written off once, or paid once, when its customer pays at the same moment', async () => {
    const { test, operator, client, paymentId } = await openDeclined()
    await test.app.db.updateTable('payment').set({ next_attempt_at: null }).execute()
    const body = { paymentId, reason: 'Race', keepsService: true }
    const [, written] = await Promise.all([
      saveTestCard(client),
      operator.call('POST /api/write-off-payment', { body }),
    ])
    await test.work()
    const [payment] = (await client.call('GET /api/payments')).body.payments
    expect(payment!.state).toBe(written.status === 200 ? 'written_off' : 'paid')
    const moved = (await movementsFor(test, paymentId)).length
    expect(moved).toBe(written.status === 200 ? 0 : 1)
    await isBalanced(test)
  })

  it('is nobody else’s: roles and markets', async () => {
    const { test, client, paymentId } = await openDeclined()
    const body = { paymentId, reason: 'Mine', keepsService: true }
    const stranger = await operatorElsewhere(test)
    expect((await stranger.call('POST /api/write-off-payment', { body })).status).toBe(404)
    expect((await stranger.call('POST /api/preview-write-off', { body: { paymentId } })).status).toBe(404)
    expect((await client.call('POST /api/write-off-payment', { body })).status).toBe(403)
    await test.close()
  })
})

async function open() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const client = await signedIn(test, customer)
  const operator = await signedIn(test, await buildOperator(test.app))
  return { test, customer, client, operator }
}

/** A visit of $20 that Monday billed to a card that declined. */
async function openDeclined() {
  const opened = await open()
  const { test, client, customer } = opened
  await saveTestCard(client, CARDS.declinesAtCharging)
  await buildCompletedVisit(test.app, {
    customerId: customer.userId,
    crewId: (await buildCrew(test.app)).userId,
    date: localDate('2026-03-05'),
  })
  await test.jumpTo(MONDAY_RUN)
  const paymentId = (await client.call('GET /api/payments')).body.payments[0]!.id
  return { ...opened, paymentId }
}

async function operatorElsewhere(test: MoneyTest): Promise<Client> {
  await test.app.db
    .insertInto('market')
    .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { userId } = await buildOperator(test.app)
  await test.app.db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', userId).execute()
  return signedIn(test, { userId })
}

async function noticesOf(client: Client): Promise<string[]> {
  const { body } = await client.call('POST /api/get-notices', { body: {} })
  return body.notices.map(({ title }) => title)
}

async function accountOf(operator: Client, kind: string): Promise<number> {
  const { body } = await operator.call('GET /api/ledger-balances')
  return body.accounts.find((account) => account.kind === kind)!.balanceCents
}

async function isBalanced(test: MoneyTest) {
  expect((await reconcile(test.app)).checks.flatMap(({ differences }) => differences)).toEqual([])
  await test.close()
}
