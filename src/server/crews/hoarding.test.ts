/** Security 12: nobody takes offers to keep others from them. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { OfferId, VisitId } from '#domain/ids.ts'
import { addDays, HOUR_MS, instant, localDate } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCrewIn,
  buildOpenVisit,
  createTowns,
  openOfferOf,
  startOffering,
} from '#testing/build-offers.ts'

const nextTown = createTowns()
const LIMITS = { offersTakenMaximum: 3, offersReleasedMaximum: 2, retakesMaximum: 1 } as const

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  const built = await buildOperator(testApp.app)
  const operator = await signedIn(testApp, built)
  for (const [key, value] of Object.entries(LIMITS)) {
    const body = { marketId: built.scope.marketId, key, value, inForceFrom: null }
    expect((await operator.call('POST /api/set-setting', { body })).status).toBe(200)
  }
})

type Crew = Awaited<ReturnType<typeof buildCrewIn>>

async function openCrew() {
  const town = nextTown()
  return { town, crew: await buildCrewIn(testApp, town) }
}

/** Each on a day of its own, so that none is in the way of another. */
async function offered(town: ReturnType<typeof nextTown>, crew: Crew, count: number, firstDay = 1) {
  const visits: { visitId: VisitId; offerId: OfferId }[] = []
  const monday = localDate('2026-03-02')
  for (let index = 0; index < count; index++) {
    const { visitId } = await buildOpenVisit(testApp.app, town, { date: addDays(monday, firstDay + index) })
    visits.push({ visitId, offerId: await offerAgain(crew, visitId) })
  }
  return visits
}

async function offerAgain(crew: Crew, visitId: VisitId): Promise<OfferId> {
  await startOffering(testApp, visitId)
  await testApp.work()
  return openOfferOf(testApp.app, visitId, crew.userId)
}

const accept = ({ client }: Crew, offerId: OfferId) =>
  client.call('POST /api/accept-offer', { body: { offerId } })
const look = async ({ client }: Crew, offerId: OfferId) =>
  (await client.call('GET /api/offer', { query: { offerId } })).body
const release = ({ client }: Crew, visitId: VisitId) =>
  client.call('POST /api/release-visit', { body: { visitId } })

describe('security 12: a crew', () => {
  test('that grabs eight offers at once gets as many as one may hold, and learns when it may again', async () => {
    const { town, crew } = await openCrew()
    const visits = await offered(town, crew, 8)
    expect(await look(crew, visits[0]!.offerId)).toMatchObject({
      hindrance: null,
      taking: { left: 3, againAt: null },
    })
    const answers = await Promise.all(visits.map(({ offerId }) => accept(crew, offerId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.failure).toMatchObject({
      code: 'too_many_taken',
      error: expect.stringMatching(
        /^You have taken as many offers as one crew may hold\..* from Tuesday at 9:00 AM\.$/,
      ),
    })
    const left = visits[answers.indexOf(refused)]!
    expect(await look(crew, left.offerId)).toMatchObject({
      hindrance: 'too_many_taken',
      taking: { left: 0, againAt: '2026-03-03T16:00:00.000Z' },
    })
    // Again by the winner it answers the same: that takes nothing more.
    const won = visits[answers.findIndex(({ status }) => status === 200)]!
    expect((await accept(crew, won.offerId)).status).toBe(200)
  })

  test('that gives much back waits before it takes new offers, and gives back whatever it wants', async () => {
    const { town, crew } = await openCrew()
    const visits = await offered(town, crew, 4)
    for (const { offerId } of visits.slice(0, 3)) expect((await accept(crew, offerId)).status).toBe(200)
    for (const { visitId } of visits.slice(0, 3)) expect((await release(crew, visitId)).status).toBe(200)
    const refused = await accept(crew, visits[3]!.offerId)
    expect([refused.status, refused.failure.code]).toEqual([409, 'too_many_released'])
    expect(refused.failure.error).toContain('you can take new offers from Tuesday at 9:00 AM')
  })

  test('takes again once what it gave back, and not a second time', async () => {
    const { town, crew } = await openCrew()
    const [first] = await offered(town, crew, 1)
    const { visitId } = first!
    expect((await accept(crew, first!.offerId)).status).toBe(200)
    await release(crew, visitId)
    expect((await accept(crew, await offerAgain(crew, visitId))).status).toBe(200)
    await release(crew, visitId)
    const third = await offerAgain(crew, visitId)
    expect(await look(crew, third)).toMatchObject({ hindrance: 'released_too_often' })
    expect((await accept(crew, third)).failure.code).toBe('released_too_often')
  })
})

test('security 12: a day later there is room again', async () => {
  const { town, crew } = await openCrew()
  const visits = await offered(town, crew, 4, 4)
  for (const { offerId } of visits.slice(0, 3)) expect((await accept(crew, offerId)).status).toBe(200)
  expect((await accept(crew, visits[3]!.offerId)).status).toBe(409)
  testApp.clock.set(instant(testApp.clock.now() + 24 * HOUR_MS))
  const [later] = await offered(town, crew, 1, 9)
  expect((await accept(crew, later!.offerId)).status).toBe(200)
})
