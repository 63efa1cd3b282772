import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ViolationKind } from '#domain/complexes/violations.ts'
import type { BuildingId, ComplexId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import {
  addDays,
  addMonths,
  DEFAULT_TIME_ZONE,
  dateAt,
  instantAt,
  type LocalDate,
  localTime,
} from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { asOwner, testDatabase } from '#testing/database.ts'
import { explain, recordStatements } from '#testing/plans.ts'

const recorder = await recording()
let testApp: TestApp
let customer: Awaited<ReturnType<typeof buildCustomer>>
let manager: Client
let stranger: Client
let crew: Awaited<ReturnType<typeof buildCrew>>

beforeAll(async () => {
  testApp = await createTestApp()
  customer = await buildCustomer(testApp.app)
  manager = await signedIn(testApp, customer)
  stranger = await signedIn(testApp, await buildCustomer(testApp.app))
  crew = await buildCrew(testApp.app, { services: ['valet_trash'] })
})
afterAll(() => testApp.close())

const today = () => dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE)
const firstOf = (date: LocalDate) => `${date.slice(0, 7)}-01` as LocalDate

type Complex = Awaited<ReturnType<typeof makeComplex>>

async function makeComplex(name: string, groupName: string | null = null) {
  const { body } = await manager.call('POST /api/add-complex', {
    body: { name, address: '1600 E Colfax Ave', lat: 39.74, lng: -104.97, units: 40, groupName },
  })
  const buildings: BuildingId[] = []
  for (const building of ['North', 'South']) {
    const saved = await manager.call('POST /api/save-building', {
      body: { complexId: body.complexId, name: building, units: '1-20' },
    })
    buildings.push(saved.body.buildingId)
  }
  return { complexId: body.complexId, propertyId: body.propertyId, buildings }
}

