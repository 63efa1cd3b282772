import { describe, expect, it } from 'vitest'
import type { ChargebackId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { receiveChargeback } from '#server/chargebacks/receive-chargeback.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { readPdf } from '#testing/read-pdf.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

describe('the desk of chargebacks', () => {
  it('lists them for operators of their market alone, with everything that speaks for us', async () => {
    const { test, operator, customerClient, crewClient, chargebackId } = await openTaken()
    const { body } = await operator.call('POST /api/get-chargebacks', { body: {} })
    expect(body).toMatchObject({
      openCount: 1,
      nextCursor: null,
      chargebacks: [
        {
          id: chargebackId,
          customerName: 'Cora Cardholder',
          amountCents: 2_000,
          feeCents: 1_500,
          state: 'needs_evidence',
          end: null,
          reason: 'product_not_received',
          visit: { date: '2026-03-05', moreCount: 0 },
        },
      ],
    })
    const one = await operator.call('GET /api/chargeback', { query: { id: chargebackId } })
    expect(one.body).toMatchObject({
      canAnswer: true,
      payment: { totalCents: 2_000, card: { last4: '4242' } },
      customer: { paidCount: 0, chargebackCount: 0 },
      ledger: [
        { kind: 'chargeback_taken', amountCents: -2_000 },
        { kind: 'chargeback_fee', amountCents: -1_500 },
      ],
    })
    expect(one.body.visits).toHaveLength(1)
    const stranger = await operatorOfBoise(test)
    expect((await stranger.call('POST /api/get-chargebacks', { body: {} })).body).toMatchObject({
      openCount: 0,
      chargebacks: [],
    })
    for (const [client, status] of [
      [stranger, 404],
      [customerClient, 403],
      [crewClient, 403],
    ] as const) {
      const answers = await Promise.all([
        client.call('GET /api/chargeback', { query: { id: chargebackId } }),
        client.call('GET /api/evidence-pdf', { query: { id: chargebackId } }),
        client.call('POST /api/send-evidence', { body: { chargebackId } }),
        client.call('POST /api/accept-chargeback', { body: { chargebackId } }),
      ])
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
    }
    await test.close()
  })

  it('sends the evidence once, whoever clicks how often, and the paper says what went', async () => {
    const { test, operator, chargebackId } = await openTaken()
    const send = () =>
      operator.call('POST /api/send-evidence', {
        body: { chargebackId, note: 'The gate camera saw the crew.', without: ['history'] },
      })
    const answers = await Promise.all([send(), send()])
    for (const { body } of [...answers, await send()])
      expect(body).toMatchObject({ state: 'under_review', end: null, sentAt: expect.any(String) })
    const words = await paperOf(operator, chargebackId, { note: 'Another note', without: '' })
    expect(words).toContain('The gate camera saw the crew.')
    expect(words).not.toContain('Another note')
    expect(words).not.toContain('The customer')
    const sent = await test.app.db
      .selectFrom('audit_entry')
      .where('action', '=', 'send_evidence')
      .select('subject')
      .execute()
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set([chargebackId]))
    expect((await operator.call('POST /api/accept-chargeback', { body: { chargebackId } })).status).toBe(409)
    await test.close()
  })

  it('shows the paper before it is sent, with the note and without what is left out', async () => {
    const { test, operator, chargebackId } = await openTaken()
    const whole = await paperOf(operator, chargebackId, { note: 'Two bins, both out.' })
    expect(whole).toContain('Two bins, both out.')
    expect(whole).toContain('The customer')
    expect(await paperOf(operator, chargebackId, { without: 'history,nonsense' })).not.toContain(
      'The customer',
    )
    await test.close()
  })

  it('takes the loss where it is accepted, and calls what nobody answered expired', async () => {
    const { test, operator, chargebackId } = await openTaken()
    const accepted = await operator.call('POST /api/accept-chargeback', { body: { chargebackId } })
    expect(accepted.body).toMatchObject({ state: 'lost', end: 'accepted' })
    expect((await operator.call('POST /api/accept-chargeback', { body: { chargebackId } })).status).toBe(200)
    expect((await operator.call('POST /api/send-evidence', { body: { chargebackId } })).status).toBe(409)
    const closed = await operator.call('POST /api/get-chargebacks', { body: { isClosed: true } })
    expect(closed.body.chargebacks.map(({ end }) => end)).toEqual(['accepted'])
    await test.close()
    const late = await openTaken()
    await late.test.jumpTo(instant(MONDAY_RUN + 10 * DAY_MS))
    const { body } = await late.operator.call('POST /api/send-evidence', {
      body: { chargebackId: late.chargebackId },
    })
    expect(body).toMatchObject({ code: 'conflict' })
    await receiveChargeback(late.test.app, late.providerId)
    const one = await late.operator.call('GET /api/chargeback', { query: { id: late.chargebackId } })
    expect(one.body).toMatchObject({ state: 'lost', end: 'expired', canAnswer: false })
    await late.test.close()
  })

  it('never takes from a crew; the sponsors’ share goes with the money, and comes back with it', async () => {
    const { test, crewClient, crewSponsor, customerSponsor, providerId } = await openTaken()
    await connectPayoutAccount(crewClient)
    await test.jumpTo(instant(WEDNESDAY_RUN + HOUR_MS))
    const earned = async () => (await crewClient.call('GET /api/crew-payments')).body
    const reversed = async () =>
      Promise.all(
        [crewSponsor, customerSponsor].map(
          async (client) => (await client.call('GET /api/commissions')).body.reversedCents,
        ),
      )
    const before = await earned()
    // The bank took the money already.
    expect(await reversed()).toEqual([28, 100])
    await test.bank.endChargeback(providerId, 'lost')
    await receiveChargeback(test.app, providerId)
    expect(await reversed()).toEqual([28, 100])
    expect(await earned()).toEqual(before)
    const clawed = await test.app.db
      .selectFrom('earning')
      .where('kind', '=', 'clawback')
      .select('id')
      .execute()
    expect(clawed).toEqual([])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await appealWon(test, providerId)
    expect(await reversed()).toEqual([0, 0])
    await test.close()
  })
})

