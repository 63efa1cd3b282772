import { describe, expect, it } from 'vitest'
import { HOUR_MS, type Instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { runDueTasks } from '#server/workers/run-tasks.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  chargesOf,
  mailsTo,
  movementsFor,
  openMoneyTest,
  saveTestCard,
  tokenise,
} from '#testing/build-money.ts'
import { chargePayment } from './charge-payment.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('cards on file', () => {
  it('tells whether there is a card, to whoever asks at start-up', async () => {
    const { test, customer, client } = await open()
    const none = { hasCard: false, card: null, orderCard: null, dueCents: 0 }
    expect((await client.call('POST /api/get-payment-method', { body: {} })).body).toEqual(none)
    const saved = await saveTestCard(client)
    expect(saved.body.card).toEqual({
      kind: 'card',
      brand: 'visa',
      last4: '4242',
      expiresMonth: 12,
      expiresYear: 2030,
      isExpired: false,
    })
    expect((await client.call('POST /api/get-payment-method', { body: {} })).body).toMatchObject({
      hasCard: true,
      card: { last4: '4242' },
    })
    const crew = await signedIn(test, await buildCrew(test.app))
    expect((await crew.call('POST /api/get-payment-method', { body: {} })).body).toEqual(none)
    expect((await test.client().call('POST /api/get-payment-method', { body: {} })).status).toBe(401)
    await test.app.db
      .updateTable('payment_method')
      .set({ expires_year: 2026, expires_month: 2 })
      .where('user_id', '=', customer.userId)
      .execute()
    expect((await client.call('POST /api/get-payment-method', { body: {} })).body.error).toBe(
      'This card has expired. Add another card.',
    )
    await test.close()
  })

  it.each([
    [CARDS.declinesAtSaving, 'card_declined'],
    [CARDS.insufficientFunds, 'card_insufficient_funds'],
    [CARDS.expired, 'card_expired'],
  ])('refuses the card %s with the reason %s and keeps the old one', async (number, code) => {
    const { test, client } = await open()
    await saveTestCard(client)
    const refused = await saveTestCard(client, number)
    expect([refused.status, refused.failure.code]).toEqual([409, code])
    expect((await client.call('POST /api/get-payment-method', { body: {} })).body.card).toMatchObject({
      last4: '4242',
    })
    await test.close()
  })

  it.each([
    [{ number: '4242424242424241' }, 409, 'card_number_wrong', 'number'],
    [{ number: '4111111111111111' }, 409, 'card_not_a_test_card', 'number'],
    [{ number: '4242' }, 400, 'bad_input', 'number'],
    [{ expiresYear: 2025 }, 409, 'card_expired', 'expiresMonth'],
    [{ expiresMonth: 13 }, 400, 'bad_input', 'expiresMonth'],
    [{ cvc: 'abc' }, 400, 'bad_input', 'cvc'],
  ])('says under the field what is wrong with %j', async (change, status, code, field) => {
    const { test, client } = await open()
    const body = { number: CARDS.good, expiresMonth: 12, expiresYear: 2030, cvc: '123', ...change }
    const refused = await client.call('POST /api/demo-bank/tokenise-card', { body })
    expect([refused.status, refused.failure.code]).toEqual([status, code])
    expect(refused.failure.fields?.[field]).toMatch(/\.$/)
    expect(refused.text).not.toContain(body.number)
    await test.close()
  })

  it('takes off a sponsor who has the same card, and shows it to the operator', async () => {
    const { test, customer } = await open()
    const sponsorClient = await signedIn(test, customer)
    await saveTestCard(sponsorClient, CARDS.otherGood)
    const brought = await buildCustomer(test.app, { sponsorId: customer.userId })
    await saveTestCard(await signedIn(test, brought), CARDS.otherGood)
    const { sponsor_id } = await test.app.db
      .selectFrom('users')
      .where('id', '=', brought.userId)
      .select('sponsor_id')
      .executeTakeFirstOrThrow()
    expect(sponsor_id).toBeNull()
    const audit = await test.app.db
      .selectFrom('audit_entry')
      .where('action', '=', 'sponsor_refused')
      .where('subject', '=', brought.userId)
      .selectAll()
      .execute()
    expect(audit).toMatchObject([{ detail: { reasons: ['sponsor_shares_card'] } }])
    await test.close()
  })

  it('is answered once per Idempotency-Key, and other content under the key is refused', async () => {
    const { test, client } = await open()
    const headers = { 'idempotency-key': `save ${crypto.randomUUID()}` }
    const body = { setupToken: await tokenise(client, CARDS.good) }
    const first = await client.call('POST /api/save-card', { body, headers })
    const again = await client.call('POST /api/save-card', { body, headers })
    expect([again.status, again.body]).toEqual([200, first.body])
    const other = await client.call('POST /api/save-card', {
      body: { setupToken: await tokenise(client, CARDS.otherGood) },
      headers,
    })
    expect([other.status, other.failure.code]).toEqual([409, 'key_reused'])
    const unkeyed = await client.call('POST /api/save-card', { body: { setupToken: 'seti_neverissued' } })
    expect([unkeyed.status, unkeyed.failure.code]).toEqual([409, 'card_form_expired'])
    await test.close()
  })

  it('is for customers only', async () => {
    const { test } = await open()
    const crew = await signedIn(test, await buildCrew(test.app))
    expect((await saveTestCard(crew)).status).toBe(403)
    expect((await crew.call('POST /api/pay-now', { body: {} })).status).toBe(403)
    expect((await saveTestCard(test.client())).status).toBe(401)
    await test.close()
  })
})

