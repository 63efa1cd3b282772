import { describe, expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, instant, MINUTE_MS, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, mailsTo, openMoneyTest, tokenise, CARDS } from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
/** Issued on March 9th with 15 days. */
const DUE = parseInstant('2026-03-24T16:00:00Z')

describe('the desk of invoices', () => {
  it('shows operators of another market nothing, and lets them do nothing', async () => {
    const { test, operator, customer, invoiceId } = await openInvoiced()
    await test.app.db
      .insertInto('market')
      .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
      .execute()
    const other = await buildOperator(test.app)
    const { userId } = other
    await test.app.db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', userId).execute()
    const stranger = await signedIn(test, other)
    const { body: list } = await stranger.call('GET /api/market-invoices', { query: {} })
    expect(list.invoices).toEqual([])
    const named = { customerId: customer.userId }
    const { body: ofCustomer } = await stranger.call('GET /api/market-invoices', { query: named })
    expect(ofCustomer.invoices).toEqual([])
    const { body: ageing } = await stranger.call('GET /api/ageing')
    expect(ageing).toMatchObject({ customers: [], openCents: 0, moreCustomers: 0 })
    const csv = await stranger.call('GET /api/ageing-csv')
    expect(csv.bytes.toString().trim().split('\n')).toHaveLength(1)
    const answers = await Promise.all([
      stranger.call('GET /api/invoice', { query: { id: invoiceId } }),
      stranger.call('GET /api/invoice-pdf', { query: { id: invoiceId } }),
      stranger.call('GET /api/terms', { query: named }),
      stranger.call('POST /api/set-terms', { body: { ...named, netDays: 30, companyName: 'Mine' } }),
      stranger.call('POST /api/remind-of-invoice', { body: { invoiceId } }),
      stranger.call('POST /api/void-invoice', { body: { invoiceId, reason: 'Mine', isReplaced: false } }),
      stranger.call('POST /api/record-invoice-payment', { body: checkOf(invoiceId, 100) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
    expect((await operator.call('GET /api/ageing')).body).toMatchObject({ openCents: 4_000 })
    await test.close()
  })

  it('mails an invoice once more as often as it is asked, and one that is paid no more', async () => {
    const { test, operator, customer, invoiceId } = await openInvoiced()
    const remind = async (minutes: number) => {
      await test.jumpTo(instant(MONDAY_RUN + minutes * MINUTE_MS))
      const { status } = await operator.call('POST /api/remind-of-invoice', { body: { invoiceId } })
      await test.work()
      return status
    }
    expect([await remind(1), await remind(2)]).toEqual([200, 200])
    const subjects = (await mailsTo(test, customer.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /^Invoice [^ ]+-2026-00001$/.test(subject))).toHaveLength(2)
    await operator.call('POST /api/record-invoice-payment', { body: checkOf(invoiceId, 4_000) })
    expect(await remind(3)).toBe(409)
    await test.close()
  })

  it('takes back no invoice of which something was paid or is on its way', async () => {
    const { test, operator, client, invoiceId } = await openInvoiced()
    const remove = async (isReplaced: boolean) =>
      (await operator.call('POST /api/void-invoice', { body: { invoiceId, reason: 'Wrong', isReplaced } }))
        .failure.code
    const { payPath } = (await client.call('GET /api/invoice', { query: { id: invoiceId } })).body
    const { setupToken } = (
      await client.call('POST /api/demo-bank/tokenise-bank-account', {
        body: { routingNumber: '110000000', accountNumber: '000222222227', isAgreed: true },
      })
    ).body
    const goId = payPath!.slice('/go/'.length)
    await client.call('POST /api/pay-invoice', { body: { goId, setupToken, amountCents: 1_000 } })
    expect([await remove(false), await remove(true)]).toEqual([
      'invoice_has_payments',
      'invoice_has_payments',
    ])
    await test.jumpTo(instant(MONDAY_RUN + 7 * DAY_MS))
    // The bank returned it: there is nothing of it any more.
    await client.call('POST /api/pay-invoice', {
      body: { goId, setupToken: await tokenise(client, CARDS.good), amountCents: 1_000 },
    })
    expect([await remove(false), await remove(true)]).toEqual([
      'invoice_has_payments',
      'invoice_has_payments',
    ])
    const { body } = await operator.call('GET /api/invoice', { query: { id: invoiceId } })
    expect(body).toMatchObject({ state: 'partly_paid', paidCents: 1_000, creditNotes: [] })
    await test.close()
  })

  it('rests the weekly jobs once an invoice is long overdue, and wakes them when it is paid', async () => {
    const { test, operatorUser, customer, invoiceId } = await openInvoiced()
    // Weeks later: whoever looks signs in again.
    const rests = async () => {
      const client = await signedIn(test, customer)
      const { body: jobs } = await client.call('POST /api/get-weekly-jobs', { body: { states: ['paused'] } })
      const { body: billing } = await client.call('GET /api/billing')
      return { isPaused: billing.isServicePaused, jobs: jobs.totalCount }
    }
    await test.jumpTo(instant(DUE + 30 * DAY_MS))
    expect(await rests()).toEqual({ isPaused: false, jobs: 0 })
    await test.jumpTo(instant(DUE + 31 * DAY_MS))
    expect(await rests()).toEqual({ isPaused: true, jobs: 2 })
    const operator = await signedIn(test, operatorUser)
    const { body: notified } = await operator.call('POST /api/get-notices', { body: {} })
    expect(notified.notices.filter(({ title }) => title.includes('has not paid invoice'))).toHaveLength(1)
    const pay = async (amountCents: number) => {
      const body = checkOf(invoiceId, amountCents)
      const { body: paid } = await operator.call('POST /api/record-invoice-payment', { body })
      await test.work()
      return paid.openCents
    }
    expect([await pay(1_000), await rests()]).toEqual([3_000, { isPaused: true, jobs: 2 }])
    expect([await pay(3_000), await rests()]).toEqual([0, { isPaused: false, jobs: 0 }])
    const { checks } = await reconcile(test.app)
    expect(checks.flatMap(({ differences }) => differences)).toEqual([])
    await test.close()
  })

  it('knows the last day on which a check can have come by the clock of the market', async () => {
    const { test, operator, invoiceId } = await openInvoiced()
    // 22:30 on the 10th in Denver, the 11th in New York and in London.
    await test.jumpTo(parseInstant('2026-03-11T04:30:00Z'))
    const { body } = await operator.call('GET /api/invoice', { query: { id: invoiceId } })
    expect(body.today).toBe('2026-03-10')
    const record = (receivedOn: string) =>
      operator.call('POST /api/record-invoice-payment', {
        body: { ...checkOf(invoiceId, 100), receivedOn: localDate(receivedOn) },
      })
    expect((await record('2026-03-11')).failure.code).toBe('bad_input')
    expect((await record('2026-03-10')).body.openCents).toBe(3_900)
    await test.close()
  })
})

async function openInvoiced() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const operatorUser = await buildOperator(test.app)
  const operator = await signedIn(test, operatorUser)
  const granted = await operator.call('POST /api/set-terms', {
    body: { customerId: customer.userId, netDays: 15, creditLimitCents: 500_000, companyName: 'Peak LLC' },
  })
  expect(granted.status).toBe(200)
  for (const date of ['2026-03-04', '2026-03-05']) await work(test, customer.userId, date)
  await test.jumpTo(MONDAY_RUN)
  const client = await signedIn(test, customer)
  const { body } = await client.call('GET /api/invoices')
  return { test, customer, operatorUser, operator, client, invoiceId: body.invoices[0]!.id }
}

type Test = Awaited<ReturnType<typeof openMoneyTest>>

async function work({ app }: Test, customerId: UserId, date: string): Promise<void> {
  const job = await buildWeeklyJob(app, { customerId })
  await buildCompletedVisit(app, { job, date: localDate(date), priceCents: 2_000 })
}

function checkOf(invoiceId: Opened['invoiceId'], amountCents: number) {
  return {
    invoiceId,
    amountCents,
    way: 'check' as const,
    reference: 'Check 1044',
    receivedOn: localDate('2026-03-09'),
  }
}

type Opened = Awaited<ReturnType<typeof openInvoiced>>
