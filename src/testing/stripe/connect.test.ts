/** Money on its way to those who worked: accounts, transfers, payouts, and chargebacks on the way back. */
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from './call.ts'
import { clientOf, sendCommand } from './double-process.ts'
import { type RunningDouble, startDouble } from './server.ts'
import { faultsOf } from './shapes.ts'

let double: RunningDouble
let stripe: Stripe
const command = (name: string, body: object = {}) => sendCommand(double.origin, name, body)
const DAY = 86_400

beforeAll(async () => {
  double = await startDouble()
  stripe = clientOf(double.origin)
  await command('settings', { fee_delay_seconds: 0 })
})
afterAll(() => double.close())

async function makeCrew(): Promise<string> {
  const account = await stripe.accounts.create({
    controller: { stripe_dashboard: { type: 'express' } },
    capabilities: { transfers: { requested: true } },
    country: 'US',
  })
  return account.id
}

async function onboardedCrew(accountNumber = '000123456789'): Promise<string> {
  const account = await makeCrew()
  await command('complete_onboarding', { account, name: 'Ada', accountNumber })
  return account
}

async function charge(amount = 10_000, payment_method = 'pm_card_visa'): Promise<string> {
  const intent = await stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    payment_method,
    allowed_payment_method_types: ['card'],
    confirm: true,
  })
  return String(idOf(intent.latest_charge))
}

/** A crew with this much to spend. */
async function crewWith(amount: number, accountNumber?: string): Promise<string> {
  const destination = await onboardedCrew(accountNumber)
  await charge(amount * 2, 'pm_card_bypassPending')
  await stripe.transfers.create({ amount, currency: 'usd', destination })
  return destination
}

describe('an account', () => {
  test('owes everything until it is onboarded by a link that opens once', async () => {
    const account = await makeCrew()
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: { disabled_reason: 'requirements.past_due' },
    })
    const { url } = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: 'http://localhost/refresh',
      return_url: 'http://localhost/return',
    })
    expect((await fetch(url)).status).toBe(200)
    const again = await fetch(url, { redirect: 'manual' })
    expect(again.headers.get('location')).toBe('http://localhost/refresh')
    const body = new URLSearchParams({ result: 'complete', name: 'Ada' })
    const done = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    expect(done.headers.get('location')).toBe('http://localhost/return')
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
    })
  })

  test('stops on the day by which it should have given more', async () => {
    const account = await onboardedCrew()
    const deadline = Math.floor(double.world.nowMs() / 1000) + 3 * DAY
    await command('demand', { account, currently_due: ['individual.verification.document'], deadline })
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      payouts_enabled: true,
      requirements: { current_deadline: deadline, past_due: [] },
    })
    await command('clock', { advance_seconds: 3 * DAY + 1 })
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      payouts_enabled: false,
      requirements: {
        past_due: ['individual.verification.document'],
        disabled_reason: 'requirements.past_due',
      },
    })
    await command('demand', { account })
    expect(await stripe.accounts.retrieve(account)).toMatchObject({ payouts_enabled: true })
  })

  test('with the same bank account as another has its fingerprint', async () => {
    const banks = await Promise.all(
      ['000123456789', '000123456789', '000999999991'].map(async (number) => {
        const list = await stripe.accounts.listExternalAccounts(await onboardedCrew(number))
        return list.data[0]!.fingerprint
      }),
    )
    expect(banks[0]).toBe(banks[1])
    expect(banks[0]).not.toBe(banks[2])
  })

  test('that left us opens no more, and its events name it', async () => {
    const account = await onboardedCrew()
    await command('deauthorize', { account })
    await expect(stripe.balance.retrieve({}, { stripeAccount: account })).rejects.toMatchObject({
      statusCode: 403,
    })
    const events = await command('objects', { kind: 'event', owner: account })
    expect(events).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ account, type: 'account.application.deauthorized' }),
      ]),
    })
  })
})

