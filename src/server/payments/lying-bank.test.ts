/** A provider that is slow, forgetful and changes its mind: what was found when the money was attacked. */
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { ProviderFailure } from '#server/ports/payments/failure.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  chargesOf,
  type MoneyTest,
  mailsTo,
  movementsFor,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { chargePayment } from './charge-payment.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('money D1: one charge, whatever the provider does', () => {
  it('a charge that is processing for three days is one intent', async () => {
    const { test, client } = await openBilled()
    test.bank.faults.chargeDelayMs = 3 * DAY_MS
    await test.jumpTo(MONDAY_RUN)
    const paymentId = await paymentOf(client)
    for (let hours = 1; hours < 72; hours += 8) await after(test, hours * HOUR_MS)
    expect(await intentsOf(test, paymentId)).toHaveLength(1)
    expect(await chargesOf(test, paymentId)).toMatchObject([{ state: 'asked' }])
    await after(test, 73 * HOUR_MS)
    await after(test, 74 * HOUR_MS)
    expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
    expect(await movementsFor(test, paymentId)).toMatchObject([{ kind: 'charge', amountCents: 2_000 }])
    await isBalanced(test)
  })

  it.each(['createCharge', 'confirmCharge'] as const)(
    'the answer to %s is lost, and the key forgotten, and it is charged once',
    async (operation) => {
      const { test, client } = await openBilled()
      test.bank.faults.breaksLine = (call) => call.operation === operation && call.moment === 'after'
      await test.jumpTo(MONDAY_RUN)
      const paymentId = await paymentOf(client)
      await test.bank.forgetKeys()
      test.bank.faults.breaksLine = () => false
      await after(test, 2 * DAY_MS)
      expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
      const moved = await movementsFor(test, paymentId)
      expect(moved).toMatchObject([{ kind: 'charge', amountCents: 2_000 }])
      await isBalanced(test)
    },
  )

  it.each(['createCharge', 'confirmCharge'] as const)(
    'a broken answer to %s that is kept under its key holds a charge up for hours, not for a day',
    async (operation) => {
      const { test, client } = await openBilled()
      const real = test.bank[operation]
      const kept = new Set<string>()
      Object.assign(test.bank, {
        [operation]: (input: { key: string }) => {
          if (kept.size === 0) kept.add(input.key)
          if (kept.has(input.key)) throw new ProviderFailure('unavailable', 'broken')
          return Reflect.apply(real, test.bank, [input])
        },
      })
      await test.jumpTo(MONDAY_RUN)
      const paymentId = await paymentOf(client)
      await after(test, 2 * HOUR_MS)
      Object.assign(test.bank, { [operation]: real })
      expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
      expect(await movementsFor(test, paymentId)).toHaveLength(1)
      await isBalanced(test)
    },
  )

  it('a card that was declined is asked anew only after the older charge was ended', async () => {
    const { test, client } = await openBilled(CARDS.declinesAtCharging)
    await test.jumpTo(MONDAY_RUN)
    const paymentId = await paymentOf(client)
    const [first] = await chargesOf(test, paymentId)
    await saveTestCard(client)
    expect(await test.bank.readCharge(first!.provider_intent_id!)).toMatchObject({ state: 'canceled' })
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    await isBalanced(test)
  })

  it('what was taken for declined and was paid after all settles the payment, and nothing new is asked', async () => {
    const { test, client } = await openBilled(CARDS.needsHolder)
    await test.jumpTo(MONDAY_RUN)
    const paymentId = await paymentOf(client)
    const asked = await client.call('POST /api/pay-now', { body: {} })
    expect(asked.body.state).toBe('requires_action')
    // Our retries give up on the question; the form in the browser is still open.
    test.bank.faults.breaksLine = ({ operation }) => operation === 'cancelCharge'
    await answer(client, asked.body.nextAction!.clientSecret)
    test.bank.faults.breaksLine = () => false
    await saveTestCard(client)
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
    await isBalanced(test)
  })
})

