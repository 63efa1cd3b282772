import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LatLng } from '#domain/geo.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instantAt, localDate, localTime, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCrewIn,
  buildCrewsIn,
  buildOpenVisit,
  createTowns,
  offersOf,
  startOffering,
} from '#testing/build-offers.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const DENVER = 'America/Denver'
const MONDAY = localDate('2026-03-02')
const at = (date: string, time: string) => instantAt(localDate(date), localTime(time), DENVER)

let testApp: TestApp
let operatorId: UserId
const nextTown = createTowns()
beforeAll(async () => {
  testApp = await createTestApp()
  operatorId = (await buildOperator(testApp.app)).userId
})
afterAll(() => testApp.close())

async function jumpTo(moment: Instant): Promise<void> {
  testApp.clock.set(moment)
  await testApp.work()
}

function askedBy(offers: Awaited<ReturnType<typeof offersOf>>, wave: number): string[] {
  return offers.filter((offer) => offer.wave === wave).map((offer) => offer.crew_id)
}

async function mailsAbout(userId: UserId, text: string) {
  return testApp.app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .where((row) => row.or([row('body', 'like', `%${text}%`), row('subject', 'like', `%${text}%`)]))
    .select(['subject', 'body'])
    .execute()
}

async function offeringOf(visitId: VisitId) {
  return testApp.app.db.selectFrom('offering').where('visit_id', '=', visitId).selectAll().executeTakeFirst()
}