describe('paying now', () => {
  it('charges once for fifty clicks at the same time, and all get the same answer', async () => {
    const { test, client, paymentId } = await openUnpaid()
    test.bank.faults.breaksLine = ({ operation }) => operation === 'confirmCharge'
    await saveTestCard(client)
    test.bank.faults.breaksLine = () => false
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.call('POST /api/pay-now', { body: {} })),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.state} ${body.dueCents}`))).toEqual(
      new Set(['200 paid 0']),
    )
    expect(await movementsFor(test, paymentId)).toMatchObject([{ kind: 'charge', amountCents: 2_000 }])
    await test.close()
  })

  it('refuses without a card, and has nothing to do where nothing is due', async () => {
    const { test, client } = await openUnpaid()
    const refused = await client.call('POST /api/pay-now', { body: {} })
    expect([refused.status, refused.failure.code]).toEqual([409, 'no_card'])
    const other = await signedIn(test, await buildCustomer(test.app))
    expect((await other.call('POST /api/pay-now', { body: {} })).body).toEqual({
      state: 'nothing_due',
      paidCents: 0,
      dueCents: 0,
      declineCode: null,
      nextAction: null,
    })
    await test.close()
  })

  it('pays what is due when a card is saved', async () => {
    const { test, client, paymentId } = await openUnpaid()
    const saved = await saveTestCard(client)
    expect(saved.body.charge).toEqual({
      state: 'paid',
      paidCents: 2_000,
      dueCents: 0,
      declineCode: null,
      nextAction: null,
    })
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    await test.close()
  })

  it('says why a card was not charged', async () => {
    const { test, client } = await openUnpaid()
    const { body } = await saveTestCard(client, CARDS.declinesAtCharging)
    expect(body.charge).toMatchObject({ state: 'declined', paidCents: 0, dueCents: 2_000 })
    expect(body.charge.declineCode).toBe('card_declined')
    await test.close()
  })
})

describe('a charge whose line breaks (threats M4)', () => {
  it.each(['before', 'after'] as const)(
    'ends in exactly one charge when it breaks %s the call',
    async (moment) => {
      const { test, client, paymentId, customer } = await openUnpaid()
      test.bank.faults.breaksLine = (call) => call.operation === 'confirmCharge' && call.moment === moment
      expect((await saveTestCard(client)).body.charge).toMatchObject({ state: 'processing', dueCents: 2_000 })
      test.bank.faults.breaksLine = () => false
      await test.jumpTo((test.clock.now() + 20 * MINUTE_MS) as Instant)
      expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
      expect(await movementsFor(test, paymentId)).toHaveLength(1)
      expect(await chargesOf(test, paymentId)).toMatchObject([{ number: 1, state: 'succeeded' }])
      const receipts = (await mailsTo(test, customer.email)).filter(({ subject }) =>
        subject.startsWith('Receipt'),
      )
      expect(receipts).toHaveLength(1)
      await test.close()
    },
  )

  it('is asked again after an outage of two days, once, and nothing gave up meanwhile', async () => {
    const { test, client, customer } = await open()
    await saveTestCard(client)
    await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-05') })
    test.bank.faults.breaksLine = ({ operation }) => operation === 'confirmCharge'
    for (let hours = 0; hours <= 48; hours += 6) await test.jumpTo((MONDAY_RUN + hours * HOUR_MS) as Instant)
    const [payment] = (await client.call('GET /api/payments')).body.payments
    expect(payment).toMatchObject({ state: 'charging', nextAttemptAt: null })
    test.bank.faults.breaksLine = () => false
    await test.jumpTo((MONDAY_RUN + 49 * HOUR_MS) as Instant)
    expect((await client.call('GET /api/billing')).body).toMatchObject({ dueCents: 0 })
    expect(await movementsFor(test, payment!.id)).toHaveLength(1)
    const parked = await test.app.db
      .selectFrom('task')
      .where('parked_at', 'is not', null)
      .select('kind')
      .execute()
    expect(parked).toEqual([])
    await test.close()
  })

  it('charges once when the process dies after the answer and before it is written', async () => {
    const { test, client, paymentId } = await openUnpaid()
    test.bank.faults.breaksLine = ({ operation }) => operation === 'confirmCharge'
    await saveTestCard(client)
    test.bank.faults.breaksLine = () => false
    // The answer arrives and is lost: asked directly, outside our books.
    const [attempt] = (await chargesOf(test, paymentId)).filter(({ state }) => state === 'asked')
    await test.bank.confirmCharge({
      key: 'asked directly',
      intentId: attempt!.provider_intent_id!,
      isOffSession: false,
    })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => chargePayment(test.app, paymentId, { isRetry: true })),
    )
    for (const { outcome } of outcomes) expect(outcome).toMatch(/paid|nothing_due/)
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    await test.close()
  })

  it('keeps asking for the card that was on file when the charge began', async () => {
    const { test, client, paymentId } = await openUnpaid()
    test.bank.faults.breaksLine = ({ operation, moment }) =>
      operation === 'confirmCharge' && moment === 'after'
    await saveTestCard(client, CARDS.good)
    await saveTestCard(client, CARDS.otherGood)
    test.bank.faults.breaksLine = () => false
    await test.jumpTo((test.clock.now() + 20 * MINUTE_MS) as Instant)
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      dueCents: 0,
      card: { brand: 'mastercard' },
    })
    await test.close()
  })

  it('charges once when two workers and the customer are at it together', async () => {
    const { test, client, paymentId } = await openUnpaid()
    await test.app.db
      .updateTable('payment')
      .set({ state: 'due', next_attempt_at: null })
      .where('id', '=', paymentId)
      .execute()
    await Promise.all([
      saveTestCard(client),
      runDueTasks(test.app),
      runDueTasks(test.app),
      chargePayment(test.app, paymentId, { isRetry: true }),
      chargePayment(test.app, paymentId, { isRetry: false }),
    ])
    await saveTestCard(client)
    expect((await movementsFor(test, paymentId)).filter(({ kind }) => kind === 'charge')).toHaveLength(1)
    await test.close()
  })
})

async function open() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  return { test, customer, client: await signedIn(test, customer) }
}

/** A customer without a card, billed $20 on Monday and declined once. */
async function openUnpaid() {
  const opened = await open()
  await buildCompletedVisit(opened.test.app, {
    customerId: opened.customer.userId,
    date: localDate('2026-03-05'),
  })
  await opened.test.jumpTo(MONDAY_RUN)
  const { body } = await opened.client.call('GET /api/payments')
  return { ...opened, paymentId: body.payments[0]!.id }
}
