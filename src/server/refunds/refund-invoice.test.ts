import { describe, expect, it } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, CARDS, type MoneyTest, openMoneyTest, tokenise } from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('what is given back of an invoice that was paid', () => {
  it('goes back to the card that paid it, with its share of tax, pay and the sponsor’s commission', async () => {
    const { test, payByCard, refund, sponsor } = await openInvoiced()
    await payByCard(4_400)
    const before = await balances(test)
    expect((await sponsor.call('GET /api/commissions')).body.reversedCents).toBe(0)
    const back = await refund(2_200, { clawsBackCrewPay: true })
    expect(back.body).toMatchObject({
      state: 'succeeded',
      amountCents: 2_200,
      creditCents: 0,
      refundedCents: 2_200,
    })
    // A half of everything: $2 tax of $4, $14 pay of $28; the rest is ours.
    expect(changes(before, await balances(test))).toEqual({
      commission_expense: -100,
      commission_pending: 100,
      crew_payable: 1_400,
      provider_clearing: -2_200,
      refund_expense: 600,
      tax_payable: 200,
    })
    expect((await sponsor.call('GET /api/commissions')).body.reversedCents).toBe(100)
    expect(await notes(test)).toMatchObject([{ amount_cents: 2_200, back_cents: 2_200, credit_cents: 0 }])
    await balanced(test)
    // The rest of it takes the rest of everything, and there is no more.
    await refund(undefined, { clawsBackCrewPay: true })
    const { crew_payable: pay, tax_payable: tax } = changes(before, await balances(test))
    expect([pay, tax]).toEqual([2_800, 400])
    expect((await refund(1)).failure.code).toBe('refund_above_paid')
    await balanced(test)
    await test.close()
  })

  it('is off what is open first, then goes through the charges, and is credit where a check paid', async () => {
    const { test, client, operator, invoiceId, payByCard, refund } = await openInvoiced()
    await payByCard(1_000)
    await payByCard(1_500)
    await operator.call('POST /api/record-invoice-payment', {
      body: {
        invoiceId,
        way: 'check',
        reference: 'Check 7',
        amountCents: 900,
        receivedOn: localDate('2026-03-09'),
      },
    })
    // $10 are open: they go first, and the newer charge pays the rest.
    const first = await refund(2_400)
    expect(first.body).toMatchObject({ state: 'succeeded', amountCents: 2_400, creditCents: 0 })
    expect((await operator.call('GET /api/invoice', { query: { id: invoiceId } })).body).toMatchObject({
      state: 'paid',
      openCents: 0,
      creditedCents: 1_000,
      creditNotes: [{ amountCents: 2_400, creditCents: 0 }],
    })
    await test.jumpTo(instant(test.clock.now() + 60_000))
    const last = await refund(undefined)
    expect(last.body).toMatchObject({ amountCents: 2_000, creditCents: 900, refundedCents: 4_400 })
    expect((await client.call('GET /api/billing')).body.creditCents).toBe(900)
    const refunds = await rows(test)
    expect(refunds.map(({ amount_cents, through }) => [amount_cents, through])).toEqual([
      [1_000, null],
      [1_400, 1_500],
      [900, null],
      [100, 1_500],
      [1_000, 1_000],
    ])
    expect((await notes(test)).map(({ back_cents, credit_cents }) => [back_cents, credit_cents])).toEqual([
      [1_400, 0],
      [1_100, 900],
    ])
    await balanced(test)
    await test.close()
  })

  it('goes back to the bank account that was debited', async () => {
    const { test, client, goId, refund } = await openInvoiced()
    const { setupToken } = (
      await client.call('POST /api/demo-bank/tokenise-bank-account', {
        body: { routingNumber: '110000000', accountNumber: '000123456789', isAgreed: true },
      })
    ).body
    await client.call('POST /api/pay-invoice', { body: { goId, setupToken, amountCents: 4_400 } })
    // Nothing has come yet: all of it is still open.
    expect((await refund(400)).body).toMatchObject({ state: 'succeeded', creditCents: 0 })
    expect(await notes(test)).toMatchObject([{ amount_cents: 400, back_cents: 0 }])
    await test.jumpTo(instant(MONDAY_RUN + 7 * DAY_MS))
    const again = await signedIn(test, await buildOperator(test.app))
    const payment = await paymentOf(test)
    const body = { paymentId: payment, amountCents: 1_000, reason: 'A missed bin' }
    expect((await again.call('POST /api/refund-payment', { body })).body.creditCents).toBe(0)
    expect((await rows(test)).at(-1)).toMatchObject({ amount_cents: 1_000, through: 4_400 })
    await balanced(test)
    await test.close()
  })

  it.each(['card', 'credit'] as const)(
    'that the bank does not take is undone, and given again: %s',
    async (to) => {
      const { test, operator, payByCard, refund } = await openInvoiced()
      await payByCard(4_400)
      const before = await balances(test)
      test.bank.faults.refundDelayMs = HOUR_MS
      test.bank.faults.failRefund = () => 'expired_or_canceled_card'
      expect((await refund(1_100)).body).toMatchObject({ state: 'pending', refundedCents: 1_100 })
      await test.jumpTo(instant(MONDAY_RUN + 2 * HOUR_MS))
      expect(changes(before, await balances(test))).toEqual({})
      test.bank.faults.failRefund = () => null
      const { body: failed } = await operator.call('GET /api/failed-refunds')
      expect(failed.refunds).toMatchObject([{ amountCents: 1_100, failure: 'expired_or_canceled_card' }])
      const again = { refundId: failed.refunds[0]!.id, to }
      const answer = await operator.call('POST /api/retry-refund', { body: again })
      expect(answer.body).toMatchObject({ amountCents: 1_100, creditCents: to === 'credit' ? 1_100 : 0 })
      await test.jumpTo(instant(MONDAY_RUN + 5 * HOUR_MS))
      expect(changes(before, await balances(test))).toMatchObject(
        to === 'credit' ? { customer_credit: -1_100 } : { provider_clearing: -1_100 },
      )
      // Its paper stands, whichever way the money went in the end.
      expect(await notes(test)).toHaveLength(1)
      expect((await operator.call('GET /api/failed-refunds')).body.refunds).toEqual([])
      await balanced(test)
      await test.close()
    },
  )

  it('gives nothing of a charge that its bank has taken back', async () => {
    const { test, payByCard, refund } = await openInvoiced()
    await payByCard(3_000)
    await payByCard(1_400)
    const { provider_intent_id: intentId } = await test.app.db
      .selectFrom('payment')
      .where('kind', '=', 'invoice_part')
      .where('total_cents', '=', cents(3_000))
      .select('provider_intent_id')
      .executeTakeFirstOrThrow()
    await test.bank.openChargeback({ intentId: intentId! })
    await test.jumpTo(instant(MONDAY_RUN + HOUR_MS))
    expect((await refund(1_401)).failure.code).toBe('payment_charged_back')
    expect((await refund(1_400)).body).toMatchObject({ state: 'succeeded', creditCents: 0 })
    expect((await rows(test)).map(({ through }) => through)).toEqual([1_400])
    await test.close()
  })
})

