import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuildingId, ComplexId, VisitId } from '#domain/ids.ts'
import { DEFAULT_TIME_ZONE, dateAt, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { readQrCodes } from '#testing/read-qr-codes.ts'

let testApp: TestApp
let customer: Awaited<ReturnType<typeof buildCustomer>>
let manager: Client
let stranger: Client
let crew: Awaited<ReturnType<typeof buildCrew>>
let walker: Client
let otherCrew: Client

beforeAll(async () => {
  testApp = await createTestApp()
  const { app } = testApp
  customer = await buildCustomer(app)
  manager = await signedIn(testApp, customer)
  stranger = await signedIn(testApp, await buildCustomer(app))
  crew = await buildCrew(app, { name: 'Kayla Brooks', services: ['valet_trash'] })
  walker = await signedIn(testApp, crew)
  otherCrew = await signedIn(testApp, await buildCrew(app, { services: ['valet_trash'] }))
})
afterAll(() => testApp.close())

const PLACE = { lat: 39.74, lng: -104.97 }
const textOf = (at: Instant) => new Date(at).toISOString()
const minutesAgo = (minutes: number) => instant(testApp.clock.now() - minutes * MINUTE_MS)

async function makeComplex(name: string, buildingNames = ['North', 'South']) {
  const { body } = await manager.call('POST /api/add-complex', {
    body: { name, address: '1600 E Colfax Ave', ...PLACE, units: 40 },
  })
  const { complexId, propertyId } = body
  const buildings: BuildingId[] = []
  for (const building of buildingNames) {
    const saved = await manager.call('POST /api/save-building', {
      body: { complexId, name: building, units: '1-20' },
    })
    buildings.push(saved.body.buildingId)
  }
  return { complexId, propertyId, buildings }
}

/** With codes, and a round that began half an hour ago. */
async function makeRound(name: string) {
  const complex = await makeComplex(name)
  await manager.call('POST /api/make-checkpoints', { body: { complexId: complex.complexId } })
  const job = await buildWeeklyJob(testApp.app, {
    customerId: customer.userId,
    propertyId: complex.propertyId,
    serviceKey: 'valet_trash',
    quantity: 40,
  })
  const visitId = await buildVisit(testApp.app, job, {
    date: dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE),
    crewId: crew.userId,
    state: 'in_progress',
  })
  await setVisit(visitId, { started_at: toTimestamp(minutesAgo(30)) })
  return { ...complex, visitId }
}

function setVisit(visitId: VisitId, columns: object) {
  return testApp.app.db.updateTable('visit').set(columns).where('id', '=', visitId).execute()
}

async function codesOf(complexId: ComplexId): Promise<string[]> {
  const { body } = await manager.call('GET /api/checkpoints', { query: { complexId } })
  return body.checkpoints.map(({ code }) => code!)
}

const pass = (client: Client, visitId: VisitId, code: string, more: object = {}) =>
  client.call('POST /api/pass-checkpoint', { body: { visitId, code, isTyped: false, ...more } })

