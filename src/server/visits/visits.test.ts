import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { toJson, toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const WEEK = { from: '2026-03-02', to: '2026-03-08' }

async function buildWeek(names: readonly string[] = ['Home']) {
  const { app } = testApp
  const customer = await buildCustomer(app)
  const jobs = []
  for (const name of names)
    jobs.push(
      await buildWeeklyJob(app, {
        customerId: customer.userId,
        name,
        window: { from: '13:00', until: '15:00' },
      }),
    )
  return { customer, jobs, client: await signedIn(testApp, customer) }
}

async function completeVisit(visitId: VisitId, crewId: UserId): Promise<void> {
  await testApp.app.db
    .updateTable('visit')
    .set({
      state: 'completed',
      crew_id: crewId,
      completed_at: toTimestamp(testApp.clock.now()),
      completed_distance_feet: 812,
      is_flagged: true,
      price_lines: toJson([
        { kind: 'service', amountCents: cents(4321) },
        { kind: 'offer_raise', amountCents: cents(200) },
      ]),
      price_cents: cents(4321),
      crew_pay_cents: cents(3025),
    })
    .where('id', '=', visitId)
    .execute()
}

function addPhoto(visitId: VisitId, ownerId: UserId) {
  const at = toTimestamp(testApp.clock.now())
  const storageKey = randomUUID()
  return testApp.app.db
    .insertInto('photo')
    .values({
      owner_id: ownerId,
      visit_id: visitId,
      storage_key: storageKey,
      sha256: Buffer.from(storageKey),
      width: 800,
      height: 600,
      size_bytes: 1000,
      created_at: at,
    })
    .execute()
}

describe('the list of visits', () => {
  test('has what is in the range with states, crews and prices, and counts by state whatever the filter', async () => {
    const { jobs, client } = await buildWeek()
    const [job] = jobs
    const crew = await buildCrew(testApp.app, { name: 'Rosa Delgado' })
    const done = await buildVisit(testApp.app, job!, { date: localDate('2026-03-02') })
    await completeVisit(done, crew.userId)
    await buildVisit(testApp.app, job!, { date: localDate('2026-03-03'), quantity: 3 })
    await buildVisit(testApp.app, job!, { date: localDate('2026-03-09') })
    const { body } = await client.call('POST /api/get-visits', { body: WEEK })
    expect(body.countByState).toEqual({ completed: 1, scheduled: 1 })
    expect(
      body.visits.map(({ state, priceCents, crewFirstName }) => [state, priceCents, crewFirstName]),
    ).toEqual([
      ['completed', 4321, 'Rosa'],
      ['scheduled', 1150, null],
    ])
    expect(body.visits[0]).toMatchObject({ startsAt: '2026-03-02T20:00:00.000Z', isAnytime: false })
    const filtered = await client.call('POST /api/get-visits', { body: { ...WEEK, states: ['scheduled'] } })
    expect(filtered.body).toMatchObject({ totalCount: 1, countByState: { completed: 1, scheduled: 1 } })
  })

  test('narrows by place, group, service and search text, and never shows another customer’s', async () => {
    const { jobs, client, customer } = await buildWeek(['100% Pure_Place', 'Elm'])
    const stranger = await buildWeek(['Elm'])
    for (const job of [...jobs, ...stranger.jobs]) await buildVisit(testApp.app, job)
    const names = async (filter: object) =>
      (await client.call('POST /api/get-visits', { body: { ...WEEK, ...filter } })).body.visits.map(
        (visit) => visit.propertyName,
      )
    expect(await names({})).toHaveLength(2)
    expect(await names({ search: 'elm' })).toEqual(['Elm'])
    expect(await names({ search: '0% pure_' })).toEqual(['100% Pure_Place'])
    expect(await names({ search: '%' })).toEqual(['100% Pure_Place'])
    expect(await names({ propertyId: jobs[1]!.propertyId })).toEqual(['Elm'])
    expect(await names({ propertyId: stranger.jobs[0]!.propertyId })).toEqual([])
    expect(await names({ serviceKey: 'pool' })).toEqual([])
    const group = await testApp.app.db
      .insertInto('property_group')
      .values({ customer_id: customer.userId, name: 'G', created_at: toTimestamp(testApp.clock.now()) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const grouped = await buildProperty(testApp.app, customer.userId, { groupId: group.id, name: 'Grouped' })
    const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId, propertyId: grouped })
    await buildVisit(testApp.app, job)
    expect(await names({ groupId: group.id })).toEqual(['Grouped'])
  })

  test('goes a page at a time by every sort, each visit once', async () => {
    const { jobs, client } = await buildWeek(['B', 'A', 'C'])
    for (const job of jobs)
      for (const date of ['2026-03-03', '2026-03-04', '2026-03-05'])
        await buildVisit(testApp.app, job, { date: localDate(date) })
    for (const sort of ['time', 'property', 'service', 'state'] as const) {
      for (const isDescending of [false, true]) {
        const names = await everyPage(client, { sort, isDescending })
        expect(new Set(names.map((visit) => visit.id)).size).toBe(9)
        if (sort === 'property')
          expect(names.map((visit) => visit.propertyName).join('')).toBe(
            isDescending ? 'CCCBBBAAA' : 'AAABBBCCC',
          )
        if (sort === 'time') expect(names[0]!.date).toBe(isDescending ? '2026-03-05' : '2026-03-03')
      }
    }
  })

  async function everyPage(client: Client, sorting: { sort: 'time'; isDescending: boolean } | object) {
    const found: { id: string; propertyName: string; date: string }[] = []
    let cursor: string | null = null
    do {
      const body = { ...WEEK, ...sorting, limit: 4, ...(cursor === null ? {} : { cursor }) }
      const page: { body: { visits: typeof found; nextCursor: string | null } } = await client.call(
        'POST /api/get-visits',
        { body },
      )
      found.push(...page.body.visits)
      cursor = page.body.nextCursor
    } while (cursor !== null)
    return found
  }

  test('refuses a range that runs backwards and a page mark that is not ours', async () => {
    const { client } = await buildWeek()
    const backwards = await client.call('POST /api/get-visits', { body: { from: WEEK.to, to: WEEK.from } })
    expect([backwards.status, Object.keys(backwards.failure.fields!)]).toEqual([400, ['to']])
    for (const cursor of [
      'nonsense',
      Buffer.from('["x"]').toString('base64url'),
      Buffer.from('[1,2]').toString('base64url'),
    ])
      expect((await client.call('POST /api/get-visits', { body: { ...WEEK, cursor } })).status).toBe(400)
    const forged = Buffer.from(JSON.stringify(['no time', randomUUID()])).toString('base64url')
    expect((await client.call('POST /api/get-visits', { body: { ...WEEK, cursor: forged } })).status).toBe(
      400,
    )
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await crew.call('POST /api/get-visits', { body: WEEK })).status).toBe(403)
    expect((await testApp.client().call('POST /api/get-visits', { body: WEEK })).status).toBe(401)
  })
})

