/** Refunds at a provider that is slow, forgetful and fails late: what was found when the money was attacked. */
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { postJournal } from '#server/ledger/journal-queries.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

describe('money D1: one refund, whatever the provider does', () => {
  it('one that is pending for two days is asked for once', async () => {
    const { test, operator, paymentId } = await openPaid()
    test.bank.faults.refundDelayMs = 2 * DAY_MS
    const asked = await refund(operator, { paymentId, amountCents: 500 })
    expect(asked.body).toMatchObject({ state: 'pending', refundedCents: 500 })
    for (let hours = 1; hours < 48; hours += 6) await after(test, hours * HOUR_MS)
    await after(test, 2 * DAY_MS + HOUR_MS)
    expect(await given(test)).toEqual([{ amount_cents: 500, state: 'succeeded' }])
    await isBalanced(test)
  })

  it('the answer is lost, and the key forgotten, and it is given once', async () => {
    const { test, operator, paymentId } = await openPaid()
    test.bank.faults.breaksLine = ({ operation, moment }) =>
      operation === 'createRefund' && moment === 'after'
    await refund(operator, { paymentId, amountCents: 700 })
    await test.bank.forgetKeys()
    test.bank.faults.breaksLine = () => false
    await after(test, 2 * DAY_MS)
    expect(await given(test)).toEqual([{ amount_cents: 700, state: 'succeeded' }])
    await isBalanced(test)
  })

  it('D4: a call under one key that dies after it was reserved refunds once', async () => {
    const { test, operator, paymentId } = await openPaid()
    const headers = { 'idempotency-key': `refund ${crypto.randomUUID()}` }
    const body = { paymentId, amountCents: 300, reason: 'Twice sent' }
    test.bank.faults.breaksLine = ({ operation }) => operation === 'createRefund'
    await operator.call('POST /api/refund-payment', { body, headers })
    test.bank.faults.breaksLine = () => false
    await operator.call('POST /api/refund-payment', { body, headers })
    await after(test, HOUR_MS)
    expect(await given(test)).toEqual([{ amount_cents: 300, state: 'succeeded' }])
    await isBalanced(test)
  })
})

describe('money D3: nobody refunds more than was earned', () => {
  it('$1 of a $100 payment of which $99 was credit takes 1 % of the pay, the tax and the commission', async () => {
    const { test, operator, crewClient, sponsorClient, paymentId } = await openPaid({
      priceCents: 10_000,
      taxCents: 500,
      creditCents: 10_395,
    })
    const back = await refund(operator, { paymentId, amountCents: 105, clawsBackCrewPay: true })
    expect(back.body).toMatchObject({ amountCents: 105, creditCents: 104 })
    expect((await crewClient.call('GET /api/crew-payments')).body.debtCents).toBe(70)
    expect(await posted(test, 'refunded', 'tax_payable')).toBe(5)
    // 5 % of what the card paid of it, less 1 %.
    expect((await sponsorClient.call('GET /api/commissions')).body).toMatchObject({ earnedCents: 5 })
    await isBalanced(test)
  })

  it('two crews bear it by their work, and neither more than its pay', async () => {
    const { test, operator, customer, paymentId } = await openPaid({ visits: 2 })
    await refund(operator, { paymentId, amountCents: 1_500, clawsBackCrewPay: true })
    await refund(operator, { paymentId, clawsBackCrewPay: true })
    const rows = await test.app.db
      .selectFrom('earning')
      .where('kind', '=', 'clawback')
      .groupBy('crew_id')
      .select((eb) => eb.fn.sum<string>('amount_cents').as('taken'))
      .execute()
    expect(rows.map(({ taken }) => Number(taken))).toEqual([-1_400, -1_400])
    expect(customer.scope.type).toBe('Customer')
    await isBalanced(test)
  })

  it('credit for a dispute and a refund of the same visit take its pay once', async () => {
    const { test, operator, client, crewClient, visitIds, charge } = await openBilled()
    const disputeId = await dispute(client, visitIds[0]!)
    await decide(operator, disputeId, { amountCents: 1_500 })
    const paymentId = await charge()
    const rest = await refund(operator, { paymentId, clawsBackCrewPay: true })
    expect(rest.body.amountCents).toBe(500)
    expect((await refund(operator, { paymentId })).failure.code).toBe('refund_above_paid')
    expect((await crewClient.call('GET /api/crew-payments')).body.debtCents).toBe(1_400)
    await isBalanced(test)
  })
})

