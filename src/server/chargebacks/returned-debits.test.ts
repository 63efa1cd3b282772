import { describe, expect, it } from 'vitest'
import { DAY_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Client } from '#testing/app.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  type MoneyTest,
  mailsTo,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { receiveChargeback } from './receive-chargeback.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const SETTLED = instant(MONDAY_RUN + 7 * DAY_MS)

describe('a bank debit that comes back after it had settled', () => {
  it('opens its invoice again, for whoever owes it and for the operators, and nobody can contest it', async () => {
    const { test, customer, client, operator, sponsor } = await open()
    await operator.call('POST /api/set-terms', {
      body: { customerId: customer.userId, netDays: 30, creditLimitCents: 500_000, companyName: 'Peak LLC' },
    })
    await test.jumpTo(MONDAY_RUN)
    const invoiceId = (await client.call('GET /api/invoices')).body.invoices[0]!.id
    const read = async () => (await operator.call('GET /api/invoice', { query: { id: invoiceId } })).body
    const goId = (await client.call('GET /api/invoice', { query: { id: invoiceId } })).body.payPath!.slice(4)
    const setupToken = await accountToken(client)
    const paid = await client.call('POST /api/pay-invoice', {
      body: { goId, setupToken, amountCents: 2_000 },
    })
    expect(paid.body.state).toBe('processing')
    await test.jumpTo(SETTLED)
    expect(await read()).toMatchObject({ state: 'paid', openCents: 0 })
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'paid' }])
    const chargebackId = await comeBack(test)
    await Promise.all([1, 2, 3].map(() => receiveChargeback(test.app, chargebackId)))
    expect(await read()).toMatchObject({
      state: 'open',
      paidCents: 0,
      openCents: 2_000,
      receipts: [{ state: 'returned', failure: 'insufficient_funds', amountCents: 2_000 }],
    })
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'invoiced' }])
    expect(await titlesOf(operator, 'came back')).toEqual(['A debit of $20 came back'])
    expect(await titlesOf(client, 'returned')).toEqual(['Your bank returned $20'])
    expect((await sponsor.call('GET /api/commissions')).body.reversedCents).toBe(100)
    await isFinal(operator)
    await balanced(test)
    // The link of its mail pays it again, by a card, and the sponsor has the commission again.
    const again = await client.call('POST /api/pay-invoice', {
      body: { goId, setupToken: await cardToken(client), amountCents: 2_000 },
    })
    expect(again.body).toMatchObject({ state: 'paid', openCents: 0 })
    expect((await sponsor.call('GET /api/commissions')).body.reversedCents).toBe(0)
    expect((await read()).state).toBe('paid')
    await balanced(test)
    await test.close()
  })

  it('makes Monday’s bill due again by a payment of its own, asked for as after a declined card', async () => {
    const { test, customer, client, operator, sponsor } = await open()
    await client.call('POST /api/save-card', { body: { setupToken: await accountToken(client) } })
    await test.jumpTo(MONDAY_RUN)
    await test.jumpTo(SETTLED)
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'paid' }])
    const chargebackId = await comeBack(test)
    await Promise.all([1, 2, 3].map(() => receiveChargeback(test.app, chargebackId)))
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      dueCents: 2_000,
      duePayments: [{ state: 'declined', lastDecline: 'insufficient_funds', totalCents: 2_000 }],
    })
    expect(await titlesOf(operator, 'came back')).toEqual(['A debit of $20 came back'])
    await test.work()
    const mails = (await mailsTo(test, customer.email)).map(({ subject }) => subject)
    expect(mails.filter((subject) => subject === 'Your bank returned $20')).toHaveLength(1)
    expect((await sponsor.call('GET /api/commissions')).body.reversedCents).toBe(100)
    await isFinal(operator)
    await balanced(test)
    const saved = await saveTestCard(client)
    expect(saved.body.charge).toMatchObject({ state: 'paid', paidCents: 2_000 })
    expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
    expect((await sponsor.call('GET /api/commissions')).body.reversedCents).toBe(0)
    await balanced(test)
    await test.close()
  })
})

/** $20 of work on Thursday, by a customer whom somebody brought. */
async function open() {
  const test = await openMoneyTest(THURSDAY)
  const sponsor = await buildCustomer(test.app)
  const customer = await buildCustomer(test.app, { sponsorId: sponsor.userId })
  await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-05') })
  const people = { customer, operatorUser: await buildOperator(test.app) }
  return {
    test,
    customer,
    client: await signedIn(test, people.customer),
    operator: await signedIn(test, people.operatorUser),
    sponsor: await signedIn(test, sponsor),
  }
}

async function accountToken(client: Client): Promise<string> {
  const account = { routingNumber: '110000000', accountNumber: '000123456789', isAgreed: true as const }
  return (await client.call('POST /api/demo-bank/tokenise-bank-account', { body: account })).body.setupToken
}

async function cardToken(client: Client): Promise<string> {
  const card = { number: '4242424242424242', expiresMonth: 12, expiresYear: 2030, cvc: '123' }
  return (await client.call('POST /api/demo-bank/tokenise-card', { body: card })).body.setupToken
}

async function comeBack({ app, bank }: MoneyTest): Promise<string> {
  const { provider_intent_id: intentId } = await app.db
    .selectFrom('charge_attempt')
    .where('state', '=', 'succeeded')
    .select('provider_intent_id')
    .executeTakeFirstOrThrow()
  return (await bank.openChargeback({ intentId: intentId! })).chargebackId
}

async function isFinal(operator: Client): Promise<void> {
  const closed = await operator.call('POST /api/get-chargebacks', { body: { isClosed: true } })
  expect(closed.body).toMatchObject({
    openCount: 0,
    chargebacks: [{ state: 'lost', end: 'returned', feeCents: 1_500 }],
  })
  const body = { chargebackId: closed.body.chargebacks[0]!.id }
  for (const path of ['POST /api/send-evidence', 'POST /api/accept-chargeback'] as const)
    expect((await operator.call(path, { body })).status).toBe(409)
}

async function titlesOf(client: Client, part: string): Promise<string[]> {
  const { body } = await client.call('POST /api/get-notices', { body: {} })
  return body.notices.map(({ title }) => title).filter((title) => title.includes(part))
}

async function balanced({ app }: MoneyTest): Promise<void> {
  const { checks } = await reconcile(app, instant(0))
  expect(checks.flatMap(({ name, differences }) => differences.map((each) => ({ name, ...each })))).toEqual(
    [],
  )
}
