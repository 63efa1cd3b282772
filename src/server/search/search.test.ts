import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paperNumberOf } from '#domain/billing/invoices.ts'
import { paperNumber } from '#domain/billing/receipt.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { idsFrom } from './find-anything.ts'

const testApp = await createTestApp()
const { app } = testApp
const operator = await signedIn(testApp, await buildOperator(app, { name: 'Ines Keller' }))

async function find(text: string, asks = operator) {
  return (await asks.call('POST /api/search', { body: { text } })).body.found
}

async function titles(text: string): Promise<string[]> {
  return (await find(text)).map(({ title }) => title)
}

describe('a search', () => {
  test('finds a person by name, without accents, in any order, by beginnings of words', async () => {
    await buildCustomer(app, { name: 'Lucía Núñez Ortega' })
    await buildCustomer(app, { name: 'Luis Nunzio' })
    for (const typed of ['nunez', 'NÚÑEZ', 'ortega lu', 'luc nuñ', 'lucia nunez ortega'])
      expect(await titles(typed)).toEqual(['Lucía Núñez Ortega'])
    expect(await titles('nunez luis')).toEqual([])
    expect(await titles('unez')).toEqual([])
  })

  test('puts whom the words name exactly first, then whose name begins so', async () => {
    for (const name of ['Ada Quill', 'Quill', 'Quillon Reyes', 'Bo Quillon'])
      await buildCustomer(app, { name })
    expect(await titles('quill')).toEqual(['Quill', 'Quillon Reyes', 'Ada Quill', 'Bo Quillon'])
  })

  test('finds a phone however its digits are grouped, and by its last four', async () => {
    await buildCrew(app, { name: 'Phone Person', phone: '+17205559031' })
    for (const typed of ['+1 (720) 555-9031', '720 555 9031', '555-9031', '9031', '7205559'])
      expect(await titles(typed)).toEqual(['Phone Person'])
    expect(await titles('555-9032')).toEqual([])
  })

  test('finds a mail address, a place by its address, and what its owner is called', async () => {
    const customer = await buildCustomer(app, { name: 'Greta Holm', email: 'greta.h@zebra-mail.test' })
    await buildProperty(app, customer.userId, { name: 'Blue Door', address: '1478 Quivira Ct' })
    expect(await titles('greta.h@zebra-mail.test')).toEqual(['Greta Holm'])
    expect(await find('1478 quiv')).toMatchObject([
      {
        kind: 'place',
        title: 'Blue Door',
        detail: '1478 Quivira Ct',
        ownerName: 'Greta Holm',
        ownerId: customer.userId,
      },
    ])
  })

  test('follows a changed name, and shows what was removed last', async () => {
    const customer = await buildCustomer(app, { name: 'Vesna Before' })
    const owner = await signedIn(testApp, customer)
    await owner.call('POST /api/update-profile', { body: { name: 'Vesna After' } })
    expect(await titles('vesna')).toEqual(['Vesna After'])
    const gone = await buildProperty(app, customer.userId, { name: 'Aaa Wickerwork' })
    await buildProperty(app, customer.userId, { name: 'Bbb Wickerwork' })
    await app.db.updateTable('property').set({ removed_at: new Date() }).where('id', '=', gone).execute()
    expect((await find('wickerwork')).map(({ title, isRemoved }) => [title, isRemoved])).toEqual([
      ['Bbb Wickerwork', false],
      ['Aaa Wickerwork', true],
    ])
  })

  test('finds a visit by its id and a payment by the number on its receipt', async () => {
    const job = await buildWeeklyJob(app)
    const visitId = await buildVisit(app, job)
    expect(await find(visitId)).toMatchObject([{ kind: 'visit', id: visitId, ownerId: job.customerId }])
    expect(await find(visitId.slice(0, 8))).toMatchObject([{ kind: 'visit', id: visitId }])
    const payment = await app.db
      .insertInto('payment')
      .values({
        customer_id: job.customerId,
        period_start: localDate('2026-03-02'),
        period_end: localDate('2026-03-08'),
        state: 'due',
        subtotal_cents: cents(1000),
        total_cents: cents(1000),
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await find(paperNumber(payment.id))).toMatchObject([
      { kind: 'payment', id: payment.id, title: paperNumber(payment.id) },
    ])
  })

  test('finds an invoice by what is printed on it, by its year and number, and by its id', async () => {
    const customer = await buildCustomer(app, { name: 'Peak Owner' })
    const { marketId } = customer.scope
    const payment = await app.db
      .insertInto('payment')
      .values({
        customer_id: customer.userId,
        period_start: localDate('2026-02-16'),
        period_end: localDate('2026-02-22'),
        kind: 'invoice',
        state: 'invoiced',
        subtotal_cents: cents(1000),
        total_cents: cents(1000),
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await app.db
      .insertInto('invoice')
      .values({
        payment_id: payment.id,
        customer_id: customer.userId,
        market_id: marketId,
        year: 2026,
        number: 417,
        issued_on: localDate('2026-02-23'),
        due_on: localDate('2026-03-23'),
        company_name: 'Peak LLC',
        billing_address: '',
        po_number: '',
        copies_to: [],
        total_cents: cents(1000),
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const title = paperNumberOf('invoice', { marketId, year: 2026, number: 417 })
    for (const typed of [title, title.toLowerCase(), '2026-417', id])
      expect(await find(typed)).toMatchObject([{ kind: 'invoice', id, title, ownerName: 'Peak Owner' }])
  })

  test('takes nothing that is typed for a pattern or a command', async () => {
    for (const typed of ['%', '_', "'", "o'brien & | ! :*", '\\', '<->', '()', '🚲', 'a'.repeat(100)])
      expect(await find(typed)).toEqual([])
    await buildCustomer(app, { name: "Sinéad O'Brien" })
    expect(await titles("o'brien")).toEqual(["Sinéad O'Brien"])
    expect(await titles('')).toEqual([])
  })

  test('stays in the market of the operator', async () => {
    const elsewhere = await buildCustomer(app, { name: 'Market Stranger', phone: '+16025550001' })
    await moveToOtherMarket(elsewhere.userId)
    await buildProperty(app, elsewhere.userId, { name: 'Market Faraway' })
    expect(await titles('market')).toEqual([])
    expect(await titles('6025550001')).toEqual([])
    expect(await find(elsewhere.userId)).toEqual([])
  })

  test('is for operators', async () => {
    const customer = await signedIn(testApp, await buildCustomer(app))
    expect((await customer.call('POST /api/search', { body: { text: 'ada' } })).status).toBe(403)
    expect((await testApp.client().call('GET /api/search-marks')).status).toBe(401)
  })
})

describe('what an operator opened', () => {
  test('is remembered, the last twelve, and pins stay on top of them', async () => {
    const own = await signedIn(testApp, await buildOperator(app))
    const people: UserId[] = []
    for (let index = 0; index < 14; index++)
      people.push((await buildCustomer(app, { name: `Opened ${String(index).padStart(2, '0')}` })).userId)
    for (const id of people) {
      testApp.clock.advance(1000)
      await own.call('POST /api/open-found', { body: { id } })
    }
    await own.call('POST /api/pin-found', { body: { id: people[0]!, isPinned: true } })
    const marks = (await own.call('GET /api/search-marks')).body
    expect(marks.pinned.map(({ title }) => title)).toEqual(['Opened 00'])
    expect(marks.recent.map(({ title }) => title)).toEqual(
      [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `Opened ${String(index).padStart(2, '0')}`),
    )
    await own.call('POST /api/pin-found', { body: { id: people[0]!, isPinned: false } })
    expect((await own.call('GET /api/search-marks')).body.pinned).toEqual([])
    expect((await operator.call('GET /api/search-marks')).body).toEqual({ pinned: [], recent: [] })
  })

  test('may be whatever is found by a number, too: a visit, its weekly job, a payment, a payout', async () => {
    const own = await signedIn(testApp, await buildOperator(app))
    const { visitId, jobId, paymentId, payoutId } = await buildPapers()
    for (const id of [visitId, jobId, paymentId, payoutId]) {
      testApp.clock.advance(1000)
      const found = (await find(id, own))[0]!
      expect((await own.call('POST /api/open-found', { body: { id: found.id } })).status).toBe(200)
    }
    await own.call('POST /api/pin-found', { body: { id: paymentId, isPinned: true } })
    const { pinned, recent } = (await own.call('GET /api/search-marks')).body
    expect(pinned).toMatchObject([{ kind: 'payment', id: paymentId, title: paperNumber(paymentId) }])
    expect(recent).toMatchObject([
      { kind: 'payout', id: payoutId, title: paperNumber(payoutId), ownerName: 'Cleo Crew' },
      { kind: 'job', id: jobId, title: 'Marked House' },
      { kind: 'visit', id: visitId, title: 'Marked House', ownerName: 'Mark Owner' },
    ])
  })

  test('is no longer shown once it is gone, or its person has moved to another city', async () => {
    const own = await signedIn(testApp, await buildOperator(app))
    const { customerId, paymentId, payoutId } = await buildPapers()
    const { userId: closed } = await buildCustomer(app, { name: 'Merged Away' })
    for (const id of [paymentId, payoutId, closed]) await own.call('POST /api/open-found', { body: { id } })
    await moveToOtherMarket(customerId)
    // As the merge of two accounts does.
    await sql`delete from search_entry where subject_id = ${closed}`.execute(app.db)
    expect((await own.call('GET /api/search-marks')).body.recent.map(({ id }) => id)).toEqual([payoutId])
    const kept = app.db.selectFrom('search_mark').where('subject_id', '=', closed).select('subject_id')
    expect(await kept.execute()).toEqual([])
  })

  test('must be there, in the own market', async () => {
    const elsewhere = await buildCustomer(app)
    await moveToOtherMarket(elsewhere.userId)
    const far = await buildPapers()
    await moveToOtherMarket(far.customerId)
    for (const id of [elsewhere.userId, far.visitId, far.paymentId, crypto.randomUUID()])
      expect((await operator.call('POST /api/open-found', { body: { id } })).status).toBe(404)
  })
})

test('signs of an id name the first and the last that begin so', () => {
  expect(idsFrom('1F3A-09BC')).toEqual({
    from: '1f3a09bc-0000-0000-0000-000000000000',
    to: '1f3a09bc-ffff-ffff-ffff-ffffffffffff',
  })
  const whole = '1f3a09bc-0000-4000-8000-00000000000a'
  expect(idsFrom(whole)).toEqual({ from: whole, to: whole })
})

async function moveToOtherMarket(id: UserId): Promise<void> {
  await app.db
    .insertInto('market')
    .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await app.db.updateTable('users').set({ market_id: 'elsewhere' }).where('id', '=', id).execute()
}

/** A visit of a weekly job, with what its customer pays and its crew gets. */
async function buildPapers() {
  const customer = await buildCustomer(app, { name: 'Mark Owner' })
  const crew = await buildCrew(app, { name: 'Cleo Crew' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Marked House' })
  const week = { period_start: localDate('2026-03-02'), period_end: localDate('2026-03-08') }
  const payment = await app.db
    .insertInto('payment')
    .values({
      ...week,
      customer_id: customer.userId,
      state: 'due',
      subtotal_cents: cents(1000),
      total_cents: cents(1000),
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payout = await app.db
    .insertInto('payout')
    .values({
      ...week,
      crew_id: crew.userId,
      state: 'failed',
      amount_cents: cents(700),
      provider_account_id: 'acct_gone',
      failure: 'account_closed',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    customerId: customer.userId,
    visitId: await buildVisit(app, job),
    jobId: job.weeklyJobId,
    paymentId: payment.id,
    payoutId: payout.id,
  }
}