it('money D5: an operator of another market refunds nothing, and sees no refund of ours', async () => {
  const { test, paymentId } = await openPaid()
  await test.app.db
    .insertInto('market')
    .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
    .execute()
  const other = await buildOperator(test.app)
  await test.app.db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', other.userId).execute()
  const stranger = await signedIn(test, other)
  expect((await refund(stranger, { paymentId })).status).toBe(404)
  expect((await stranger.call('GET /api/failed-refunds')).body.refunds).toEqual([])
  expect(await given(test)).toEqual([])
  await test.close()
})

it('lists refunds that failed a page at a time, the oldest first, each once', async () => {
  const { test, operator, paymentId } = await openPaid()
  await test.app.db
    .insertInto('refund')
    .values(
      Array.from({ length: 120 }, (_, index) => ({
        payment_id: paymentId,
        amount_cents: cents(index + 1),
        reason: 'A missed bin',
        state: 'failed' as const,
        created_at: toTimestamp(THURSDAY),
        // Many at the same moment: a page ends between them.
        settled_at: toTimestamp(instant(THURSDAY + Math.floor(index / 40) * HOUR_MS)),
      })),
    )
    .execute()
  const seen: { amountCents: number; failedAt: string }[] = []
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? {} : { cursor }
    const { body } = await operator.call('GET /api/failed-refunds', { query })
    expect(body.totalCount).toBe(120)
    seen.push(...body.refunds)
    cursor = body.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen.map(({ amountCents }) => amountCents)).size).toBe(120)
  expect(seen).toHaveLength(120)
  const times = seen.map(({ failedAt }) => Date.parse(failedAt))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect((await operator.call('GET /api/failed-refunds', { query: { cursor: 'no' } })).status).toBe(400)
  await test.close()
})