it('shows one without a payment to the operators of every market, until its payment is found', async () => {
  const { test, operator, paymentId, intentId } = await openPaid()
  const { db } = test.app
  const payment = db.updateTable('payment').where('id', '=', paymentId)
  await payment.set({ provider_intent_id: null }).execute()
  const { chargebackId: providerId } = await test.bank.openChargeback({ intentId, reason: 'duplicate' })
  await receiveChargeback(test.app, providerId)
  const stranger = await operatorOfBoise(test)
  const listed = async (client: typeof operator) =>
    (await client.call('GET /api/unknown-chargebacks')).body.chargebacks
  const [unknown] = await listed(stranger)
  expect(unknown).toMatchObject({ intentId, providerId, amountCents: 2_000, reason: 'duplicate' })
  const { body: notices } = await operator.call('POST /api/get-notices', { body: {} })
  expect(notices.notices.map(({ title }) => title)).toContain('A chargeback of $20 without a payment')
  const look = async () =>
    (await operator.call('POST /api/look-for-payment', { body: { chargebackId: unknown!.id } })).body
  expect(await look()).toEqual({ isFound: false })
  await payment.set({ provider_intent_id: intentId }).execute()
  expect(await look()).toEqual({ isFound: true })
  expect(await listed(operator)).toEqual([])
  const one = await operator.call('GET /api/chargeback', { query: { id: unknown!.id } })
  expect(one.body).toMatchObject({ paymentId, canAnswer: true, customer: { chargebackCount: 0 } })
  expect((await stranger.call('GET /api/chargeback', { query: { id: unknown!.id } })).status).toBe(404)
  expect((await reconcile(test.app)).isBalanced).toBe(true)
  await test.close()
})

