import { describe, expect, it } from 'vitest'
import { HOUR_MS, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  mailsTo,
  movementsFor,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

type Delivery = { body: string; signature: string }

describe('a webhook of the payment provider', () => {
  it('is taken in once when it comes twenty times in parallel, with one receipt', async () => {
    const { test, customer, client, post, paymentId } = await openProcessing()
    test.clock.advance(HOUR_MS)
    const deliveries = await test.bank.hostedForms.takeWebhooks(100)
    expect(deliveries.length).toBeGreaterThanOrEqual(2)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => deliveries.map((delivery) => post(delivery))).flat(),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await test.work()
    expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    const journals = await test.app.db
      .selectFrom('ledger_journal')
      .where('subject_id', '=', paymentId)
      .select('key')
      .execute()
    expect(journals).toHaveLength(1)
    const receipts = (await mailsTo(test, customer.email)).filter(({ subject }) =>
      subject.startsWith('Receipt'),
    )
    expect(receipts).toHaveLength(1)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('is refused with 400 and changes nothing where it is forged, old, ahead, of live mode or unsigned', async () => {
    const { test, post } = await openProcessing()
    test.clock.advance(HOUR_MS)
    const [delivery] = await test.bank.hostedForms.takeWebhooks(1)
    const before = await events(test)
    const forged: Delivery[] = [
      { ...delivery!, signature: '' },
      { ...delivery!, signature: delivery!.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
      { ...delivery!, body: delivery!.body.replace('payment_intent', 'payout_intent ') },
      { ...delivery!, body: `${delivery!.body} ` },
      { ...delivery!, body: delivery!.body.replace('false', 'true') },
      { ...delivery!, body: '' },
    ]
    for (const each of forged) expect((await post(each)).status).toBe(400)
    test.clock.advance(301_000)
    expect((await post(delivery!)).status).toBe(400)
    test.clock.advance(-400_000)
    expect((await post(delivery!)).status).toBe(400)
    const unsigned = await test.client().call('POST /api/payment-webhook', {
      file: { type: 'application/json', content: delivery!.body },
    })
    expect([unsigned.status, unsigned.failure.code]).toEqual([400, 'bad_input'])
    // Signed with the platform's secret, which says nothing about payees' accounts.
    const misplaced = await test.client().call('POST /api/payee-webhook', {
      file: { type: 'application/json', content: delivery!.body },
      headers: { 'stripe-signature': delivery!.signature },
    })
    expect(misplaced.status).toBe(400)
    expect(await events(test)).toEqual(before)
    await test.close()
  })

  it.each([1, 2, 3, 4, 5])(
    'leaves the same books whatever its order and copies (shuffle %i)',
    async (seed) => {
      const { test, client, post } = await openProcessing()
      test.clock.advance(HOUR_MS)
      const deliveries = await test.bank.hostedForms.takeWebhooks(100)
      const shuffled = [...deliveries, ...deliveries, ...deliveries]
        .map((delivery, index) => ({ delivery, rank: (index * 7_919 * seed) % 101 }))
        .toSorted((a, b) => a.rank - b.rank)
      for (const { delivery } of shuffled) {
        await post(delivery)
        await test.work()
      }
      expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
      expect((await reconcile(test.app)).isBalanced).toBe(true)
      await test.close()
    },
  )
})

/** One visit billed on Monday; its charge is still processing. */
async function openProcessing() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const crew = await buildCrew(test.app)
  const client = await signedIn(test, customer)
  await saveTestCard(client)
  await buildCompletedVisit(test.app, {
    customerId: customer.userId,
    crewId: crew.userId,
    date: localDate('2026-03-05'),
  })
  test.bank.faults.chargeDelayMs = HOUR_MS
  await test.jumpTo(MONDAY_RUN)
  const [payment] = (await client.call('GET /api/payments')).body.payments
  expect(payment!.state).toBe('charging')
  const post = ({ body, signature }: Delivery) =>
    test.client().call('POST /api/payment-webhook', {
      file: { type: 'application/json', content: body },
      headers: { 'stripe-signature': signature },
    })
  return { test, customer, client, post, paymentId: payment!.id }
}

function events({ app }: { app: Awaited<ReturnType<typeof openMoneyTest>>['app'] }) {
  return app.db.selectFrom('provider_event').select('id').orderBy('id').execute()
}
