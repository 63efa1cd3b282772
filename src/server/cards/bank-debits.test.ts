import { describe, expect, it } from 'vitest'
import { DAY_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Client } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  chargesOf,
  type MoneyTest,
  mailsTo,
  openMoneyTest,
  saveTestCard,
  tokenise,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const PAYS = '000123456789'
const RETURNS = '000222222227'
const IS_CLOSED = '000111111113'

describe('a bank account that pays Monday’s bill', () => {
  it('is on file as what it is, and its debit is on its way for days, dunned by nobody, then paid', async () => {
    const { test, customer, client, paymentId } = await open(PAYS)
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      card: { kind: 'bank_account', last4: '6789', expiresMonth: null, isExpired: false },
      otherMethod: null,
    })
    expect((await client.call('POST /api/get-payment-method', { body: {} })).body).toMatchObject({
      hasCard: true,
      card: { kind: 'bank_account' },
      orderCard: null,
    })
    for (const days of [1, 2, 3]) {
      await test.jumpTo(instant(MONDAY_RUN + days * DAY_MS))
      expect((await client.call('GET /api/billing')).body).toMatchObject({
        dueCents: 2_000,
        duePayments: [{ state: 'charging', lastDecline: null }],
        isServicePaused: false,
      })
      // Whoever presses the button again is asked for nothing more.
      expect((await client.call('POST /api/pay-now', { body: {} })).body.state).toBe('processing')
    }
    await test.jumpTo(instant(MONDAY_RUN + 5 * DAY_MS))
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'paid' }])
    const receipt = await client.call('GET /api/payment', { query: { id: paymentId } })
    expect(receipt.body).toMatchObject({ card: { last4: '6789' } })
    expect(await chargesOf(test, paymentId)).toHaveLength(1)
    expect(await mailsOfMoney(test, customer.email)).toEqual(['Receipt for $20'])
    await balanced(test)
    await test.close()
  })

  it('that is returned makes the bill due again, is tried again as a card is, and pays the second time', async () => {
    const { test, customer, client, paymentId } = await open(RETURNS)
    await test.jumpTo(instant(MONDAY_RUN + 5 * DAY_MS))
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      dueCents: 2_000,
      duePayments: [{ state: 'declined', lastDecline: 'insufficient_funds' }],
    })
    expect(await mailsOfMoney(test, customer.email)).toEqual(['Your bank returned $20'])
    const { body } = await client.call('POST /api/get-notices', { body: {} })
    expect(body.notices.map(({ title }) => title)).toContain('Your bank returned $20')
    const saved = await saveBankAccount(client, PAYS)
    expect(saved.body).toMatchObject({ card: { kind: 'bank_account' }, charge: { state: 'processing' } })
    await test.jumpTo(instant(MONDAY_RUN + 12 * DAY_MS))
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'paid' }])
    expect(await chargesOf(test, paymentId)).toHaveLength(2)
    await balanced(test)
    await test.close()
  })

  it('that is closed is never drawn from again, and the service rests where nothing else pays', async () => {
    const { test, client, paymentId } = await open(IS_CLOSED)
    for (const days of [5, 6, 7, 8, 9, 12, 13]) await test.jumpTo(instant(MONDAY_RUN + days * DAY_MS))
    expect(await chargesOf(test, paymentId)).toHaveLength(1)
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      duePayments: [{ state: 'declined', lastDecline: 'account_closed', nextAttemptAt: null }],
      isServicePaused: true,
    })
    const saved = await saveTestCard(client)
    expect(saved.body.charge).toMatchObject({ state: 'paid', paidCents: 2_000 })
    expect(await chargesOf(test, paymentId)).toHaveLength(2)
    await balanced(test)
    await test.close()
  })

  it('stands beside a card for orders, and the customer says which of them pays', async () => {
    const { test, client } = await open(PAYS)
    const forOrder = { setupToken: await tokenise(client, CARDS.good), isForOrder: true }
    expect((await client.call('POST /api/save-card', { body: forOrder })).status).toBe(200)
    const methods = async () => {
      const { card, otherMethod } = (await client.call('GET /api/billing')).body
      return [card?.kind, otherMethod?.kind]
    }
    expect(await methods()).toEqual(['bank_account', 'card'])
    const known = await client.call('POST /api/get-payment-method', { body: {} })
    expect(known.body).toMatchObject({ card: { kind: 'bank_account' }, orderCard: { last4: '4242' } })
    const choose = (kind: 'card' | 'bank_account') =>
      client.call('POST /api/choose-payment-method', { body: { kind } })
    expect((await choose('card')).status).toBe(200)
    expect(await methods()).toEqual(['card', 'bank_account'])
    // A new account takes the bill over, and the card stays for orders.
    await saveBankAccount(client, PAYS)
    expect(await methods()).toEqual(['bank_account', 'card'])
    const other = await signedIn(test, await buildCustomer(test.app))
    const none = await other.call('POST /api/choose-payment-method', { body: { kind: 'card' } })
    expect([none.status, none.failure.code]).toEqual([409, 'no_card'])
    await test.close()
  })
})

/** $20 that Monday's run has asked of this account. */
async function open(accountNumber: string) {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const first = await signedIn(test, customer)
  expect((await saveBankAccount(first, accountNumber)).status).toBe(200)
  await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-05') })
  await test.jumpTo(MONDAY_RUN)
  const client = await signedIn(test, customer)
  const { body } = await client.call('GET /api/payments')
  expect(body.payments).toMatchObject([{ state: 'charging', totalCents: 2_000 }])
  return { test, customer, client, paymentId: body.payments[0]!.id }
}

async function saveBankAccount(client: Client, accountNumber: string) {
  const { setupToken } = (
    await client.call('POST /api/demo-bank/tokenise-bank-account', {
      body: { routingNumber: '110000000', accountNumber, isAgreed: true },
    })
  ).body
  return client.call('POST /api/save-card', { body: { setupToken } })
}

async function mailsOfMoney(test: MoneyTest, to: string): Promise<string[]> {
  return (await mailsTo(test, to)).map(({ subject }) => subject).filter((subject) => subject.includes('$'))
}

async function balanced({ app }: MoneyTest): Promise<void> {
  const { checks } = await reconcile(app, instant(0))
  expect(checks.flatMap(({ name, differences }) => differences.map((each) => ({ name, ...each })))).toEqual(
    [],
  )
}
