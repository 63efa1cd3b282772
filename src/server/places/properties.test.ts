import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, localDate, localTime } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { toTimestamp } from '../db/client.ts'
import { type Places, PlacesUnavailable } from '../ports/places/port.ts'

let testApp: TestApp
let owner: Awaited<ReturnType<typeof buildCustomer>>
let client: Client
let stranger: Client
let isProviderAway = false

beforeAll(async () => {
  testApp = await createTestApp()
  const { places } = testApp.app.ports
  const flaky: Places = {
    search: (text, limit) => unlessAway(() => places.search(text, limit)),
    reverse: (at) => unlessAway(() => places.reverse(at)),
  }
  testApp = await createTestApp({ ports: { places: flaky } })
  owner = await buildCustomer(testApp.app)
  client = await signedIn(testApp, owner)
  stranger = await signedIn(testApp, await buildCustomer(testApp.app))
})
afterAll(() => testApp.close())

const home = { name: 'Cottage', address: '1234 N Vine St, Denver, CO', lat: 39.7358, lng: -104.9621 }

describe('adding a property', () => {
  test('puts it on the list with its group and its zone', async () => {
    const { status, body } = await client.call('POST /api/add-property', {
      body: { ...home, groupName: 'East side', accessNotes: 'Gate code 12' },
    })
    expect(status).toBe(200)
    const { body: detail } = await client.call('GET /api/property', { query: { id: body.propertyId } })
    expect(detail).toMatchObject({
      ...home,
      groupName: 'East side',
      neighbourhood: 'Cheesman Park',
      timeZone: 'America/Denver',
      accessNotes: 'Gate code 12',
      isRemoved: false,
      weeklyJobs: [],
      comingVisits: [],
      pastVisits: [],
    })
    const { body: list } = await client.call('GET /api/properties')
    expect(list.find((each) => each.id === body.propertyId)).toMatchObject({
      name: 'Cottage',
      groupName: 'East side',
      weeklyJobCount: 0,
      nextVisit: null,
    })
  })

  test('finds the address of a bare pin', async () => {
    const { body } = await client.call('POST /api/add-property', {
      body: { name: 'Pin', lat: 39.7401, lng: -104.985 },
    })
    const { body: detail } = await client.call('GET /api/property', { query: { id: body.propertyId } })
    expect(detail.address).toMatch(/Colfax Ave|Lincoln St/)
  })

  test('works while the address search is away', async () => {
    isProviderAway = true
    const added = await client.call('POST /api/add-property', {
      body: { name: 'Pin', lat: 39.74, lng: -104.98 },
    })
    const searched = await client.call('POST /api/search-places', { body: { text: 'vine' } })
    isProviderAway = false
    expect([added.status, searched.status]).toEqual([200, 503])
    const { body } = await client.call('GET /api/property', { query: { id: added.body.propertyId } })
    expect(body).toMatchObject({ address: null, timeZone: 'America/Denver' })
  })

  test('puts two into one new group at once, whatever its case', async () => {
    const names = ['Race', 'race', 'RACE', 'Race', 'rACE']
    const added = await Promise.all(
      names.map((groupName) => client.call('POST /api/add-property', { body: { ...home, groupName } })),
    )
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { body: groups } = await client.call('GET /api/property-groups')
    expect(groups.filter(({ name }) => name.toLowerCase() === 'race')).toMatchObject([{ propertyCount: 5 }])
  })

  test.each([
    ['no name', { ...home, name: ' ' }, 'name'],
    ['a name of 201 letters', { ...home, name: 'x'.repeat(201) }, 'name'],
    ['a NUL byte', { ...home, name: 'a\u0000b' }, 'name'],
    ['a latitude off the globe', { ...home, lat: 91 }, 'lat'],
    ['a place in Boston', { ...home, lat: 42.36, lng: -71.06 }, 'lat'],
    ['a longitude as text', { ...home, lng: '-104' as unknown as number }, 'lng'],
  ])('with %s is refused at the field', async (_, body, field) => {
    const answer = await client.call('POST /api/add-property', { body })
    expect(answer.status).toBe(400)
    expect(answer.failure.fields?.[field]).toEqual(expect.stringMatching(/\w/))
  })

  test('does not take an owner from outside', async () => {
    const body = { ...home, customerId: randomUUID() } as typeof home
    expect((await client.call('POST /api/add-property', { body })).status).toBe(400)
  })

  test('is refused to a frozen customer', async () => {
    const frozen = await buildCustomer(testApp.app, {
      frozenUntil: (testApp.clock.now() + HOUR_MS) as Instant,
    })
    const answer = await (await signedIn(testApp, frozen)).call('POST /api/add-property', { body: home })
    expect([answer.status, answer.failure.code]).toEqual([403, 'account_frozen'])
  })
})

