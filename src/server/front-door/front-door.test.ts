import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { addDays, localDate, parseInstant } from '#domain/time.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, type MoneyTest, openMoneyTest } from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

/** A Thursday. */
const NOW = parseInstant('2026-03-05T18:00:00Z')
const CIVIC_CENTER = { lat: 39.7392, lng: -104.9903 }

let opened: MoneyTest
beforeAll(async () => {
  opened = await openMoneyTest(NOW)
})
afterAll(() => opened.close())

test('ux 9: a stranger learns what services cost on a street, as a customer there would be charged', async () => {
  const items = [
    { serviceKey: 'bins', quantity: 2 },
    { serviceKey: 'haul_away', quantity: 3 },
    { serviceKey: 'no_such_service', quantity: 1 },
  ]
  const answer = await opened.client().call('POST /api/price-street', { body: { ...CIVIC_CENTER, items } })
  expect(answer.body).toMatchObject({
    market: { name: 'Denver' },
    prices: [
      { serviceKey: 'bins', quantity: 2, totalCents: 1_000, taxCents: 0 },
      { serviceKey: 'haul_away', quantity: 3, totalCents: 14_700, taxCents: 0 },
    ],
  })
  const client = await signedIn(opened, await buildCustomer(opened.app))
  const quoted = await client.call('POST /api/quote-on-demand', {
    body: {
      serviceKey: 'haul_away',
      quantity: 3,
      when: {
        kind: 'window',
        date: localDate('2026-03-06'),
        from: '09:00',
        until: '12:00',
      },
      place: CIVIC_CENTER,
    },
  })
  expect(quoted.body.totalCents).toBe(14_700)
})

test('where nobody works there is no price', async () => {
  const body = { lat: 40.71, lng: -74, items: [{ serviceKey: 'bins', quantity: 1 }] }
  const answer = await opened.client().call('POST /api/price-street', { body })
  expect(answer.body).toEqual({ market: null, prices: [] })
})

test('the front door says what crews earned in a working week, and no quarter of less than three places', async () => {
  const crews = [await buildCrew(opened.app), await buildCrew(opened.app)]
  const jobs = []
  for (const name of ['Elm', 'Oak', 'Ash']) {
    const job = await buildWeeklyJob(opened.app, { name })
    jobs.push(job)
    await opened.app.db
      .updateTable('property')
      .set({ neighbourhood: name === 'Ash' ? 'Baker' : 'Highland' })
      .where('id', '=', job.propertyId)
      .execute()
  }
  for (let week = 0; week < 3; week += 1)
    for (let visit = 0; visit < 16; visit += 1)
      await buildCompletedVisit(opened.app, {
        job: jobs[visit % 3]!,
        crewId: crews[visit < 8 ? 0 : 1]!.userId,
        date: addDays(localDate('2026-02-09'), week * 7 + Math.floor(visit / 3)),
        priceCents: 2_000,
      })
  const { body } = await opened.client().call('GET /get-started/_payload.json')
  expect(body.lately).toMatchObject({ visitCount: 48, isMore: false, days: 28 })
  expect(body.crews).toMatchObject({ shareBasisPoints: 7_000, weekCents: cents(8 * 1_400) })
  expect(body.quarters).toEqual([])
})

test('§7 page payload: that of /get-started is open to strangers, at the page’s own address', async () => {
  const answer = await opened.server.inject('/get-started/_payload.json')
  expect(answer.statusCode).toBe(200)
  expect(Object.keys(answer.json<object>())).toEqual(['cities', 'lately', 'quarters', 'crews'])
})
