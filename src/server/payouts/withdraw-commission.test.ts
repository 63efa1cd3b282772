import { expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  connectPayoutAccount,
  type MoneyTest,
  mailsTo,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { BANKS, giveBank, heal } from '#testing/build-payouts.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const MATURE = instant(MONDAY_RUN + 8 * DAY_MS)
const NORTH_SIDE = { lat: 39.78, lng: -104.99 }
const SPONSORS_BANK = '000999888777'

/** A sponsor with $20 of commissions that are its own. */
async function openSponsor(type: 'Customer' | 'Crew' = 'Customer') {
  const test = await openMoneyTest(THURSDAY)
  const sponsor =
    type === 'Customer' ? await buildCustomer(test.app) : await buildCrew(test.app, { at: NORTH_SIDE })
  const brought = await buildCustomer(test.app, { name: 'Kim Nguyen', sponsorId: sponsor.userId })
  await saveTestCard(await signedIn(test, brought))
  await buildCompletedVisit(test.app, {
    customerId: brought.userId,
    priceCents: 40_000,
    date: localDate('2026-03-05'),
  })
  await test.jumpTo(MONDAY_RUN)
  await test.jumpTo(MATURE)
  const client = await signedIn(test, sponsor)
  const seen = async () => (await client.call('GET /api/commissions')).body
  const withdraw = (amountCents: number, how: 'alone' | 'with_payout' = 'alone') =>
    client.call('POST /api/withdraw-commission', { body: { amountCents: cents(amountCents), how } })
  return { test, sponsor, brought, client, seen, withdraw }
}

async function isBalanced(test: MoneyTest): Promise<void> {
  const { checks } = await reconcile(test.app)
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
}

it('a customer withdraws commissions to a bank, once, with the statement of the month', async () => {
  const { test, client, seen, withdraw, sponsor } = await openSponsor()
  expect(await seen()).toMatchObject({ availableCents: 2_000, payoutAccount: { state: 'none' } })
  expect((await withdraw(2_000)).failure).toMatchObject({ code: 'no_payout_account' })
  await connectPayoutAccount(client, SPONSORS_BANK)
  expect((await withdraw(999)).failure).toMatchObject({ code: 'below_withdrawal_minimum' })
  expect((await withdraw(2_001)).failure).toMatchObject({ code: 'nothing_available' })
  for (const wrong of [0, -100]) expect((await withdraw(wrong)).status).toBe(400)
  const answers = await Promise.all([withdraw(1_500), withdraw(1_500), withdraw(1_500)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await test.jumpTo(instant(MATURE + 3 * DAY_MS))
  expect(await seen()).toMatchObject({
    availableCents: 500,
    withdrawnCents: 1_500,
    spendings: [{ kind: 'withdrawal', amountCents: 1_500, state: 'in_bank' }],
    commissions: [{ amountCents: 2_000, usedCents: 1_500, state: 'available' }],
  })
  const { body } = await client.call('GET /api/commission-statement', { query: { month: '2026-03' } })
  expect(body).toMatchObject({
    openingCents: 0,
    closingCents: 500,
    lines: [
      { kind: 'earned', firstName: 'Kim', amountCents: 2_000 },
      { kind: 'withdrawn', firstName: null, amountCents: -1_500 },
    ],
  })
  expect((await mailsTo(test, sponsor.email)).map((mail) => mail.subject)).toContain('We sent you $15')
  await isBalanced(test)
  await test.close()
})

it('needs a password given just now', async () => {
  const { test, withdraw, client } = await openSponsor()
  await connectPayoutAccount(client, SPONSORS_BANK)
  test.clock.set(instant(MATURE + HOUR_MS))
  expect((await withdraw(2_000)).failure).toMatchObject({ code: 'password_needed' })
  await test.close()
})

it('as credit it pays what the sponsor owes, and comes out of the same balance', async () => {
  const { test, client, seen, sponsor } = await openSponsor()
  const use = (amountCents: number) =>
    client.call('POST /api/use-commission', { body: { amountCents: cents(amountCents) } })
  await saveTestCard(client, CARDS.otherGood)
  const job = await buildWeeklyJob(test.app, { customerId: sponsor.userId, at: NORTH_SIDE })
  await buildCompletedVisit(test.app, { job, priceCents: 5_000, date: localDate('2026-03-16') })
  expect((await use(2_500)).failure).toMatchObject({ code: 'nothing_available' })
  expect((await use(1_200)).status).toBe(200)
  await test.jumpTo(instant(MONDAY_RUN + 14 * DAY_MS))
  expect(await seen()).toMatchObject({
    availableCents: 800,
    spentCents: 1_200,
    spendings: [{ kind: 'credit', state: 'used' }],
  })
  const payment = await test.app.db
    .selectFrom('payment')
    .where('customer_id', '=', sponsor.userId)
    .select(['credit_cents', 'total_cents', 'state'])
    .executeTakeFirstOrThrow()
  expect(payment).toEqual({ credit_cents: 1_200, total_cents: 3_800, state: 'paid' })
  await isBalanced(test)
  await test.close()
})

it('a crew has it sent with its next pay, also below the minimum', async () => {
  const { test, client, seen, withdraw } = await openSponsor('Crew')
  await connectPayoutAccount(client, SPONSORS_BANK)
  expect((await withdraw(700, 'with_payout')).body).toEqual({ payoutId: null })
  expect((await seen()).spendings).toMatchObject([{ kind: 'with_payout', state: 'waiting' }])
  await test.jumpTo(instant(MONDAY_RUN + 9 * DAY_MS))
  await test.jumpTo(instant(MONDAY_RUN + 12 * DAY_MS))
  expect((await seen()).spendings).toMatchObject([{ state: 'in_bank', amountCents: 700 }])
  await isBalanced(test)
  await test.close()
})

it('no customer has a pay with which it could go', async () => {
  const { test, withdraw } = await openSponsor()
  expect((await withdraw(700, 'with_payout')).status).toBe(403)
  await test.close()
})

it('is the sponsor’s to spend again where the account could not take it', async () => {
  const { test, client, seen, withdraw } = await openSponsor()
  await connectPayoutAccount(client, SPONSORS_BANK)
  test.bank.faults.failTransfer = () => 'account_closed'
  await withdraw(2_000)
  await test.jumpTo(instant(MATURE + HOUR_MS))
  heal(test)
  expect(await seen()).toMatchObject({
    availableCents: 2_000,
    withdrawnCents: 0,
    spendings: [{ state: 'undone' }],
    commissions: [{ state: 'available', usedCents: 0 }],
  })
  expect((await withdraw(2_000)).status).toBe(200)
  await isBalanced(test)
  await test.close()
})

it('that the bank sends back goes out again when the account is good, and never twice', async () => {
  const { test, client, seen, withdraw } = await openSponsor()
  await giveBank(test, client, BANKS.closed)
  await withdraw(2_000)
  await test.jumpTo(instant(MATURE + 3 * DAY_MS))
  expect((await seen()).spendings).toMatchObject([{ state: 'returned' }])
  expect((await seen()).commissions).toMatchObject([{ state: 'returned' }])
  await giveBank(test, client, SPONSORS_BANK)
  await test.jumpTo(instant(MATURE + 7 * DAY_MS))
  expect((await seen()).spendings).toMatchObject([{ state: 'in_bank' }])
  await isBalanced(test)
  await test.close()
})

it('D10: what is taken back after it was spent is owed by the next commissions, not by wages', async () => {
  const { test, client, seen, withdraw, brought } = await openSponsor('Crew')
  await connectPayoutAccount(client, SPONSORS_BANK)
  await withdraw(2_000)
  const { provider_intent_id } = await paymentOf(test, brought.userId)
  const { chargebackId } = await test.bank.openChargeback({ intentId: provider_intent_id! })
  await test.jumpTo(instant(MATURE + DAY_MS))
  expect(await seen()).toMatchObject({
    availableCents: -2_000,
    commissions: [{ reversedBy: ['chargeback'] }],
  })
  const payments = (await client.call('GET /api/crew-payments')).body
  expect([payments.debtCents, payments.availableCents]).toEqual([0, 0])
  await isBalanced(test)
  await test.bank.endChargeback(chargebackId, 'won')
  await test.jumpTo(instant(MATURE + 2 * DAY_MS))
  expect(await seen()).toMatchObject({ availableCents: 0, reversedCents: 0 })
  await isBalanced(test)
  await test.close()
})

it('D10: a crew’s sponsor earns nothing on work whose charge the bank took back, until it is won', async () => {
  const test = await openMoneyTest(THURSDAY)
  const sponsor = await buildCustomer(test.app)
  const crew = await buildCrew(test.app, { sponsorId: sponsor.userId })
  await connectPayoutAccount(await signedIn(test, crew))
  const customer = await buildCustomer(test.app)
  await saveTestCard(await signedIn(test, customer))
  const visit = { crewId: crew.userId, date: localDate('2026-03-05'), priceCents: 10_000 }
  await buildCompletedVisit(test.app, { ...visit, customerId: customer.userId })
  await buildCompletedVisit(test.app, visit)
  await test.jumpTo(MONDAY_RUN)
  await test.jumpTo(instant(MONDAY_RUN + 2 * DAY_MS))
  await test.jumpTo(instant(MONDAY_RUN + 5 * DAY_MS))
  const client = await signedIn(test, sponsor)
  const reversed = async () => (await client.call('GET /api/commissions')).body
  expect(await reversed()).toMatchObject({ earnedCents: 280, reversedCents: 0 })
  const { provider_intent_id } = await paymentOf(test, customer.userId)
  const { chargebackId } = await test.bank.openChargeback({ intentId: provider_intent_id! })
  await test.jumpTo(instant(MONDAY_RUN + 6 * DAY_MS))
  expect(await reversed()).toMatchObject({ earnedCents: 280, reversedCents: 140 })
  await isBalanced(test)
  await test.bank.endChargeback(chargebackId, 'won')
  await test.jumpTo(instant(MONDAY_RUN + 7 * DAY_MS))
  expect(await reversed()).toMatchObject({ reversedCents: 0 })
  await isBalanced(test)
  await test.close()
})

function paymentOf({ app }: MoneyTest, customerId: UserId) {
  return app.db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'paid')
    .select(['id', 'provider_intent_id'])
    .executeTakeFirstOrThrow()
}