describe('searching places', () => {
  test('needs no account', async () => {
    const { body } = await testApp.client().call('POST /api/search-places', { body: { text: '1234 n vine' } })
    expect(body.places[0]).toMatchObject({
      address: '1234 N Vine St, Denver, CO',
      timeZone: 'America/Denver',
    })
  })

  test.each(['x'.repeat(201), 'a\u0000b', 'a\uD800'])('refuses the text %j', async (text) => {
    const { status } = await client.call('POST /api/search-places', { body: { text } })
    expect(status).toBe(400)
  })
})

describe('changing a property', () => {
  test('changes what is given and leaves the rest', async () => {
    const propertyId = await buildProperty(testApp.app, owner.userId, { name: 'Before' })
    await client.call('POST /api/update-property', { body: { propertyId, accessNotes: 'Side door' } })
    await client.call('POST /api/update-property', { body: { propertyId, name: 'After', groupName: 'New' } })
    const { body } = await client.call('GET /api/property', { query: { id: propertyId } })
    expect(body).toMatchObject({ name: 'After', accessNotes: 'Side door', groupName: 'New', ...CIVIC_CENTER })
    await client.call('POST /api/update-property', { body: { propertyId, groupName: null } })
    const { body: later } = await client.call('GET /api/property', { query: { id: propertyId } })
    expect(later.groupId).toBeNull()
  })

  test('moves it, with its neighbourhood', async () => {
    const propertyId = await buildProperty(testApp.app, owner.userId)
    await client.call('POST /api/update-property', { body: { propertyId, lat: 39.6894, lng: -104.9806 } })
    const { body } = await client.call('GET /api/property', { query: { id: propertyId } })
    expect(body).toMatchObject({ lat: 39.6894, lng: -104.9806, neighbourhood: 'Platt Park' })
  })

  test('refuses half a coordinate', async () => {
    const propertyId = await buildProperty(testApp.app, owner.userId)
    const answer = await client.call('POST /api/update-property', { body: { propertyId, lat: 39 } })
    expect(answer.failure.fields).toHaveProperty('lng')
  })
})

describe('removing a property', () => {
  test('takes it from the lists, and restoring brings it back', async () => {
    const propertyId = await buildProperty(testApp.app, owner.userId)
    const { body } = await client.call('POST /api/remove-property', { body: { propertyId } })
    expect(body).toEqual({ isRemoved: true, weeklyJobs: [] })
    expect(await listed(propertyId)).toBe(false)
    const again = await client.call('POST /api/remove-property', { body: { propertyId } })
    expect(again.status).toBe(404)
    expect((await client.call('POST /api/restore-property', { body: { propertyId } })).status).toBe(200)
    expect(await listed(propertyId)).toBe(true)
  })

  test('lists the weekly jobs that stand in the way, and ends them when told to', async () => {
    const { propertyId, jobId } = await buildPlaceWithWork()
    const { body: asked } = await client.call('POST /api/remove-property', { body: { propertyId } })
    expect(asked).toMatchObject({ isRemoved: false, weeklyJobs: [{ id: jobId, serviceKey: 'bins' }] })
    expect(await listed(propertyId)).toBe(true)
    const { body: preview } = await client.call('POST /api/remove-property', {
      body: { propertyId, endsWeeklyJobs: true },
    })
    expect(preview).toMatchObject({ isRemoved: true, weeklyJobs: [{ id: jobId }] })
    const job = await testApp.app.db
      .selectFrom('weekly_job')
      .where('id', '=', jobId)
      .select('state')
      .executeTakeFirstOrThrow()
    const visits = await testApp.app.db
      .selectFrom('visit')
      .where('property_id', '=', propertyId)
      .where('state', '=', 'scheduled')
      .select('id')
      .execute()
    expect([job.state, visits]).toEqual(['cancelled', []])
  })

  test('waits for a visit that is under way', async () => {
    const { propertyId } = await buildPlaceWithWork({ isUnderWay: true })
    const body = { propertyId, endsWeeklyJobs: true }
    const answer = await client.call('POST /api/remove-property', { body })
    expect([answer.status, answer.failure.code]).toEqual([409, 'has_live_work'])
    expect(await listed(propertyId)).toBe(true)
  })
})

