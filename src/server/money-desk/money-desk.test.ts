/** The pages of one payment and one payout, and what an operator does there. */
import { expect, test } from 'vitest'
import { toId, type PaymentId } from '#domain/ids.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, connectPayoutAccount, mailsTo, saveTestCard } from '#testing/build-money.ts'
import {
  BANKS,
  earn,
  giveBank,
  MONDAY_RUN,
  objectsAt,
  openPayoutTest,
  payoutsOf,
  WEDNESDAY_RUN,
} from '#testing/build-payouts.ts'

async function openPaid() {
  const { test: money } = await openPayoutTest()
  const customer = await buildCustomer(money.app, { name: 'Jane Cole' })
  await saveTestCard(await signedIn(money, customer))
  await buildCompletedVisit(money.app, { customerId: customer.userId })
  await money.jumpTo(MONDAY_RUN)
  const { id } = await money.app.db
    .selectFrom('payment')
    .where('customer_id', '=', customer.userId)
    .select('id')
    .executeTakeFirstOrThrow()
  return { money, customer, paymentId: id, operator: await signedIn(money, await buildOperator(money.app)) }
}

test('a payment shows each try and refund with the provider’s id, and its history has both and the books', async () => {
  const { money, customer, paymentId, operator } = await openPaid()
  const read = async () =>
    (await operator.call('GET /api/operator-payment', { query: { id: paymentId } })).body
  expect(await read()).toMatchObject({
    customer: { id: customer.userId, name: 'Jane Cole' },
    acts: ['refund', 'send_receipt'],
    attempts: [{ state: 'succeeded', providerId: expect.stringMatching(/^pi_/) }],
    refunds: [],
  })
  await operator.call('POST /api/refund-payment', {
    body: { paymentId, amountCents: 500, reason: 'Half done', clawsBackCrewPay: false },
  })
  await money.work()
  expect((await read()).refunds).toMatchObject([
    { amountCents: 500, state: 'succeeded', reason: 'Half done', providerId: expect.stringMatching(/^re_/) },
  ])
  const { events } = (await operator.call('GET /api/history', { query: { of: 'payment', id: paymentId } }))
    .body
  const kinds = events.map(({ kind, title }) => `${kind} ${title}`)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'payment weekly',
      'attempt succeeded',
      'refund succeeded',
      'journal payment_succeeded',
      'journal refunded',
      'operator refund_payment',
    ]),
  )
  expect(events.some(({ kind }) => kind === 'notice')).toBe(true)
  await money.close()
})

test('the receipt is mailed again with its paper, whatever the customer chose, and stands in the log', async () => {
  const { money, customer, paymentId, operator } = await openPaid()
  const before = (await mailsTo(money, customer.email)).length
  expect((await operator.call('POST /api/send-receipt', { body: { paymentId } })).status).toBe(200)
  await money.work()
  const mails = await mailsTo(money, customer.email)
  expect(mails).toHaveLength(before + 1)
  expect(mails.at(-1)).toMatchObject({ subject: 'Receipt for $20' })
  expect(mails.at(-1)!.attachments).toHaveLength(1)
  await money.app.db.updateTable('payment').set({ state: 'declined' }).where('id', '=', paymentId).execute()
  expect((await operator.call('POST /api/send-receipt', { body: { paymentId } })).failure.code).toBe(
    'nothing_paid',
  )
  await money.close()
})

test('a payout that failed is made anew of what is available, once however often it is asked', async () => {
  const { test: money, crew, client } = await openPayoutTest()
  await connectPayoutAccount(client)
  await earn(money, crew.userId)
  const operator = await signedIn(money, await buildOperator(money.app))
  await money.jumpTo(WEDNESDAY_RUN)
  const [paid] = await payoutsOf(client)
  const again = await operator.call('POST /api/retry-payout', { body: { payoutId: paid!.id } })
  expect(again.status).toBe(409)
  // As a provider leaves it whose account took no transfer.
  await money.app.db.updateTable('payout').set({ state: 'failed', failure: 'account_closed' }).execute()
  await money.app.db.updateTable('earning').set({ payout_id: null }).execute()
  const read = async (id: string) =>
    (await operator.call('GET /api/operator-payout', { query: { id: toId(id) } })).body
  expect(await read(paid!.id)).toMatchObject({
    payee: { id: crew.userId },
    account: 'ready',
    canRetry: true,
    transfers: [{ amountCents: 1_400, providerId: expect.stringMatching(/^tr_/) }],
    journals: [{ kind: 'payout_sent', amountCents: 1_400 }],
  })
  const retry = () => operator.call('POST /api/retry-payout', { body: { payoutId: paid!.id } })
  const answers = [await retry(), await retry()]
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(answers[1]!.failure.code).toBe('nothing_available')
  const made = answers[0]!.body.payoutId
  expect(made).not.toBe(paid!.id)
  await money.work()
  expect((await payoutsOf(client)).map(({ id, state }) => [id, state]).toSorted()).toEqual(
    [
      [paid!.id, 'failed'],
      [made, 'paid'],
    ].toSorted(),
  )
  const entry = await money.app.db
    .selectFrom('audit_entry')
    .where('action', '=', 'retry_payout')
    .select(['subject', 'detail'])
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ subject: paid!.id, detail: { before: { state: 'failed' }, payoutId: made } })
  await money.close()
})

test('a returned payout waits for a good account, then the same one goes to the bank without a second transfer', async () => {
  const { test: money, crew, client } = await openPayoutTest()
  await giveBank(money, client, BANKS.closed)
  await earn(money, crew.userId)
  await money.jumpTo(WEDNESDAY_RUN)
  const operator = await signedIn(money, await buildOperator(money.app))
  const [payout] = await payoutsOf(client)
  expect(payout).toMatchObject({ state: 'returned' })
  const early = await operator.call('POST /api/retry-payout', { body: { payoutId: payout!.id } })
  expect(early.failure.code).toBe('no_payout_account')
  await giveBank(money, client, BANKS.good)
  const retried = await operator.call('POST /api/retry-payout', { body: { payoutId: payout!.id } })
  expect(retried.body.payoutId).toBe(payout!.id)
  await money.work()
  expect(await payoutsOf(client)).toMatchObject([{ state: 'paid' }])
  expect(await objectsAt(money, 'transfer')).toHaveLength(1)
  expect((await reconcile(money.app)).isBalanced).toBe(true)
  await money.close()
})

test('papers of another market are not found', async () => {
  const { money, customer, paymentId, operator } = await openPaid()
  await money.app.db
    .insertInto('market')
    .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await money.app.db
    .updateTable('users')
    .set({ market_id: 'elsewhere' })
    .where('id', '=', customer.userId)
    .execute()
  const answers = [
    await operator.call('GET /api/operator-payment', { query: { id: paymentId } }),
    await operator.call('GET /api/history', { query: { of: 'payment', id: paymentId } }),
    await operator.call('POST /api/send-receipt', { body: { paymentId } }),
    await operator.call('GET /api/operator-payment', { query: { id: toId<PaymentId>(crypto.randomUUID()) } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  await money.close()
})