describe('an early warning of fraud', () => {
  it.each(['refund', 'leave'] as const)('is answered once: %s', async (answer) => {
    const { test, operator, intentId, paymentId } = await openPaid()
    const { warningId } = await test.bank.warnOfFraud({ intentId })
    await test.jumpTo(instant(MONDAY_RUN + HOUR_MS))
    const listed = async () =>
      (await operator.call('POST /api/get-fraud-warnings', { body: {} })).body.warnings.map(({ id }) => id)
    expect(await listed()).toEqual([warningId])
    const stranger = await operatorOfBoise(test)
    const answerAs = (client: typeof operator) =>
      client.call('POST /api/answer-fraud-warning', { body: { warningId, answer } })
    expect((await answerAs(stranger)).status).toBe(404)
    expect((await answerAs(operator)).status).toBe(200)
    expect((await answerAs(operator)).status).toBe(200)
    expect(await listed()).toEqual([])
    const { refunded_cents } = await test.app.db
      .selectFrom('payment')
      .where('id', '=', paymentId)
      .select('refunded_cents')
      .executeTakeFirstOrThrow()
    expect(refunded_cents).toBe(answer === 'refund' ? 2_000 : 0)
    await test.close()
  })
})

async function openPaid() {
  const test = await openMoneyTest(THURSDAY)
  const customerSponsor = await buildCustomer(test.app)
  const crewSponsor = await buildCrew(test.app)
  const customer = await buildCustomer(test.app, {
    name: 'Cora Cardholder',
    sponsorId: customerSponsor.userId,
  })
  const crew = await buildCrew(test.app, { sponsorId: crewSponsor.userId })
  const customerClient = await signedIn(test, customer)
  await saveTestCard(customerClient)
  await buildCompletedVisit(test.app, {
    customerId: customer.userId,
    crewId: crew.userId,
    date: localDate('2026-03-05'),
  })
  const operator = await signedIn(test, await buildOperator(test.app))
  const crewClient = await signedIn(test, crew)
  await test.jumpTo(MONDAY_RUN)
  const payment = await test.app.db
    .selectFrom('payment')
    .where('customer_id', '=', customer.userId)
    .select(['id', 'provider_intent_id'])
    .executeTakeFirstOrThrow()
  return {
    test,
    operator,
    customerClient,
    crewClient,
    crewSponsor: await signedIn(test, crewSponsor),
    customerSponsor: await signedIn(test, customerSponsor),
    paymentId: payment.id,
    intentId: payment.provider_intent_id!,
  }
}

async function openTaken() {
  const paid = await openPaid()
  const taken = await paid.test.bank.openChargeback({
    intentId: paid.intentId,
    reason: 'product_not_received',
  })
  await receiveChargeback(paid.test.app, taken.chargebackId)
  const { id } = await paid.test.app.db.selectFrom('chargeback').select('id').executeTakeFirstOrThrow()
  return { ...paid, chargebackId: id, providerId: taken.chargebackId }
}

/** The provider says afterwards that it was won: Stripe lets lost ones be appealed. */
async function appealWon({ app }: Opened['test'], providerId: string): Promise<void> {
  const said = (await app.ports.payments.readChargeback(providerId))!
  const payments = { ...app.ports.payments, readChargeback: async () => ({ ...said, state: 'won' as const }) }
  await receiveChargeback({ ...app, ports: { ...app.ports, payments } }, providerId)
}

type Opened = Awaited<ReturnType<typeof openPaid>>

async function operatorOfBoise(test: Opened['test']) {
  await test.app.db
    .insertInto('market')
    .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const other = await buildOperator(test.app)
  await test.app.db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', other.userId).execute()
  return signedIn(test, other)
}

async function paperOf(
  operator: Opened['operator'],
  id: ChargebackId,
  query: { note?: string; without?: string },
): Promise<string> {
  const { headers, bytes } = await operator.call('GET /api/evidence-pdf', { query: { id, ...query } })
  expect(headers['content-type']).toBe('application/pdf')
  return readPdf(bytes).flat().join('\n')
}