describe('the waves of a visit', () => {
  test('field 17: ask the best five, ten minutes later the next ten at once, then all, each for more pay', async () => {
    const { app, clock } = testApp
    const town = nextTown()
    const crews = await buildCrewsIn(testApp, town, 18)
    const { visitId } = await buildOpenVisit(app, town, { name: 'Alarm house' })
    await startOffering(testApp, visitId)
    const start = clock.now()
    for (const minutes of [0, 10, 20]) await jumpTo((start + minutes * MINUTE_MS) as Instant)
    const offers = await offersOf(app, visitId)
    const ids = crews.map((crew) => crew.userId)
    expect(askedBy(offers, 0).sort()).toEqual(ids.slice(0, 5).sort())
    expect(askedBy(offers, 1).sort()).toEqual(ids.slice(5, 15).sort())
    expect(askedBy(offers, 2).sort()).toEqual(ids.slice(15).sort())
    const wave = (number: number) => offers.find((offer) => offer.wave === number)!
    expect([0, 1, 2].map((number) => wave(number).sent_at - start)).toEqual([0, 600_000, 1_200_000])
    expect([0, 1, 2].map((number) => wave(number).pay_cents)).toEqual([700, 735, 770])
    expect([0, 1, 2].map((number) => wave(number).raise_cents)).toEqual([0, 35, 70])
    expect(new Set(offers.filter((offer) => offer.wave < 2).map((offer) => offer.state))).toEqual(
      new Set(['expired']),
    )
    expect(await mailsAbout(operatorId, 'Alarm house')).toEqual([])
    await jumpTo((start + 30 * MINUTE_MS) as Instant)
    expect(await mailsAbout(operatorId, 'Alarm house')).toHaveLength(1)
    // Each crew was notified once; what stands afterwards rings nobody.
    expect(await mailsAbout(ids[0]!, 'Work for you')).toHaveLength(1)
    const standing = (await offersOf(app, visitId)).filter((offer) => offer.is_standing)
    expect(standing).toHaveLength(18)
    expect(standing[0]).toMatchObject({
      raise_cents: 105,
      expires_at: at('2026-03-03', '00:00') - 6 * MINUTE_MS,
    })
    await jumpTo((start + 3 * HOUR_MS) as Instant)
    expect(await mailsAbout(operatorId, 'Alarm house')).toHaveLength(1)
    expect(await offersOf(app, visitId)).toHaveLength(36)
  })

  test('ask a favourite first, however far, and never whom it does not suit', async () => {
    const { app } = testApp
    const town = nextTown()
    const near = await buildCrewsIn(testApp, town, 5)
    const favourite = await buildCrewIn(testApp, { lat: town.lat + 0.2, lng: town.lng })
    const blocked = await buildCrewIn(testApp, town)
    const others = {
      frozen: { frozenUntil: (testApp.clock.now() + HOUR_MS) as Instant },
      outOfRange: { at: { lat: town.lat + 1, lng: town.lng }, rangeFeet: 10_000 },
      unskilled: { services: ['lawn'] },
      notThatDay: { weekdays: [3] as const },
    }
    for (const { at: elsewhere = town, ...input } of Object.values(others) as { at?: LatLng }[])
      await buildCrewIn(testApp, elsewhere, input)
    const dayOff = await buildCrewIn(testApp, town)
    await app.db
      .insertInto('time_off')
      .values({
        crew_id: dayOff.userId,
        from_date: localDate('2026-02-27'),
        to_date: MONDAY,
        created_at: new Date(testApp.clock.now()),
      })
      .execute()
    const visit = await buildOpenVisit(app, town)
    for (const [crew, mark] of [
      [favourite, 'favourite'],
      [blocked, 'blocked'],
    ] as const)
      await app.db
        .insertInto('customer_crew_mark')
        .values({ customer_id: visit.customerId, crew_id: crew.userId, mark, created_at: new Date() })
        .execute()
    await startOffering(testApp, visit.visitId)
    await testApp.work()
    await jumpTo((testApp.clock.now() + 10 * MINUTE_MS) as Instant)
    const offers = await offersOf(app, visit.visitId)
    expect(askedBy(offers, 0).sort()).toEqual(
      [...near.slice(0, 4), favourite].map((crew) => crew.userId).sort(),
    )
    expect(askedBy(offers, 1)).toEqual([near[4]!.userId])
  })

  test('field 16: pass over a crew whose other work takes too long, although it begins earlier', async () => {
    const { app } = testApp
    const town = nextTown()
    const [busy, free] = [await buildCrewIn(testApp, town), await buildCrewIn(testApp, town)]
    // Four bedrooms take three hours of the window from eight to eleven thirty.
    const long = await buildWeeklyJob(app, {
      at: town,
      serviceKey: 'turnover',
      window: { from: '13:00', until: '16:15' },
    })
    await buildVisit(app, long, { crewId: busy.userId, state: 'confirmed', quantity: 4 })
    const { visitId } = await buildOpenVisit(app, town, {
      serviceKey: 'handyman',
      window: { from: '15:45', until: '17:00' },
    })
    await startOffering(testApp, visitId)
    await testApp.work()
    expect((await offersOf(app, visitId)).map((offer) => offer.crew_id)).toEqual([free.userId])
  })

  test('notify the operator at once where nobody is in range', async () => {
    const { visitId } = await buildOpenVisit(testApp.app, nextTown(), { name: 'Lonely farm' })
    await startOffering(testApp, visitId)
    await testApp.work()
    expect(await mailsAbout(operatorId, 'Lonely farm')).toHaveLength(1)
    expect(await offeringOf(visitId)).toMatchObject({ is_standing: true })
  })

  test('notify the operator before the window closes, even while they run', async () => {
    const town = nextTown()
    await buildCrewIn(testApp, town)
    await jumpTo(at('2026-03-02', '14:00'))
    const { visitId } = await buildOpenVisit(testApp.app, town, {
      name: 'Hurry house',
      window: { from: '13:00', until: '14:24' },
    })
    await startOffering(testApp, visitId)
    await testApp.work()
    // The crews have half of the time that is left for themselves.
    expect(await mailsAbout(operatorId, 'Hurry house')).toEqual([])
    await jumpTo((at('2026-03-02', '14:09') + MINUTE_MS / 2) as Instant)
    expect(await offeringOf(visitId)).toMatchObject({ is_standing: false, waves_done: 1 })
    expect(await mailsAbout(operatorId, 'Hurry house')).toHaveLength(1)
  })

  test('wait for the morning where the work is of a later day, and do not where it is of today', async () => {
    const { app } = testApp
    const town = nextTown()
    const owl = await buildCrewIn(testApp, town)
    await app.db
      .updateTable('crew_hours')
      .set({ ends: localTime('24:00') })
      .where('crew_id', '=', owl.userId)
      .execute()
    const tomorrow = await buildOpenVisit(app, town, { date: localDate('2026-03-03') })
    const today = await buildOpenVisit(app, town)
    await jumpTo(at('2026-03-02', '21:00'))
    for (const { visitId } of [tomorrow, today]) await startOffering(testApp, visitId)
    await testApp.work()
    expect([await offersOf(app, tomorrow.visitId), await offersOf(app, today.visitId)]).toMatchObject([
      [],
      [{}],
    ])
    await jumpTo(at('2026-03-03', '00:30'))
    expect(await offersOf(app, tomorrow.visitId)).toHaveLength(1)
  })
})