describe('one visit', () => {
  test('shows its customer the proof and the price, its crew the pay, an operator all, others nothing', async () => {
    const { jobs, client } = await buildWeek()
    const crew = await buildCrew(testApp.app, { name: 'Rosa Delgado' })
    const visitId = await buildVisit(testApp.app, jobs[0]!)
    await completeVisit(visitId, crew.userId)
    await addPhoto(visitId, crew.userId)
    const query = { id: visitId }
    const seen = (await client.call('GET /api/visit', { query })).body
    expect(seen).toMatchObject({
      state: 'completed',
      crewFirstName: 'Rosa',
      priceLines: [{ kind: 'service', amountCents: 4321 }],
      totalCents: 4321,
      canSkip: false,
      canUnskip: false,
      paymentId: null,
    })
    expect(seen.photos).toHaveLength(1)
    expect(seen.photos[0]!.url).toContain(seen.photos[0]!.id)
    for (const hidden of ['crewPayCents', 'completedDistanceFeet', 'isFlagged'])
      expect(seen).not.toHaveProperty(hidden)
    const worked = (await (await signedIn(testApp, crew)).call('GET /api/visit', { query })).body
    expect(worked).toMatchObject({ crewPayCents: 3025, priceCents: null, isFlagged: true })
    expect(worked).not.toHaveProperty('priceLines')
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    expect((await operator.call('GET /api/visit', { query })).body).toMatchObject({
      crewPayCents: 3025,
      completedDistanceFeet: 812,
    })
    for (const other of [await buildCustomer(testApp.app), await buildCrew(testApp.app)])
      expect((await (await signedIn(testApp, other)).call('GET /api/visit', { query })).status).toBe(404)
    expect((await testApp.client().call('GET /api/visit', { query })).status).toBe(401)
    expect((await client.call('GET /api/visit', { query: { id: randomUUID() } })).status).toBe(404)
  })

  test('shows its timeline, and what the customer can do now', async () => {
    const { jobs, client } = await buildWeek()
    const visitId = await buildVisit(testApp.app, jobs[0]!, { date: localDate('2026-03-03') })
    expect((await client.call('GET /api/visit', { query: { id: visitId } })).body).toMatchObject({
      canSkip: true,
    })
    await client.call('POST /api/skip-visit', { body: { visitId } })
    const { body } = await client.call('GET /api/visit', { query: { id: visitId } })
    expect(body).toMatchObject({ state: 'skipped', canSkip: false, canUnskip: true })
    expect(body.timeline).toMatchObject([
      { transition: 'skip', from: 'scheduled', to: 'skipped', actorRole: 'customer', reason: 'customer' },
    ])
  })
})

