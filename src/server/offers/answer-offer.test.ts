import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toId, type UserId } from '#domain/ids.ts'
import { localDate, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCrewIn,
  buildCrewsIn,
  buildOpenVisit,
  createTowns,
  offersOf,
  openOfferOf,
  startOffering,
} from '#testing/build-offers.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
const nextTown = createTowns()
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function offered(crewCount = 1, input: Parameters<typeof buildOpenVisit>[2] = {}) {
  const town = nextTown()
  const crews = await buildCrewsIn(testApp, town, crewCount)
  const visit = await buildOpenVisit(testApp.app, town, input)
  await startOffering(testApp, visit.visitId)
  await testApp.work()
  const offerId = await openOfferOf(testApp.app, visit.visitId, crews[0]!.userId)
  return { town, crews, crew: crews[0]!, offerId, ...visit }
}

async function newOperator() {
  return signedIn(testApp, await buildOperator(testApp.app))
}

describe('reading an offer', () => {
  test('field 43: shows pay, hours and the neighbourhood, and neither address, name, door code nor exact place', async () => {
    const { app } = testApp
    const town = { lat: 39.76543, lng: -104.98765 }
    const crew = await buildCrewIn(testApp, { lat: 39.7, lng: -104.9 })
    const visit = await buildOpenVisit(app, town, {
      name: 'Hidden house',
      window: { from: '10:00', until: '12:00' },
    })
    await app.db
      .updateTable('property')
      .set({ neighbourhood: 'Highland', access_notes: 'Gate code 4711' })
      .where('id', '=', visit.propertyId)
      .execute()
    await startOffering(testApp, visit.visitId)
    await testApp.work()
    const offerId = await openOfferOf(app, visit.visitId, crew.userId)
    const { body, text } = await crew.client.call('GET /api/offer', { query: { offerId } })
    expect(body).toMatchObject({
      state: 'open',
      payCents: 700,
      raiseCents: 0,
      neighbourhood: 'Highland',
      lat: 39.77,
      lng: -104.99,
      window: { from: '10:00', until: '12:00' },
      visitId: null,
      exactPlace: null,
      hindrance: null,
      payoutWarning: 'none',
      canUndo: false,
    })
    expect(body.drivingMinutes).toBeGreaterThan(5)
    const list = await crew.client.call('GET /api/offers')
    expect(list.body.offers).toMatchObject([{ offerId, lat: 39.77, lng: -104.99 }])
    for (const secret of [
      'Hidden house',
      'Colfax',
      '4711',
      '39.7654',
      '104.9876',
      visit.visitId,
      visit.customerId,
    ])
      for (const reply of [text, list.text]) expect(reply).not.toContain(secret)
    await crew.client.call('POST /api/accept-offer', { body: { offerId } })
    const after = await crew.client.call('GET /api/offer', { query: { offerId } })
    expect(after.body).toMatchObject({
      visitId: visit.visitId,
      exactPlace: { propertyName: 'Hidden house', ...town },
    })
  })

  test('threats T8: somebody else’s and an unknown offer look alike, and guessing is limited', async () => {
    const { offerId } = await offered()
    const stranger = await buildCrewIn(testApp, nextTown())
    const unknown = crypto.randomUUID()
    const answers = await Promise.all(
      [offerId, unknown].map((id) => stranger.client.call('GET /api/offer', { query: { offerId: id } })),
    )
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [404, answers[0]!.text],
      [404, answers[0]!.text],
    ])
    for (const key of [
      'POST /api/accept-offer',
      'POST /api/decline-offer',
      'POST /api/undo-decline-offer',
    ] as const)
      expect((await stranger.client.call(key, { body: { offerId } })).status).toBe(404)
    const malformed = await stranger.client.call('GET /api/offer', { query: { offerId: 'ABCD1234' } })
    expect([malformed.status, malformed.failure.fields]).toEqual([
      400,
      { offerId: 'This is not a valid id.' },
    ])
    const strict = await createTestApp({ limitsCalls: true })
    const guesser = await buildCrewIn(strict, nextTown())
    const statuses: number[] = []
    for (let guess = 0; guess < 130; guess++)
      statuses.push((await guesser.client.call('GET /api/offer', { query: { offerId: unknown } })).status)
    await strict.close()
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429])
  })
})

