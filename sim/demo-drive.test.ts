import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { CAST_HANDY_EMAIL } from './cast-city.ts'
import { driveOn } from './demo-drive.ts'

let demo: TestApp
beforeAll(async () => {
  demo = await createTestApp({ start: parseInstant('2026-11-20T19:00:00Z') })
})
afterAll(() => demo.close())

test('the demo’s crew drives on, also after a restart, until it is there or takes its consent back', async () => {
  const { app, clock } = demo
  const crew = await buildCrew(app, { name: 'Rosa Delgado', email: CAST_HANDY_EMAIL })
  const customer = await buildCustomer(app)
  const at = { lat: CIVIC_CENTER.lat + 0.08, lng: CIVIC_CENTER.lng }
  const propertyId = await buildProperty(app, customer.userId, { at })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId })
  const id = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  const [rosa, maria] = [await signedIn(demo, crew), await signedIn(demo, customer)]
  const arrival = async () => (await maria.call('GET /api/visit-arrival', { query: { id } })).body
  await driveOn(app)
  expect((await arrival()).dot).toBeNull()

  await rosa.call('POST /api/share-whereabouts', { body: { isOn: true } })
  await rosa.call('POST /api/start-visit', { body: { visitId: id, step: 'en_route' } })
  clock.advance(10 * MINUTE_MS)
  await driveOn(app)
  const before = await arrival()
  expect(before).toMatchObject({ crewFirstName: 'Rosa', dot: { lat: expect.any(Number) } })
  expect(Date.parse(before.arrivesFrom!)).toBeGreaterThanOrEqual(clock.now())

  // While nothing runs the dot goes away; whatever starts again finds the crew farther on its way.
  clock.advance(15 * MINUTE_MS)
  expect((await arrival()).dot).toBeNull()
  await driveOn(app)
  const { dot } = await arrival()
  expect(at.lat - dot!.lat).toBeLessThan(at.lat - before.dot!.lat)

  await rosa.call('POST /api/share-whereabouts', { body: { isOn: false } })
  clock.advance(MINUTE_MS)
  await driveOn(app)
  expect((await arrival()).dot).toBeNull()

  await rosa.call('POST /api/share-whereabouts', { body: { isOn: true } })
  clock.advance(HOUR_MS)
  await driveOn(app)
  const { state } = await app.db
    .selectFrom('visit')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirstOrThrow()
  expect(state).toBe('in_progress')
})