describe('money D6: a refund that fails at the end', () => {
  it('after a dispute was decided by it is notified, undone and given another way', async () => {
    const { test, operator, client, crewClient, visitIds, charge } = await openBilled()
    const disputeId = await dispute(client, visitIds[0]!)
    await charge()
    test.bank.faults.refundDelayMs = HOUR_MS
    test.bank.faults.failRefund = () => 'lost_or_stolen_card'
    await decide(operator, disputeId, {})
    await after(test, 2 * HOUR_MS)
    expect(await keptBy(crewClient)).toBe(1_400)
    expect(await noticesOf(client)).toContain('Your refund of $20 didn’t arrive')
    expect(await noticesOf(operator)).toContain('A refund of $20 failed')
    expect((await reconcile(test.app)).isBalanced).toBe(false)
    const [failed] = (await operator.call('GET /api/failed-refunds')).body.refunds
    expect(failed).toMatchObject({ amountCents: 2_000, failure: 'lost_or_stolen_card' })
    const body = { refundId: failed!.id, to: 'credit' as const }
    const again = await operator.call('POST /api/retry-refund', { body })
    expect(again.body).toMatchObject({ state: 'succeeded', amountCents: 2_000, creditCents: 2_000 })
    expect((await operator.call('POST /api/retry-refund', { body })).body.refundId).toBe(again.body.refundId)
    expect((await operator.call('GET /api/failed-refunds')).body.refunds).toEqual([])
    expect(await keptBy(crewClient)).toBe(0)
    await isBalanced(test)
  })

  it('after it had succeeded gives crew and sponsors back what it took', async () => {
    const { test, operator, client, crewClient, sponsorClient, paymentId } = await openPaid()
    test.bank.faults.returnRefund = () => ({ afterMs: DAY_MS, failure: 'declined' })
    await refund(operator, { paymentId, amountCents: 1_000, clawsBackCrewPay: true })
    expect(await keptBy(crewClient)).toBe(700)
    await after(test, 2 * DAY_MS)
    expect(await keptBy(crewClient)).toBe(1_400)
    const shown = await client.call('GET /api/payment', { query: { id: paymentId } })
    expect(shown.body).toMatchObject({ refundedCents: 0 })
    expect((await sponsorClient.call('GET /api/commissions')).body).toMatchObject({ reversedCents: 0 })
    test.bank.faults.returnRefund = () => null
    const [failed] = (await operator.call('GET /api/failed-refunds')).body.refunds
    const body = { refundId: failed!.id, to: 'card' as const }
    expect((await operator.call('POST /api/retry-refund', { body })).body.state).toBe('succeeded')
    expect(await keptBy(crewClient)).toBe(700)
    await isBalanced(test)
  })
  it('that was given otherwise meanwhile is not given again, to the card or as credit', async () => {
    const { test, operator, client, paymentId } = await openPaid()
    test.bank.faults.failRefund = () => 'expired_or_canceled_card'
    await refund(operator, { paymentId })
    await after(test, HOUR_MS)
    test.bank.faults.failRefund = () => null
    const [failed] = (await operator.call('GET /api/failed-refunds')).body.refunds
    await refund(operator, { paymentId, amountCents: 1_500 })
    for (const to of ['credit', 'card'] as const) {
      const body = { refundId: failed!.id, to }
      const again = await operator.call('POST /api/retry-refund', { body })
      expect(again.failure.code, to).toBe('refund_above_paid')
    }
    const { body } = await client.call('GET /api/payment', { query: { id: paymentId } })
    expect(body).toMatchObject({ refundedCents: 1_500, refunds: [{}, {}] })
    await isBalanced(test)
  })

  it('nothing is given of what the cardholder’s bank has taken back, until it gives that up', async () => {
    const { test, operator, paymentId } = await openPaid()
    test.bank.faults.failRefund = () => 'expired_or_canceled_card'
    await refund(operator, { paymentId })
    await after(test, HOUR_MS)
    test.bank.faults.failRefund = () => null
    const { chargebackId } = await test.bank.openChargeback({ intentId: await intentOf(test, paymentId) })
    await after(test, 2 * HOUR_MS)
    const [failed] = (await operator.call('GET /api/failed-refunds')).body.refunds
    const body = { refundId: failed!.id, to: 'credit' as const }
    expect((await operator.call('POST /api/retry-refund', { body })).failure.code).toBe(
      'payment_charged_back',
    )
    expect((await refund(operator, { paymentId })).failure.code).toBe('payment_charged_back')
    await test.bank.endChargeback(chargebackId, 'won')
    await after(test, 3 * HOUR_MS)
    expect((await refund(operator, { paymentId })).body).toMatchObject({ state: 'succeeded' })
    await isBalanced(test)
  })
})

describe('money D9: credit has no dead ends', () => {
  it('a payment that credit helped to pay is refunded whole, each way as it was paid', async () => {
    const { test, operator, client, paymentId } = await openPaid({ creditCents: 1_500 })
    const back = await refund(operator, { paymentId })
    expect(back.body).toMatchObject({ amountCents: 2_000, creditCents: 1_500, refundedCents: 2_000 })
    const receipt = await client.call('GET /api/payment', { query: { id: paymentId } })
    expect(receipt.body).toMatchObject({ refunds: [{ amountCents: 2_000, creditCents: 1_500 }] })
    await isBalanced(test)
  })

  it('a visit that is refunded while its payment is declined is dunned no longer', async () => {
    const { test, operator, client, visitIds } = await openBilled(CARDS.declinesAtCharging)
    const disputeId = await dispute(client, visitIds[0]!)
    await client.call('GET /api/billing')
    for (const days of [0, 4, 8, 12]) {
      await after(test, days * DAY_MS)
      await client.call('GET /api/billing')
      await operator.call('GET /api/failed-refunds')
    }
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      isServicePaused: true,
      dueCents: 2_000,
    })
    await decide(operator, disputeId, {})
    await test.work()
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      isServicePaused: false,
      dueCents: 0,
    })
    await isBalanced(test)
  })
})