describe('saying no', () => {
  test('field 18: can be taken back inside the deadline, also by accepting, and not after it', async () => {
    const { crew, offerId } = await offered()
    const answer = (verb: 'decline-offer' | 'undo-decline-offer') =>
      verb === 'decline-offer'
        ? crew.client.call('POST /api/decline-offer', { body: { offerId } })
        : crew.client.call('POST /api/undo-decline-offer', { body: { offerId } })
    expect((await answer('decline-offer')).body).toEqual({ offerId, state: 'declined' })
    expect((await answer('decline-offer')).body).toEqual({ offerId, state: 'declined' })
    expect((await crew.client.call('GET /api/offers')).body.offers).toEqual([])
    const declined = await crew.client.call('GET /api/offer', { query: { offerId } })
    expect(declined.body).toMatchObject({ state: 'declined', canUndo: true })
    expect((await answer('undo-decline-offer')).body).toEqual({ offerId, state: 'open' })
    await answer('decline-offer')
    testApp.clock.advance(10 * MINUTE_MS)
    expect((await answer('undo-decline-offer')).failure.code).toBe('offer_expired')
    const late = await crew.client.call('GET /api/offer', { query: { offerId } })
    expect(late.body).toMatchObject({ state: 'declined', canUndo: false })
  })

  test('is not asked about again, not even when the waves are over', async () => {
    const { crew, offerId, visitId } = await offered(2)
    await crew.client.call('POST /api/decline-offer', { body: { offerId } })
    testApp.clock.advance(10 * MINUTE_MS)
    await testApp.work()
    const standing = (await offersOf(testApp.app, visitId)).filter((offer) => offer.is_standing)
    expect(standing).toHaveLength(1)
    expect(standing[0]!.crew_id).not.toBe(crew.userId)
  })
})

describe('an operator', () => {
  test('sees what nobody has, the crews for it best first, and gives it to one; the others learn that it is taken', async () => {
    const { crews, visitId, offerId } = await offered(3, { name: 'Board house' })
    const operator = await newOperator()
    await crews[1]!.client.call('POST /api/decline-offer', {
      body: { offerId: await openOfferOf(testApp.app, visitId, crews[1]!.userId) },
    })
    const board = await operator.call('GET /api/unassigned-visits')
    expect(board.body.visits.find((visit) => visit.visitId === visitId)).toMatchObject({
      propertyName: 'Board house',
      wavesDone: 1,
      waveCount: 3,
      openOfferCount: 2,
      declinedCount: 1,
      needsOperator: false,
    })
    const { body } = await operator.call('POST /api/get-crew-candidates', { body: { visitId } })
    const three = body.candidates.filter((each) => crews.some((crew) => crew.userId === each.crewId))
    expect(three.map(({ crewId, offer, conflict }) => [crewId, offer, conflict])).toEqual([
      [crews[0]!.userId, 'open', null],
      [crews[1]!.userId, 'declined', null],
      [crews[2]!.userId, 'open', null],
    ])
    const given = await operator.call('POST /api/assign-visit', {
      body: { visitId, crewId: crews[1]!.userId },
    })
    expect(given.body).toEqual({ visitId, crewId: crews[1]!.userId })
    const visit = await testApp.app.db
      .selectFrom('visit')
      .where('id', '=', visitId)
      .selectAll()
      .executeTakeFirst()
    expect(visit).toMatchObject({ crew_id: crews[1]!.userId, state: 'confirmed' })
    const late = await crews[0]!.client.call('POST /api/accept-offer', { body: { offerId } })
    expect(late.failure.code).toBe('offer_taken')
    await testApp.work()
    const notice = await testApp.app.db
      .selectFrom('outbox_message')
      .where('user_id', '=', crews[1]!.userId)
      .where('subject', '=', 'A visit is yours')
      .select('id')
      .execute()
    expect(notice).toHaveLength(1)
    const after = await operator.call('GET /api/unassigned-visits')
    expect(after.body.visits.find((each) => each.visitId === visitId)).toBeUndefined()
  })

  test('cannot give it to a frozen, a blocked or an occupied crew, nor to nobody', async () => {
    const { town, crew, visitId, customerId } = await offered(1, {
      serviceKey: 'handyman',
      window: { from: '12:00', until: '13:15' },
    })
    const operator = await newOperator()
    const give = async (crewId: UserId) =>
      operator.call('POST /api/assign-visit', { body: { visitId, crewId } })
    const frozen = await buildCrewIn(testApp, town, { frozenUntil: (testApp.clock.now() + 1) as never })
    expect((await give(frozen.userId)).failure.code).toBe('crew_frozen')
    const busy = await buildCrewIn(testApp, town)
    const other = await buildWeeklyJob(testApp.app, {
      at: town,
      serviceKey: 'handyman',
      window: { from: '12:00', until: '13:15' },
    })
    await buildVisit(testApp.app, other, { crewId: busy.userId, state: 'confirmed' })
    const clash = await give(busy.userId)
    expect([clash.failure.code, clash.failure.error]).toEqual([
      'overlapping_work',
      'This overlaps with other work of this crew.',
    ])
    await testApp.app.db
      .insertInto('customer_crew_mark')
      .values({ customer_id: customerId, crew_id: crew.userId, mark: 'blocked', created_at: new Date() })
      .execute()
    expect((await give(crew.userId)).failure.code).toBe('crew_blocked')
    expect((await give(toId(crypto.randomUUID()))).status).toBe(404)
    expect((await give((await buildCustomer(testApp.app)).userId)).status).toBe(404)
  })
})

