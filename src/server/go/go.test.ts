import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, type Instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { makeGoLink, makeGoPath } from './make-link.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Client = ReturnType<TestApp['client']>
const open = async (client: Client, goId: string) =>
  (await client.call('POST /api/open-go-link', { body: { goId } })).body

async function visitLink() {
  const { app } = testApp
  const [crew, customer] = [await buildCrew(app), await buildCustomer(app)]
  const job = await buildWeeklyJob(app, { customerId: customer.userId })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  const owner = await signedIn(testApp, customer)
  const made = await owner.call('POST /api/make-door-link', { body: { visitId } })
  return { crew, customer, owner, visitId, made, code: made.body.goId }
}

describe('a short link to a door card', () => {
  test('opens for the crew of that visit only; its customer lands on the visit, others nowhere', async () => {
    const { crew, owner, visitId, code, made } = await visitLink()
    expect(code).toMatch(/^[0-9A-Z]{8}$/)
    expect(made.body.url).toBe(`${testApp.app.config.http.origin}/go/${code}`)
    const worker = await signedIn(testApp, crew)
    expect(await open(worker, code)).toMatchObject({ kind: 'door_card', visitId })
    expect(await open(worker, code.toLowerCase())).toMatchObject({ kind: 'door_card' })
    expect(await open(owner, code)).toEqual({ kind: 'page', to: `/visit/${visitId}` })
    expect(await open(testApp.client(), code)).toEqual({ kind: 'sign_in' })
    const day = (await worker.call('GET /api/day')).body
    expect(day.stops.map(({ goId }) => goId)).toEqual([code])
    const rival = await signedIn(testApp, await buildCrew(testApp.app))
    expect(await open(rival, code)).toEqual({ kind: 'gone' })
  })

  test('T8: expired, revoked, unknown and malformed look alike', async () => {
    const { crew, code, visitId } = await visitLink()
    const worker = await signedIn(testApp, crew)
    const answers = [await open(worker, 'ZZZZZZZ9'), await open(worker, "'; drop table go_link")]
    await testApp.app.db
      .updateTable('go_link')
      .set({ revoked_at: toTimestamp(testApp.clock.now()) })
      .where('subject_id', '=', visitId)
      .execute()
    answers.push(await open(worker, code))
    const later = await visitLink()
    await testApp.app.db
      .updateTable('go_link')
      .set({ created_at: new Date(0) as never, expires_at: new Date(1) as never })
      .where('code', '=', later.code)
      .execute()
    answers.push(await open(await signedIn(testApp, later.crew), later.code))
    for (const answer of answers) expect(answer).toEqual({ kind: 'gone' })
  })

  test('is made for one’s own visits, and not where nobody comes yet', async () => {
    const { visitId } = await visitLink()
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const foreign = await stranger.call('POST /api/make-door-link', { body: { visitId } })
    expect(foreign.status).toBe(404)
    const customer = await buildCustomer(testApp.app)
    const job = await buildWeeklyJob(testApp.app, { customerId: customer.userId })
    const open = await buildVisit(testApp.app, job)
    const owner = await signedIn(testApp, customer)
    const nobody = await owner.call('POST /api/make-door-link', { body: { visitId: open } })
    expect(nobody.failure.code).toBe('no_crew')
  })
})

describe('short links', () => {
  test('made at once for one thing and person they are one, and last longer when asked for again', async () => {
    const { app } = testApp
    const { userId } = await buildCrew(app)
    const wanted = { purpose: 'share', subjectId: userId, userId } as const
    const now = testApp.clock.now()
    const links = await Promise.all(Array.from({ length: 8 }, () => makeGoLink(app.db, { ...wanted, now })))
    expect(new Set(links.map(({ code }) => code)).size).toBe(1)
    const again = await makeGoLink(app.db, { ...wanted, now: (now + DAY_MS) as Instant })
    expect(again.expiresAt - links[0]!.expiresAt).toBe(DAY_MS)
  })

  test('a shared code is public: first name and code, nothing else', async () => {
    const crew = await buildCrew(testApp.app, { name: 'Maria Lopez' })
    const worker = await signedIn(testApp, crew)
    const { body } = await worker.call('POST /api/make-share-link')
    expect(await open(testApp.client(), body.goId)).toEqual({
      kind: 'share',
      firstName: 'Maria',
      code: expect.stringMatching(/^[0-9A-Z]{8}$/) as string,
      isCrew: true,
    })
  })

  test('a receipt and an offer open for whom they are', async () => {
    const { app } = testApp
    const [customer, crew] = [await buildCustomer(app), await buildCrew(app)]
    const now = testApp.clock.now()
    const payment = await app.db
      .insertInto('payment')
      .values({
        customer_id: customer.userId,
        period_start: '2026-02-23' as never,
        period_end: '2026-03-01' as never,
        state: 'due',
        subtotal_cents: cents(0),
        total_cents: cents(0),
        created_at: new Date(now) as never,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const receipt = await makeGoPath(app.db, {
      purpose: 'receipt',
      subjectId: payment.id,
      userId: customer.userId,
      now,
    })
    const offerId = crypto.randomUUID()
    const offer = await makeGoPath(app.db, { purpose: 'offer', subjectId: offerId, userId: crew.userId, now })
    const [owner, worker] = [await signedIn(testApp, customer), await signedIn(testApp, crew)]
    expect(await open(owner, receipt.slice(4))).toEqual({
      kind: 'page',
      to: `/account/payments/${payment.id}`,
    })
    expect(await open(worker, offer.slice(4))).toEqual({ kind: 'page', to: `/offer/${offerId}` })
    expect(await open(worker, receipt.slice(4))).toEqual({ kind: 'gone' })
    expect(await open(owner, offer.slice(4))).toEqual({ kind: 'gone' })
  })

  test('T8, field 43: guesses are limited by address', async () => {
    const limited = await createTestApp({ limitsCalls: true })
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        limited.client().call('POST /api/open-go-link', { body: { goId: `GUESS${100 + index}` } }),
      ),
    )
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(30)
    await limited.close()
  })
})
