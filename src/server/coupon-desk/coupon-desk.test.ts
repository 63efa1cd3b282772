import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basisPoints, cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildAcceptedOrder, buildDraft, buildOrder, completeWork } from '#testing/build-order.ts'
import { CARDS, saveTestCard } from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let test: TestApp
let owner: Client

beforeAll(async () => {
  test = await createTestApp()
  owner = await signedIn(test, await buildOperator(test.app, { name: 'Olivia Hart' }))
})
afterAll(() => test.close())

const TEN = {
  name: 'Ten dollars',
  creditCents: cents(1_000),
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
const FIFTEEN_PERCENT = { ...TEN, name: 'Fifteen percent', creditCents: null, shareBasisPoints: 1_500 }

type Facts = NonNullable<Parameters<typeof owner.call<'POST /api/preview-coupon'>>[1]>['body']
let written = 0

async function write(change: Partial<Facts> = {}) {
  const code = `C${++written}`
  const body = { ...TEN, ...change, code, version: 0 }
  const saved = await owner.call('POST /api/save-coupon', { body })
  expect(saved.status, saved.text).toBe(200)
  return code
}

const couponRow = (code: string) =>
  test.app.db.selectFrom('coupon').where('code', '=', code).selectAll().executeTakeFirstOrThrow()

const use = (client: Client, code: string) => client.call('POST /api/use-coupon', { body: { code } })

async function customerWith(code: string) {
  const customer = await buildCustomer(test.app)
  const client = await signedIn(test, customer)
  expect((await use(client, code)).status).toBe(200)
  return { customer, client }
}

/** A week's visit of $10 that somebody completes. */
async function visitOf(customerId: Awaited<ReturnType<typeof buildCustomer>>['userId']) {
  const crew = await buildCrew(test.app)
  const crewClient = await signedIn(test, crew)
  const job = await buildWeeklyJob(test.app, { customerId })
  const visitId = await buildVisit(test.app, job, { crewId: crew.userId, state: 'confirmed' })
  return { visitId, complete: () => completeWork(crewClient, visitId) }
}

async function couponLine(visitId: Awaited<ReturnType<typeof visitOf>>['visitId']) {
  const { price_lines } = await test.app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select('price_lines')
    .executeTakeFirstOrThrow()
  return price_lines!.find((line) => line.kind === 'coupon')
}

describe('a coupon as operators write it', () => {
  it('is listed with its state, changed by the version that was read, and remembers who wrote what', async () => {
    const code = await write({ until: '2026-03-20', budgetCents: 50_000 })
    const read = await owner.call('GET /api/coupon', { query: { code: code.toLowerCase() } })
    expect(read.body).toMatchObject({
      ...TEN,
      code,
      version: 1,
      state: 'running',
      until: '2026-03-20',
      budgetCents: 50_000,
      useCount: 0,
      givenCents: 0,
      mayChange: true,
      history: [{ kind: 'made', savedByName: 'Olivia Hart', facts: { name: 'Ten dollars' } }],
    })
    const body = { ...TEN, code, name: 'Ten off', version: 1 }
    expect((await owner.call('POST /api/save-coupon', { body })).body).toEqual({ code, version: 2 })
    const late = await owner.call('POST /api/save-coupon', { body: { ...body, name: 'Late' } })
    expect([late.status, late.failure.code]).toEqual([409, 'changed_meanwhile'])
    const { history } = (await owner.call('GET /api/coupon', { query: { code } })).body
    expect(history.map(({ kind, facts }) => [kind, facts.name])).toEqual([
      ['changed', 'Ten off'],
      ['made', 'Ten dollars'],
    ])
    const { coupons } = (await owner.call('GET /api/coupon-list', { query: {} })).body
    expect(coupons.find((coupon) => coupon.code === code)).toMatchObject({ name: 'Ten off', until: null })
  })

  it.each<[string, object]>([
    ['creditCents', { creditCents: null }],
    ['creditCents', { creditCents: 0 }],
    ['shareBasisPoints', { shareBasisPoints: 1_000 }],
    ['shareBasisPoints', { creditCents: null, shareBasisPoints: 10_001 }],
    ['until', { from: '2026-04-02', until: '2026-04-01' }],
    ['budgetCents', { budgetCents: 999 }],
    ['serviceKey', { serviceKey: 'no_such' }],
    ['mostUses', { mostUses: 0 }],
    ['code', { code: 'two words' }],
    ['name', { name: '' }],
  ])('is refused under %s with %o', async (field, change) => {
    const body = { ...TEN, code: 'REFUSED', version: 0, ...change }
    const saved = await owner.call('POST /api/save-coupon', { body })
    expect([saved.status, Object.keys(saved.failure.fields!)]).toEqual([400, [field]])
    expect((await owner.call('GET /api/coupon', { query: { code: 'REFUSED' } })).status).toBe(404)
  })

  it('has a code of its own, in capitals or not, also where two write it at once', async () => {
    const answers = await Promise.all(
      ['Twice', 'TWICE'].map((code) =>
        owner.call('POST /api/save-coupon', { body: { ...TEN, code, version: 0 } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('cannot be given less than it gave', async () => {
    const code = await write({ mostUses: 2 })
    const { customer } = await customerWith(code)
    const visits = [await visitOf(customer.userId)]
    for (const visit of visits) expect((await visit.complete()).status).toBe(200)
    const save = (change: object) =>
      owner.call('POST /api/save-coupon', { body: { ...TEN, code, version: 1, ...change } })
    expect(Object.keys((await save({ creditCents: 100, budgetCents: 500 })).failure.fields!)).toEqual([
      'budgetCents',
    ])
  })

  it('ends from a day on, and goes on where that is undone', async () => {
    const code = await write()
    const end = (version: number, from: string | null) =>
      owner.call('POST /api/end-coupon', { body: { code, version, from: from as never } })
    expect(Object.keys((await end(1, '2026-03-02')).failure.fields!)).toEqual(['from'])
    expect((await end(1, '2026-03-05')).body).toEqual({ version: 2 })
    const read = async () => (await owner.call('GET /api/coupon', { query: { code } })).body
    expect(await read()).toMatchObject({ endedFrom: '2026-03-05', state: 'running' })
    await test.app.db
      .updateTable('coupon')
      .set({ ended_from: new Date(0) })
      .where('code', '=', code)
      .execute()
    expect(await read()).toMatchObject({ state: 'over' })
    const client = await signedIn(test, await buildCustomer(test.app))
    expect((await use(client, code)).failure.fields).toEqual({ code: 'The coupon “Ten dollars” is over.' })
    expect((await end(2, null)).body).toEqual({ version: 3 })
    expect(await read()).toMatchObject({ endedFrom: null, state: 'running' })
    expect((await use(client, code)).status).toBe(200)
    expect((await read()).history.map(({ kind }) => kind)).toEqual(['resumed', 'ended', 'made'])
  })

  it('of one city is not known in another, and one of every city is no single city’s to write', async () => {
    const db = test.app.db
    const elsewhere = { id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Boise' }
    await db.insertInto('market').values(elsewhere).execute()
    const there = await buildOperator(test.app, { name: 'Ed' })
    await db
      .updateTable('users')
      .set({ market_id: 'elsewhere', staff_role: null })
      .where('id', '=', there.userId)
      .execute()
    await db
      .insertInto('operator_market')
      .values({ user_id: there.userId, market_id: 'elsewhere', role: 'owner' } as never)
      .execute()
    const ed = await signedIn(test, there)
    const here = await write({ isOfMarket: true })
    const everywhere = await write()
    expect((await ed.call('GET /api/coupon', { query: { code: here } })).status).toBe(404)
    expect((await ed.call('GET /api/coupon-uses', { query: { code: here } })).status).toBe(404)
    expect((await ed.call('GET /api/coupon', { query: { code: everywhere } })).body).toMatchObject({
      mayChange: false,
    })
    const save = (body: { code: string; version: number; isOfMarket?: boolean }) =>
      ed.call('POST /api/save-coupon', { body: { ...TEN, ...body } })
    expect((await save({ code: 'ED', version: 0 })).failure.code).toBe('every_city_needed')
    expect((await save({ code: everywhere, version: 1, isOfMarket: true })).failure.code).toBe(
      'every_city_needed',
    )
    expect((await save({ code: 'ED', version: 0, isOfMarket: true })).status).toBe(200)
    const client = await signedIn(test, await buildCustomer(test.app))
    expect((await use(client, 'ED')).failure.fields).toEqual({
      code: 'The coupon “Ten dollars” is for another city.',
    })
  })

  it('shows before it is written what it could come to', async () => {
    const preview = (body: object) => owner.call('POST /api/preview-coupon', { body: { ...TEN, ...body } })
    const customers = (await preview({})).body.customers
    expect(customers).toBeGreaterThan(0)
    expect((await preview({ mostUses: 3, budgetCents: 90_000 })).body).toMatchObject({
      mostCents: Math.min(customers, 3) * 1_000,
      wouldGiveCents: null,
    })
    await test.app.db
      .insertInto('daily_number')
      .values({
        market_id: (await test.app.db.selectFrom('market').select('id').limit(1).executeTakeFirstOrThrow())
          .id,
        date: localDate('2026-02-20'),
        service_key: 'lawn',
        visits: 10,
        filled: 10,
        completed: 10,
        on_time: 10,
        missed: 0,
        revenue_cents: cents(40_000),
        crew_pay_cents: cents(0),
        crew_minutes: 0,
        refund_cents: cents(0),
        sponsor_cents: cents(0),
        new_customers: 2,
        lost_customers: 0,
      })
      .execute()
    const share = { creditCents: null, shareBasisPoints: basisPoints(1_000), serviceKey: 'lawn' }
    expect((await preview(share)).body).toEqual({
      customers,
      mostCents: null,
      days: 30,
      works: 10,
      worksCents: 40_000,
      wouldGiveCents: 4_000,
    })
    expect((await preview({ ...share, isFirstOrderOnly: true })).body).toMatchObject({
      works: 2,
      worksCents: 8_000,
      wouldGiveCents: 800,
    })
    expect((await preview({ ...share, serviceKey: 'bins', budgetCents: 5 })).body).toMatchObject({
      works: 0,
      mostCents: 5,
    })
  })
})

describe('a coupon as customers use it', () => {
  it('takes a share off each piece of work, and operators see to whom it went', async () => {
    const code = await write(FIFTEEN_PERCENT)
    const { customer } = await customerWith(code)
    const visits = [await visitOf(customer.userId), await visitOf(customer.userId)]
    for (const visit of visits) {
      expect((await visit.complete()).status).toBe(200)
      expect(await couponLine(visit.visitId)).toEqual({ kind: 'coupon', amountCents: -150, coupon: code })
    }
    expect(await couponRow(code)).toMatchObject({ use_count: 2, given_cents: 300 })
    const { uses } = (await owner.call('GET /api/coupon-uses', { query: { code } })).body
    expect(
      uses.map(({ customerId, visitId, amountCents }) => ({ customerId, visitId, amountCents })),
    ).toEqual(
      expect.arrayContaining(
        visits.map(({ visitId }) => ({ customerId: customer.userId, visitId, amountCents: 150 })),
      ),
    )
  })

  it('is spoken for by an order that is booked, free again when it is cancelled, used once when done', async () => {
    const code = await write({ mostUses: 1 })
    const order = await buildAcceptedOrder(test, { couponCode: code })
    expect(order.quote.lines).toContainEqual({ kind: 'coupon', amountCents: -1_000, coupon: code })
    expect(await couponRow(code)).toMatchObject({ use_count: 1, given_cents: 1_000 })
    const { client: other } = await (async () => {
      const customer = await buildCustomer(test.app)
      return { client: await signedIn(test, customer) }
    })()
    expect((await use(other, code)).failure.fields).toEqual({
      code: 'The coupon “Ten dollars” has been used as often as it could be.',
    })
    await order.client.call('POST /api/cancel-on-demand', {
      body: { orderId: order.orderId, expectedFeeCents: cents(0) },
    })
    expect(await couponRow(code)).toMatchObject({ use_count: 0, given_cents: 0 })
    const again = await buildAcceptedOrder(test, { client: order.client, card: null })
    expect((await completeWork(again.crewClient, again.visitId)).status).toBe(200)
    expect(await couponRow(code)).toMatchObject({ use_count: 1, given_cents: 1_000 })
    await test.work()
    const { payment } = (
      await order.client.call('GET /api/on-demand-order', { query: { id: again.orderId } })
    ).body
    const receipt = await order.client.call('GET /api/payment', { query: { id: payment!.id } })
    expect(receipt.body).toMatchObject({ couponCents: 1_000, couponCodes: [code] })
  })

  it('gives its last use to one of two who complete work at once', async () => {
    const code = await write({ mostUses: 1 })
    const people = [await customerWith(code), await customerWith(code), await customerWith(code)]
    const visits = await Promise.all(people.map(({ customer }) => visitOf(customer.userId)))
    const done = await Promise.all(visits.map((visit) => visit.complete()))
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
    const lines = await Promise.all(visits.map(({ visitId }) => couponLine(visitId)))
    expect(lines.filter((line) => line !== undefined)).toHaveLength(1)
    expect(await couponRow(code)).toMatchObject({ use_count: 1, given_cents: 1_000 })
  })

  it('gives its last use to one of two who order at once; the other is told that the price changed', async () => {
    const code = await write({ mostUses: 1 })
    const drafts = [
      await buildDraft(test, { couponCode: code, card: CARDS.good }),
      await buildDraft(test, { couponCode: code, card: CARDS.otherGood }),
    ]
    const answers = await Promise.all(
      drafts.map(({ client, token, quote }) =>
        client.call('POST /api/book-on-demand', {
          body: { token, expectedTotalCents: quote.totalCents },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.failure.code).toBe('price_changed')
    expect(await couponRow(code)).toMatchObject({ use_count: 1 })
  })

  it('never gives more than its budget, whoever completes work at once, and names it when it is spent', async () => {
    const code = await write({ budgetCents: 1_500 })
    const people = [await customerWith(code), await customerWith(code), await customerWith(code)]
    const visits = await Promise.all(people.map(({ customer }) => visitOf(customer.userId)))
    await Promise.all(visits.map((visit) => visit.complete()))
    const given = (await Promise.all(visits.map(({ visitId }) => couponLine(visitId)))).map(
      (line) => line?.amountCents ?? 0,
    )
    expect(given.sort((a, b) => a - b)).toEqual([-1_000, -500, 0])
    expect(await couponRow(code)).toMatchObject({ given_cents: 1_500 })
    const customer = await buildCustomer(test.app, { locale: 'es' })
    const refused = await use(await signedIn(test, customer), code)
    expect([refused.status, refused.failure.fields]).toEqual([
      400,
      { code: 'El presupuesto del cupón «Ten dollars» está agotado.' },
    ])
    const { body } = await test.client().call('POST /api/check-code', { body: { coupon: code } })
    expect(body.coupon).toMatchObject({ fault: 'The budget of the coupon “Ten dollars” is spent.' })
  })

  it('for a first order is used by no second one, and by no second account on the same card', async () => {
    const code = await write({ isFirstOrderOnly: true })
    const card = CARDS.otherGood
    const first = await buildOrder(test, { couponCode: code, card })
    expect(first.quote.lines.some(({ kind }) => kind === 'coupon')).toBe(true)
    const next = await buildDraft(test, { client: first.client, card: null })
    expect(next.quote.lines.some(({ kind }) => kind === 'coupon')).toBe(false)
    const again = await buildDraft(test, { couponCode: code, card })
    expect(again.quote.lines.some(({ kind }) => kind === 'coupon')).toBe(false)
    const other = await buildDraft(test, { couponCode: code, card: CARDS.insufficientFunds })
    expect(other.quote.lines.some(({ kind }) => kind === 'coupon')).toBe(true)
    await saveTestCard(other.client, card)
    expect((await use(other.client, code)).failure.fields).toEqual({
      code: 'The coupon “Ten dollars” is for a first order only.',
    })
  })

  it('that is taken in place of another and back again is not new', async () => {
    const [code, second] = [await write(), await write({ name: 'Second' })]
    const { customer, client } = await customerWith(code)
    expect((await (await visitOf(customer.userId)).complete()).status).toBe(200)
    expect((await use(client, second)).body).toEqual({ code: second, name: 'Second' })
    expect((await use(client, code)).failure.fields).toEqual({
      code: 'You have used the coupon “Ten dollars” already.',
    })
    expect((await use(client, 'nothing')).failure.fields).toEqual({ code: 'There is no coupon nothing.' })
    expect((await use(client, "x' or 1=1")).status).toBe(400)
  })

  it('for one service gives nothing for another', async () => {
    const code = await write({ serviceKey: 'lawn' })
    const { customer } = await customerWith(code)
    const visit = await visitOf(customer.userId)
    expect((await visit.complete()).status).toBe(200)
    expect(await couponLine(visit.visitId)).toBeUndefined()
  })
})