describe('codes at buildings', () => {
  test('are made once, also when asked at once, and for a building that comes later', async () => {
    const { complexId } = await makeComplex('Made')
    const make = () => manager.call('POST /api/make-checkpoints', { body: { complexId } })
    const made = await Promise.all([make(), make(), make()])
    expect(made.reduce((sum, { body }) => sum + body.madeCount, 0)).toBe(2)
    const first = await codesOf(complexId)
    expect(new Set(first).size).toBe(2)
    for (const code of first) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    await manager.call('POST /api/save-building', { body: { complexId, name: 'Annex', units: '1-4' } })
    expect((await make()).body).toEqual({ madeCount: 1 })
    expect((await codesOf(complexId)).slice(0, 2)).toEqual(first)
  })

  test('are printed with their link, their letters and the name of the building', async () => {
    const { complexId, buildings } = await makeComplex('Żółty dwór')
    const none = await manager.call('GET /api/checkpoints-pdf', { query: { complexId } })
    expect(none.status).toBe(404)
    await manager.call('POST /api/make-checkpoints', { body: { complexId } })
    const codes = await codesOf(complexId)
    const all = await manager.call('GET /api/checkpoints-pdf', { query: { complexId } })
    expect(all.headers['content-type']).toBe('application/pdf')
    const pages = readPdf(all.bytes).map((page) => page.join(' '))
    expect(pages).toHaveLength(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(['North', 'South'][index])
      expect(page).toContain(codes[index])
      expect(page.replaceAll(/\s/g, '')).toContain('Żółtydwór')
    }
    // Read by another's reader: the addresses that the camera of a crew opens.
    const links = codes.map(
      (code) => `${testApp.app.config.http.origin}/complex?point=${code.replace('-', '')}`,
    )
    expect(await readQrCodes(all.bytes)).toEqual(links)
    const one = await manager.call('GET /api/checkpoints-pdf', {
      query: { complexId, buildingId: buildings[1]! },
    })
    expect(readPdf(one.bytes)).toHaveLength(1)
  })

  test('are nobody else’s', async () => {
    const { complexId, buildings } = await makeRound('Mine')
    const answers = [
      await stranger.call('GET /api/checkpoints', { query: { complexId } }),
      await stranger.call('GET /api/checkpoints-pdf', { query: { complexId } }),
      await stranger.call('POST /api/make-checkpoints', { body: { complexId } }),
      await stranger.call('POST /api/renew-checkpoint', { body: { buildingId: buildings[0]! } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})

describe('passing', () => {
  test('marks the building of the round, once, and says who was there when', async () => {
    const { complexId, visitId, buildings } = await makeRound('Passed')
    const [north] = await codesOf(complexId)
    const at = textOf(minutesAgo(10))
    const near = { lat: PLACE.lat + 0.001, lng: PLACE.lng }
    const first = await pass(walker, visitId, north!, { at, ...near })
    expect(first.body).toEqual({ buildingId: buildings[0], buildingName: 'North', passedAt: at })
    // Again, now, and typed: nothing changes.
    expect((await pass(walker, visitId, north!.toLowerCase(), { isTyped: true })).body).toEqual(first.body)
    const { body: night } = await manager.call('GET /api/complex-night', { query: { visitId } })
    expect(night.buildings).toMatchObject([
      { checkedAt: at, passed: { at, isTyped: false, crewFirstName: 'Kayla', distanceFeet: 365 } },
      { checkedAt: null, passed: null },
    ])
    const { body: walked } = await walker.call('GET /api/night-round', { query: { visitId } })
    expect(walked).toMatchObject({ hasCheckpoints: true, buildings: [{ passed: { at } }, {}] })
    const { body: list } = await manager.call('GET /api/checkpoints', { query: { complexId } })
    expect(list.checkpoints.map(({ lastPassedAt }) => lastPassedAt)).toEqual([at, null])
  })

  test('by many phones at once counts once', async () => {
    const { complexId, visitId } = await makeRound('Raced')
    const [north] = await codesOf(complexId)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((minutes) => pass(walker, visitId, north!, { at: textOf(minutesAgo(minutes)) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(answers.map(({ body }) => body.passedAt)).size).toBe(1)
    const rows = await testApp.app.db
      .selectFrom('checkpoint_pass')
      .where('visit_id', '=', visitId)
      .select('passed_at')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('says what is wrong with a code', async () => {
    const { complexId, visitId, buildings } = await makeRound('Wrong')
    const there = await makeRound('Other place')
    const [north] = await codesOf(complexId)
    const [elsewhere] = await codesOf(there.complexId)
    await manager.call('POST /api/renew-checkpoint', { body: { buildingId: buildings[0]! } })
    const [renewed] = await codesOf(complexId)
    expect(renewed).not.toBe(north)
    const said = async (code: string) => {
      const { status, failure } = await pass(walker, visitId, code)
      return [status, failure.code]
    }
    expect(await said('hello')).toEqual([400, 'checkpoint_unknown'])
    expect(await said('00000-00000')).toEqual([400, 'checkpoint_unknown'])
    expect(await said(elsewhere!)).toEqual([400, 'checkpoint_elsewhere'])
    expect(await said(north!)).toEqual([410, 'checkpoint_old'])
    // Also when it was renewed twice and nothing of it is left.
    await manager.call('POST /api/renew-checkpoint', { body: { buildingId: buildings[0]! } })
    expect(await said(north!)).toEqual([410, 'checkpoint_old'])
    await manager.call('POST /api/remove-building', { body: { buildingId: buildings[0]! } })
    expect(await said((await codesOf(there.complexId))[0]!)).toEqual([400, 'checkpoint_elsewhere'])
  })

  test('offline before a code was renewed counts afterwards', async () => {
    const { complexId, visitId, buildings } = await makeRound('Renewed meanwhile')
    const [north] = await codesOf(complexId)
    const at = textOf(minutesAgo(1))
    await manager.call('POST /api/renew-checkpoint', { body: { buildingId: buildings[0]! } })
    expect((await pass(walker, visitId, north!, { at })).body).toMatchObject({ passedAt: at })
  })

  test('counts during the own visit only', async () => {
    const { complexId, visitId } = await makeRound('From home')
    const [north] = await codesOf(complexId)
    const tooEarly = await pass(walker, visitId, north!, { at: textOf(minutesAgo(31)) })
    expect([tooEarly.status, tooEarly.failure.code]).toEqual([409, 'round_not_begun'])
    expect((await pass(otherCrew, visitId, north!)).status).toBe(404)
    await setVisit(visitId, { state: 'confirmed', started_at: null })
    expect((await pass(walker, visitId, north!)).failure.code).toBe('round_not_begun')
    await setVisit(visitId, {
      state: 'completed',
      started_at: toTimestamp(minutesAgo(30)),
      completed_at: toTimestamp(minutesAgo(5)),
      price_cents: 0,
      crew_pay_cents: 0,
    })
    expect((await pass(walker, visitId, north!)).failure.code).toBe('round_over')
    const late = await pass(walker, visitId, north!, { at: textOf(minutesAgo(6)) })
    expect(late.status).toBe(200)
  })

  test('stands in the proof of the night', async () => {
    const { complexId, visitId } = await makeRound('Proof')
    const [north] = await codesOf(complexId)
    await pass(walker, visitId, north!, { isTyped: true })
    const answer = await manager.call('GET /api/complex-report', { query: { visitId } })
    const text = readPdf(answer.bytes).flat().join(' ')
    expect(text).toContain('Checkpoint passed by Kayla at')
    expect(text).toContain('1 of 2 buildings done')
  })

  test('names the field that is wrong', async () => {
    const { visitId } = await makeRound('Fields')
    const half = await pass(walker, visitId, 'K7M2Q-9XA4T', { lat: 39.7 })
    expect(half.failure.fields).toEqual({ lat: 'Latitude and longitude come together.' })
    const empty = await pass(walker, visitId, ' ')
    expect(empty.failure.fields).toEqual({ code: 'Fill this in.' })
  })
})