describe('money D2: an unknown word is never paid', () => {
  it.each(['canceled', 'requires_capture', undefined])('%s', async (state) => {
    const { test, client } = await openBilled()
    const read = test.bank.confirmCharge.bind(test.bank)
    Object.assign(test.bank, {
      confirmCharge: async (input: Parameters<typeof read>[0]) => ({ ...(await read(input)), state }),
    })
    test.bank.faults.chargeDelayMs = DAY_MS
    await test.jumpTo(MONDAY_RUN)
    Object.assign(test.bank, { confirmCharge: read })
    const [payment] = (await client.call('GET /api/payments')).body.payments
    expect(payment!.state).not.toBe('paid')
    expect(await journalsOf(test)).not.toContain('payment_succeeded')
    await test.close()
  })

  it('another amount than was asked is booked by nobody', async () => {
    const { test, client } = await openBilled()
    const read = test.bank.confirmCharge.bind(test.bank)
    Object.assign(test.bank, {
      confirmCharge: async (input: Parameters<typeof read>[0]) => ({
        ...(await read(input)),
        amountCents: cents(2_001),
      }),
    })
    test.clock.set(MONDAY_RUN)
    await test.work()
    const paymentId = await paymentOf(client)
    expect(await journalsOf(test)).not.toContain('payment_succeeded')
    await expect(chargeWrongly(test, paymentId)).rejects.toThrow(ProviderFailure)
    Object.assign(test.bank, { confirmCharge: read })
    await test.close()
  })
})

describe('a bank that asks its customer', () => {
  it('is answered in the browser, and the same charge goes on', async () => {
    const { test, client } = await openBilled(CARDS.needsHolder)
    await test.jumpTo(MONDAY_RUN)
    const paymentId = await paymentOf(client)
    const asked = await client.call('POST /api/pay-now', { body: {} })
    const again = await client.call('POST /api/pay-now', { body: {} })
    expect(asked.body).toMatchObject({ state: 'requires_action', paidCents: 0, dueCents: 2_000 })
    expect(again.body.nextAction).toEqual(asked.body.nextAction)
    await answer(client, asked.body.nextAction!.clientSecret)
    const paid = await client.call('POST /api/pay-now', { body: {} })
    expect(paid.body).toMatchObject({ state: 'paid', paidCents: 2_000, dueCents: 0, nextAction: null })
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    await isBalanced(test)
  })

  it('is a decline where nobody is there, and the customer is asked to come with a sentence of its own', async () => {
    const { test, client, customer } = await openBilled(CARDS.needsHolder)
    await test.jumpTo(MONDAY_RUN)
    const { body } = await client.call('GET /api/billing')
    expect(body.duePayments).toMatchObject([{ state: 'declined', lastDecline: 'authentication_required' }])
    const mails = await mailsTo(test, customer.email)
    expect(mails.map(({ subject }) => subject)).toContain('Confirm a payment with your bank')
    await test.close()
  })

  it('and is left without an answer: our next retry goes on without it', async () => {
    const { test, client } = await openBilled(CARDS.needsHolder)
    await test.jumpTo(MONDAY_RUN)
    const paymentId = await paymentOf(client)
    await client.call('POST /api/pay-now', { body: {} })
    await after(test, 2 * HOUR_MS)
    const [, open] = await chargesOf(test, paymentId)
    expect(open).toMatchObject({ state: 'failed', decline_code: 'authentication_required' })
    expect((await client.call('GET /api/payments')).body.payments[0]!.state).toBe('declined')
    await test.close()
  })

  it('asks about a card that is saved, too; the same token is brought again', async () => {
    const test = await openMoneyTest(THURSDAY)
    const client = await signedIn(test, await buildCustomer(test.app))
    const form = { number: CARDS.asksAtSaving, expiresMonth: 12, expiresYear: 2030, cvc: '123' }
    const { setupToken } = (await client.call('POST /api/demo-bank/tokenise-card', { body: form })).body
    const asked = await client.call('POST /api/save-card', { body: { setupToken } })
    expect(asked.body).toMatchObject({ card: null, charge: { state: 'requires_action' } })
    const { clientSecret } = asked.body.charge.nextAction!
    const question = await client.call('POST /api/demo-bank/get-challenge', { body: { clientSecret } })
    expect(question.body).toMatchObject({ last4: '3155', amountCents: null })
    await answer(client, clientSecret)
    const saved = await client.call('POST /api/save-card', { body: { setupToken } })
    expect(saved.body).toMatchObject({ card: { last4: '3155' }, charge: { state: 'nothing_due' } })
    const unknown = { body: { clientSecret: 'seti_neverissued', isApproved: true } }
    expect((await client.call('POST /api/demo-bank/answer-challenge', unknown)).status).toBe(404)
    await test.close()
  })
})

