import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { type Instant, localDate, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { sealJournals } from '#server/ledger/seal-queries.ts'
import { giveCreditForVisit } from '#server/refunds/give-credit.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, type MoneyTest, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { completeWork } from '#testing/build-order.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const MONDAY = parseInstant('2026-03-02T18:00:00Z')
const TUESDAY = parseInstant('2026-03-03T17:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const APRIL = parseInstant('2026-04-02T18:00:00Z')
const DENVER = { state: 290, county: 0, city: 515, district: 110 }
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')

describe('an exempt customer', () => {
  it('sees it on the quote, from the first day of the certificate until its last', async () => {
    const { test, operator, marketId } = await open(MONDAY)
    await setRates(operator, marketId, { bins: DENVER })
    const customer = await buildCustomer(test.app)
    const client = await signedIn(test, customer)
    const propertyId = await buildProperty(test.app, customer.userId)
    const exemptionId = await handIn(client, { startsOn: '2026-03-11', expiresOn: '2026-03-18' })
    const taxOn = async (startsOn: string) => {
      const items = [{ serviceKey: 'bins', weekdays: [3], quantity: 10, propertyIds: [propertyId] }]
      const { body } = await client.call('POST /api/get-quote', { body: { items, startsOn } })
      const line = body.prices[0]!.visits[0]!.lines.find(({ kind }) => kind === 'tax')
      return [line?.amountCents, line?.tax?.exemptionId ?? null]
    }
    const days = ['2026-03-04', '2026-03-11', '2026-03-18', '2026-03-25']
    expect(await taxOn('2026-03-11')).toEqual([201, null])
    await approve(operator, exemptionId)
    const seen = []
    for (const day of days) seen.push(await taxOn(day))
    expect(seen).toEqual([
      [201, null],
      [0, exemptionId],
      [0, exemptionId],
      [201, null],
    ])
    await client.call('POST /api/withdraw-tax-exemption', { body: { exemptionId } })
    expect(await taxOn('2026-03-11')).toEqual([201, null])
    await setRates(operator, marketId, null)
    await test.close()
  })

  it('pays no tax where another does; the report adds up with the books, and a refund comes back in proportion', async () => {
    const { test, operator, marketId, crew, crewClient } = await open(MONDAY)
    await setRates(operator, marketId, { bins: DENVER })
    test.clock.set(TUESDAY)
    const [taxed, exempt] = [await buildCustomer(test.app), await buildCustomer(test.app)]
    const [taxedClient, exemptClient] = [await signedIn(test, taxed), await signedIn(test, exempt)]
    await approve(operator, await handIn(exemptClient))
    for (const client of [taxedClient, exemptClient]) await saveTestCard(client)
    const visits: VisitId[] = []
    for (const { userId } of [taxed, exempt]) {
      const job = await buildWeeklyJob(test.app, { customerId: userId, quantity: 10 })
      const visitId = await buildVisit(test.app, job, {
        crewId: crew.userId,
        state: 'confirmed',
        date: localDate('2026-03-03'),
        quantity: 10,
      })
      await completeWork(crewClient, visitId, 1)
      visits.push(visitId)
    }
    await test.jumpTo(MONDAY_RUN)
    // $22 for ten bins; 9.15 % of it.
    const [paid, free] = [await onlyPayment(test, taxed.userId), await onlyPayment(test, exempt.userId)]
    expect(paid).toMatchObject({ state: 'paid', subtotal_cents: 2_200, tax_cents: 201, total_cents: 2_401 })
    expect(free).toMatchObject({ state: 'paid', subtotal_cents: 2_200, tax_cents: 0, total_cents: 2_200 })
    expect(await report(operator, '2026-Q1')).toMatchObject({
      taxableCents: 2_200,
      exemptCents: 2_200,
      untaxedCents: 0,
      collectedCents: 201,
      refundedCents: 0,
      parts: { state: 64, county: 0, city: 113, district: 24 },
      openingCents: 0,
      dueCents: 201,
      isOver: false,
      lines: [{ serviceKey: 'bins', rates: DENVER, taxableCents: 2_200, exemptCents: 2_200 }],
    })
    await operator.call('POST /api/refund-payment', {
      body: { paymentId: paid.id, amountCents: 1_200, reason: 'Half was not done' },
    })
    const after = await report(operator, '2026-Q1')
    expect(after).toMatchObject({ taxableCents: 1_100, refundedCents: 100, dueCents: 101 })
    expect(await owed(test, marketId)).toBe(101)
    // A later rate touches nothing that was done.
    test.clock.set(parseInstant('2026-03-10T18:00:00Z'))
    await setRates(await signedIn(test, await buildOperator(test.app)), marketId, {
      bins: { ...DENVER, city: 2_000 },
    })
    expect(await report(operator, '2026-Q1')).toMatchObject({ dueCents: 101, lines: [{ rates: DENVER }] })
    await setRates(operator, marketId, null)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })
})

describe('a certificate', () => {
  it('is decided once, by an operator of the market, and its file is seen by nobody else', async () => {
    const { test, operator } = await open(TUESDAY)
    const customer = await buildCustomer(test.app, { name: 'Housing Trust' })
    const client = await signedIn(test, customer)
    const exemptionId = await handIn(client)
    const { body } = await operator.call('GET /api/customer-tax-exemptions', { query: {} })
    expect(body).toMatchObject({
      askedCount: 1,
      exemptions: [{ id: exemptionId, customerName: 'Housing Trust', standing: 'asked' }],
    })
    const decide = (decision: 'approve' | 'refuse' | 'end', note = '') =>
      operator.call('POST /api/decide-tax-exemption', { body: { exemptionId, decision, note } })
    expect((await decide('refuse')).status).toBe(400)
    expect((await decide('end', 'Not yet')).status).toBe(409)
    expect((await decide('approve')).status).toBe(200)
    expect((await decide('approve')).status).toBe(409)
    expect((await client.call('GET /api/tax-exemptions')).body).toMatchObject({
      isExempt: true,
      exemptions: [{ number: 'CO-98-12345', standing: 'in_force' }],
    })
    const file = (who: Client) => who.call('GET /api/tax-exemption-file', { query: { exemptionId } })
    expect((await file(client)).text).toMatch(/^%PDF-/)
    expect((await file(operator)).status).toBe(200)
    const stranger = await signedIn(test, await buildCustomer(test.app))
    expect((await file(stranger)).status).toBe(404)
    expect((await file(await signedIn(test, await buildCrew(test.app)))).status).toBe(404)
    expect((await file(test.client())).status).toBe(401)
    const taken = { body: { exemptionId } }
    expect((await stranger.call('POST /api/withdraw-tax-exemption', taken)).status).toBe(404)
    expect((await decide('end', 'The charity was dissolved')).status).toBe(200)
    test.clock.set(parseInstant('2026-03-04T18:00:00Z'))
    expect((await client.call('GET /api/tax-exemptions')).body).toMatchObject({
      isExempt: false,
      exemptions: [{ standing: 'over', endedOn: '2026-03-03', note: 'The charity was dissolved' }],
    })
    const notices = await client.call('POST /api/get-notices', { body: {} })
    expect(notices.body.notices.map(({ title }) => title).toSorted()).toEqual([
      'Your tax exemption ends today',
      'Your tax exemption is approved',
    ])
    await test.close()
  })

  it.each([
    [{ issuedBy: 'XX' }, 'issuedBy'],
    [{ issuedBy: 'co' }, 'issuedBy'],
    [{ expiresOn: '2026-01-01' }, 'expiresOn'],
    [{ startsOn: '2025-01-01', expiresOn: '2026-03-02' }, 'expiresOn'],
    [{ startsOn: '2026-02-30' }, 'startsOn'],
    [{ number: '' }, 'number'],
  ])('with %j is refused under %s', async (change, field) => {
    const { test } = await open(TUESDAY)
    const client = await signedIn(test, await buildCustomer(test.app))
    const answer = await send(client, change)
    expect([answer.status, Object.keys(answer.failure.fields ?? {})]).toEqual([400, [field]])
    await test.close()
  })

  it('must be a picture or a PDF', async () => {
    const { test } = await open(TUESDAY)
    const client = await signedIn(test, await buildCustomer(test.app))
    expect((await send(client, {}, Buffer.from('<script>alert(1)</script>'))).status).toBe(415)
    await test.close()
  })

  it('that expires within 30 days is notified of once, unless a later one is there', async () => {
    const { test, operator } = await open(TUESDAY)
    const [alone, renewed] = [await buildCustomer(test.app), await buildCustomer(test.app)]
    const clients = [await signedIn(test, alone), await signedIn(test, renewed)] as const
    for (const client of clients) await approve(operator, await handIn(client, { expiresOn: '2026-04-10' }))
    await handIn(clients[1], { expiresOn: '2027-04-10' })
    const noticeCount = async (client: Client) =>
      (await client.call('POST /api/get-notices', { body: {} })).body.notices.filter(({ title }) =>
        title.includes('expires'),
      ).length
    const days = ['2026-03-10', '2026-03-11', '2026-03-12'] as const
    const counts = []
    for (const day of days) {
      await test.jumpTo(parseInstant(`${day}T18:00:00Z`))
      counts.push(await noticeCount(clients[0]))
    }
    expect(counts).toEqual([0, 1, 1])
    expect(await noticeCount(clients[1])).toBe(0)
    const replaceBy = async (client: Client) => (await client.call('GET /api/tax-exemptions')).body.replaceBy
    expect([await replaceBy(clients[0]), await replaceBy(clients[1])]).toEqual(['2026-04-10', null])
    await test.close()
  })
})

describe('a period', () => {
  it('is filed once it is over, in order, for what was seen, and is paid in the books', async () => {
    const { test, operator, marketId } = await open(parseInstant('2026-03-31T18:00:00Z'))
    const early = parseInstant('2026-03-08T08:59:00Z')
    await sell(test, 10_000, 900, early)
    const file = (period: string, paidCents: number, by = operator) =>
      by.call('POST /api/file-sales-tax', { body: { period, paidCents, confirmation: 'DOR-1' } })
    expect((await file('2026-Q1', 900)).status).toBe(409)
    test.clock.set(APRIL)
    const later = await signedIn(test, await buildOperator(test.app))
    expect((await file('2026-Q1', 901, later)).status).toBe(409)
    expect((await file('2026-Q5', 900, later)).status).toBe(404)
    expect((await file('2026-Q1', 900, later)).status).toBe(200)
    expect((await file('2026-03', 0, later)).status).toBe(409)
    expect(await owed(test, marketId)).toBe(0)
    // A phone that was offline: work of March that arrives in April is due with the next period.
    await sell(test, 5_000, 450, parseInstant('2026-03-31T20:00:00Z'))
    expect(await report(later, '2026-Q1')).toMatchObject({
      filing: { paidCents: 900, confirmation: 'DOR-1' },
    })
    expect(await report(later, '2026-Q2')).toMatchObject({
      openingCents: 450,
      collectedCents: 0,
      dueCents: 450,
    })
    // The same whether the books are sealed or not, and of whatever comes after that.
    const seal = () => test.app.db.transaction().execute((trx) => sealJournals(trx, sql`interval '0'`))
    expect(await seal()).toBeGreaterThan(0)
    expect(await report(later, '2026-Q2')).toMatchObject({ openingCents: 450 })
    // Half an hour before April begins in Denver, and half an hour after.
    await sell(test, 1_000, 90, parseInstant('2026-04-01T05:30:00Z'))
    await sell(test, 2_000, 180, parseInstant('2026-04-01T06:30:00Z'))
    expect(await report(later, '2026-Q2')).toMatchObject({ openingCents: 540, collectedCents: 180 })
    expect(await seal()).toBeGreaterThan(0)
    expect(await report(later, '2026-Q2')).toMatchObject({ openingCents: 540, collectedCents: 180 })
    expect(await differences(test)).toEqual([])
    const csv = await later.call('GET /api/sales-tax-report-csv', { query: { period: '2026-Q1' } })
    expect(csv.text.split('\r\n').slice(-6)).toEqual([
      '2026-01-01,2026-03-31,total,,160.00,0.00,0.00,14.40,0.00,0.00,0.00,0.00,0.00,14.40',
      '2026-01-01,2026-03-31,opening,,0.00',
      '2026-01-01,2026-03-31,paid_within,,0.00',
      '2026-01-01,2026-03-31,due,,14.40',
      '2026-01-01,2026-03-31,to_pay,,14.40',
      '',
    ])
    await test.close()
  })

  it('that is a quarter can be filed after one of its months, whose tax it does not pay again', async () => {
    const { test, marketId } = await open(parseInstant('2026-01-20T18:00:00Z'))
    await sell(test, 10_000, 900, test.clock.now())
    test.clock.set(parseInstant('2026-02-03T18:00:00Z'))
    const february = await signedIn(test, await buildOperator(test.app))
    const answer = await february.call('POST /api/file-sales-tax', {
      body: { period: '2026-01', paidCents: 900, confirmation: 'C 2026-01' },
    })
    expect(answer.status).toBe(200)
    await sell(test, 5_000, 450, test.clock.now())
    test.clock.set(APRIL)
    const later = await signedIn(test, await buildOperator(test.app))
    expect(await report(later, '2026-Q1')).toMatchObject({
      openingCents: 0,
      collectedCents: 1_350,
      paidWithinCents: 900,
      dueCents: 450,
      filing: null,
    })
    const quarter = { period: '2026-Q1', confirmation: 'C 2026-Q1' }
    const filed = (body: { period: string; paidCents: number; confirmation: string }) =>
      later.call('POST /api/file-sales-tax', { body })
    expect((await filed({ ...quarter, paidCents: 1_350 })).status).toBe(409)
    expect((await filed({ ...quarter, paidCents: 450 })).status).toBe(200)
    expect(await owed(test, marketId)).toBe(0)
    // Neither it nor a month of it a second time.
    expect((await filed({ ...quarter, paidCents: 0 })).status).toBe(409)
    expect((await filed({ period: '2026-02', paidCents: 0, confirmation: 'C' })).status).toBe(409)
    expect((await report(later, '2026-01')).filing).toMatchObject({ confirmation: 'C 2026-01' })
    expect((await report(later, '2026-02')).filing).toMatchObject({ confirmation: 'C 2026-Q1' })
    expect(await report(later, '2026-Q1')).toMatchObject({ openingCents: 0, dueCents: 450 })
    expect(await report(later, '2026-Q2')).toMatchObject({ openingCents: 0, paidWithinCents: 0, dueCents: 0 })
    expect(await differences(test)).toEqual([])
    await test.close()
  })

  it.each([
    [
      '2026-03',
      '2026-03-01T06:59:59.999Z',
      '2026-03-01T07:00:00Z',
      '2026-04-01T05:59:59.999Z',
      '2026-04-01T06:00:00Z',
    ],
    [
      '2026-11',
      '2026-11-01T05:59:59.999Z',
      '2026-11-01T06:00:00Z',
      '2026-12-01T06:59:59.999Z',
      '2026-12-01T07:00:00Z',
    ],
  ])('of %s begins and ends at midnight in Denver although its clocks change', async (period, ...moments) => {
    const { test, operator } = await open(parseInstant('2026-12-31T18:00:00Z'))
    for (const [index, at] of moments.entries()) await sell(test, 10_000, 10 ** index, parseInstant(at))
    expect((await report(operator, period)).collectedCents).toBe(110)
    await test.close()
  })

  it('adds up with the ledger whatever is sold, exempt, refunded in parts and filed', async () => {
    const { test, operator, marketId } = await open(TUESDAY)
    const sale = fc.record({
      price: fc.integer({ min: 100, max: 50_000 }),
      rate: fc.constantFrom(0, 290, 915, 1_131),
      /** Of what was paid, in hundredths of a percent. */
      share: fc.option(fc.integer({ min: 1, max: 10_000 })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 4 }), async (sales) => {
        const before = (await report(operator, '2026-03')).dueCents
        let paid = 0
        for (const { price, rate, share } of sales) {
          const tax = Math.round((price * rate) / 10_000)
          const sold = await sell(test, price, tax, test.clock.now())
          const amountCents = Math.max(1, Math.round(((price + tax) * (share ?? 0)) / 10_000))
          paid += tax - (share === null ? 0 : await refundPart(test, { ...sold, amountCents }))
        }
        const now = await report(operator, '2026-03')
        expect(now.dueCents - before).toBe(paid)
        expect(now.collectedCents - now.refundedCents).toBe(await owed(test, marketId))
      }),
      { numRuns: 12 },
    )
    expect(await differences(test)).toEqual([])
    await test.close()
  }, 120_000)
})

async function open(start: Instant) {
  const test = await openMoneyTest(start)
  const crew = await buildCrew(test.app)
  const person = await buildOperator(test.app)
  const operator = await signedIn(test, person)
  return { test, operator, crew, crewClient: await signedIn(test, crew), marketId: person.scope.marketId }
}

async function setRates(operator: Client, marketId: string, value: Record<string, typeof DENVER> | null) {
  const key = 'salesTaxByService'
  const answer = await operator.call('POST /api/set-setting', {
    body: { marketId, key, value, inForceFrom: null },
  })
  expect(answer.status).toBe(200)
}

type Certificate = { number?: string; issuedBy?: string; startsOn?: string; expiresOn?: string }

function send(client: Client, certificate: Certificate, content: Buffer = PDF) {
  const query = {
    number: 'CO-98-12345',
    issuedBy: 'CO',
    startsOn: '2026-01-01',
    expiresOn: '2026-12-31',
    ...certificate,
  }
  return client.call('POST /api/add-tax-exemption', { query, file: { type: 'application/pdf', content } })
}

async function handIn(client: Client, certificate: Certificate = {}) {
  const { status, body } = await send(client, certificate)
  expect(status).toBe(200)
  return body.exemptionId
}

async function approve(operator: Client, exemptionId: Awaited<ReturnType<typeof handIn>>) {
  const body = { exemptionId, decision: 'approve' } as const
  expect((await operator.call('POST /api/decide-tax-exemption', { body })).status).toBe(200)
}

async function report(operator: Client, period: string) {
  return (await operator.call('GET /api/sales-tax-report', { query: { period } })).body
}

function sell({ app }: MoneyTest, priceCents: number, taxCents: number, completedAt: Instant) {
  return buildCompletedVisit(app, { priceCents, taxCents, completedAt })
}

type Sold = Awaited<ReturnType<typeof sell>>

/** As a decided dispute does before the visit is billed; answers the tax in it. */
async function refundPart(
  { app, clock }: MoneyTest,
  { visitId, customerId, crewId, amountCents }: Sold & { readonly amountCents: number },
) {
  const now = clock.now()
  return app.db.transaction().execute(async (db) => {
    const { id: disputeId } = await db
      .insertInto('dispute')
      .values({
        visit_id: visitId,
        customer_id: customerId,
        crew_id: crewId,
        problem: 'not_done',
        note: 'Nothing was done',
        state: 'open',
        opened_at: toTimestamp(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const credit = { disputeId, visitId, customerId, amountCents: cents(amountCents), now }
    await giveCreditForVisit(db, { ...credit, takesBackCrewPay: false })
    const given = await db
      .selectFrom('refund_part')
      .where('dispute_id', '=', disputeId)
      .select('tax_cents')
      .executeTakeFirstOrThrow()
    return given.tax_cents
  })
}

/** What the market's account says. */
async function owed({ app }: MoneyTest, marketId: string) {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(-sum(posting.amount_cents), 0)::bigint as owed
    from ledger_account account join ledger_posting posting on posting.account_id = account.id
    where account.kind = 'tax_payable' and account.market_id = ${marketId}
  `.execute(app.db)
  return rows[0]!.owed
}

function onlyPayment({ app }: MoneyTest, customerId: UserId) {
  return app.db
    .selectFrom('payment')
    .where('customer_id', '=', customerId)
    .selectAll()
    .executeTakeFirstOrThrow()
}

async function differences({ app }: MoneyTest) {
  const { checks } = await reconcile(app)
  return checks.find(({ name }) => name === 'sales tax')!.differences
}
