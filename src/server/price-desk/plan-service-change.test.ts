/** What a service needs of a crew, and changes that begin on a day: seen before, planned, taken back, begun. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { addDays, dateAt, instantAt, type LocalDate, localTime } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { beginServiceChanges } from './plan-service-change.ts'

type Client = Awaited<ReturnType<typeof signedIn>>

let testApp: TestApp
let owner: Client
let today: LocalDate

beforeAll(async () => {
  testApp = await createTestApp()
  owner = await signedIn(testApp, await buildOperator(testApp.app))
  today = dateAt(testApp.clock.now(), 'America/Denver')
})
afterAll(() => testApp.close())

const listed = async (key: string) =>
  (await owner.call('GET /api/service-list')).body.find((service) => service.key === key)!

async function dated<Change extends object>(key: string, change: Change) {
  const { minutes, minutesPerUnit, photosRequired, needs } = await listed(key)
  return { key, minutes, minutesPerUnit, photosRequired, needs, ...change }
}

async function save(key: string, change: object) {
  const {
    past: _,
    planned: _planned,
    isWeekly: _weekly,
    isOnDemand: _once,
    icon: _icon,
    ...service
  } = await listed(key)
  return owner.call('POST /api/save-service', { body: { ...service, icon: 'leaf', ...change } })
}

async function skillOf(crewId: UserId, visitDate: LocalDate, visitId: string) {
  const { body } = await owner.call('GET /api/dispatch', { query: { date: visitDate, span: 'day' } })
  const crew = body.crews.find(({ id }) => id === crewId)!
  return { keys: crew.serviceKeys, visit: body.visits.find(({ id }) => id === visitId) }
}

it('says before what a need touches, then whoever lacks it is not asked any more, and what it has stays', async () => {
  const both = await buildCrew(testApp.app, { name: 'Ada', services: ['pool', 'lawn'] })
  const one = await buildCrew(testApp.app, { name: 'Bo', services: ['pool'] })
  const date = addDays(today, 3)
  const job = await buildWeeklyJob(testApp.app, { serviceKey: 'pool', at: CIVIC_CENTER, weekdays: [1] })
  await testApp.app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: job.weeklyJobId,
      weekday: 1,
      crew_id: one.userId,
      taken_at: toTimestamp(testApp.clock.now()),
      from_date: today,
    })
    .execute()
  const visitId = await buildVisit(testApp.app, job, { date, crewId: one.userId, state: 'confirmed' })
  const open = await buildVisit(testApp.app, job, { date: addDays(today, 4) })

  const seen = (
    await owner.call('POST /api/preview-service', { body: await dated('pool', { needs: ['lawn'] }) })
  ).body
  expect(seen).toMatchObject({ jobs: 1, visits: 2, crewsBefore: 2, crewsAfter: 1, lostCrewCount: 1 })
  expect(seen.lostCrews).toEqual([
    expect.objectContaining({ id: one.userId, name: 'Bo', weeklyStops: 1, visits: 1 }),
  ])
  expect((await skillOf(one.userId, date, visitId)).keys).toContain('pool')

  expect((await save('pool', { needs: ['lawn', 'lawn'] })).status).toBe(200)
  expect((await listed('pool')).needs).toEqual(['lawn'])
  expect((await skillOf(both.userId, date, visitId)).keys).toEqual(['pool', 'lawn'])
  const after = await skillOf(one.userId, date, visitId)
  expect(after.keys).toEqual([])
  expect(after.visit?.crewId).toBe(one.userId)

  const asked = await owner.call('POST /api/get-crew-candidates', { body: { visitId: open } })
  expect(asked.body.candidates.map(({ name, conflict }) => [name, conflict])).toEqual([
    ['Ada', null],
    ['Bo', 'skill_missing'],
  ])

  // As history has it, brought back.
  expect((await listed('pool')).past[0]?.needs).toEqual([])
  await save('pool', { needs: [] })
  expect((await skillOf(one.userId, date, visitId)).keys).toEqual(['pool'])
})

it.each<[string, string[], string]>([
  ['itself', ['snow'], 'A service does not need itself: choose others.'],
  ['what nobody sells', ['dragons'], 'One of these services is no longer sold. Choose again.'],
])('a service cannot need %s', async (_what, needs, sentence) => {
  const body = await dated('snow', { needs })
  for (const key of ['POST /api/preview-service', 'POST /api/plan-service-change'] as const) {
    const answer = await owner.call(key, { body: { ...body, from: addDays(today, 2) } })
    expect([answer.status, answer.failure.fields]).toEqual([400, { needs: sentence }])
  }
})

it('minutes and photos of a day ahead hold for visits from that day on, and begin once it is there everywhere', async () => {
  const crew = await buildCrew(testApp.app, { name: 'Cy', services: ['bins'] })
  const client = await signedIn(testApp, crew)
  const job = await buildWeeklyJob(testApp.app, { serviceKey: 'bins' })
  const from = addDays(today, 5)
  const visitOn = (date: LocalDate) =>
    buildVisit(testApp.app, job, { date, crewId: crew.userId, state: 'confirmed' })
  const [before, after] = [await visitOn(addDays(from, -1)), await visitOn(from)]
  const was = await listed('bins')
  const wanted = { minutes: was.minutes + 40, photosRequired: was.photosRequired + 2 }
  const seen = await owner.call('POST /api/preview-service', {
    body: await dated('bins', { ...wanted, from }),
  })
  expect(seen.body.visits).toBe(1)
  expect(seen.body.minutesAfter - seen.body.minutesBefore).toBe(40)

  await owner.call('POST /api/plan-service-change', { body: await dated('bins', { ...wanted, from }) })
  expect(await listed('bins')).toMatchObject({
    minutes: was.minutes,
    planned: [{ from, ...wanted, plannedByName: expect.any(String) }],
  })
  const minutesOf = async (date: LocalDate, id: string) =>
    (await skillOf(crew.userId, date, id)).visit?.minutes
  const photosOf = async (id: typeof before) =>
    (await client.call('GET /api/visit', { query: { id } })).body.photosRequired
  const short = (await minutesOf(addDays(from, -1), before))!
  expect(await minutesOf(from, after)).toBe(short + 40)
  expect(await photosOf(before)).toBe(was.photosRequired)
  expect(await photosOf(after)).toBe(was.photosRequired + 2)

  // Midnight of Denver is before that of a city further west.
  const { db } = testApp.app
  await beginServiceChanges(db, instantAt(addDays(from, -1), localTime('23:59'), 'America/Denver'))
  expect((await listed('bins')).planned).toHaveLength(1)
  await beginServiceChanges(db, instantAt(addDays(from, 1), localTime('12:00'), 'America/Denver'))
  const begun = await listed('bins')
  expect(begun).toMatchObject({ ...wanted, planned: [], version: was.version + 1 })
  expect(begun.past[0]).toMatchObject({ minutes: was.minutes, photosRequired: was.photosRequired })
})

it('a change ahead is replaced on its day, taken back, and refused for a day that has begun', async () => {
  const from = addDays(today, 9)
  const plan = async (change: { minutes?: number; from?: LocalDate }) =>
    owner.call('POST /api/plan-service-change', { body: await dated('snow', { from, ...change }) })
  await plan({ minutes: 50 })
  await plan({ minutes: 60 })
  expect((await listed('snow')).planned.map(({ minutes }) => minutes)).toEqual([60])
  const late = await plan({ from: today })
  expect([late.status, Object.keys(late.failure.fields ?? {})]).toEqual([400, ['from']])
  expect((await plan({ from: addDays(today, 800) })).failure.fields).toEqual({
    from: 'Choose a day within two years.',
  })
  const body = { key: 'snow', from }
  expect((await owner.call('POST /api/take-back-service-change', { body })).status).toBe(200)
  expect((await listed('snow')).planned).toEqual([])
  expect((await owner.call('POST /api/take-back-service-change', { body })).status).toBe(404)
  const { minutes } = await listed('snow')
  await beginServiceChanges(testApp.app.db, instantAt(addDays(from, 2), localTime('12:00'), 'America/Denver'))
  expect((await listed('snow')).minutes).toBe(minutes)
})

it('of many days ahead there is an end, also where they are planned at once', async () => {
  const days = Array.from({ length: 16 }, (_, index) => addDays(today, 20 + index))
  const body = await dated('lawn', { minutes: 77 })
  const answers = await Promise.all(
    days.map((from) => owner.call('POST /api/plan-service-change', { body: { ...body, from } })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
  expect((await listed('lawn')).planned).toHaveLength(12)
})

it('services are every city’s: whoever runs one city plans nothing of them', async () => {
  const local = await signedIn(testApp, await buildOperator(testApp.app, { roles: { denver: 'owner' } }))
  const body = { ...(await dated('snow', {})), from: addDays(today, 3) }
  const answer = await local.call('POST /api/plan-service-change', { body })
  expect(answer.failure.code).toBe('every_city_needed')
})
