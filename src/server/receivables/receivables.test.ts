import { describe, expect, it } from 'vitest'
import { type InvoiceId, type PaymentId, toId } from '#domain/ids.ts'
import { cents, formatCents } from '#domain/money.ts'
import { DAY_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  mailsTo,
  type MoneyTest,
  openMoneyTest,
  tokenise,
} from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { completeWork } from '#testing/build-order.ts'
import { readPdf } from '#testing/read-pdf.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('an invoice', () => {
  it('names the code by which a coupon was given, on the screen and on paper', async () => {
    const test = await openMoneyTest(THURSDAY)
    const operator = await signedIn(test, await buildOperator(test.app))
    const coupon = {
      code: 'THREEOFF',
      version: 0,
      name: 'Three dollars',
      creditCents: cents(300),
      shareBasisPoints: null,
      mostUses: null,
      mostUsesEach: null,
      budgetCents: null,
      from: null,
      until: null,
      isOfMarket: false,
      serviceKey: null,
      isFirstOrderOnly: false,
    }
    expect((await operator.call('POST /api/save-coupon', { body: coupon })).status).toBe(200)
    const customer = await buildCustomer(test.app)
    const client = await signedIn(test, customer)
    await client.call('POST /api/use-coupon', { body: { code: 'THREEOFF' } })
    await operator.call('POST /api/set-terms', {
      body: { customerId: customer.userId, netDays: 30, creditLimitCents: 500_000, companyName: 'Peak LLC' },
    })
    const crew = await buildCrew(test.app)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    const visitId = await buildVisit(test.app, job, {
      date: localDate('2026-03-05'),
      crewId: crew.userId,
      state: 'confirmed',
    })
    expect((await completeWork(await signedIn(test, crew), visitId)).status).toBe(200)
    await test.jumpTo(MONDAY_RUN)
    const id = (await client.call('GET /api/invoices')).body.invoices[0]!.id
    const { body } = await client.call('GET /api/invoice', { query: { id } })
    expect(body).toMatchObject({ couponCents: 300, couponCodes: ['THREEOFF'] })
    const { bytes } = await client.call('GET /api/invoice-pdf', { query: { id } })
    expect(readPdf(bytes).flat().join(' ')).toContain('Coupon THREEOFF')
  })

  it('threats T1, T2: opens to nobody who has its code alone, as a guess or a copy of the database does', async () => {
    const { test, goId } = await open()
    const links = await test.app.db
      .selectFrom('go_link')
      .where('purpose', '=', 'invoice')
      .select('code')
      .execute()
    const guesses = [
      ...links.map(({ code }) => code),
      goId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ]
    for (const guess of guesses) {
      const body = { goId: guess }
      expect((await test.client().call('POST /api/open-go-link', { body })).body).toEqual({ kind: 'gone' })
      expect((await test.client().call('POST /api/get-invoice-by-link', { body })).status).toBe(404)
      expect((await test.client().call('POST /api/open-invoice-form', { body })).status).toBe(404)
      expect((await test.client().call('GET /api/invoice-pdf-by-link', { query: body })).status).toBe(404)
    }
    const small = { goId: goId.toLowerCase() }
    expect((await test.client().call('POST /api/get-invoice-by-link', { body: small })).status).toBe(200)
    await test.close()
  })

  it('is paid in parts by its link, each form once, and its link says what paid it', async () => {
    const { test, invoiceId, goId, operator } = await open()
    const anybody = test.client()
    expect((await anybody.call('POST /api/open-go-link', { body: { goId } })).body).toEqual({
      kind: 'invoice',
    })
    const shown = await anybody.call('POST /api/get-invoice-by-link', { body: { goId } })
    expect(shown.body).toMatchObject({ openCents: 4_000, dueOn: '2026-04-08', poNumber: 'PO-77' })
    const pay = async (setupToken: string, amountCents: number) =>
      anybody.call('POST /api/pay-invoice', { body: { goId, setupToken, amountCents } })
    const first = await tokenise(anybody, CARDS.good)
    const twice = await Promise.all([pay(first, 1_500), pay(first, 1_500)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await pay(first, 1_500)).body).toMatchObject({ state: 'paid', openCents: 2_500 })
    const bad = await pay(await tokenise(anybody, CARDS.declinesAtCharging), 2_500)
    expect(bad.body).toMatchObject({ state: 'declined', openCents: 2_500, processingCents: 0 })
    const small = await pay(await tokenise(anybody, CARDS.good), 2_480)
    expect([small.status, small.failure.code]).toEqual([400, 'invoice_amount'])
    const last = await pay(await tokenise(anybody, CARDS.good), 2_500)
    expect(last.body).toMatchObject({ state: 'paid', openCents: 0 })
    expect((await anybody.call('POST /api/open-go-link', { body: { goId } })).body.kind).toBe('invoice')
    const closed = await anybody.call('POST /api/get-invoice-by-link', { body: { goId } })
    expect(closed.body).toMatchObject({ state: 'paid', openCents: 0, creditNotes: [] })
    const came = closed.body.receipts.toSorted((one, other) => one.amountCents - other.amountCents)
    expect(came).toMatchObject([
      { amountCents: 1_500, receivedOn: '2026-03-09', way: 'card' },
      { amountCents: 2_500, receivedOn: '2026-03-09', way: 'card' },
    ])
    const paper = await anybody.call('GET /api/invoice-pdf-by-link', { query: { goId } })
    expect(readPdf(paper.bytes).flat().join(' ')).toContain(closed.body.receipts[0]!.reference)
    const more = await pay(await tokenise(anybody, CARDS.good), 100)
    expect([more.status, more.failure.code]).toEqual([404, 'not_found'])
    const after = await operator.call('GET /api/invoice', { query: { id: invoiceId } })
    expect(after.body).toMatchObject({
      state: 'paid',
      payPath: null,
    })
    expect(after.body.receipts.map(({ state }) => state).sort()).toEqual(['failed', 'received', 'received'])
    expect((await operator.call('GET /api/ageing')).body).toMatchObject({ customers: [], openCents: 0 })
    await balanced(test)
    await test.close()
  })

  it('is on its way by bank debit for days, dunned by nobody, and settled or open again at their end', async () => {
    const { test, client, operator, payables, invoiceId, goId } = await open()
    const anybody = test.client()
    const pay = async (accountNumber: string, amountCents: number) => {
      const { setupToken } = (
        await anybody.call('POST /api/demo-bank/tokenise-bank-account', {
          body: { routingNumber: '110000000', accountNumber, isAgreed: true },
        })
      ).body
      return anybody.call('POST /api/pay-invoice', { body: { goId, setupToken, amountCents } })
    }
    const wrong = await anybody.call('POST /api/demo-bank/tokenise-bank-account', {
      body: { routingNumber: '110000000', accountNumber: '0001', isAgreed: true },
    })
    expect(wrong.failure.code).toBe('account_not_a_test_account')
    const returned = await pay('000222222227', 4_000)
    expect(returned.body).toMatchObject({ state: 'processing', openCents: 4_000, processingCents: 4_000 })
    const second = await pay('000123456789', 4_000)
    expect(second.failure.code).toBe('invoice_closed')
    for (const days of [1, 2, 3]) await test.jumpTo(instant(MONDAY_RUN + days * DAY_MS))
    const under = await operator.call('GET /api/invoice', { query: { id: invoiceId } })
    expect(under.body).toMatchObject({
      state: 'open',
      processingCents: 4_000,
      receipts: [{ state: 'asked' }],
    })
    await test.jumpTo(instant(MONDAY_RUN + 5 * DAY_MS))
    const openAgain = await operator.call('GET /api/invoice', { query: { id: invoiceId } })
    expect(openAgain.body).toMatchObject({
      state: 'open',
      processingCents: 0,
      receipts: [{ state: 'failed', failure: 'insufficient_funds', way: 'bank_account' }],
    })
    const subjects = (await mailsTo(test, payables)).map(({ subject }) => subject.split(' for ')[0])
    expect(subjects).toContain('Your bank returned the debit')
    for (const [who, title] of [
      [client, 'Your bank returned $40'],
      [operator, 'A debit of $40 came back'],
    ] as const) {
      const { body: notified } = await who.call('POST /api/get-notices', { body: {} })
      expect(notified.notices.map((notice) => notice.title).filter((each) => each === title)).toHaveLength(1)
    }
    await balanced(test)
    expect((await pay('000123456789', 4_000)).body.state).toBe('processing')
    await test.jumpTo(instant(MONDAY_RUN + 12 * DAY_MS))
    const settled = await operator.call('GET /api/invoice', { query: { id: invoiceId } })
    expect(settled.body).toMatchObject({ state: 'paid', openCents: 0 })
    await balanced(test)
    await test.close()
  })

  it('takes a check with its number; what is beyond it becomes credit', async () => {
    const { test, invoiceId, operator, client } = await open()
    const body = {
      invoiceId,
      way: 'check' as const,
      reference: 'Check 1044',
      receivedOn: localDate('2026-03-09'),
    }
    const part = await operator.call('POST /api/record-invoice-payment', {
      body: { ...body, amountCents: 1_000 },
    })
    expect(part.body).toEqual({ openCents: 3_000, creditCents: 0 })
    expect((await client.call('GET /api/invoice', { query: { id: invoiceId } })).body.state).toBe(
      'partly_paid',
    )
    const rest = await operator.call('POST /api/record-invoice-payment', {
      body: { ...body, amountCents: 3_200 },
    })
    expect(rest.body).toEqual({ openCents: 0, creditCents: 200 })
    const more = await operator.call('POST /api/record-invoice-payment', {
      body: { ...body, amountCents: 100 },
    })
    expect(more.failure.code).toBe('invoice_closed')
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([{ state: 'paid' }])
    await balanced(test)
    await test.close()
  })

  it('that is credited whole says by its link that nothing is to be paid, and was never paid in part', async () => {
    const { test, invoiceId, goId, operator, client } = await open()
    const credit = async (amountCents: number) =>
      operator.call('POST /api/refund-payment', {
        body: { paymentId: await paymentOf(test, invoiceId), amountCents, reason: 'A missed bin' },
      })
    await credit(1_000)
    const stateOf = async () =>
      (await client.call('GET /api/invoice', { query: { id: invoiceId } })).body.state
    expect(await stateOf()).toBe('open')
    await credit(3_000)
    expect(await stateOf()).toBe('credited')
    const anybody = test.client()
    expect((await anybody.call('POST /api/open-go-link', { body: { goId } })).body.kind).toBe('invoice')
    const shown = await anybody.call('POST /api/get-invoice-by-link', { body: { goId } })
    expect(shown.body).toMatchObject({
      state: 'credited',
      openCents: 0,
      receipts: [],
      creditNotes: [{ amountCents: 1_000 }, { amountCents: 3_000, issuedOn: '2026-03-09' }],
    })
    await balanced(test)
    await test.close()
  })

  it('is void by a credit note, for good or for another in its place', async () => {
    const { test, invoiceId, goId, operator, client } = await open()
    const first = await operator.call('POST /api/void-invoice', {
      body: { invoiceId, reason: 'Wrong order number', isReplaced: true },
    })
    expect(first.body.creditNoteNumber).toMatch(/-2026-C00001$/)
    for (const path of ['POST /api/get-invoice-by-link', 'POST /api/open-invoice-form'] as const)
      expect((await test.client().call(path, { body: { goId } })).status).toBe(404)
    await balanced(test)
    const next = first.body.replacedBy!
    const newer = await client.call('GET /api/invoice', { query: { id: next } })
    expect(newer.body).toMatchObject({ state: 'open', openCents: 4_000 })
    expect(newer.body.number).toMatch(/-2026-00002$/)
    const old = await client.call('GET /api/invoice', { query: { id: invoiceId } })
    expect(old.body).toMatchObject({ state: 'void', openCents: 0, replacedBy: newer.body.number })
    const second = await operator.call('POST /api/void-invoice', {
      body: { invoiceId: next, reason: 'Never ordered', isReplaced: false },
    })
    expect(second.body.creditNoteNumber).toMatch(/-2026-C00002$/)
    expect((await client.call('GET /api/invoice', { query: { id: next } })).body).toMatchObject({
      state: 'void',
    })
    await balanced(test)
    await test.close()
  })

  it('is reminded of before and after its due date, each once, then shown to operators', async () => {
    const { test, operatorUser, payables } = await open()
    const subjects = async () =>
      (await mailsTo(test, payables)).map(({ subject }) => subject.replace(/.* (is)/, '$1'))
    const DUE = parseInstant('2026-04-08T16:00:00Z')
    for (const days of [-4, -3, -3, 0, 1, 2, 7, 8]) await test.jumpTo(instant(DUE + days * DAY_MS))
    expect((await subjects()).slice(1)).toEqual(['is due on Apr 8, 2026', 'is overdue', 'is overdue'])
    await test.jumpTo(instant(DUE + 31 * DAY_MS))
    const operator = await signedIn(test, operatorUser)
    const ageing = await operator.call('GET /api/ageing')
    expect(ageing.body.customers).toMatchObject([{ openCents: 4_000, ages: { to60: 4_000, current: 0 } }])
    const list = await operator.call('GET /api/market-invoices', { query: { age: 'to60' } })
    expect(list.body.invoices).toMatchObject([{ state: 'overdue', daysOverdue: 31 }])
    const csv = await operator.call('GET /api/ageing-csv')
    expect(csv.status).toBe(200)
    await test.close()
  })

  it('stands on paper with every amount of the screen, and no other, and goes with its mail', async () => {
    const { test, invoiceId, client, operator, goId, payables } = await open()
    await operator.call('POST /api/refund-payment', {
      body: { paymentId: await paymentOf(test, invoiceId), amountCents: 333, reason: 'A missed bin' },
    })
    const setupToken = await tokenise(client, CARDS.good)
    await client.call('POST /api/pay-invoice', { body: { goId, setupToken, amountCents: 1_717 } })
    const screen = (await client.call('GET /api/invoice', { query: { id: invoiceId } })).body
    const paper = await client.call('GET /api/invoice-pdf', { query: { id: invoiceId } })
    const words = readPdf(paper.bytes).flat()
    const onPaper = words.filter((word) => /^-?\$[\d,.]+$/.test(word)).map((word) => word.replace('-', ''))
    expect(new Set(onPaper)).toEqual(new Set(['$0', ...amountsIn(screen)]))
    expect(words.join(' ')).toContain(`Invoice ${screen.number}`.toUpperCase())
    expect(words.join(' ')).toContain(screen.creditNotes[0]!.number)
    const note = screen.creditNotes[0]!
    const noted = await client.call('GET /api/credit-note-pdf', { query: { id: note.id } })
    const said = readPdf(noted.bytes).flat()
    expect(said).toContain(`Crew · Credit note ${note.number}`.toUpperCase())
    expect(said).toEqual(
      expect.arrayContaining(['Billed to Peak Properties LLC', 'Reason: A missed bin', '$3.33']),
    )
    const linked = await test.client().call('GET /api/credit-note-pdf-by-link', {
      query: { goId, number: note.number },
    })
    expect(readPdf(linked.bytes).flat()).toEqual(said)
    const stranger = await signedIn(test, await buildCustomer(test.app))
    expect((await stranger.call('GET /api/credit-note-pdf', { query: { id: note.id } })).status).toBe(404)
    const sent = await operator.call('POST /api/remind-of-invoice', { body: { invoiceId } })
    expect(sent.status).toBe(200)
    await test.work()
    const attached = (await mailsTo(test, payables)).map(({ attachments }) => attachments.join())
    const file = `crew-invoice-${screen.number}.pdf`
    expect(attached.sort()).toEqual(['', file, file])
    await test.close()
  })

  it('says on the next one what its customer and operator changed', async () => {
    const { test, client, operator, customer, goId } = await open()
    const saved = await client.call('POST /api/save-billing-details', {
      body: { companyName: 'Peak Two LLC', poNumber: 'PO-78', copiesTo: ['ap2@peak.test'] },
    })
    expect(saved.status).toBe(200)
    const read = await operator.call('GET /api/terms', { query: { customerId: customer.userId } })
    expect(read.body).toMatchObject({ terms: { companyName: 'Peak Two LLC', netDays: 30 }, openCents: 4_000 })
    const nothing = await client.call('POST /api/save-complex-po-number', {
      body: { complexId: toId('00000000-0000-4000-8000-000000000000'), poNumber: '1' },
    })
    expect(nothing.status).toBe(404)
    expect((await client.call('POST /api/open-invoice-form', { body: { goId } })).body).toEqual({
      form: null,
    })
    const ended = await operator.call('POST /api/set-terms', {
      body: { customerId: customer.userId, netDays: 0, companyName: 'Peak Two LLC' },
    })
    expect(ended.status).toBe(200)
    expect((await client.call('GET /api/invoices')).body).toMatchObject({ terms: null, openCents: 4_000 })
    await test.close()
  })

  it('is nobody’s but its customer’s and its market’s operators’', async () => {
    const { test, invoiceId } = await open()
    const stranger = await signedIn(test, await buildCustomer(test.app))
    for (const path of ['GET /api/invoice', 'GET /api/invoice-pdf'] as const)
      expect((await stranger.call(path, { query: { id: invoiceId } })).status).toBe(404)
    const dead = await test.client().call('POST /api/get-invoice-by-link', { body: { goId: 'ZZZZZZZ9' } })
    expect(dead.status).toBe(404)
    await test.close()
  })
})