it('that a warning of fraud is about goes back through its own charge, though the rest is open', async () => {
  const { test, operator, invoiceId, payByCard } = await openInvoiced()
  await payByCard(1_500)
  await payByCard(1_000)
  const { provider_intent_id: intentId } = await test.app.db
    .selectFrom('payment')
    .where('kind', '=', 'invoice_part')
    .where('total_cents', '=', cents(1_500))
    .select('provider_intent_id')
    .executeTakeFirstOrThrow()
  const { warningId } = await test.bank.warnOfFraud({ intentId: intentId! })
  await test.jumpTo(instant(test.clock.now() + HOUR_MS))
  const desk = await signedIn(test, await buildOperator(test.app))
  const listed = async () =>
    (await desk.call('POST /api/get-fraud-warnings', { body: {} })).body.warnings.map(({ id }) => id)
  expect(await listed()).toEqual([warningId])
  const answer = { warningId, answer: 'refund' as const }
  for (let time = 0; time < 2; time++)
    expect((await desk.call('POST /api/answer-fraud-warning', { body: answer })).status).toBe(200)
  expect(await rows(test)).toEqual([{ amount_cents: 1_500, through: 1_500 }])
  expect(await notes(test)).toMatchObject([{ amount_cents: 1_500, back_cents: 1_500 }])
  expect((await operator.call('GET /api/invoice', { query: { id: invoiceId } })).body).toMatchObject({
    openCents: 1_900,
    paidCents: 2_500,
  })
  expect(await listed()).toEqual([])
  await balanced(test)
  await test.close()
})