describe('what is open without anybody having said so', () => {
  test('is offered every quarter of an hour, the week after only once its cutoff has passed', async () => {
    const { app } = testApp
    const town = nextTown()
    await buildCrewIn(testApp, town)
    await jumpTo(at('2026-03-04', '09:01'))
    const [thisWeek, nextWeek, later] = [
      await buildOpenVisit(app, town, { date: localDate('2026-03-08') }),
      await buildOpenVisit(app, town, { date: localDate('2026-03-15') }),
      await buildOpenVisit(app, town, { date: localDate('2026-03-16') }),
    ]
    const counts = async () =>
      Promise.all(
        [thisWeek, nextWeek, later].map(async ({ visitId }) => (await offersOf(app, visitId)).length > 0),
      )
    await jumpTo(at('2026-03-04', '09:15'))
    expect(await counts()).toEqual([true, false, false])
    await jumpTo(at('2026-03-07', '17:59'))
    expect(await counts()).toEqual([true, false, false])
    await jumpTo(at('2026-03-07', '18:01'))
    expect(await counts()).toEqual([true, true, false])
    // Over the change of the clocks the next Saturday is the same wall-clock time.
    await jumpTo(at('2026-03-14', '17:59'))
    expect(await counts()).toEqual([true, true, false])
    await jumpTo(at('2026-03-14', '18:01'))
    expect(await counts()).toEqual([true, true, true])
  })

  test('goes to others when its crew releases it, and not to that crew again', async () => {
    const { app } = testApp
    const town = nextTown()
    const [leaving, other] = [await buildCrewIn(testApp, town), await buildCrewIn(testApp, town)]
    const date = localDate('2026-03-15')
    const job = await buildWeeklyJob(app, { at: town, weekdays: [7] })
    const visitId = await buildVisit(app, job, { crewId: leaving.userId, state: 'confirmed', date })
    expect((await leaving.client.call('POST /api/release-visit', { body: { visitId } })).status).toBe(200)
    await jumpTo(at('2026-03-15', '08:00'))
    expect((await offersOf(app, visitId)).map((offer) => offer.crew_id)).toEqual([other.userId])
  })

  test('is offered anew where the visit is moved: the offer of the old hours ends', async () => {
    const { app } = testApp
    const town = nextTown()
    const { client, userId } = await buildCrewIn(testApp, town)
    await jumpTo(at('2026-03-15', '08:30'))
    const { visitId } = await buildOpenVisit(app, town, { window: { from: '12:00', until: '14:00' } })
    await startOffering(testApp, visitId)
    await testApp.work()
    const [first] = await offersOf(app, visitId)
    await app.db
      .updateTable('visit')
      .set({ ends_at: new Date(at('2026-03-15', '16:00')) })
      .where('id', '=', visitId)
      .execute()
    const late = await client.call('POST /api/accept-offer', { body: { offerId: first!.id } })
    expect([late.status, late.failure.code]).toEqual([409, 'no_longer_open'])
    const read = async () => (await client.call('GET /api/offer', { query: { offerId: first!.id } })).body
    expect(await read()).toMatchObject({ state: 'withdrawn', withdrawnBecause: 'moved', openOfferId: null })
    await jumpTo(at('2026-03-15', '08:46'))
    const offers = await offersOf(app, visitId)
    expect(offers).toMatchObject([
      { state: 'withdrawn' },
      { state: 'open', ends_at: at('2026-03-15', '16:00'), crew_id: userId },
    ])
    // The old link shows the hours that it offered, and leads to what is offered now.
    expect(await read()).toMatchObject({
      date: '2026-03-15',
      window: { from: '12:00', until: '14:00' },
      openOfferId: offers[1]!.id,
    })
  })

  test('is offered anew for the pay of its new quantity where the customer wants more', async () => {
    const { app } = testApp
    const town = nextTown()
    const { client, userId } = await buildCrewIn(testApp, town)
    await jumpTo(at('2026-03-15', '09:01'))
    const visit = await buildOpenVisit(app, town, { date: localDate('2026-03-15'), weekdays: [7] })
    await app.db
      .updateTable('weekly_job')
      .set({ planned_until: localDate('2026-03-15') })
      .where('id', '=', visit.weeklyJobId)
      .execute()
    await startOffering(testApp, visit.visitId)
    await testApp.work()
    const [first] = await offersOf(app, visit.visitId)
    // A Sunday costs more.
    expect(first).toMatchObject({ pay_cents: 770, quantity: 1, crew_id: userId })
    const customer = await signedIn(testApp, { userId: visit.customerId })
    const changed = await customer.call('POST /api/change-weekly-job', {
      body: { weeklyJobId: visit.weeklyJobId, from: localDate('2026-03-15'), quantity: 3 },
    })
    expect(changed.body).toMatchObject({ changedVisitCount: 1 })
    // Nobody takes the larger work for the old pay.
    const late = await client.call('POST /api/accept-offer', { body: { offerId: first!.id } })
    expect([late.status, late.failure.code]).toEqual([409, 'no_longer_open'])
    expect((await client.call('GET /api/offers')).body.offers).toEqual([])
    await jumpTo(at('2026-03-15', '09:16'))
    const { body } = await client.call('GET /api/offers')
    expect(body.offers).toMatchObject([{ quantity: 3 }])
    const [offered] = body.offers
    expect(offered!.payCents).toBeGreaterThan(770)
    const { body: own } = await client.call('POST /api/accept-offer', { body: { offerId: offered!.offerId } })
    expect(own.payCents).toBe(offered!.payCents)
    const { body: read } = await client.call('GET /api/visit', { query: { id: visit.visitId } })
    expect(read).toMatchObject({ crewPayCents: offered!.payCents })
  })

  test('is offered no more when the customer skips it', async () => {
    const { app } = testApp
    const town = nextTown()
    const crew = await buildCrewIn(testApp, town)
    await buildCrew(app, { at: town })
    const visit = await buildOpenVisit(app, town, { date: localDate('2026-03-15'), weekdays: [7] })
    await startOffering(testApp, visit.visitId)
    await testApp.work()
    const customer = await signedIn(testApp, { userId: visit.customerId })
    const skipped = await customer.call('POST /api/skip-visit', {
      body: { visitId: visit.visitId },
    })
    expect(skipped.status).toBe(200)
    expect((await offersOf(app, visit.visitId)).map((offer) => offer.state)).toEqual([
      'withdrawn',
      'withdrawn',
    ])
    expect(await offeringOf(visit.visitId)).toBeUndefined()
    expect((await crew.client.call('GET /api/offers')).body.offers).toEqual([])
    // Whoever was notified of it finds out what happened.
    const notice = await app.db
      .selectFrom('notice')
      .where('user_id', '=', crew.userId)
      .where('event', '=', 'offer')
      .select(['url', 'until'])
      .executeTakeFirstOrThrow()
    const offerId = notice.url.replace('/offer/', '')
    expect(notice.until).toBe((await offersOf(app, visit.visitId))[0]!.expires_at)
    const { body } = await crew.client.call('GET /api/offer', { query: { offerId } })
    expect(body).toMatchObject({
      state: 'withdrawn',
      withdrawnBecause: 'called_off',
      openOfferId: null,
      hindrance: null,
    })
  })
})