describe('the export', () => {
  test('is a CSV in the customer’s language whose cells no spreadsheet runs (threats I5)', async () => {
    const names = ['=1+1', '+2', '-3', '@sum', 'Ben "The" Place, Apt 4']
    const { jobs, client } = await buildWeek(names)
    for (const job of jobs) await buildVisit(testApp.app, job, { date: localDate('2026-03-03') })
    const answer = await client.call('GET /api/export-visits', { query: WEEK })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="visits-2026-03-02-2026-03-08.csv"',
    })
    const lines = answer.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toBe('Date,From,To,Time zone,Property,Address,Service,Quantity,State,Crew,Price')
    for (const line of lines.slice(1))
      expect(line).toMatch(/^2026-03-03,13:00,15:00,America\/Denver,('[=+\-@]|"Ben ""The"" Place, Apt 4",)/)
    expect(lines[1]).toMatch(/Bins to the curb and back,1,scheduled,,10$/)
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app, { locale: 'es' }))
    expect((await stranger.call('GET /api/export-visits', { query: WEEK })).text).toMatch(/^Fecha,.*\r\n$/)
    expect((await testApp.client().call('GET /api/export-visits', { query: WEEK })).status).toBe(401)
  })

  test('sends more rows than one page holds', async () => {
    const { jobs, client } = await buildWeek()
    const { app } = testApp
    const [job] = jobs
    await app.db
      .insertInto('visit')
      .values(
        Array.from({ length: 1_203 }, () => ({
          customer_id: job!.customerId,
          property_id: job!.propertyId,
          service_key: 'bins',
          date: localDate('2026-03-04'),
          starts_at: toTimestamp(parseInstant('2026-03-04T16:00:00Z')),
          ends_at: toTimestamp(parseInstant('2026-03-04T17:00:00Z')),
          quantity: 1,
          created_at: toTimestamp(testApp.clock.now()),
        })),
      )
      .execute()
    const { text } = await client.call('GET /api/export-visits', { query: WEEK })
    expect(text.trimEnd().split('\r\n')).toHaveLength(1_204)
  })
})

describe('the home of a customer', () => {
  test('shows what happens today, what comes and what is missing', async () => {
    const { jobs, client } = await buildWeek()
    await buildVisit(testApp.app, jobs[0]!, { date: localDate('2026-03-02') })
    await buildVisit(testApp.app, jobs[0]!, { date: localDate('2026-03-09') })
    const { body } = await client.call('GET /api/customer-summary')
    expect(body).toMatchObject({
      today: '2026-03-02',
      propertyCount: 1,
      weeklyJobCount: 1,
      waitingJobCount: 1,
      alerts: [{ kind: 'no_card' }],
    })
    expect(body.todayVisits.map((visit) => visit.date)).toEqual(['2026-03-02'])
    expect(body.comingVisits.map((visit) => visit.date)).toEqual(['2026-03-09'])
  })

  test('shows that a card has expired and that a payment was declined', async () => {
    const { app } = testApp
    const customer = await buildCustomer(app)
    const now = toTimestamp(testApp.clock.now())
    await app.db
      .insertInto('payment_method')
      .values({
        user_id: customer.userId,
        provider_customer_id: 'c',
        provider_method_id: 'm',
        brand: 'visa',
        last4: '0069',
        expires_month: 2,
        expires_year: 2026,
        fingerprint: 'f',
        updated_at: now,
      })
      .execute()
    const payment = await app.db
      .insertInto('payment')
      .values({
        customer_id: customer.userId,
        period_start: localDate('2026-02-23'),
        period_end: localDate('2026-03-01'),
        state: 'declined',
        subtotal_cents: cents(2500),
        total_cents: cents(2500),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await (await signedIn(testApp, customer)).call('GET /api/customer-summary')
    expect(body.alerts).toEqual([
      { kind: 'card_expired', last4: '0069' },
      { kind: 'payment_declined', paymentId: payment.id, amountCents: 2500, paused: true },
    ])
  })

  test('is for customers', async () => {
    expect((await testApp.client().call('GET /api/customer-summary')).status).toBe(401)
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await crew.call('GET /api/customer-summary')).status).toBe(403)
  })
})