describe('money D10: sponsors earn on what was paid and kept', () => {
  it('of a crew, nothing on what was taken back of it', async () => {
    const { test, operator, crewClient, crewSponsorClient, paymentId } = await openPaid({
      priceCents: 10_000,
    })
    await connectPayoutAccount(crewClient)
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await crewSponsorClient.call('GET /api/commissions')).body.pendingCents).toBe(140)
    await refund(operator, { paymentId, amountCents: 2_500, clawsBackCrewPay: true })
    expect((await crewSponsorClient.call('GET /api/commissions')).body).toMatchObject({
      pendingCents: 105,
      reversedCents: 35,
    })
    await refund(operator, { paymentId, clawsBackCrewPay: true })
    expect((await crewSponsorClient.call('GET /api/commissions')).body.reversedCents).toBe(140)
    await isBalanced(test)
  })

  it('of a crew, nothing on what was taken back before it was paid', async () => {
    const { test, operator, crewClient, crewSponsorClient, paymentId } = await openPaid({
      priceCents: 10_000,
    })
    await connectPayoutAccount(crewClient)
    await refund(operator, { paymentId, amountCents: 5_000, clawsBackCrewPay: true })
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await crewSponsorClient.call('GET /api/commissions')).body.pendingCents).toBe(70)
    await isBalanced(test)
  })
})

describe('money D11: a refund made at the provider itself', () => {
  it('is booked when the provider reports it, once', async () => {
    const { test, client, paymentId } = await openPaid()
    await test.bank.refundByHand({ intentId: await intentOf(test, paymentId), amountCents: cents(600) })
    await after(test, HOUR_MS)
    const receipt = await client.call('GET /api/payment', { query: { id: paymentId } })
    expect(receipt.body).toMatchObject({
      refundedCents: 600,
      refunds: [{ amountCents: 600, state: 'succeeded', reason: 'Refunded at the payment provider' }],
    })
    await isBalanced(test)
  })

  it('is found by the daily look where every webhook was lost', async () => {
    const { test, client, paymentId } = await openPaid()
    test.bank.faults.deliver = () => []
    await test.bank.refundByHand({ intentId: await intentOf(test, paymentId), amountCents: cents(600) })
    await after(test, HOUR_MS)
    expect((await client.call('GET /api/payments')).body.payments[0]!.refundedCents).toBe(0)
    await after(test, DAY_MS)
    expect((await client.call('GET /api/payments')).body.payments[0]!.refundedCents).toBe(600)
    await isBalanced(test)
  })
})

it('money D14: a refund needs a password given just now', async () => {
  const { test, operator, paymentId } = await openPaid()
  test.clock.advance(16 * MINUTE_MS)
  const refused = await refund(operator, { paymentId })
  expect([refused.status, refused.failure.code]).toEqual([403, 'password_needed'])
  await test.close()
})

type Setting = { visits?: number; priceCents?: number; taxCents?: number; creditCents?: number }

/** A customer and a crew, both brought by sponsors; visits of $20 billed on Monday, not charged yet. */
async function openBilled(card: string = CARDS.good, setting: Setting = {}) {
  const test = await openMoneyTest(THURSDAY)
  const { app } = test
  const [sponsor, crewSponsor] = [await buildCustomer(app), await buildCrew(app)]
  const customer = await buildCustomer(app, { sponsorId: sponsor.userId })
  const crews = []
  const visitIds = []
  const client = await signedIn(test, customer)
  for (let number = 0; number < (setting.visits ?? 1); number++) {
    const crew = await buildCrew(app, { sponsorId: crewSponsor.userId, at: { lat: 39.78, lng: -104.99 } })
    crews.push(crew)
    const { priceCents, taxCents } = { priceCents: 2_000, taxCents: 0, ...setting }
    const of = { customerId: customer.userId, crewId: crew.userId, priceCents, taxCents }
    visitIds.push((await buildCompletedVisit(app, { ...of, date: localDate('2026-03-05') })).visitId)
  }
  if (setting.creditCents !== undefined) await giveCredit(test, customer.userId, setting.creditCents)
  if (card !== CARDS.good) await saveTestCard(client, card)
  return {
    test,
    customer,
    client,
    visitIds,
    charge: async () => {
      await saveTestCard(client)
      await test.jumpTo(MONDAY_RUN)
      return (await client.call('GET /api/payments')).body.payments[0]!.id
    },
    operator: await signedIn(test, await buildOperator(app)),
    crewClient: await signedIn(test, crews[0]!),
    sponsorClient: await signedIn(test, sponsor),
    crewSponsorClient: await signedIn(test, crewSponsor),
  }
}

