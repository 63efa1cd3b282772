import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, type Instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { testDatabase } from '#testing/database.ts'
import { createVirtualClock } from '../clock/embedded.ts'
import { describePayments } from './behaviour.ts'
import { createDemoBank, type DemoBank } from './embedded.ts'
import { signEvent } from './embedded-webhooks.ts'
import { ProviderUnavailable } from './port.ts'

const START = parseInstant('2026-03-02T16:00:00Z')
const NUMBERS = {
  good: '4242424242424242',
  declinesSaving: '4000000000009995',
  declinesCharges: '4000000000000341',
}

async function openBank(start = START) {
  const { db } = await testDatabase()
  const clock = createVirtualClock(start)
  const bank = createDemoBank({ db, clock, secret: 'a-secret-of-the-test', origin: 'http://localhost:3000' })
  const tokenFor = async (number: string, expiresYear = 2030) => {
    const made = await bank.hostedForms.tokeniseCard({ number, expiresMonth: 12, expiresYear, cvc: '123' })
    return 'setupToken' in made ? made.setupToken : made.declined
  }
  const savedCard = async (number = NUMBERS.good, expiresYear = 2030) => {
    const { customerId } = await bank.createCustomer({
      key: randomUUID(),
      email: 'a@example.test',
      name: 'A',
    })
    const setupToken = await tokenFor(number, expiresYear)
    const card = await bank.saveCard({ key: randomUUID(), customerId, setupToken })
    if ('declined' in card) throw new Error(card.declined)
    return { customerId, methodId: card.methodId }
  }
  return { bank, db, clock, tokenFor, savedCard }
}

async function makeReady(bank: DemoBank, accountId: string): Promise<void> {
  const { url } = await bank.payoutAccountLink({ accountId, returnUrl: '/back', refreshUrl: '/again' })
  const link = new URL(url).searchParams.get('link')!
  await bank.hostedForms.answerPayoutQuestions(link, {
    legalName: 'A crew',
    routingNumber: '110000000',
    accountNumber: '000123456789',
  })
}

describePayments('the embedded provider', async () => {
  const { bank, tokenFor } = await openBank()
  return {
    payments: bank,
    tokenFor: (card) => tokenFor(NUMBERS[card]),
    makeReady: (accountId) => makeReady(bank, accountId),
  }
})

