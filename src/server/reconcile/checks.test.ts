/** Each check of invoices and commissions is seen to find the difference that it is there for, whole and by row. */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
  tokenise,
} from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { asOwner } from '#testing/database.ts'
import type { Db } from '../db/client.ts'
import { BOOK_QUESTIONS, findDifferences } from '../ledger/check-queries.ts'
import { EVERY } from '../ledger/question-queries.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { amongIds } from './subject-queries.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const MATURE = instant(MONDAY_RUN + 8 * DAY_MS)
const NORTH_SIDE = { lat: 39.78, lng: -104.99 }

let test: MoneyTest
beforeAll(async () => {
  test = await openMoneyTest(THURSDAY)
  await buildInvoice()
  await buildCommissions()
  const { checks } = await reconcile(test.app)
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
}, 60_000)
afterAll(() => test.close())

describe('a check of the books', () => {
  it.each<[check: string, plant: RawBuilder<unknown>, sentence: RegExp]>([
    [
      'open invoices',
      sql`update invoice set paid_cents = paid_cents - 100`,
      /^has 1900 cents open on invoices, the books say 1800$/,
    ],
    [
      'invoices',
      sql`update invoice set total_cents = total_cents + 100`,
      /^is over 4100 cents, its bill over 4000$/,
    ],
    [
      'paid of invoices',
      sql`update invoice set paid_cents = paid_cents + 250`,
      /^says 1750 cents were paid, the books say 1500$/,
    ],
    [
      'credited of invoices',
      sql`update credit_note set amount_cents = amount_cents - 50`,
      /^says 700 cents were credited, its credit notes 650$/,
    ],
    [
      'charges for invoices',
      sql`update invoice_receipt set state = 'failed', received_on = null where part_payment_id is not null`,
      /^its charge is failed, the payment of it paid$/,
    ],
    [
      'numbers of papers',
      sql`update paper_number set last = last + 1 where series = 'invoice'`,
      /^gave 2 numbers/,
    ],
    [
      'commissions',
      sql`update commission set amount_cents = amount_cents + 100`,
      /^is over 2100 cents, the books say 2000$/,
    ],
    [
      'what sponsors may spend',
      sql`update commission set used_cents = used_cents - 100`,
      /^has 0 cents pending and 200 available, the books say 0 and 100$/,
    ],
    [
      'commissions spent',
      sql`update commission_use set amount_cents = amount_cents - 1 where amount_cents = 900`,
      /^spent 900 cents, taken from commissions with 899$/,
    ],
  ])('of %s finds what was planted, in all rows and among some', async (check, plant, sentence) => {
    const question = BOOK_QUESTIONS.find(({ name }) => name === check)!
    await planted(plant, async (db) => {
      const found = await findDifferences(db, question, EVERY)
      expect(found.map((each) => each.sentence)).toEqual([expect.stringMatching(sentence)])
      if (question.of === 'sums') return
      const among = amongIds(question.of, [found[0]!.subject])
      expect(await findDifferences(db, question, among)).toEqual(found)
      const [others] = (await sql<{ id: string }>`select gen_random_uuid() as id`.execute(db)).rows
      expect(await findDifferences(db, question, amongIds(question.of, [others!.id]))).toEqual([])
    })
  })
})

/** In a transaction that is undone, without what the schema itself would refuse. */
function planted(plant: RawBuilder<unknown>, look: (db: Db) => Promise<void>): Promise<void> {
  return asOwner(async (owner) => {
    const trx = await owner.startTransaction().execute()
    try {
      for (const table of ['invoice', 'credit_note', 'invoice_receipt', 'commission', 'commission_use'])
        await sql`
          do $$ declare rule record; begin
            for rule in select conname from pg_constraint where contype = 'c' and conrelid = ${sql.lit(table)}::regclass
            loop execute format('alter table %I drop constraint %I', ${sql.lit(table)}, rule.conname); end loop;
          end $$
        `.execute(trx)
      await plant.execute(trx)
      await look(trx)
    } finally {
      await trx.rollback().execute()
    }
  })
}

/** Of $40, $10 came by card and $5 by check, and $7 were credited. */
async function buildInvoice(): Promise<void> {
  const customer = await buildCustomer(test.app)
  const operator = await signedIn(test, await buildOperator(test.app))
  const terms = { netDays: 30 as const, creditLimitCents: 500_000, companyName: 'Peak LLC' }
  await operator.call('POST /api/set-terms', { body: { customerId: customer.userId, ...terms } })
  for (const date of ['2026-03-04', '2026-03-05']) {
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, { job, date: localDate(date), priceCents: 2_000 })
  }
  await buildBrought()
  await test.jumpTo(MONDAY_RUN)
  const client = await signedIn(test, customer)
  const { id: invoiceId } = (await client.call('GET /api/invoices')).body.invoices[0]!
  const { body: invoice } = await client.call('GET /api/invoice', { query: { id: invoiceId } })
  const goId = invoice.payPath!.slice('/go/'.length)
  const setupToken = await tokenise(client, CARDS.good)
  const paid = await client.call('POST /api/pay-invoice', { body: { goId, setupToken, amountCents: 1_000 } })
  expect(paid.body).toMatchObject({ state: 'paid' })
  const check = { invoiceId, way: 'check' as const, amountCents: 500, reference: '4711' }
  const recorded = await operator.call('POST /api/record-invoice-payment', {
    body: { ...check, receivedOn: localDate('2026-03-09') },
  })
  expect(recorded.status).toBe(200)
  const row = await test.app.db.selectFrom('invoice').select('payment_id').executeTakeFirstOrThrow()
  const refund = {
    paymentId: row.payment_id,
    amountCents: cents(700),
    reason: 'Late',
    clawsBackCrewPay: false,
  }
  const credited = await (await signedIn(test, await buildOperator(test.app))).call(
    'POST /api/refund-payment',
    {
      body: refund,
    },
  )
  expect(credited.status).toBe(200)
}

let sponsor: Awaited<ReturnType<typeof buildCustomer>>

async function buildBrought(): Promise<void> {
  sponsor = await buildCustomer(test.app)
  const brought = await buildCustomer(test.app, { sponsorId: sponsor.userId })
  await saveTestCard(await signedIn(test, brought))
  const job = await buildWeeklyJob(test.app, { customerId: brought.userId, at: NORTH_SIDE })
  await buildCompletedVisit(test.app, { job, priceCents: 40_000, date: localDate('2026-03-05') })
}

/** Of $20, $9 became credit and $10 went to a bank. */
async function buildCommissions(): Promise<void> {
  await test.jumpTo(MATURE)
  const client = await signedIn(test, sponsor)
  await connectPayoutAccount(client, '000999888777')
  const credit = { amountCents: cents(900) }
  expect((await client.call('POST /api/use-commission', { body: credit })).status).toBe(200)
  const money = { amountCents: cents(1_000), how: 'alone' as const }
  expect((await client.call('POST /api/withdraw-commission', { body: money })).status).toBe(200)
  await test.work()
}