describe('a transfer', () => {
  test('fails above the available balance, unless it names its charge', async () => {
    const destination = await onboardedCrew()
    const source_transaction = await charge()
    await command('settings', { withheld_cents: 100_000_000 })
    const sent = { amount: 6_000, currency: 'usd', destination }
    await expect(stripe.transfers.create(sent)).rejects.toMatchObject({ code: 'balance_insufficient' })
    const transfer = await stripe.transfers.create({ ...sent, source_transaction })
    await command('settings', { withheld_cents: 0 })
    expect(transfer).toMatchObject({ amount: 6_000, source_transaction })
    await expect(stripe.transfers.create({ ...sent, source_transaction })).rejects.toMatchObject({
      statusCode: 400,
    })
    const { available, pending } = await stripe.balance.retrieve({}, { stripeAccount: destination })
    expect([available[0]!.amount, pending[0]!.amount]).toEqual([0, 6_000])
  })

  test('goes to nobody who may not have it', async () => {
    const destination = await makeCrew()
    await expect(
      stripe.transfers.create({
        amount: 500,
        currency: 'usd',
        destination,
        source_transaction: await charge(),
      }),
    ).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  })

  test('comes back as far as the money is still there', async () => {
    const destination = await crewWith(5_000)
    const transfers = await stripe.transfers.list({ destination })
    const { id } = transfers.data[0]!
    expect(await stripe.transfers.createReversal(id, { amount: 2_000 })).toMatchObject({ amount: 2_000 })
    await stripe.payouts.create({ amount: 2_500, currency: 'usd' }, { stripeAccount: destination })
    await expect(stripe.transfers.createReversal(id)).rejects.toMatchObject({ code: 'balance_insufficient' })
    await stripe.transfers.createReversal(id, { amount: 500 })
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 2_500, reversed: false })
    expect((await stripe.transfers.listReversals(id)).data).toHaveLength(2)
  })
})

describe('a payout', () => {
  const pay = (stripeAccount: string, method: 'standard' | 'instant' = 'standard') =>
    stripe.payouts.create({ amount: 1_000, currency: 'usd', method }, { stripeAccount })
  const read = (id: string, stripeAccount: string) => stripe.payouts.retrieve(id, {}, { stripeAccount })

  test('travels some days, and never takes more than there is', async () => {
    const crew = await crewWith(1_500)
    const { id, status } = await pay(crew)
    expect(status).toBe('pending')
    await expect(pay(crew)).rejects.toMatchObject({ code: 'balance_insufficient' })
    await command('clock', { advance_seconds: 4_000 })
    expect((await read(id, crew)).status).toBe('in_transit')
    await command('clock', { advance_seconds: 5 * DAY })
    expect(await read(id, crew)).toMatchObject({ status: 'paid', trace_id: { status: 'supported' } })
  })

  test('that is instant is there in half an hour, where the bank takes such', async () => {
    const crew = await crewWith(1_500)
    const { id } = await pay(crew, 'instant')
    await command('clock', { advance_seconds: 1_801 })
    expect((await read(id, crew)).status).toBe('paid')
    await expect(pay(await crewWith(1_500, '000000000009'), 'instant')).rejects.toMatchObject({
      code: 'instant_payouts_unsupported',
    })
  })

  test('that was paid comes back, and its bank account takes no more until there is another', async () => {
    const crew = await crewWith(2_500)
    await command('fail_next_payout', { account: crew, isAfterPaid: true })
    const { id } = await pay(crew, 'instant')
    await command('clock', { advance_seconds: 1_801 })
    expect((await read(id, crew)).status).toBe('paid')
    await command('clock', { advance_seconds: DAY })
    expect(await read(id, crew)).toMatchObject({ status: 'failed', failure_code: 'account_closed' })
    expect(await stripe.balance.retrieve({}, { stripeAccount: crew })).toMatchObject({
      available: [{ amount: 2_500 }],
    })
    await expect(pay(crew)).rejects.toMatchObject({ code: 'payouts_not_allowed' })
    await stripe.accounts.createExternalAccount(crew, { external_account: 'btok_us_verified' })
    expect((await pay(crew)).status).toBe('pending')
    const events = await stripe.events.list({ type: 'payout.failed' }, { stripeAccount: crew })
    expect(events.data[0]).toMatchObject({ account: crew })
  })
})