async function openInvoiced() {
  const test = await openMoneyTest(THURSDAY)
  const sponsorUser = await buildCustomer(test.app)
  const customer = await buildCustomer(test.app, { sponsorId: sponsorUser.userId })
  const operator = await signedIn(test, await buildOperator(test.app))
  await operator.call('POST /api/set-terms', {
    body: { customerId: customer.userId, netDays: 30, creditLimitCents: 500_000, companyName: 'Peak LLC' },
  })
  const crew = await buildCrew(test.app)
  for (const date of ['2026-03-04', '2026-03-05']) {
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, {
      job,
      crewId: crew.userId,
      date: localDate(date),
      priceCents: 2_000,
      taxCents: 200,
    })
  }
  await test.jumpTo(MONDAY_RUN)
  const client = await signedIn(test, customer)
  const invoiceId = (await client.call('GET /api/invoices')).body.invoices[0]!.id
  const { payPath } = (await client.call('GET /api/invoice', { query: { id: invoiceId } })).body
  const goId = payPath!.slice('/go/'.length)
  const paymentId = await paymentOf(test)
  return {
    test,
    client,
    operator,
    sponsor: await signedIn(test, sponsorUser),
    invoiceId,
    goId,
    payByCard: async (amountCents: number) => {
      const setupToken = await tokenise(client, CARDS.good)
      const { body } = await client.call('POST /api/pay-invoice', { body: { goId, setupToken, amountCents } })
      expect(body.state).toBe('paid')
      // The newer of two charges is the one that came later.
      await test.jumpTo(instant(test.clock.now() + 60_000))
    },
    refund: (amountCents: number | undefined, more: { clawsBackCrewPay?: boolean } = {}) =>
      operator.call('POST /api/refund-payment', {
        body: { paymentId, amountCents, reason: 'A missed bin', ...more },
      }),
  }
}

async function paymentOf({ app }: MoneyTest): Promise<PaymentId> {
  const row = await app.db.selectFrom('invoice').select('payment_id').executeTakeFirstOrThrow()
  return row.payment_id
}

function rows({ app }: MoneyTest) {
  return app.db
    .selectFrom('refund')
    .leftJoin('payment as part', 'part.id', 'refund.through_payment_id')
    .orderBy('refund.created_at')
    .orderBy('refund.leading_id', (order) => order.asc().nullsFirst())
    .orderBy('refund.amount_cents')
    .select(['refund.amount_cents', 'part.total_cents as through'])
    .execute()
}

function notes({ app }: MoneyTest) {
  return app.db.selectFrom('credit_note').orderBy('number').selectAll().execute()
}

/** By account: debits above zero. */
async function balances({ app }: MoneyTest): Promise<ReadonlyMap<string, number>> {
  const sums = await app.db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .groupBy('ledger_account.kind')
    .select(['ledger_account.kind', (eb) => eb.fn.sum<string>('amount_cents').as('total')])
    .execute()
  return new Map(sums.map((row) => [row.kind, Number(row.total)]))
}

function changes(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  return Object.fromEntries(
    [...after]
      .map(([kind, total]): [string, number] => [kind, total - (before.get(kind) ?? 0)])
      .filter(([, change]) => change !== 0)
      .sort(([one], [other]) => one.localeCompare(other)),
  )
}

async function balanced({ app }: MoneyTest): Promise<void> {
  const { checks } = await reconcile(app, instant(0))
  expect(checks.flatMap(({ name, differences }) => differences.map((each) => ({ name, ...each })))).toEqual(
    [],
  )
}
