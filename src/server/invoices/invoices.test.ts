import { describe, expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { inTransaction } from '#server/db/client.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  type MoneyTest,
  mailsTo,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { takeNumbers } from './invoice-queries.ts'
import { saveTerms } from './terms-queries.ts'

/** Thursday; the Monday after is the 9th, when 06:00 in Denver is 12:00Z: the clocks have changed on the 8th. */
const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('the billing run for a customer on terms', () => {
  it('makes the week an invoice, due by the calendar over the change of clocks, and charges no card', async () => {
    const { test, client, customer } = await open({ netDays: 30 })
    await saveTestCard(client)
    await work(test, customer.userId, 2)
    await test.jumpTo(MONDAY_RUN)
    expect(await invoices(test)).toMatchObject([
      {
        number: 1,
        year: 2026,
        issued_on: '2026-03-09',
        due_on: '2026-04-08',
        company_name: 'Peak Properties LLC',
        po_number: 'PO-77',
        total_cents: 4_000,
        closed_at: null,
      },
    ])
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'invoiced' }])
    expect((await client.call('GET /api/billing')).body).toMatchObject({ dueCents: 0, duePayments: [] })
    for (const to of [customer.email, `ap-${customer.email}`])
      expect(await mailsTo(test, to)).toEqual([
        expect.objectContaining({
          subject: expect.stringMatching(/-2026-00001 over \$40, due Apr 8, 2026$/),
        }),
      ])
    await balanced(test)
    await test.close()
  })

  it('bills by the month what was done up to its last day, and each week nothing', async () => {
    const { test, customer } = await open({ period: 'monthly' })
    await work(test, customer.userId, 1)
    await test.jumpTo(MONDAY_RUN)
    expect(await invoices(test)).toEqual([])
    // It is none of what somebody forgot to bill.
    await test.jumpTo(parseInstant('2026-03-23T12:00:00Z'))
    await work(test, (await buildCustomer(test.app)).userId, 1, '2026-03-22')
    await balanced(test)
    // 06:00 on the first of April in Denver.
    await test.jumpTo(parseInstant('2026-04-01T12:00:00Z'))
    expect(await invoices(test)).toMatchObject([{ issued_on: '2026-04-01', total_cents: 2_000 }])
    await test.jumpTo(parseInstant('2026-04-02T12:00:00Z'))
    expect(await invoices(test)).toHaveLength(1)
    await balanced(test)
    await test.close()
  })

  it('gives no more credit than the limit: the rest is charged, or due at once where nothing is on file', async () => {
    const { test, client, customer } = await open({ creditLimitCents: cents(3_000) })
    await work(test, customer.userId, 2)
    await test.jumpTo(MONDAY_RUN)
    expect(await invoices(test)).toMatchObject([{ issued_on: '2026-03-09', due_on: '2026-03-09' }])
    await saveTestCard(client)
    await work(test, customer.userId, 1, '2026-03-12')
    await test.jumpTo(instant(MONDAY_RUN + 7 * DAY_MS))
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([
      { state: 'paid', totalCents: 2_000 },
      { state: 'invoiced', totalCents: 4_000 },
    ])
    await balanced(test)
    await test.close()
  })
})

describe('numbers of papers', () => {
  it('follow one another without a gap, however many race and however many fail', async () => {
    const { test } = await open({})
    const { db } = test.app
    const market = await db.selectFrom('market').select('id').limit(1).executeTakeFirstOrThrow()
    const take = (fails: boolean) =>
      inTransaction(
        db,
        async (trx) => {
          const number = await takeNumbers(trx, 'invoice', { marketId: market.id, year: 2099, count: 1 })
          if (fails) throw new Error('rolled back')
          return number
        },
        { isolation: 'read committed' },
      )
    const raced = await Promise.allSettled(Array.from({ length: 24 }, (_, index) => take(index % 3 === 0)))
    const given = raced.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
    await test.close()
  })
})

describe('what is given back of an invoice', () => {
  it('goes off what is open, by a credit note with a number of its own', async () => {
    const { test, customer } = await open({})
    await work(test, customer.userId, 2)
    await test.jumpTo(MONDAY_RUN)
    const operator = await signedIn(test, await buildOperator(test.app))
    const [invoice] = await invoices(test)
    const refund = await operator.call('POST /api/refund-payment', {
      body: { paymentId: invoice!.payment_id, amountCents: 500, reason: 'A missed bin' },
    })
    expect(refund.body).toMatchObject({ state: 'succeeded', amountCents: 500, creditCents: 0 })
    expect(await invoices(test)).toMatchObject([{ credited_cents: 500, paid_cents: 0 }])
    const notes = await test.app.db.selectFrom('credit_note').selectAll().execute()
    expect(notes).toMatchObject([{ number: 1, amount_cents: 500, credit_cents: 0, reason: 'A missed bin' }])
    // Also once the provider has had its time to say that it knows of it.
    await test.jumpTo(instant(MONDAY_RUN + 3 * DAY_MS))
    await balanced(test)
    await test.close()
  })
})

async function open(terms: Partial<Parameters<typeof saveTerms>[2]>) {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const operator = await buildOperator(test.app)
  await saveTerms(
    test.app.db,
    customer.userId,
    {
      netDays: 15,
      period: 'weekly',
      creditLimitCents: cents(500_000),
      companyName: 'Peak Properties LLC',
      taxNumber: '',
      billingAddress: '1 Main St, Denver',
      poNumber: 'PO-77',
      copiesTo: [`ap-${customer.email}`],
      ...terms,
    },
    { by: operator.userId, now: THURSDAY },
  )
  return { test, customer, client: await signedIn(test, customer) }
}

async function work(test: MoneyTest, customerId: UserId, count: number, date = '2026-03-05'): Promise<void> {
  for (let index = 0; index < count; index++) {
    const job = await buildWeeklyJob(test.app, { customerId })
    await buildCompletedVisit(test.app, { job, date: localDate(date), priceCents: 2_000 })
  }
}

function invoices({ app }: MoneyTest) {
  return app.db.selectFrom('invoice').orderBy('number').selectAll().execute()
}

async function balanced({ app }: MoneyTest): Promise<void> {
  const { checks } = await reconcile(app, instant(0))
  expect(checks.flatMap(({ name, differences }) => differences.map((each) => ({ name, ...each })))).toEqual(
    [],
  )
}