describe('a fee that is known later', () => {
  it('is booked once, when the provider says it', async () => {
    const { test, client } = await openBilled()
    test.bank.faults.feeDelayMs = HOUR_MS
    await test.jumpTo(MONDAY_RUN)
    const paymentId = await paymentOf(client)
    expect(await chargesOf(test, paymentId)).toMatchObject([{ state: 'succeeded', fee_cents: null }])
    await after(test, 2 * HOUR_MS)
    await after(test, 4 * HOUR_MS)
    expect(await chargesOf(test, paymentId)).toMatchObject([{ fee_cents: 88 }])
    expect((await journalsOf(test)).filter((kind) => kind === 'fee_known')).toHaveLength(1)
    await isBalanced(test)
  })
})

it('planted: a payment that is paid releases what its crew earned, before the three days', async () => {
  const { test, client } = await openBilled()
  const waiting = () => test.app.db.selectFrom('earning').select('available_at').executeTakeFirstOrThrow()
  await test.app.db
    .updateTable('earning')
    .set({ available_at: toTimestamp(instant(MONDAY_RUN + DAY_MS)) })
    .execute()
  await test.jumpTo(MONDAY_RUN)
  expect((await client.call('GET /api/payments')).body.payments[0]!.state).toBe('paid')
  expect((await waiting()).available_at).toBe(MONDAY_RUN)
  await test.close()
})

it('money D15: a receipt names the card that was charged, not the one on file by now', async () => {
  const { test, client } = await openBilled()
  await test.jumpTo(MONDAY_RUN)
  await saveTestCard(client, CARDS.otherGood)
  const { body } = await client.call('GET /api/payment', { query: { id: await paymentOf(client) } })
  expect(body).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
  await test.close()
})

it('money D14: a card is saved only with a password given just now', async () => {
  const { test, client } = await openBilled()
  test.clock.advance(16 * MINUTE_MS)
  const refused = await saveTestCard(client)
  expect([refused.status, refused.failure.code]).toEqual([403, 'password_needed'])
  await test.close()
})

/** A customer with a card and a visit of $20 that Monday bills. */
async function openBilled(number: string = CARDS.good) {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const client = await signedIn(test, customer)
  await saveTestCard(client, number)
  await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-05') })
  return { test, customer, client }
}

type Client = Awaited<ReturnType<typeof openBilled>>['client']

async function paymentOf(client: Client) {
  return (await client.call('GET /api/payments')).body.payments[0]!.id
}

function chargeWrongly({ app }: MoneyTest, paymentId: Awaited<ReturnType<typeof paymentOf>>) {
  return app.ports.payments
    .readCharge('pi_none')
    .then(() =>
      app.db
        .updateTable('charge_attempt')
        .set({ amount_cents: cents(1_999) })
        .execute(),
    )
    .then(() => chargePayment(app, paymentId, { isRetry: true }))
}

function after(test: MoneyTest, ms: number) {
  return test.jumpTo(instant(MONDAY_RUN + ms))
}

async function answer(client: Client, clientSecret: string, isApproved = true) {
  const body = { clientSecret, isApproved }
  expect((await client.call('POST /api/demo-bank/answer-challenge', { body })).status).toBe(200)
}

async function intentsOf({ app }: MoneyTest, reference: string) {
  return app.db
    .selectFrom('demo_bank_object')
    .where('kind', '=', 'intent')
    .where('reference', '=', reference)
    .select('id')
    .execute()
}

async function journalsOf({ app }: MoneyTest): Promise<string[]> {
  const rows = await app.db.selectFrom('ledger_journal').select('kind').execute()
  return rows.map(({ kind }) => kind)
}

async function isBalanced(test: MoneyTest) {
  expect((await reconcile(test.app)).checks.flatMap(({ differences }) => differences)).toEqual([])
  await test.close()
}

it('has no form of its own in the browser where the provider’s is among our pages', async () => {
  const { test, client } = await openBilled()
  expect((await client.call('POST /api/open-card-form', { body: {} })).body).toEqual({ form: null })
  await test.close()
})
