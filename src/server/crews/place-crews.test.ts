import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCrewIn,
  buildCrewsIn,
  buildOpenVisit,
  createTowns,
  offersOf,
  startOffering,
} from '#testing/build-offers.ts'
import { toTimestamp } from '../db/client.ts'
import { forgetPerson } from '../leaving/forget-queries.ts'

let testApp: TestApp
const nextTown = createTowns()
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Client = Awaited<ReturnType<typeof signedIn>>

/** A place whose customer knows some crews as favourites, and an open visit there. */
async function buildPlace(count: number) {
  const town = nextTown()
  const crews = await buildCrewsIn(testApp, town, count)
  const customer = await buildCustomer(testApp.app)
  const visit = await buildOpenVisit(testApp.app, town, { customerId: customer.userId })
  for (const crew of crews) await mark(customer.userId, crew.userId, 'favourite')
  const { propertyId, visitId } = visit
  return { town, crews, customer, client: await signedIn(testApp, customer), propertyId, visitId }
}

function mark(customerId: UserId, crewId: UserId, value: 'favourite' | 'blocked') {
  return testApp.app.db
    .insertInto('customer_crew_mark')
    .values({ customer_id: customerId, crew_id: crewId, mark: value, created_at: new Date() })
    .execute()
}

const choose = (client: Client, propertyId: PropertyId, crews: readonly { userId: UserId }[]) =>
  client.call('POST /api/save-place-crews', {
    body: { propertyId, crewIds: crews.map(({ userId }) => userId) },
  })

const read = async (client: Client, propertyId: PropertyId) =>
  (await client.call('GET /api/place-crews', { query: { propertyId } })).body

const askedOf = async (visitId: VisitId) =>
  (await offersOf(testApp.app, visitId)).map((offer) => ({
    crew: offer.crew_id,
    isChosen: offer.is_chosen,
    raise: offer.raise_cents,
  }))

async function pass(minutes: number): Promise<void> {
  testApp.clock.set((testApp.clock.now() + minutes * MINUTE_MS) as Instant)
  await testApp.work()
}

test('chosen crews are asked alone in their order, then everybody', async () => {
  const place = await buildPlace(4)
  const [first, second, third, fourth] = place.crews
  await choose(place.client, place.propertyId, [third!, first!])
  await startOffering(testApp, place.visitId)
  await testApp.work()
  expect(await askedOf(place.visitId)).toEqual([{ crew: third!.userId, isChosen: true, raise: 0 }])
  await pass(9)
  expect(await askedOf(place.visitId)).toHaveLength(1)
  await pass(1)
  expect((await askedOf(place.visitId))[1]).toEqual({ crew: first!.userId, isChosen: true, raise: 0 })
  await pass(10)
  const others = (await askedOf(place.visitId)).slice(2)
  expect(others.map(({ crew }) => crew).sort()).toEqual([second!.userId, fourth!.userId].sort())
  expect(others.every(({ isChosen, raise }) => !isChosen && raise === 0)).toBe(true)
})

test('a chosen crew reads that it was asked for, and takes the visit', async () => {
  const place = await buildPlace(2)
  await choose(place.client, place.propertyId, [place.crews[1]!])
  await startOffering(testApp, place.visitId)
  await testApp.work()
  const crew = place.crews[1]!.client
  const { offers } = (await crew.call('GET /api/offers')).body
  expect(offers).toMatchObject([{ isChosen: true }])
  await crew.call('POST /api/accept-offer', { body: { offerId: offers[0]!.offerId } })
  expect(await askedOf(place.visitId)).toHaveLength(1)
})

test('the list is read in its order, with whom else the customer knows', async () => {
  const place = await buildPlace(3)
  const [first, second, third] = place.crews
  await choose(place.client, place.propertyId, [second!, first!])
  const { chosen, others } = await read(place.client, place.propertyId)
  expect(chosen.map(({ crewId }) => crewId)).toEqual([second!.userId, first!.userId])
  expect(others.map(({ crewId }) => crewId)).toEqual([third!.userId])
})

test('refused are a stranger, a crew twice, four crews, and somebody else’s place, and nothing changes', async () => {
  const place = await buildPlace(4)
  const [first] = place.crews
  await choose(place.client, place.propertyId, [first!])
  const stranger = await buildCrewIn(testApp, place.town)
  const said = async (crews: readonly { userId: UserId }[]) =>
    (await choose(place.client, place.propertyId, crews)).failure
  expect((await said([stranger])).fields).toEqual({
    crewIds: 'Choose crews that have worked for you, and that you have not turned away.',
  })
  expect((await said([first!, first!])).fields).toEqual({ crewIds: 'A crew can be on the list once.' })
  expect((await said(place.crews)).code).toBe('bad_input')
  const other = await signedIn(testApp, await buildCustomer(testApp.app))
  expect((await choose(other, place.propertyId, [])).failure.code).toBe('not_found')
  expect(
    (await other.call('GET /api/place-crews', { query: { propertyId: place.propertyId } })).failure.code,
  ).toBe('not_found')
  const { chosen } = await read(place.client, place.propertyId)
  expect(chosen.map(({ crewId }) => crewId)).toEqual([first!.userId])
})

test('a crew that is turned away leaves every list, and is not asked', async () => {
  const place = await buildPlace(2)
  const [first, second] = place.crews
  const before = await buildOpenVisit(testApp.app, place.town, { customerId: place.customer.userId })
  await testApp.app.db
    .updateTable('visit')
    .set({ crew_id: first!.userId })
    .where('id', '=', before.visitId)
    .execute()
  await choose(place.client, place.propertyId, [first!, second!])
  await place.client.call('POST /api/mark-crew', { body: { visitId: before.visitId, mark: 'blocked' } })
  const { chosen } = await read(place.client, place.propertyId)
  expect(chosen.map(({ crewId }) => crewId)).toEqual([second!.userId])
  await startOffering(testApp, place.visitId)
  await testApp.work()
  expect(await askedOf(place.visitId)).toMatchObject([{ crew: second!.userId, isChosen: true }])
})

test('who leaves is on no list any more, and what a customer chose is forgotten with it', async () => {
  const place = await buildPlace(3)
  const [first, second, third] = place.crews
  await choose(place.client, place.propertyId, [first!, second!])
  const now = testApp.clock.now()
  await testApp.app.db
    .insertInto('account_closing')
    .values({
      user_id: first!.userId,
      asked_at: toTimestamp(now),
      due_at: toTimestamp(instant(now + DAY_MS)),
    })
    .execute()
  const { chosen, others } = await read(place.client, place.propertyId)
  expect(chosen.map(({ crewId }) => crewId)).toEqual([second!.userId])
  expect(others.map(({ crewId }) => crewId)).toEqual([third!.userId])
  const rows = () =>
    testApp.app.db
      .selectFrom('place_crew')
      .where('property_id', '=', place.propertyId)
      .select('crew_id')
      .execute()
  await forgetPerson(testApp.app.db, first!.userId, now)
  expect(await rows()).toEqual([{ crew_id: second!.userId }])
  await forgetPerson(testApp.app.db, place.customer.userId, now)
  expect(await rows()).toEqual([])
})
