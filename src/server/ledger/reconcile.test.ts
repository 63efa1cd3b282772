import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { PaymentId, PayoutId, UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  chargesOf,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { inTransaction } from '../db/client.ts'
import { postJournal } from './journal-queries.ts'
import { reconcile } from './reconcile.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

describe('reconciling', () => {
  it('finds no difference after a week of billing, refunds and payouts, and shows the balances', async () => {
    const { test, operator } = await openWeek()
    const report = await reconcile(test.app)
    expect(report.checks.flatMap(({ differences }) => differences)).toEqual([])
    expect(report.checks.find(({ name }) => name === 'charges at the provider')).toMatchObject({ count: 1 })
    const balances = (await operator.call('GET /api/ledger-balances')).body
    expect(balances.sumCents).toBe(0)
    const of = (kind: string) => balances.accounts.find((account) => account.kind === kind)!.balanceCents
    expect(of('platform_revenue')).toBe(600)
    expect(of('provider_clearing')).toBe(2_000 - of('provider_fees') - 250 - 1_400)
    expect(of('customer_receivable')).toBe(0)
    await test.close()
  })

  it.each<[string, (test: MoneyTest, ids: Ids) => Promise<unknown>, RegExp]>([
    [
      'a charge that we know nothing of',
      async (test, { paymentId }) => {
        const [charge] = await chargesOf(test, paymentId)
        const { intentId } = await test.bank.createCharge({
          key: `stray ${paymentId}`,
          customerId: charge!.provider_customer_id,
          methodId: charge!.provider_method_id,
          amountCents: cents(777),
          currency: 'usd',
          reference: 'stray',
          attempt: 0,
        })
        await test.bank.confirmCharge({ key: `stray ${intentId}`, intentId, isOffSession: true })
      },
      /the provider moved 777 cents.*know nothing of/,
    ],
    [
      'a charge that the provider does not know',
      (test, { paymentId }) =>
        test.app.db
          .updateTable('charge_attempt')
          .set({ provider_intent_id: 'pi_invented' })
          .where('payment_id', '=', paymentId)
          .execute(),
      /the provider does not know it/,
    ],
    [
      'a payment whose amount was changed',
      (test, { paymentId }) =>
        test.app.db
          .updateTable('payment')
          .set({ subtotal_cents: cents(2_100), total_cents: cents(2_100) })
          .where('id', '=', paymentId)
          .execute(),
      /paid 2100 cents, the books say 2000/,
    ],
    [
      'an earning that was taken away',
      (test, { visitId }) => test.app.db.deleteFrom('earning').where('visit_id', '=', visitId).execute(),
      /the crew earned 1400 cents, its earning says nothing/,
    ],
    [
      'a completed visit that nobody booked',
      async (test, { visitId }) => {
        await sql`
          insert into visit (weekly_job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity,
            state, crew_id, completed_at, price_lines, price_cents, crew_pay_cents, created_at)
          select weekly_job_id, customer_id, property_id, service_key, date + 1, starts_at, ends_at, quantity, state,
            crew_id, completed_at, price_lines, price_cents, crew_pay_cents, created_at
          from visit where id = ${visitId}
        `.execute(test.app.db)
      },
      /the customer owes 2000 cents, the books say nothing/,
    ],
    [
      'a payout that says another amount',
      (test, { payoutId }) =>
        test.app.db
          .updateTable('payout')
          .set({ amount_cents: cents(1_500) })
          .where('id', '=', payoutId)
          .execute(),
      /is paid over 1500 cents, the books say 1400/,
    ],
  ])('names %s', async (_case, spoil, sentence) => {
    const { test, operator, ids } = await openWeek()
    await spoil(test, ids)
    const report = await reconcile(test.app)
    expect(report.isBalanced).toBe(false)
    const found = report.checks.flatMap(({ differences }) => differences)
    expect(found.map((difference) => difference.sentence).join('\n')).toMatch(sentence)
    // The run in slices finds the same, and so does the next night.
    expect(await runOf(test, operator)).toMatch(sentence)
    await test.jumpTo(instant(WEDNESDAY_RUN + DAY_MS))
    expect(await standing(operator)).toMatch(sentence)
    await test.close()
  })

  it('is for operators only', async () => {
    const test = await openMoneyTest(THURSDAY)
    const customer = await signedIn(test, await buildCustomer(test.app))
    expect((await customer.call('POST /api/run-reconcile', { body: {} })).status).toBe(403)
    expect((await customer.call('GET /api/ledger-balances')).status).toBe(403)
    expect((await test.client().call('GET /api/ledger-balances')).status).toBe(401)
    await test.close()
  })
})

describe('the ledger', () => {
  const posting = (ownerId: UserId, amountCents: number) => [
    { accountKind: 'customer_receivable' as const, ownerId, amountCents: amountCents as never },
    { accountKind: 'platform_revenue' as const, ownerId: null, amountCents: -amountCents as never },
  ]

  it('books a key once, however many book it at once', async () => {
    const test = await openMoneyTest(THURSDAY)
    const { userId } = await buildCustomer(test.app)
    const entry = {
      key: `test:${userId}`,
      kind: 'standby' as const,
      at: THURSDAY,
      subjectId: null,
      postings: posting(userId, 5),
    }
    const news = await Promise.all(
      Array.from({ length: 8 }, () =>
        inTransaction(test.app.db, (trx) => postJournal(trx, entry), { isolation: 'read committed' }),
      ),
    )
    expect(news.filter(Boolean)).toHaveLength(1)
    await test.close()
  })

  it('takes no journal that does not balance', async () => {
    const test = await openMoneyTest(THURSDAY)
    const { userId } = await buildCustomer(test.app)
    const entry = {
      key: `test:${userId}`,
      kind: 'standby' as const,
      at: THURSDAY,
      subjectId: null,
      postings: posting(userId, 5),
    }
    await inTransaction(test.app.db, (trx) => postJournal(trx, entry))
    const { db } = test.app
    const unbalanced = { ...entry, key: 'unbalanced', postings: posting(userId, 5).slice(1) }
    await expect(inTransaction(db, (trx) => postJournal(trx, unbalanced))).rejects.toThrow(
      'does not sum to zero',
    )
    await test.close()
  })
})

/** What the operator's run finds. */
async function runOf(test: MoneyTest, operator: Client): Promise<string> {
  expect((await operator.call('POST /api/run-reconcile', { body: {} })).status).toBe(200)
  await test.work()
  const { runs } = (await operator.call('GET /api/reconcile-runs')).body
  expect(runs.every(({ state }) => state === 'finished')).toBe(true)
  return standing(operator)
}

async function standing(operator: Client): Promise<string> {
  const { body } = await operator.call('GET /api/reconcile-differences', { query: { state: 'open' } })
  return body.differences.map(({ sentence }) => sentence).join('\n')
}

type Ids = { readonly paymentId: PaymentId; readonly payoutId: PayoutId; readonly visitId: VisitId }

/** $20 billed and paid on Monday, $2.50 refunded, the crew paid on Wednesday. */
async function openWeek() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const crew = await buildCrew(test.app)
  const client = await signedIn(test, customer)
  const crewClient = await signedIn(test, crew)
  const operator = await signedIn(test, await buildOperator(test.app))
  await saveTestCard(client)
  await connectPayoutAccount(crewClient)
  const { visitId } = await buildCompletedVisit(test.app, {
    customerId: customer.userId,
    crewId: crew.userId,
    date: localDate('2026-03-05'),
  })
  await test.jumpTo(MONDAY_RUN)
  const paymentId = (await client.call('GET /api/payments')).body.payments[0]!.id
  await operator.call('POST /api/refund-payment', {
    body: { paymentId, amountCents: 250, reason: 'A kindness' },
  })
  await test.jumpTo(WEDNESDAY_RUN)
  const payoutId = (await crewClient.call('GET /api/crew-payments')).body.payouts[0]!.id
  expect((await reconcile(test.app)).checks.flatMap(({ differences }) => differences)).toEqual([])
  return { test, operator, ids: { paymentId, payoutId, visitId } as Ids }
}