/** What a crew saw in a night that was done. */
async function seeOn(
  { complexId, propertyId, buildings }: Complex,
  night: LocalDate,
  seen: readonly { building: number; kind: ViolationKind; door?: string; note?: string }[],
) {
  const { app } = testApp
  const job = await buildWeeklyJob(app, {
    customerId: customer.userId,
    propertyId,
    serviceKey: 'valet_trash',
    quantity: 40,
  })
  const visitId = await buildVisit(app, job, { date: night, crewId: crew.userId, state: 'confirmed' })
  const at = toTimestamp(instantAt(night, localTime('20:15'), DEFAULT_TIME_ZONE))
  await app.db
    .updateTable('visit')
    .set({ state: 'completed', completed_at: at, price_cents: 0 as never, crew_pay_cents: 0 as never })
    .where('id', '=', visitId)
    .execute()
  const { id: photoId } = await app.db
    .insertInto('photo')
    .values({
      owner_id: crew.userId,
      visit_id: visitId,
      storage_key: `${visitId}.webp`,
      sha256: Buffer.alloc(32),
      width: 4,
      height: 3,
      size_bytes: 1,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { building, kind, door = null, note = '' } of seen)
    await app.db
      .insertInto('violation')
      .values({
        visit_id: visitId,
        complex_id: complexId,
        night,
        building_id: buildings[building]!,
        unit_label: door,
        kind,
        note,
        photo_id: photoId,
        crew_id: crew.userId,
        reported_at: at,
      })
      .execute()
  return visitId
}

describe('violation trends', () => {
  test('count by month, building and kind beside the period before, until the same day', async () => {
    const complex = await makeComplex('Trends')
    const [north, south] = complex.buildings
    await seeOn(complex, today(), [
      { building: 0, kind: 'loose_trash', door: '1' },
      { building: 0, kind: 'loose_trash', door: '2' },
      { building: 1, kind: 'blocked' },
    ])
    await seeOn(complex, addMonths(firstOf(today()), -2), [{ building: 1, kind: 'overweight', door: '3' }])
    await seeOn(complex, addMonths(today(), -3), [{ building: 0, kind: 'blocked' }])
    // The day after the last one that is compared, and one before everything.
    await seeOn(complex, addDays(addMonths(today(), -3), 1), [{ building: 0, kind: 'hazardous' }])
    await seeOn(complex, addMonths(today(), -7), [{ building: 0, kind: 'hazardous' }])
    const { body, status } = await manager.call('GET /api/violation-trends', {
      query: { id: complex.complexId, months: 3 },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: addMonths(firstOf(today()), -2),
      to: today(),
      beforeFrom: addMonths(firstOf(today()), -5),
      beforeTo: addMonths(today(), -3),
      count: 4,
      countBefore: 1,
      nights: 2,
      nightsBefore: 1,
      buildings: [
        { buildingId: north, name: 'North', count: 2, countBefore: 1 },
        { buildingId: south, name: 'South', count: 2, countBefore: 0 },
      ],
      kinds: [
        { kind: 'loose_trash', count: 2, countBefore: 0 },
        { kind: 'blocked', count: 1, countBefore: 1 },
        { kind: 'overweight', count: 1, countBefore: 0 },
      ],
    })
    expect(body.months.map(({ count, countBefore }) => [count, countBefore])).toEqual([
      [1, 0],
      [0, 0],
      [3, 1],
    ])
    const narrowed = await manager.call('GET /api/violation-trends', {
      query: { id: complex.complexId, months: 3, buildingId: north!, kind: 'blocked' },
    })
    expect(narrowed.body).toMatchObject({ count: 0, countBefore: 1 })
    // Each number is as many rows.
    for (const { from, to, count } of body.months) {
      const { body: page } = await manager.call('GET /api/violations', {
        query: { id: complex.complexId, from, to },
      })
      expect(page.rows).toHaveLength(count)
    }
  })

  test('a violation that a crew reports counts in its night, and in no other complex', async () => {
    const [complex, other] = [await makeComplex('Reported'), await makeComplex('Beside')]
    const job = await buildWeeklyJob(testApp.app, {
      customerId: customer.userId,
      propertyId: complex.propertyId,
      serviceKey: 'valet_trash',
      quantity: 40,
    })
    const yesterday = addDays(today(), -1)
    const visitId = await buildVisit(testApp.app, job, {
      date: yesterday,
      crewId: crew.userId,
      state: 'in_progress',
    })
    const photo = await testApp.app.db
      .insertInto('photo')
      .values({
        owner_id: crew.userId,
        visit_id: visitId,
        storage_key: 'reported.webp',
        sha256: Buffer.alloc(32),
        width: 4,
        height: 3,
        size_bytes: 1,
        created_at: toTimestamp(testApp.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const walker = await signedIn(testApp, crew)
    const body = {
      visitId,
      buildingId: complex.buildings[1]!,
      unitLabel: '7',
      kind: 'bin_left_out',
      photoId: photo.id,
    } as const
    expect((await walker.call('POST /api/add-violation', { body })).status).toBe(200)
    const { body: page } = await manager.call('GET /api/violations', {
      query: { id: complex.complexId, from: yesterday, to: yesterday },
    })
    expect(page.rows).toMatchObject([
      { visitId, night: yesterday, buildingName: 'South', unitLabel: '7', kind: 'bin_left_out' },
    ])
    const { body: none } = await manager.call('GET /api/violation-trends', { query: { id: other.complexId } })
    expect(none).toMatchObject({ count: 0, countBefore: 0, buildings: [], kinds: [] })
  })

  test('rows come a page at a time, the last night first, each once', async () => {
    const complex = await makeComplex('Pages')
    const nights = [0, -1, -3].map((days) => addDays(today(), days))
    for (const night of nights)
      await seeOn(
        complex,
        night,
        Array.from({ length: 20 }, (_, index) => ({
          building: index % 2,
          kind: 'loose_trash' as const,
          door: String(index + 1),
        })),
      )
    const query = { id: complex.complexId, from: addDays(today(), -30), to: today() }
    const ids: string[] = []
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: Awaited<ReturnType<typeof readPage>> = await readPage(query, cursor)
      ids.push(...body.rows.map(({ id }) => id))
      seen.push(...body.rows.map(({ night }) => night))
      cursor = body.nextCursor
    }
    expect(new Set(ids).size).toBe(60)
    expect(ids).toHaveLength(60)
    expect(seen).toEqual(seen.toSorted().toReversed())
    const answer = await manager.call('GET /api/violations', { query: { ...query, cursor: 'nonsense' } })
    expect(answer.status).toBe(400)
  })

  const readPage = (query: { id: ComplexId; from: LocalDate; to: LocalDate }, cursor: string) =>
    manager.call('GET /api/violations', { query: cursor === '' ? query : { ...query, cursor } })

  test('a file has the same rows in the reader’s language, and runs nothing', async () => {
    const complex = await makeComplex('File')
    await seeOn(complex, today(), [{ building: 0, kind: 'other', door: '4', note: '=HYPERLINK("x")' }])
    const query = { id: complex.complexId, from: today(), to: today() }
    const answer = await manager.call('GET /api/violations-csv', { query })
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.text).toBe(
      `Night,Time,Building,Door,Kind,Note\r\n${today()},20:15,North,4,Other,"'=HYPERLINK(""x"")"\r\n`,
    )
    const setLocale = (locale: Language) =>
      testApp.app.db.updateTable('users').set({ locale }).where('id', '=', customer.userId).execute()
    await setLocale('es')
    const spanish = await manager.call('GET /api/violations-csv', { query })
    await setLocale('en')
    expect(spanish.text).toMatch(/^Noche,Hora,Edificio,Puerta,Tipo,Nota\r\n.*,Otro,/)
  })

  test('are nobody else’s, and a helper’s by its groups', async () => {
    const [seen, hidden] = [await makeComplex('Seen', 'East'), await makeComplex('Hidden', 'West')]
    await seeOn(seen, today(), [{ building: 0, kind: 'blocked' }])
    await seeOn(hidden, today(), [{ building: 0, kind: 'blocked' }])
    const person = await buildCustomer(testApp.app)
    const helper = await signedIn(testApp, person)
    const { body: complex } = await manager.call('GET /api/complex', { query: { id: seen.complexId } })
    const shareId = await buildShare(testApp.app, {
      ownerId: customer.userId,
      helperId: person.userId,
      role: 'see',
      propertyGroupIds: [],
      complexGroupIds: [complex.groupId as never],
    })
    await helper.call('POST /api/use-account', { body: { shareId } })
    const days = { from: today(), to: today() }
    const statuses = async (client: Client, id: ComplexId) => [
      (await client.call('GET /api/violation-trends', { query: { id } })).status,
      (await client.call('GET /api/violations', { query: { id, ...days } })).status,
      (await client.call('GET /api/violations-csv', { query: { id, ...days } })).status,
    ]
    expect(await statuses(helper, seen.complexId)).toEqual([200, 200, 200])
    expect(await statuses(helper, hidden.complexId)).toEqual([404, 404, 404])
    expect(await statuses(stranger, seen.complexId)).toEqual([404, 404, 404])
    const { body } = await helper.call('GET /api/violation-trends', { query: { id: seen.complexId } })
    expect(body.count).toBe(1)
  })

  test.each([
    [{ months: 5 }, 'months', 'Choose 3, 6 or 12 months.'],
    [{ kind: 'noise' }, 'kind', 'Choose one of the values on offer.'],
  ])('say what is wrong with %j', async (wrong, field, sentence) => {
    const { complexId } = await makeComplex(`Wrong ${field}`)
    const answer = await manager.call('GET /api/violation-trends', {
      query: { id: complexId, ...wrong } as never,
    })
    expect(answer.status).toBe(400)
    expect(answer.failure.fields).toEqual({ [field]: sentence })
  })

  test('rows say that days must not end before they begin', async () => {
    const { complexId } = await makeComplex('Backwards')
    const answer = await manager.call('GET /api/violations', {
      query: { id: complexId, from: today(), to: addDays(today(), -1) },
    })
    expect(answer.failure.fields).toEqual({ to: 'The last day must not come before the first.' })
  })
})

describe('after years', () => {
  test('a period and a page are found by the index of nights', async () => {
    const old = await makeComplex('Old')
    for (const complex of [old, await makeComplex('Next to it')]) await fillYears(complex)
    await asOwner((db) => sql`analyze violation`.execute(db))
    recorder.takeNew('before')
    const query = { id: old.complexId, kind: 'blocked' as const }
    const days = { from: addDays(today(), -365), to: today() }
    const { body } = await manager.call('GET /api/violations', {
      query: { ...query, ...days, buildingId: old.buildings[0]! },
    })
    expect(body.rows).toHaveLength(25)
    const asked = recorder.takeNew('page').filter(({ text }) => text.includes('from "violation"'))
    expect(asked).toHaveLength(1)
    const plan = JSON.stringify(await explain(recorder.pool, asked[0]!, 'any'))
    expect(plan).toContain('violation_complex_idx')
    expect(plan).not.toContain('"Sort"')
    await manager.call('GET /api/violation-trends', { query: { id: old.complexId } })
    const counting = recorder
      .takeNew('trends')
      .find(({ text }) => text.includes("date_trunc('month', night)"))
    const counted = JSON.stringify(await explain(recorder.pool, counting!, 'any'))
    expect(counted).toContain('violation_complex_idx')
    expect(counted).not.toContain('Seq Scan')
  })
})

/** Ten years of nights with six violations each. */
async function fillYears(complex: Complex): Promise<void> {
  const visitId = await seeOn(complex, today(), [])
  await asOwner((db) =>
    sql`
      insert into violation (visit_id, complex_id, night, building_id, unit_label, kind, photo_id, crew_id, reported_at)
      select ${visitId}, ${complex.complexId}, ${today()}::date - number / 6, ${complex.buildings[0]!},
        'door ' || number, 'blocked', photo.id, photo.owner_id, now()
      from generate_series(1, 20000) number, photo where photo.visit_id = ${visitId}
    `.execute(db),
  )
}

async function recording() {
  const { pool } = await testDatabase()
  return { pool, ...recordStatements(pool) }
}
