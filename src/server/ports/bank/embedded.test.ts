import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { testDatabase } from '#testing/database.ts'
import { createVirtualClock } from '../clock/embedded.ts'
import { describePayments } from '../payments/behaviour.ts'
import { charged, chargeOf, customerWithCard, expectFailure, payee, usd } from '../payments/behaviour-cast.ts'
import type { CardSort, PaymentsUnderTest } from '../payments/behaviour-under-test.ts'
import { createDemoBank, type DemoBank } from './embedded.ts'
import { signEvent } from './embedded-webhooks.ts'

const START = parseInstant('2026-03-02T16:00:00Z')
const SECRET = 'a-secret-of-the-test'
const NUMBERS: Readonly<Record<Exclude<CardSort, BankSort>, string>> = {
  good: '4242424242424242',
  declinesSaving: '4000000000009995',
  declinesCharges: '4000000000000341',
  asksAtSaving: '4000002500003155',
  asksAtCharging: '4000002760003184',
}
type BankSort = 'bankAccount' | 'returnsDebits'
const ACCOUNTS: Readonly<Record<BankSort, string>> = {
  bankAccount: '000123456789',
  returnsDebits: '000222222227',
}
const detailsOf = (sort: CardSort) =>
  sort === 'bankAccount' || sort === 'returnsDebits'
    ? { routingNumber: '110000000', accountNumber: ACCOUNTS[sort] }
    : cardOf(NUMBERS[sort])
const EVENT = { id: 'evt_1', type: 'payout.paid', objectId: 'po_1', accountId: null, createdAt: START }

const cardOf = (number: string, expiresYear = 2030) => ({ number, expiresMonth: 12, expiresYear, cvc: '123' })

async function openBank() {
  const { db } = await testDatabase()
  const clock = createVirtualClock(START)
  const bank = createDemoBank({ db, clock, secret: SECRET, origin: 'http://localhost:3000' })
  const under: PaymentsUnderTest = { payments: bank, owner: ownerOf(bank, clock, db) }
  return { bank, db, clock, under }
}

function ownerOf(
  bank: DemoBank,
  clock: ReturnType<typeof createVirtualClock>,
  db: Awaited<ReturnType<typeof testDatabase>>['db'],
): PaymentsUnderTest['owner'] {
  const { faults } = bank
  return {
    now: () => clock.now(),
    advance: async (ms) => clock.advance(ms),
    fillSetup: async ({ setupToken }, card) => void (await bank.fillSetup(setupToken, detailsOf(card))),
    answer: async ({ clientSecret }, isApproved) =>
      void (await bank.hostedForms.answerChallenge(clientSecret, isApproved)),
    takeMethodOff: (id) => bank.takeMethodOff(id),
    breakNext: (operation, moment) => {
      faults.breaksLine = (call) => {
        const breaks = call.operation === operation && call.moment === moment
        if (breaks) faults.breaksLine = () => false
        return breaks
      }
    },
    forgetKeys: () => bank.forgetKeys(),
    slowCharges: (ms) => void (faults.chargeDelayMs = ms),
    slowFees: (ms) => void (faults.feeDelayMs = ms),
    slowRefunds: (ms, end) => {
      faults.refundDelayMs = ms
      faults.failRefund = () => (end === 'failed' ? 'lost_or_stolen_card' : null)
    },
    refundsFailLater: (ms) => {
      faults.returnRefund = () => ({ afterMs: ms, failure: 'expired_or_canceled_card' })
    },
    refundByHand: async (input) => void (await bank.refundByHand(input)),
    makeReady: (accountId, which) =>
      makeReady(bank, accountId, which === 'notInstant' ? '000999999991' : undefined),
    restrict: (id, wanted) => bank.restrictAccount(id, wanted),
    emptyBalance: async () => void (faults.isBalanceShort = () => true),
    slowPayouts: (ms, end) => {
      faults.payoutDelayMs = ms
      faults.failPayout = () => (end === 'failed' ? 'account_closed' : null)
    },
    returnPayout: (id, failure) => bank.returnPayout(id, failure),
    openChargeback: async (intentId) => (await bank.openChargeback({ intentId })).chargebackId,
    endChargeback: (id, state) => bank.endChargeback(id, state),
    warnOfFraud: async (intentId) => (await bank.warnOfFraud({ intentId })).warningId,
    lieAbout: async (id) =>
      void (await db
        .updateTable('demo_bank_object')
        .set({ state: 'teleported' })
        .where('id', '=', id)
        .execute()),
    takeWebhooks: () => bank.hostedForms.takeWebhooks(1_000),
    sign: async ({ at, isOtherMode, from }) => {
      const signed = signEvent({ ...EVENT, accountId: from === 'payees' ? 'acct_1' : null }, SECRET, at)
      return isOtherMode ? signEvent({ ...EVENT, accountId: null }, SECRET, at, true) : signed
    },
  }
}