describe('a property with work', () => {
  test('shows its jobs, what comes next and what has been, a page at a time', async () => {
    const { propertyId, jobId } = await buildPlaceWithWork({ pastVisits: 25 })
    const { body } = await client.call('GET /api/property', { query: { id: propertyId } })
    expect(body.weeklyJobs).toMatchObject([{ id: jobId, weekdays: [2], windowStart: '09:00' }])
    expect(body.comingVisits.map(({ date }) => date)).toEqual(['2026-03-03'])
    expect(body.pastVisits).toHaveLength(20)
    expect(body.pastVisits[0]).toMatchObject({ date: '2026-02-28', state: 'missed', photoCount: 0 })
    const { body: more } = await client.call('GET /api/property', {
      query: { id: propertyId, pastCursor: body.nextPastCursor! },
    })
    const dates = [...body.pastVisits, ...more.pastVisits].map(({ date }) => date)
    expect([dates.length, new Set(dates).size, more.nextPastCursor]).toEqual([25, 25, null])
    const { body: list } = await client.call('GET /api/properties')
    expect(list.find(({ id }) => id === propertyId)).toMatchObject({
      weeklyJobCount: 1,
      nextVisit: { date: '2026-03-03', state: 'scheduled' },
    })
  })

  test.each([
    'x',
    '2026-03-03~1',
    `2026-03-03~${'-'.repeat(36)}`,
    `2026-02-30~${randomUUID()}`,
    "2026-03-03~';drop table visit",
  ])('refuses the cursor %j', async (pastCursor) => {
    const propertyId = await buildProperty(testApp.app, owner.userId)
    const answer = await client.call('GET /api/property', { query: { id: propertyId, pastCursor } })
    expect(answer.status).toBe(400)
  })
})

describe("somebody else's property", () => {
  test('is answered as if it did not exist', async () => {
    const propertyId = await buildProperty(testApp.app, owner.userId)
    for (const id of [propertyId, randomUUID() as PropertyId]) {
      const answers = [
        await stranger.call('GET /api/property', { query: { id } }),
        await stranger.call('POST /api/update-property', { body: { propertyId: id, name: 'Mine' } }),
        await stranger.call('POST /api/remove-property', { body: { propertyId: id } }),
        await stranger.call('POST /api/restore-property', { body: { propertyId: id } }),
        await stranger.call('POST /api/move-properties', { body: { propertyIds: [id], groupId: null } }),
      ]
      for (const { status, failure } of answers) expect([status, failure.code]).toEqual([404, 'not_found'])
    }
    expect((await stranger.call('GET /api/properties')).body).toEqual([])
    expect(await listed(propertyId)).toBe(true)
  })

  test('is nothing for crews or the signed out', async () => {
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await crew.call('GET /api/properties')).body).toEqual([])
    expect((await crew.call('POST /api/add-property', { body: home })).status).toBe(403)
    expect((await testApp.client().call('GET /api/properties')).status).toBe(401)
    expect((await testApp.client().call('POST /api/add-property', { body: home })).status).toBe(401)
  })
})

function unlessAway<Result>(act: () => Promise<Result>): Promise<Result> {
  return isProviderAway ? Promise.reject(new PlacesUnavailable('away')) : act()
}

async function listed(propertyId: PropertyId): Promise<boolean> {
  const { body } = await client.call('GET /api/properties')
  return body.some(({ id }) => id === propertyId)
}

async function buildPlaceWithWork({ pastVisits = 0, isUnderWay = false } = {}) {
  const { db } = testApp.app
  const now = toTimestamp(testApp.clock.now())
  const propertyId = await buildProperty(testApp.app, owner.userId)
  const crew = await buildCrew(testApp.app)
  const job = await db
    .insertInto('weekly_job')
    .values({
      customer_id: owner.userId,
      property_id: propertyId,
      service_key: 'bins',
      weekdays: [2],
      window_start: localTime('09:00'),
      window_end: localTime('12:00'),
      quantity: 1,
      starts_on: localDate('2026-01-01'),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const day = (offset: number) => new Date(Date.UTC(2026, 2, 3 - offset)).toISOString().slice(0, 10)
  const offsets = [0, ...Array.from({ length: pastVisits }, (_, index) => index + 3)]
  await db
    .insertInto('visit')
    .values(
      offsets.map((offset) => ({
        weekly_job_id: job.id,
        customer_id: owner.userId,
        property_id: propertyId,
        service_key: 'bins',
        date: localDate(day(offset)),
        starts_at: toTimestamp(Date.parse(`${day(offset)}T16:00:00Z`) as Instant),
        ends_at: toTimestamp(Date.parse(`${day(offset)}T19:00:00Z`) as Instant),
        quantity: 1,
        state: offset > 0 ? 'missed' : isUnderWay ? 'in_progress' : 'scheduled',
        crew_id: isUnderWay ? crew.userId : null,
        created_at: now,
      })),
    )
    .execute()
  return { propertyId, jobId: job.id }
}
