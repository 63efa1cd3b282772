import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, type Instant, localDate, parseInstant } from '#domain/time.ts'
import { postJournal } from '#server/ledger/journal-queries.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { runDueTasks } from '#server/workers/run-tasks.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, chargesOf, mailsTo, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

/** Thursday; the Monday after is the 9th, when 06:00 in Denver is 12:00Z: the clocks have changed on the 8th. */
const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('the billing run', () => {
  it('money D16: lets a sum that no card can be charged wait, and bills it together with the next week', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, { job, date: localDate('2026-03-05'), priceCents: 49 })
    await test.jumpTo(MONDAY_RUN)
    expect((await client.call('GET /api/payments')).body.payments).toEqual([])
    await buildCompletedVisit(test.app, { job, date: localDate('2026-03-12'), priceCents: 1 })
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([
      { state: 'paid', totalCents: 50, visitCount: 2 },
    ])
    await test.close()
  })

  it('uses no more credit than leaves a sum that a card can be charged', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-05') })
    await test.app.db.transaction().execute((trx) =>
      postJournal(trx, {
        key: `test:credit:${customer.userId}`,
        kind: 'credit_given',
        at: THURSDAY,
        subjectId: null,
        postings: [
          { accountKind: 'refund_expense', ownerId: null, amountCents: cents(1_980) },
          { accountKind: 'customer_credit', ownerId: customer.userId, amountCents: cents(-1_980) },
        ],
      }),
    )
    await test.jumpTo(MONDAY_RUN)
    expect((await client.call('GET /api/payments')).body.payments).toMatchObject([
      { state: 'paid', totalCents: 50, creditCents: 1_950 },
    ])
    await test.close()
  })

  it('makes one payment per customer on Monday 06:00 local, with a line per visit, and charges it', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, {
      job,
      date: localDate('2026-03-03'),
      priceCents: 2_000,
      taxCents: 80,
    })
    await buildCompletedVisit(test.app, {
      job,
      date: localDate('2026-03-05'),
      priceCents: 3_000,
      couponCents: 500,
    })
    await test.jumpTo((MONDAY_RUN - 1) as Instant)
    expect((await client.call('GET /api/payments')).body.payments).toEqual([])
    await test.jumpTo(MONDAY_RUN)

    const { body } = await client.call('GET /api/payments')
    expect(body.payments).toMatchObject([
      {
        periodStart: '2026-03-02',
        periodEnd: '2026-03-08',
        state: 'paid',
        totalCents: 4_580,
        visitCount: 2,
        paidAt: '2026-03-09T12:00:00.000Z',
      },
    ])
    const receipt = await client.call('GET /api/payment', { query: { id: body.payments[0]!.id } })
    expect(receipt.body).toMatchObject({
      kind: 'receipt',
      subtotalCents: 5_000,
      couponCents: 500,
      taxCents: 80,
      lines: [
        { kind: 'visit', date: '2026-03-03', amountCents: 2_000 },
        { kind: 'visit', date: '2026-03-05', amountCents: 3_000 },
        { kind: 'coupon', amountCents: -500 },
        { kind: 'tax', amountCents: 80 },
      ],
      card: { brand: 'visa', last4: '4242' },
      ledger: { owedCents: 0, journals: [{ kind: 'payment_succeeded', amountCents: 4_580 }] },
    })
    const mails = await mailsTo(test, customer.email)
    expect(mails.map((mail) => mail.subject)).toEqual(['Receipt for $45.80'])
    await test.close()
  })

  it('bills a visit once, however often and at once the run is made', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-04'])
      await buildCompletedVisit(test.app, { job, date: localDate(day) })
    test.clock.set(MONDAY_RUN)
    const { id: marketId } = await test.app.db.selectFrom('market').select('id').executeTakeFirstOrThrow()
    for (let run = 0; run < 5; run++)
      await enqueue(test.app.db, 'bill_week', { marketId, at: MONDAY_RUN }, { now: MONDAY_RUN })
    await Promise.all([runDueTasks(test.app), runDueTasks(test.app), runDueTasks(test.app)])
    await test.work()
    const { body } = await client.call('GET /api/payments')
    expect(body.payments).toMatchObject([{ totalCents: 6_000, visitCount: 3, state: 'paid' }])
    expect(await chargesOf(test, body.payments[0]!.id)).toHaveLength(1)
    await test.close()
  })

  it('bills what a phone reported late with the next week, and nothing that is not completed', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, { job, date: localDate('2026-03-03') })
    await test.jumpTo(MONDAY_RUN)
    await buildCompletedVisit(test.app, { job, date: localDate('2026-03-08'), priceCents: 700 })
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    const { body } = await client.call('GET /api/payments')
    expect(body.payments.map(({ periodStart, totalCents }) => [periodStart, totalCents])).toEqual([
      ['2026-03-09', 700],
      ['2026-03-02', 2_000],
    ])
    await test.close()
  })

  it('leaves a visit of this week to the next run, and bills none that was missed or ordered on demand', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    const day = (date: string) => buildCompletedVisit(test.app, { job, date: localDate(date) })
    const [missed, onDemand] = [await day('2026-03-03'), await day('2026-03-05')]
    await day('2026-03-09')
    const visits = test.app.db.updateTable('visit')
    await visits.set({ state: 'missed' }).where('id', '=', missed.visitId).execute()
    await visits.set({ weekly_job_id: null }).where('id', '=', onDemand.visitId).execute()
    await test.jumpTo(MONDAY_RUN)
    expect((await client.call('GET /api/payments')).body.payments).toEqual([])
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    const { body } = await client.call('GET /api/payments')
    expect(body.payments.map(({ periodStart }) => periodStart)).toEqual(['2026-03-09'])
    await test.close()
  })

  it('marks a week that a coupon pays whole as paid, without a charge, and lets its crew be paid', async () => {
    const { test, customer, client } = await open()
    const crew = await buildCrew(test.app)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, {
      job,
      crewId: crew.userId,
      couponCents: 2_000,
      completedAt: MONDAY_RUN,
      date: localDate('2026-03-08'),
    })
    await test.jumpTo((MONDAY_RUN + 1) as Instant)
    const { body } = await client.call('GET /api/payments')
    expect(body.payments).toMatchObject([{ state: 'paid', totalCents: 0 }])
    expect(await chargesOf(test, body.payments[0]!.id)).toEqual([])
    const crewClient = await signedIn(test, crew)
    expect((await crewClient.call('GET /api/crew-payments')).body).toMatchObject({
      availableCents: 1_400,
      pendingCents: 0,
    })
    await test.close()
  })

  it('shows beforehand what Monday will charge, and what is due', async () => {
    const { test, customer, client } = await open()
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId })
    await buildCompletedVisit(test.app, { job, priceCents: 2_500, couponCents: 300 })
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      dueCents: 0,
      card: null,
      isServicePaused: false,
      nextCharge: {
        chargesAt: '2026-03-09T12:00:00.000Z',
        visitCount: 1,
        subtotalCents: 2_500,
        couponCents: 300,
        totalCents: 2_200,
      },
    })
    await test.jumpTo(MONDAY_RUN)
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      dueCents: 2_200,
      duePayments: [{ state: 'declined', lastDecline: 'no_card' }],
      nextCharge: { visitCount: 0, totalCents: 0 },
    })
    await test.close()
  })

  it('gives a year as a table in which no place’s name becomes a formula', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    const job = await buildWeeklyJob(test.app, { customerId: customer.userId, name: '=1+1, "home"' })
    await buildCompletedVisit(test.app, { job, priceCents: 2_050, couponCents: 50 })
    await test.jumpTo(MONDAY_RUN)
    const { id } = (await client.call('GET /api/payments')).body.payments[0]!
    await client.call('POST /api/write-payments-csv', { body: { year: 2026 } })
    await test.work()
    const csv = await client.call('GET /api/payments-csv', { query: { year: 2026 } })
    expect(csv.headers['content-disposition']).toBe('attachment; filename="crew-payments-2026.csv"')
    const [head, visit, coupon, rest] = csv.text.split('\r\n')
    expect(head).toBe('payment,period_start,period_end,state,paid_at,date,kind,service,place,amount')
    expect(visit).toContain(`${id},2026-03-02,2026-03-08,paid,2026-03-09T12:00:00.000Z,2026-03-05,visit,`)
    expect(visit).toMatch(/,"'=1\+1, ""home""",20\.50$/)
    expect(coupon).toMatch(/,coupon,Coupon,,-0\.50$/)
    expect(rest).toBe('')
    const other = await signedIn(test, await buildCustomer(test.app))
    expect((await other.call('GET /api/payments-csv', { query: { year: 2026 } })).status).toBe(404)
    await other.call('POST /api/write-payments-csv', { body: { year: 2026 } })
    await test.work()
    const none = await other.call('GET /api/payments-csv', { query: { year: 2026 } })
    expect(none.text).toBe(`${head}\r\n`)
    expect((await client.call('GET /api/payments-csv', { query: { year: 1 } })).status).toBe(400)
    expect((await test.client().call('GET /api/payments-csv', { query: { year: 2026 } })).status).toBe(401)
    await test.close()
  })

  it('keeps one customer’s payments from another, from crews and from whoever is not signed in', async () => {
    const { test, customer, client } = await open()
    await saveTestCard(client)
    await buildCompletedVisit(test.app, { customerId: customer.userId })
    await test.jumpTo(MONDAY_RUN)
    const { id } = (await client.call('GET /api/payments')).body.payments[0]!
    const other = await signedIn(test, await buildCustomer(test.app))
    const crew = await signedIn(test, await buildCrew(test.app))
    const unknown = await other.call('GET /api/payment', { query: { id: crypto.randomUUID() } })
    const foreign = await other.call('GET /api/payment', { query: { id } })
    expect([foreign.status, foreign.failure]).toEqual([404, unknown.failure])
    expect((await crew.call('GET /api/payment', { query: { id } })).status).toBe(404)
    expect((await crew.call('GET /api/payments')).status).toBe(403)
    expect((await crew.call('GET /api/billing')).status).toBe(403)
    expect((await test.client().call('GET /api/payment', { query: { id } })).status).toBe(401)
    expect((await test.client().call('GET /api/payments')).status).toBe(401)
    await test.close()
  })

  it('pages through payments that one millisecond made', async () => {
    const { test, customer, client } = await open()
    for (let week = 0; week < 5; week++)
      await test.app.db
        .insertInto('payment')
        .values({
          customer_id: customer.userId,
          period_start: localDate(`2026-01-0${week + 1}`),
          period_end: localDate(`2026-01-0${week + 1}`),
          state: 'paid',
          subtotal_cents: cents(0),
          total_cents: cents(0),
          created_at: sql`'2026-03-05 18:00:00Z'::timestamptz + ${week} * interval '1 microsecond'`,
        })
        .execute()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await client.call('GET /api/payments', { query: { limit: 2, cursor } })
      seen.push(...body.payments.map(({ id }) => id))
      cursor = body.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(5)
    expect((await client.call('GET /api/payments', { query: { cursor: 'bm9uc2Vuc2U' } })).status).toBe(400)
    await test.close()
  })
})

async function open() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app)
  return { test, customer, client: await signedIn(test, customer) }
}
