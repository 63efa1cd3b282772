import { describe, expect, it } from 'vitest'
import { type Instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

describe('a refund', () => {
  it('refunds a part and then the rest, never more, and shows on the receipt', async () => {
    const { test, operator, client, paymentId } = await openPaid()
    const part = await operator.call('POST /api/refund-payment', {
      body: { paymentId, amountCents: 500, reason: 'One can was left behind' },
    })
    expect(part.body).toMatchObject({ state: 'succeeded', amountCents: 500, refundedCents: 500 })
    const tooMuch = await operator.call('POST /api/refund-payment', {
      body: { paymentId, amountCents: 1_501, reason: 'Too much' },
    })
    expect([tooMuch.status, tooMuch.failure.code]).toEqual([409, 'refund_above_paid'])
    const rest = await operator.call('POST /api/refund-payment', { body: { paymentId, reason: 'All of it' } })
    expect(rest.body).toMatchObject({ amountCents: 1_500, refundedCents: 2_000 })
    const none = await operator.call('POST /api/refund-payment', { body: { paymentId, reason: 'Again' } })
    expect(none.failure.code).toBe('refund_above_paid')
    const receipt = await client.call('GET /api/payment', { query: { id: paymentId } })
    expect(receipt.body).toMatchObject({
      refundedCents: 2_000,
      refunds: [
        { amountCents: 500, state: 'succeeded', reason: 'One can was left behind' },
        { amountCents: 1_500, state: 'succeeded' },
      ],
      ledger: { journals: [{ kind: 'payment_succeeded' }, { kind: 'refunded' }, { kind: 'refunded' }] },
    })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('never refunds more than was paid when ten race over the rest', async () => {
    const { test, operator, paymentId } = await openPaid()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        operator.call('POST /api/refund-payment', { body: { paymentId, amountCents: 600, reason: 'Race' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(7).fill(409)])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('is given once when the line breaks after the call', async () => {
    const { test, operator, paymentId } = await openPaid()
    test.bank.faults.breaksLine = ({ operation, moment }) =>
      operation === 'createRefund' && moment === 'after'
    const asked = await operator.call('POST /api/refund-payment', {
      body: { paymentId, amountCents: 700, reason: 'The line breaks' },
    })
    expect(asked.body).toMatchObject({ state: 'pending', refundedCents: 700 })
    test.bank.faults.breaksLine = () => false
    await test.jumpTo((test.clock.now() + 5 * MINUTE_MS) as Instant)
    const refunds = await test.app.db
      .selectFrom('refund')
      .where('payment_id', '=', paymentId)
      .select(['state', 'amount_cents'])
      .execute()
    expect(refunds).toEqual([{ state: 'succeeded', amount_cents: 700 }])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('takes back the shares of crew and sponsor in proportion; a paid crew carries a debt', async () => {
    const { test, operator, crewClient, sponsorClient, paymentId } = await openPaid()
    await connectPayoutAccount(crewClient)
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await crewClient.call('GET /api/crew-payments')).body.paidCents).toBe(1_400)
    await operator.call('POST /api/refund-payment', {
      body: { paymentId, amountCents: 1_000, reason: 'Half was not done', clawsBackCrewPay: true },
    })
    expect((await crewClient.call('GET /api/crew-payments')).body).toMatchObject({
      debtCents: 700,
      availableCents: 0,
      nextPayout: { amountCents: 0, waitsFor: 'nothing_available' },
    })
    expect((await sponsorClient.call('GET /api/commissions')).body).toMatchObject({
      pendingCents: 50,
      reversedCents: 50,
      commissions: [{ amountCents: 100, reversedCents: 50, state: 'pending' }],
    })
    await operator.call('POST /api/refund-payment', {
      body: { paymentId, reason: 'The other half, too', clawsBackCrewPay: true },
    })
    expect((await crewClient.call('GET /api/crew-payments')).body.debtCents).toBe(1_400)
    expect((await sponsorClient.call('GET /api/commissions')).body).toMatchObject({
      pendingCents: 0,
      commissions: [{ reversedCents: 100, state: 'reversed' }],
    })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it.each([-1, 0, 0.5, 1e21, '12', null, 2 ** 53, [100], {}])(
    'refuses %j as an amount',
    async (amountCents) => {
      const { test, operator, paymentId } = await openPaid()
      const refused = await operator.call('POST /api/refund-payment', {
        body: { paymentId, amountCents: amountCents as never, reason: 'Nonsense' },
      })
      expect([refused.status, refused.failure.code]).toEqual([400, 'bad_input'])
      expect(refused.failure.fields).toHaveProperty('amountCents')
      const rows = await test.app.db
        .selectFrom('refund')
        .where('payment_id', '=', paymentId)
        .selectAll()
        .execute()
      expect(rows).toEqual([])
      await test.close()
    },
  )

  it('is refused for what was not paid, for unknown payments and to everybody but operators', async () => {
    const { test, operator, client, crewClient, paymentId } = await openPaid()
    const body = { paymentId, reason: 'Please' }
    await test.app.db
      .updateTable('payment')
      .set({ state: 'declined', provider_intent_id: null })
      .where('id', '=', paymentId)
      .execute()
    expect((await operator.call('POST /api/refund-payment', { body })).failure.code).toBe('nothing_paid')
    const unknown = { ...body, paymentId: crypto.randomUUID() as typeof paymentId }
    expect((await operator.call('POST /api/refund-payment', { body: unknown })).status).toBe(404)
    expect((await client.call('POST /api/refund-payment', { body })).status).toBe(403)
    expect((await crewClient.call('POST /api/refund-payment', { body })).status).toBe(403)
    expect((await test.client().call('POST /api/refund-payment', { body })).status).toBe(401)
    await test.close()
  })
})

describe('the operator’s list of payments', () => {
  it('shows every customer’s, by state, and the receipt of each', async () => {
    const { test, operator, client, customer, paymentId } = await openPaid()
    const all = await operator.call('GET /api/market-payments', { query: { state: 'paid' } })
    expect(all.body.payments).toContainEqual(
      expect.objectContaining({ id: paymentId, customerName: 'Pat Miller', totalCents: 2_000 }),
    )
    const declined = await operator.call('GET /api/market-payments', { query: { state: 'declined' } })
    expect(declined.body.payments.map(({ id }) => id)).not.toContain(paymentId)
    const receipt = await operator.call('GET /api/payment', { query: { id: paymentId } })
    expect(receipt.body).toMatchObject({ kind: 'receipt', customerName: 'Pat Miller' })
    expect((await client.call('GET /api/market-payments')).status).toBe(403)
    expect(customer.scope.type).toBe('Customer')
    await test.close()
  })
})

/** A customer brought by a sponsor, one visit for $20 billed and paid on Monday. */
async function openPaid() {
  const test = await openMoneyTest(THURSDAY)
  const sponsor = await buildCustomer(test.app)
  const customer = await buildCustomer(test.app, { name: 'Pat Miller', sponsorId: sponsor.userId })
  const crew = await buildCrew(test.app)
  const client = await signedIn(test, customer)
  await saveTestCard(client)
  await buildCompletedVisit(test.app, {
    customerId: customer.userId,
    crewId: crew.userId,
    date: localDate('2026-03-05'),
  })
  await test.jumpTo(MONDAY_RUN)
  const { body } = await client.call('GET /api/payments')
  return {
    test,
    customer,
    client,
    operator: await signedIn(test, await buildOperator(test.app)),
    crewClient: await signedIn(test, crew),
    sponsorClient: await signedIn(test, sponsor),
    paymentId: body.payments[0]!.id,
  }
}