async function makeReady(bank: DemoBank, accountId: string, accountNumber = '000123456789'): Promise<void> {
  const { url } = await bank.payoutAccountLink({ accountId, returnUrl: '/back', refreshUrl: '/again' })
  const link = new URL(url).searchParams.get('link')!
  const answers = { legalName: 'A crew', routingNumber: '110000000', accountNumber }
  await bank.hostedForms.answerPayoutQuestions(link, answers)
}

describePayments('the embedded provider', async () => (await openBank()).under)

describe('the embedded provider, beyond the port', () => {
  it.each([
    ['4242424242424241', 2030, 'incorrect_number'],
    ['4111111111111111', 2030, 'not_a_test_card'],
    [NUMBERS.good, 2025, 'expired_card'],
  ])('takes no card %s of %d', async (number, year, declined) => {
    const { bank } = await openBank()
    expect(await bank.hostedForms.tokeniseCard(cardOf(number, year))).toEqual({ declined })
  })

  it('saves a card that was typed into our pages, for whoever saves it first', async () => {
    const { bank, under } = await openBank()
    const made = await bank.hostedForms.tokeniseCard(cardOf(NUMBERS.good))
    if ('declined' in made) throw new Error(made.declined)
    const { customerId } = await customerWithCard(under)
    const other = await customerWithCard(under)
    const save = (id: string) => bank.saveMethod({ key: randomUUID(), customerId: id, ...made })
    expect(await save(customerId)).toMatchObject({ state: 'saved' })
    await expectFailure(save(other.customerId), 'refused')
  })

  it('saves no card of a form older than a quarter of an hour', async () => {
    const { bank, clock, under } = await openBank()
    const made = await bank.hostedForms.tokeniseCard(cardOf(NUMBERS.good))
    if ('declined' in made) throw new Error(made.declined)
    const { customerId } = await customerWithCard(under)
    clock.advance(16 * MINUTE_MS)
    await expectFailure(bank.saveMethod({ key: randomUUID(), customerId, ...made }), 'refused')
  })

  it('declines a card that has expired since it was saved', async () => {
    const { bank, clock, under } = await openBank()
    const ask = await chargeOf(under, 100)
    clock.set(parseInstant('2031-01-01T00:00:00Z'))
    const { intentId } = await bank.createCharge(ask)
    const charge = await bank.confirmCharge({ key: randomUUID(), intentId, isOffSession: true })
    expect(charge).toMatchObject({ state: 'declined', declineCode: 'expired_card' })
  })

  it('keeps no card number anywhere in its books', async () => {
    const { db, under } = await openBank()
    await customerWithCard(under)
    const rows = await db.selectFrom('demo_bank_object').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(NUMBERS.good)
  })

  it('forgets a key after a day of its clock, and makes another then', async () => {
    const { bank, clock, under } = await openBank()
    const ask = await chargeOf(under, 100)
    const first = await bank.createCharge(ask)
    clock.advance(DAY_MS - 1)
    expect((await bank.createCharge(ask)).intentId).toBe(first.intentId)
    clock.advance(1)
    expect((await bank.createCharge(ask)).intentId).not.toBe(first.intentId)
  })

  it('tells the end of what was processing by a webhook, once, late where it is told so', async () => {
    const { bank, clock, under } = await openBank()
    bank.faults.chargeDelayMs = DAY_MS
    bank.faults.webhookDelayMs = HOUR_MS
    const { intentId } = await charged(under, 900)
    clock.advance(DAY_MS)
    expect((await typesOf(bank, intentId)).toSorted().at(-1)).toBe('payment_intent.processing')
    clock.advance(HOUR_MS)
    expect((await typesOf(bank, intentId)).toSorted()).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
    expect(await typesOf(bank, intentId)).toEqual([])
  })

  it('lets webhooks be faster than the answer', async () => {
    const { bank, under } = await openBank()
    const seen: string[] = []
    bank.faults.beforeAnswer = async ({ operation }) => {
      if (operation === 'confirmCharge') seen.push(...(await typesOf(bank, null)))
    }
    await charged(under, 900)
    expect(seen).toContain('payment_intent.succeeded')
  })

  it('opens the bank’s question to whoever has its secret, until it is answered', async () => {
    const { bank, under } = await openBank()
    const { intentId } = await bank.createCharge(await chargeOf(under, 100, 'asksAtCharging'))
    const asking = await bank.confirmCharge({ key: randomUUID(), intentId, isOffSession: false })
    const { clientSecret } = asking.nextAction!
    const question = { brand: 'visa', last4: '3184', amountCents: 100 }
    expect(await bank.hostedForms.readChallenge(clientSecret)).toEqual(question)
    expect(await bank.hostedForms.answerChallenge(clientSecret, true)).toBe(true)
    expect(await bank.hostedForms.answerChallenge(clientSecret, true)).toBe(false)
    expect(await bank.hostedForms.readChallenge(clientSecret)).toBeNull()
  })

  it('sends nothing that its balance does not have, when it is strict', async () => {
    const { bank, clock, under } = await openBank()
    Object.assign(bank.faults, { isStrict: true, settleDelayMs: DAY_MS })
    const { accountId } = await payee(under)
    const { intentId } = await charged(under, 2_000)
    const send = (sourceIntentId: string | null, amountCents: number) =>
      bank.createTransfer({
        key: randomUUID(),
        accountId,
        ...usd(amountCents),
        reference: randomUUID(),
        sourceIntentId,
      })
    const short = (await bank.readBalance()).availableCents + 1
    await expectFailure(send(null, short), 'balance')
    await send(intentId, 500)
    const pay = { key: randomUUID(), accountId, ...usd(500), reference: 'r', speed: 'standard' as const }
    await expectFailure(bank.createBankPayout(pay), 'balance')
    clock.advance(DAY_MS)
    expect(await bank.createBankPayout(pay)).toMatchObject({ state: 'paid' })
  })

  it.each([
    ['000111111113', 'account_closed', 'restricted'],
    ['000222222227', 'insufficient_funds', 'ready'],
  ])('knows the bank account %s, which pays nothing out: %s', async (number, failure, state) => {
    const { bank, under } = await openBank()
    const { accountId } = await payee(under)
    const { intentId } = await charged(under, 2_000)
    const sent = { key: randomUUID(), accountId, ...usd(500), reference: 'r' }
    await bank.createTransfer({ ...sent, sourceIntentId: intentId })
    await makeReady(bank, accountId, number)
    const payout = await bank.createBankPayout({ ...sent, speed: 'standard' })
    expect(payout).toMatchObject({ state: 'failed', failure })
    expect(await bank.readPayoutAccount(accountId)).toMatchObject({ state })
  })

  it('opens its questions by a link once, within the hour', async () => {
    const { bank, clock, under } = await openBank()
    const { accountId } = await payee(under)
    const linkOf = async () => {
      const { url } = await bank.payoutAccountLink({ accountId, returnUrl: '/back', refreshUrl: '/again' })
      return new URL(url).searchParams.get('link')!
    }
    const answers = { legalName: 'A crew', routingNumber: '110000000', accountNumber: '000123456789' }
    const link = await linkOf()
    expect(await bank.hostedForms.readPayoutLink(link)).toEqual({ accountId, returnUrl: '/back' })
    expect(await bank.hostedForms.answerPayoutQuestions(link, answers)).toBe(true)
    expect(await bank.hostedForms.answerPayoutQuestions(link, answers)).toBe(false)
    const late = await linkOf()
    clock.advance(61 * MINUTE_MS)
    expect(await bank.hostedForms.readPayoutLink(late)).toBeNull()
  })

  it.each([
    [300, 'event'],
    [301, 'forged'],
    [-60, 'event'],
    [-61, 'forged'],
  ])('reads a webhook that is %d s old as %s', async (ageSeconds, state) => {
    const { bank, clock } = await openBank()
    const signed = signEvent(EVENT, SECRET, instant(clock.now() - ageSeconds * 1_000))
    expect(bank.readWebhook(signed).state).toBe(state)
  })

  it('takes money back from a charge once it was told to be lost for want of evidence', async () => {
    const { bank, clock, under } = await openBank()
    const { intentId } = await charged(under, 900)
    const { chargebackId } = await bank.openChargeback({ intentId, amountCents: cents(900) })
    clock.advance(10 * DAY_MS)
    expect(await bank.readChargeback(chargebackId)).toMatchObject({ state: 'lost' })
  })
})

/** Of the webhooks that are due, those about one object, or all. */
async function typesOf(bank: DemoBank, objectId: string | null): Promise<string[]> {
  const read = (await bank.hostedForms.takeWebhooks(1_000)).map((hook) => bank.readWebhook(hook))
  return read.flatMap((each) =>
    each.state === 'event' && (objectId === null || each.event.objectId === objectId)
      ? [each.event.type]
      : [],
  )
}