describe('the embedded provider, beyond the port', () => {
  it.each([
    ['4242424242424241', 'incorrect_number'],
    ['4111111111111111', 'not_a_test_card'],
  ])('takes no card %s', async (number, declined) => {
    const { tokenFor } = await openBank()
    expect(await tokenFor(number)).toBe(declined)
  })

  it('takes no card whose month is over', async () => {
    const { tokenFor } = await openBank()
    expect(await tokenFor(NUMBERS.good, 2025)).toBe('expired_card')
  })

  it('declines a card that has expired since it was saved', async () => {
    const { bank, clock, savedCard } = await openBank()
    const saved = await savedCard(NUMBERS.good, 2026)
    clock.set(parseInstant('2027-01-01T00:00:00Z'))
    const charge = await bank.charge({ ...saved, key: randomUUID(), amountCents: cents(100), reference: 'a' })
    expect(charge).toMatchObject({ state: 'declined', declineCode: 'expired_card' })
  })

  it('asks for the holder of a card that needs one', async () => {
    const { bank, savedCard } = await openBank()
    const saved = await savedCard('4000002760003184')
    const charge = await bank.charge({ ...saved, key: randomUUID(), amountCents: cents(100), reference: 'a' })
    expect(charge).toMatchObject({ state: 'requires_action', declineCode: 'authentication_required' })
  })

  it('keeps no card number anywhere in its books', async () => {
    const { db, savedCard } = await openBank()
    await savedCard()
    const rows = await db.selectFrom('demo_bank_object').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(NUMBERS.good)
  })

  it('uses a card token once and not after a quarter of an hour', async () => {
    const { bank, clock, tokenFor } = await openBank()
    const { customerId } = await bank.createCustomer({
      key: randomUUID(),
      email: 'a@example.test',
      name: 'A',
    })
    const once = await tokenFor(NUMBERS.good)
    await bank.saveCard({ key: randomUUID(), customerId, setupToken: once })
    expect(await bank.saveCard({ key: randomUUID(), customerId, setupToken: once })).toEqual({
      declined: 'token_expired',
    })
    const old = await tokenFor(NUMBERS.good)
    clock.advance(16 * MINUTE_MS)
    expect(await bank.saveCard({ key: randomUUID(), customerId, setupToken: old })).toEqual({
      declined: 'token_expired',
    })
  })

  it('has charged what it was asked when the line breaks after the call, and not when before', async () => {
    const { bank, savedCard } = await openBank()
    const saved = await savedCard()
    const ask = { ...saved, key: randomUUID(), amountCents: cents(900), reference: randomUUID() }
    bank.faults.breaksLine = ({ operation, moment }) => operation === 'charge' && moment === 'before'
    await expect(bank.charge(ask)).rejects.toThrow(ProviderUnavailable)
    expect(await chargesFor(bank, ask.reference)).toBe(0)
    bank.faults.breaksLine = ({ operation, moment }) => operation === 'charge' && moment === 'after'
    await expect(bank.charge(ask)).rejects.toThrow(ProviderUnavailable)
    bank.faults.breaksLine = () => false
    expect(await bank.charge(ask)).toMatchObject({ state: 'succeeded' })
    expect(await chargesFor(bank, ask.reference)).toBe(1)
  })

  it('lets a charge process for a while and tells its end by a webhook', async () => {
    const { bank, clock, savedCard } = await openBank()
    const saved = await savedCard()
    bank.faults.chargeDelayMs = DAY_MS
    const charge = await bank.charge({ ...saved, key: randomUUID(), amountCents: cents(900), reference: 'a' })
    expect(charge.state).toBe('processing')
    clock.advance(DAY_MS)
    const events = await readAll(bank)
    expect(events.filter((event) => event?.objectId === charge.intentId).map((event) => event?.type)).toEqual(
      ['payment_intent.processing', 'payment_intent.succeeded'],
    )
  })

  it('field 26: releases a hold after seven days by itself, and says so', async () => {
    const { bank, clock, savedCard } = await openBank()
    const ask = { ...(await savedCard()), key: randomUUID(), amountCents: cents(900), reference: 'h' }
    const hold = await bank.authorise(ask)
    expect(hold.expiresAt).toBe(START + 7 * DAY_MS)
    clock.advance(7 * DAY_MS)
    const events = await readAll(bank)
    expect(events.filter((event) => event?.objectId === hold.intentId).map((event) => event?.type)).toEqual([
      'payment_intent.amount_capturable_updated',
      'payment_intent.canceled',
    ])
    expect(await bank.readHold(hold.intentId)).toMatchObject({ state: 'expired' })
    const late = { key: randomUUID(), intentId: hold.intentId, amountCents: cents(900) }
    expect(await bank.capture(late)).toMatchObject({ state: 'declined', declineCode: 'hold_expired' })
  })

  it('lets the taking of a hold process for a while', async () => {
    const { bank, clock, savedCard } = await openBank()
    const hold = await bank.authorise({
      ...(await savedCard()),
      key: randomUUID(),
      amountCents: cents(900),
      reference: 'h',
    })
    bank.faults.chargeDelayMs = DAY_MS
    const take = { key: randomUUID(), intentId: hold.intentId, amountCents: cents(700) }
    expect(await bank.capture(take)).toMatchObject({ state: 'processing', amountCents: 700, feeCents: 0 })
    clock.advance(DAY_MS)
    expect(await bank.capture(take)).toMatchObject({ state: 'succeeded', amountCents: 700 })
  })

  it('brings back a payout that had arrived, and its account is no longer good', async () => {
    const { bank } = await openBank()
    const { accountId } = await bank.createPayoutAccount({ key: randomUUID(), email: 'crew@example.test' })
    await makeReady(bank, accountId)
    const sent = await bank.transfer({
      key: randomUUID(),
      accountId,
      amountCents: cents(500),
      reference: 'p',
    })
    expect(sent.state).toBe('paid')
    await bank.returnPayout(sent.payoutId, 'account_closed')
    expect(await bank.readTransfer(sent.payoutId)).toMatchObject({
      state: 'failed',
      failure: 'account_closed',
    })
    expect(await bank.readPayoutAccount(accountId)).toMatchObject({ state: 'restricted' })
  })

  it('opens its questions by a link once, within the hour', async () => {
    const { bank, clock } = await openBank()
    const { accountId } = await bank.createPayoutAccount({ key: randomUUID(), email: 'crew@example.test' })
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
    ['right', 0, (text: string) => text, true],
    ['300 s old', 300, (text: string) => text, true],
    ['301 s old', 301, (text: string) => text, false],
    ['a minute ahead', -60, (text: string) => text, true],
    ['more than a minute ahead', -61, (text: string) => text, false],
    ['changed by one byte', 0, (text: string) => text.replace('po_1', 'po_2'), false],
    ['of live mode', 0, (text: string) => text.replace('"livemode":false', '"livemode":true'), false],
  ])('reads a webhook that is %s: %d s', async (_words, ageSeconds, change, isRead) => {
    const { bank, clock } = await openBank()
    const event = { id: 'evt_1', type: 'payout.paid', objectId: 'po_1' }
    const signed = signEvent(event, 'a-secret-of-the-test', (clock.now() - ageSeconds * 1000) as Instant)
    const read = bank.readWebhook(change(signed.body), signed.signature)
    expect(read).toEqual(isRead ? event : null)
  })

  it('reads no webhook signed with another secret', async () => {
    const { bank, clock } = await openBank()
    const signed = signEvent({ id: 'evt_1', type: 'payout.paid', objectId: 'po_1' }, 'another', clock.now())
    expect(bank.readWebhook(signed.body, signed.signature)).toBeNull()
  })
})

async function chargesFor(bank: DemoBank, reference: string): Promise<number> {
  let count = 0
  for await (const movement of bank.listMovements(0 as Instant))
    if (movement.kind === 'charge' && movement.reference === reference) count += 1
  return count
}

async function readAll(bank: DemoBank) {
  const due = await bank.hostedForms.takeWebhooks(1_000)
  return due.map(({ body, signature }) => bank.readWebhook(body, signature))
}