describe('a customer', () => {
  test('marks the crew of a visit; blocking ends what that crew was offered of this customer', async () => {
    const { app } = testApp
    const town = nextTown()
    const crew = await buildCrewIn(testApp, town, { name: 'Devon Brooks' })
    const visit = await buildOpenVisit(app, town, { date: localDate('2026-03-05') })
    const done = await buildVisit(app, visit, {
      date: localDate('2026-03-03'),
      crewId: crew.userId,
      state: 'confirmed',
    })
    await startOffering(testApp, visit.visitId)
    await testApp.work()
    const client = await signedIn(testApp, { userId: visit.customerId })
    const read = async () => (await client.call('GET /api/crew-mark', { query: { visitId: done } })).body
    expect(await read()).toEqual({ crewFirstName: 'Devon', mark: 'none' })
    const mark = async (value: 'favourite' | 'blocked' | 'none') =>
      client.call('POST /api/mark-crew', { body: { visitId: done, mark: value } })
    expect((await mark('favourite')).body).toEqual({ mark: 'favourite' })
    expect(await offersOf(app, visit.visitId)).toMatchObject([{ state: 'open' }])
    await mark('blocked')
    expect(await read()).toEqual({ crewFirstName: 'Devon', mark: 'blocked' })
    expect(await offersOf(app, visit.visitId)).toMatchObject([{ state: 'withdrawn' }])
    const wanted = { weeklyJobId: visit.weeklyJobId, weekdays: [2] }
    const seenJobs = async () =>
      (await crew.client.call('POST /api/get-job-routes')).body.jobs.map((job) => job.weeklyJobId)
    expect(await seenJobs()).not.toContain(visit.weeklyJobId)
    const taken = await crew.client.call('POST /api/take-weekly-job', { body: wanted })
    expect(taken.failure.code).toBe('blocked_by_customer')
    await mark('none')
    expect(await seenJobs()).toContain(visit.weeklyJobId)
    expect((await read()).mark).toBe('none')
    const nobody = await client.call('POST /api/mark-crew', {
      body: { visitId: visit.visitId, mark: 'blocked' },
    })
    expect(nobody.failure.code).toBe('no_crew')
    const stranger = await signedIn(testApp, await buildCustomer(app))
    const theirs = await stranger.call('GET /api/crew-mark', { query: { visitId: done } })
    expect(theirs.status).toBe(404)
  })
})
