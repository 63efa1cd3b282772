/** What waits for an operator, and who looks after it. */
import { expect, test } from 'vitest'
import { DAY_MS, instant, localDate, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const ann = await signedIn(testApp, await buildOperator(app, { name: 'Ann Lee' }))
const bob = await signedIn(testApp, await buildOperator(app, { name: 'Bob Ray' }))

const items = async (kind: 'unassigned' | 'unconfirmed' | 'late' | 'missed') =>
  (await ann.call('GET /api/queue', { query: { kind } })).body.items

const settle = async (client: Client, id: string) =>
  (await client.call('POST /api/decide-queue-items', { body: { kind: 'missed', act: 'settle', ids: [id] } }))
    .body.results

test('each visit waits where it belongs, is counted there, and is held by one of two who take it at once', async () => {
  const job = await buildWeeklyJob(app, { name: 'Maple House' })
  const crew = await buildCrew(app, { name: 'Nia Crew' })
  const open = await buildVisit(app, job)
  const unconfirmed = await buildVisit(app, job, { crewId: crew.userId, date: localDate('2026-03-03') })
  const late = await buildVisit(app, job, {
    crewId: crew.userId,
    state: 'confirmed',
    date: localDate('2026-03-01'),
  })
  const missed = await buildVisit(app, job, { state: 'missed', date: localDate('2026-02-27') })
  expect((await items('unassigned')).map(({ id }) => id)).toEqual([open])
  expect(await items('unconfirmed')).toMatchObject([
    {
      id: unconfirmed,
      title: 'Maple House',
      personName: 'Nia Crew',
      timeZone: 'America/Denver',
      owner: null,
    },
  ])
  expect((await items('late')).map(({ id }) => id)).toEqual([late])
  expect((await items('missed')).map(({ id }) => id)).toEqual([missed])
  const { counts } = (await ann.call('GET /api/queue-counts')).body
  expect(counts).toMatchObject({ unassigned: 1, unconfirmed: 1, late: 1, missed: 1, flagged: 0 })

  const before = await buildVisit(app, job, { state: 'missed', date: localDate('2026-02-26') })
  expect(await settle(bob, before)).toEqual([{ id: before, refusal: null }])
  const body = { kind: 'missed' as const, id: missed }
  const raced = await Promise.all([ann, bob].map((each) => each.call('POST /api/take-queue-item', { body })))
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409])
  const [holder, other] = raced[0]!.status === 200 ? [ann, bob] : [bob, ann]
  expect(await settle(other, missed)).toEqual([{ id: missed, refusal: expect.stringMatching(/./) }])
  expect((await items('missed'))[0]?.owner?.name).toMatch(/Ann|Bob/)
  await holder.call('POST /api/leave-queue-item', { body })
  expect((await items('missed'))[0]?.owner).toBeNull()
  await holder.call('POST /api/take-queue-item', { body })
  testApp.clock.set(instant(TEST_START + 16 * MINUTE_MS))
  expect((await other.call('POST /api/take-queue-item', { body })).status).toBe(200)
  expect(await settle(other, missed)).toEqual([{ id: missed, refusal: null }])
  expect(await items('missed')).toEqual([])
  expect((await other.call('POST /api/take-queue-item', { body: { kind: 'late', id: missed } })).status).toBe(
    404,
  )
})

test('what waits in one city is neither seen, counted nor taken by an operator of another', async () => {
  await app.db
    .insertInto('market')
    .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Phoenix' })
    .execute()
  const stranger = await buildOperator(app, { name: 'Eve Far' })
  await app.db
    .updateTable('users')
    .set({ market_id: 'elsewhere' })
    .where('id', '=', stranger.userId)
    .execute()
  const eve = await signedIn(testApp, stranger)
  const [waiting] = await items('unassigned')
  expect(waiting).toBeDefined()
  const body = { kind: 'unassigned' as const, id: waiting!.id }
  expect((await eve.call('GET /api/queue', { query: { kind: 'unassigned' } })).body.items).toEqual([])
  expect((await eve.call('GET /api/queue-counts')).body.counts).toMatchObject({ unassigned: 0, late: 0 })
  expect((await eve.call('GET /api/operator-board')).body.waiting).toMatchObject({ unassigned: 0, late: 0 })
  expect((await eve.call('POST /api/take-queue-item', { body })).status).toBe(404)
  await ann.call('POST /api/take-queue-item', { body })
  await eve.call('POST /api/leave-queue-item', { body })
  expect((await items('unassigned'))[0]?.owner?.name).toBe('Ann Lee')
})

test('what was looked at is forgotten once no queue reaches back to it', async () => {
  const ids = async () =>
    (await app.db.selectFrom('queue_item').select('subject_id').execute()).map(({ subject_id: id }) => id)
  const before = await ids()
  expect(before.length).toBeGreaterThan(0)
  testApp.clock.advance(61 * DAY_MS)
  const again = await signedIn(testApp, await buildOperator(app))
  const missed = await buildVisit(app, await buildWeeklyJob(app), {
    state: 'missed',
    date: localDate('2026-04-30'),
  })
  expect(await settle(again, missed)).toEqual([{ id: missed, refusal: null }])
  expect(await ids()).toEqual([missed])
})