describe('a chargeback', () => {
  test('takes the money and a fee, and is won with evidence', async () => {
    const id = await charge(4_000, 'pm_card_createDispute')
    const [dispute] = (await stripe.disputes.list({ charge: id })).data
    expect(dispute).toMatchObject({
      status: 'needs_response',
      balance_transactions: [{ amount: -4_000, fee: 1_500 }],
    })
    await expect(stripe.refunds.create({ charge: id })).rejects.toMatchObject({ code: 'charge_disputed' })
    const file = await stripe.files.create({
      purpose: 'dispute_evidence',
      file: { data: Buffer.from('%PDF-1.7'), name: 'pack.pdf', type: 'application/pdf' },
    })
    await stripe.disputes.update(dispute!.id, {
      evidence: { service_documentation: file.id, uncategorized_text: 'door code used' },
    })
    await command('decide_dispute', { dispute: dispute!.id, outcome: 'won' })
    expect(await stripe.disputes.retrieve(dispute!.id)).toMatchObject({
      status: 'won',
      evidence: { service_documentation: file.id },
    })
    const types = (
      await stripe.events.list({
        types: ['charge.dispute.created', 'charge.dispute.funds_reinstated', 'charge.dispute.closed'],
      })
    ).data.map(({ type }) => type)
    expect(types).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.created',
    ])
  })

  test('a bank takes back no more of a charge than is left of it', async () => {
    const id = await charge(10_000)
    await stripe.refunds.create({ charge: id, amount: 1_000 })
    await command('dispute', { charge: id, amount: 6_000 })
    const [first] = (await stripe.disputes.list({ charge: id })).data
    await expect(command('dispute', { charge: id, amount: 3_001 })).rejects.toThrow()
    await command('dispute', { charge: id })
    await expect(command('dispute', { charge: id })).rejects.toThrow()
    const disputes = (await stripe.disputes.list({ charge: id })).data
    expect(disputes.map(({ amount }) => amount).sort()).toEqual([3_000, 6_000])
    await command('decide_dispute', { dispute: first!.id, outcome: 'won' })
    await command('dispute', { charge: id })
    expect((await stripe.disputes.list({ charge: id })).data).toHaveLength(3)
  })

  test('is lost when nobody answers', async () => {
    const dispute = Object(await command('dispute', { charge: await charge() }))
    await command('clock', { advance_seconds: 10 * DAY })
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'lost' })
  })

  test('announces itself by a warning, for some cards', async () => {
    const id = await charge(4_000, 'pm_card_createIssuerFraudRecord')
    expect((await stripe.radar.earlyFraudWarnings.list({ charge: id })).data).toHaveLength(1)
  })
})

test('answers have every field of the official examples, in its type', async () => {
  const crew = await crewWith(5_000)
  const payout = await stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: crew })
  const transfer = (await stripe.transfers.list({ destination: crew })).data[0]!
  const refresh_url = 'http://localhost/a'
  const all: object[] = [
    await stripe.accounts.retrieve(crew),
    await stripe.accountLinks.create({
      account: crew,
      type: 'account_onboarding',
      refresh_url,
      return_url: refresh_url,
    }),
    ...(await stripe.accounts.listExternalAccounts(crew)).data,
    ...(await stripe.accounts.listCapabilities(crew)).data,
    payout,
    transfer,
    await stripe.transfers.createReversal(transfer.id, { amount: 100 }),
    ...(await stripe.files.list({ limit: 1 })).data,
    ...(await stripe.radar.earlyFraudWarnings.list({ limit: 1 })).data,
    await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:1/', enabled_events: ['payout.paid'] }),
  ]
  expect(all.flatMap(faultsOf)).toEqual([])
})