async function open() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  const payables = `ap-${customer.email}`
  const operatorUser = await buildOperator(test.app)
  const operator = await signedIn(test, operatorUser)
  const granted = await operator.call('POST /api/set-terms', {
    body: {
      customerId: customer.userId,
      netDays: 30,
      creditLimitCents: 500_000,
      companyName: 'Peak Properties LLC',
      poNumber: 'PO-77',
      copiesTo: [payables],
    },
  })
  expect(granted.status).toBe(200)
  for (const date of ['2026-03-04', '2026-03-05']) {
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, { job, date: localDate(date), priceCents: 2_000 })
  }
  await test.jumpTo(MONDAY_RUN)
  const client = await signedIn(test, customer)
  const { body } = await client.call('GET /api/invoices')
  expect(body).toMatchObject({ terms: { netDays: 30 }, openCents: 4_000, invoices: [{ state: 'open' }] })
  const invoiceId = body.invoices[0]!.id
  const { payPath } = (await client.call('GET /api/invoice', { query: { id: invoiceId } })).body
  return {
    test,
    customer,
    payables,
    operatorUser,
    operator,
    client,
    invoiceId,
    goId: payPath!.slice('/go/'.length),
  }
}

/** Every amount in an answer, under whatever name, that is not zero. */
function amountsIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) =>
    name.endsWith('Cents') && typeof value === 'number' && value !== 0
      ? [formatCents(cents(Math.abs(value)))]
      : amountsIn(value),
  )
}

async function paymentOf({ app }: MoneyTest, invoiceId: InvoiceId): Promise<PaymentId> {
  const row = await app.db
    .selectFrom('invoice')
    .where('id', '=', invoiceId)
    .select('payment_id')
    .executeTakeFirstOrThrow()
  return row.payment_id
}

async function balanced({ app }: MoneyTest): Promise<void> {
  const { checks } = await reconcile(app, instant(0))
  expect(checks.flatMap(({ name, differences }) => differences.map((each) => ({ name, ...each })))).toEqual(
    [],
  )
}
