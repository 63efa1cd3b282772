/** What is kept of a crew's stars is what counting all of its ratings says, whatever becomes of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew } from '#testing/build.ts'
import { buildCompletedVisit } from '#testing/build-money.ts'
import { crewAverages } from '../crews/queries.ts'
import { toTimestamp } from '../db/client.ts'

let testApp: TestApp
let ada: UserId
let leo: UserId
beforeAll(async () => {
  testApp = await createTestApp()
  ada = (await buildCrew(testApp.app)).userId
  leo = (await buildCrew(testApp.app)).userId
})
afterAll(() => testApp.close())

const HIDDEN_DAYS = 7
const ago = (days: number) => toTimestamp(instant(TEST_START - days * DAY_MS))

async function rated(crewId: UserId, stars: number, daysAgo: number) {
  const { visitId } = await buildCompletedVisit(testApp.app, { crewId })
  await complete(visitId, daysAgo)
  await rate(visitId, crewId, stars, 'customer')
  return visitId
}

const complete = (visitId: string, daysAgo: number) =>
  sql`update visit set completed_at = ${ago(daysAgo)} where id = ${visitId}`.execute(testApp.app.db)

const rate = (visitId: string, crewId: UserId, stars: number, side: 'customer' | 'crew') =>
  sql`insert into rating (visit_id, side, crew_id, customer_id, stars, given_at, changed_at)
    select id, ${side}, ${crewId}, customer_id, ${stars}, ${ago(0)}, ${ago(0)} from visit where id = ${visitId}`.execute(
    testApp.app.db,
  )

async function averageOf(crewId: UserId, now: Instant = TEST_START) {
  return (await crewAverages(testApp.app.db, [crewId], now)).get(crewId)
}

it('follows what is given, hidden, changed, moved, done again and taken away', async () => {
  expect(await averageOf(ada)).toEqual({ stars: null, count: 0 })
  const old = await rated(ada, 5, 30)
  expect(await averageOf(ada)).toEqual({ stars: 5, count: 1 })
  const fresh = await rated(ada, 2, 3)
  expect(await averageOf(ada)).toEqual({ stars: 5, count: 1 })
  expect(await averageOf(ada, instant(TEST_START + (HIDDEN_DAYS - 3) * DAY_MS))).toEqual({
    stars: 3.5,
    count: 2,
  })
  // The crew says its own: nothing is hidden any more.
  await rate(fresh, ada, 1, 'crew')
  expect(await averageOf(ada)).toEqual({ stars: 3.5, count: 2 })
  const { db } = testApp.app
  await sql`update rating set stars = 4 where visit_id = ${fresh} and side = 'customer'`.execute(db)
  expect(await averageOf(ada)).toEqual({ stars: 4.5, count: 2 })
  // Done again two days ago: hidden again, as the customer may think anew.
  await complete(old, 2)
  expect(await averageOf(ada)).toEqual({ stars: 4, count: 1 })
  await complete(old, 30)
  await sql`update rating set crew_id = ${leo} where visit_id = ${old}`.execute(db)
  expect([await averageOf(ada), await averageOf(leo)]).toEqual([
    { stars: 4, count: 1 },
    { stars: 5, count: 1 },
  ])
  await sql`delete from rating where visit_id in (${old}, ${fresh})`.execute(db)
  expect([await averageOf(ada), await averageOf(leo)]).toEqual([
    { stars: null, count: 0 },
    { stars: null, count: 0 },
  ])
})

it('loses none of those that are given at once', async () => {
  const visits: string[] = []
  for (let index = 0; index < 12; index++) {
    const { visitId } = await buildCompletedVisit(testApp.app, { crewId: ada })
    await complete(visitId, 20)
    visits.push(visitId)
  }
  await Promise.all(visits.map((visitId, index) => rate(visitId, ada, 1 + (index % 5), 'customer')))
  // 1 2 3 4 5 1 2 3 4 5 1 2
  expect(await averageOf(ada)).toEqual({ stars: 33 / 12, count: 12 })
})
