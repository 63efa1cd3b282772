import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PropertyId } from '#domain/ids.ts'
import type { Reported, SourceKind } from '#domain/stays/truth.ts'
import { addDays, DAY_MS, HOUR_MS, instant, localDate } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty } from '#testing/build.ts'
import { toTimestamp } from '../db/client.ts'
import type { StayNews } from '../follow-up.ts'
import { endSource } from './end-source.ts'
import { pruneStays } from './prune-stays.ts'
import { forgetStaysOf, listStays } from './queries.ts'
import { recordReports } from './record-reports.ts'
import { saveSource } from './source-queries.ts'

const TODAY = localDate('2026-03-02')

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('what a source says is recorded once, told once, and said again changes nothing', async () => {
  const { app, news } = receiving()
  const place = await buildPlace()
  const sourceId = await place.source('account')
  const said = { sourceId, reports: [stay('a', 3, 2, { guests: 4 }), stay('b', 9, 1)], isWhole: false }
  const first = await recordReports(app, app.db, said)
  expect(first).toMatchObject({ changes: [{ what: 'new' }, { what: 'new' }], missing: 0, doubt: null })
  expect(await recordReports(app, app.db, said)).toMatchObject({ changes: [] })
  expect(news).toMatchObject([{ property: { id: place.propertyId, marketId: 'denver' }, isQuiet: false }])
  expect(await place.stays()).toMatchObject([
    {
      checkIn: '2026-03-05',
      checkOut: '2026-03-07',
      guests: 4,
      state: 'booked',
      propertyId: place.propertyId,
    },
    { checkIn: '2026-03-11', checkOut: '2026-03-12' },
  ])
})

it('the same change told by ten at once is one change', async () => {
  const { app, news } = receiving()
  const place = await buildPlace()
  const sourceIds = [
    await place.source('account'),
    await place.source('feed', '1'),
    await place.source('feed', '2'),
  ]
  const all = Array.from({ length: 10 }, (_, at) => sourceIds[at % 3]!)
  await Promise.all(
    all.map((sourceId) =>
      recordReports(app, app.db, { sourceId, reports: [stay('a', 3, 2)], isWhole: true }),
    ),
  )
  expect(await place.stays()).toHaveLength(1)
  expect(news.flatMap(({ changes }) => changes.map(({ what }) => what))).toEqual(['new'])
})

it('what fails in what follows leaves nothing recorded', async () => {
  const place = await buildPlace()
  const sourceId = await place.source('account')
  const fails = () => Promise.reject(new Error('no turnover'))
  const app: App = { ...test.app, stayFollowUps: [fails] }
  const said = { sourceId, reports: [stay('a', 3, 2)], isWhole: false }
  await expect(recordReports(app, app.db, said)).rejects.toThrow('no turnover')
  expect(await place.stays()).toEqual([])
})

it('a source taken away says nothing more, and its stays stay or go', async () => {
  for (const keepsStays of [true, false]) {
    const { app } = receiving()
    const place = await buildPlace()
    const [kept, ended] = [await place.source('account'), await place.source('feed')]
    await recordReports(app, app.db, {
      sourceId: ended,
      reports: [stay('a', 3, 2), stay('b', 9, 1)],
      isWhole: true,
    })
    await recordReports(app, app.db, { sourceId: kept, reports: [stay('r', 3, 2)], isWhole: false })
    await endSource(app, app.db, { sourceId: ended, keepsStays })
    expect(await recordReports(app, app.db, { sourceId: ended, reports: [], isWhole: true })).toBeNull()
    const states = (await place.stays()).map(({ state }) => state)
    expect(states).toEqual(['booked', keepsStays ? 'booked' : 'cancelled'])
    expect(await place.source('feed')).not.toBe(ended)
  }
})

it('a place that is gone is not told of', async () => {
  const place = await buildPlace()
  const sourceId = await place.source('account')
  const gone = { removed_at: toTimestamp(test.clock.now()) }
  await test.app.db.updateTable('property').set(gone).where('id', '=', place.propertyId).execute()
  const said = { sourceId, reports: [stay('a', 3, 2)], isWhole: false }
  expect(await recordReports(test.app, test.app.db, said)).toBeNull()
})

it('history is taken in quietly, what is long over is not, and time forgets', async () => {
  const { app, news } = receiving()
  const place = await buildPlace()
  const sourceId = await place.source('account')
  const reports = [stay('a', -300, 2), stay('b', -500, 2), stay('c', 5, 2)]
  await recordReports(app, app.db, { sourceId, reports, isWhole: false, isQuiet: true })
  expect(news).toMatchObject([{ isQuiet: true }])
  expect(await place.stays()).toHaveLength(2)
  await recordReports(app, app.db, { sourceId, reports, isWhole: false, isQuiet: true })
  expect(news).toHaveLength(1)
  const inHalfAYear = { ...app.ports.clock, now: () => instant(test.clock.now() + 150 * DAY_MS) }
  await pruneStays({ ...app, ports: { ...app.ports, clock: inHalfAYear } })
  expect(await place.stays()).toHaveLength(1)
})

it('what a feed lacks is cancelled by its second reading, and is back with the third', async () => {
  const { app, news } = receiving()
  const place = await buildPlace()
  const sourceId = await place.source('feed')
  const [a, b] = [stay('a', 3, 2), stay('b', 9, 1)]
  const read = async (reports: readonly Reported[]) => {
    const outcome = await recordReports(app, app.db, { sourceId, reports, isWhole: true })
    test.clock.set(instant(test.clock.now() + HOUR_MS))
    return outcome?.changes.map(({ what }) => what)
  }
  expect(await read([a, b])).toEqual(['new', 'new'])
  expect(await read([b])).toEqual([])
  expect(await read([b])).toEqual(['cancelled'])
  expect(await read([a, b])).toEqual(['back'])
  expect(news).toHaveLength(3)
})

it('of a customer who leaves nothing of it is left', async () => {
  const place = await buildPlace()
  const sourceId = await place.source('feed')
  await recordReports(test.app, test.app.db, { sourceId, reports: [stay('a', 3, 2)], isWhole: true })
  await forgetStaysOf(test.app.db, place.customerId)
  expect(await place.stays()).toEqual([])
})

function stay(externalId: string, days: number, nights: number, more: Partial<Reported> = {}): Reported {
  const checkIn = addDays(TODAY, days)
  return {
    externalId,
    kind: 'stay',
    isGuess: false,
    state: 'booked',
    checkIn,
    checkOut: addDays(checkIn, nights),
    checkInTime: null,
    checkOutTime: null,
    guests: null,
    pets: null,
    platform: null,
    code: null,
    ...more,
  }
}

/** The application with somebody who hears what follows. */
function receiving(): { app: App; news: StayNews[] } {
  const news: StayNews[] = []
  const receive = async (_app: App, _db: unknown, what: StayNews) => {
    news.push(what)
  }
  return { app: { ...test.app, stayFollowUps: [receive] }, news }
}

async function buildPlace() {
  const { app } = test
  const { userId: customerId } = await buildCustomer(app)
  const propertyId: PropertyId = await buildProperty(app, customerId)
  return {
    propertyId,
    customerId,
    source: (kind: SourceKind, externalRef: string = kind) =>
      saveSource(app.db, { propertyId, kind, platform: 'airbnb', externalRef, now: app.ports.clock.now() }),
    stays: () =>
      listStays(app.db, { propertyIds: [propertyId], from: addDays(TODAY, -900), to: addDays(TODAY, 900) }),
  }
}