async function openPaid(setting: Setting = {}) {
  const opened = await openBilled(CARDS.good, setting)
  await saveTestCard(opened.client)
  await opened.test.jumpTo(MONDAY_RUN)
  const [payment] = (await opened.client.call('GET /api/payments')).body.payments
  expect(payment!.state).toBe('paid')
  return { ...opened, paymentId: payment!.id }
}

type Client = Awaited<ReturnType<typeof openBilled>>['client']
type PaymentId = Awaited<ReturnType<typeof openPaid>>['paymentId']
type VisitId = Awaited<ReturnType<typeof openBilled>>['visitIds'][number]

function refund(
  operator: Client,
  input: { paymentId: PaymentId; amountCents?: number; clawsBackCrewPay?: boolean },
) {
  return operator.call('POST /api/refund-payment', { body: { reason: 'A reason', ...input } })
}

async function dispute(client: Client, visitId: VisitId) {
  const body = { visitId, problem: 'damage' as const, note: 'The gate is broken.' }
  return (await client.call('POST /api/open-dispute', { body })).body.disputeId
}

async function decide(
  operator: Client,
  disputeId: Awaited<ReturnType<typeof dispute>>,
  amount: { amountCents?: number },
) {
  const decision = { decision: 'refund' as const, note: 'We are sorry.', takesBackCrewPay: true }
  const body = { disputeId, ...decision, ...amount }
  const decided = await operator.call('POST /api/decide-dispute', { body })
  expect(decided.status).toBe(200)
}

function giveCredit({ app }: MoneyTest, customerId: string, amountCents: number) {
  return app.db.transaction().execute((trx) =>
    postJournal(trx, {
      key: `test:credit:${customerId}`,
      kind: 'credit_given',
      at: THURSDAY,
      subjectId: null,
      postings: [
        { accountKind: 'refund_expense', ownerId: null, amountCents: cents(amountCents) },
        { accountKind: 'customer_credit', ownerId: customerId, amountCents: cents(-amountCents) },
      ],
    }),
  )
}

async function keptBy(crewClient: Client): Promise<number> {
  const { availableCents, debtCents } = (await crewClient.call('GET /api/crew-payments')).body
  return availableCents - debtCents
}

async function noticesOf(client: Client): Promise<string[]> {
  const { body } = await client.call('POST /api/get-notices', { body: {} })
  return body.notices.map(({ title }) => title)
}

async function intentOf({ app }: MoneyTest, paymentId: PaymentId): Promise<string> {
  const row = await app.db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .select('provider_intent_id')
    .executeTakeFirstOrThrow()
  return row.provider_intent_id!
}

/** What the provider itself refunded. */
function given({ app }: MoneyTest) {
  return app.db
    .selectFrom('demo_bank_object')
    .where('kind', '=', 'refund')
    .select(['amount_cents', 'state'])
    .execute()
}

async function posted({ app }: MoneyTest, kind: string, accountKind: string): Promise<number> {
  const row = await app.db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_journal', 'ledger_journal.id', 'ledger_posting.journal_id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .where('ledger_journal.kind', '=', kind)
    .where('ledger_account.kind', '=', accountKind)
    .select((eb) => eb.fn.sum<string>('ledger_posting.amount_cents').as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

function after(test: MoneyTest, ms: number) {
  return test.jumpTo(instant(MONDAY_RUN + ms))
}

async function isBalanced(test: MoneyTest) {
  expect((await reconcile(test.app)).checks.flatMap(({ differences }) => differences)).toEqual([])
  await test.close()
}
