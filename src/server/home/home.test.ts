import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { crewToday, sendPhoto } from '../today/build-day.testing.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('home says first that the crew cannot get in, until it is answered', async () => {
  const { worker, owner, visitId } = await crewToday(testApp)
  const home = async () => (await owner.call('GET /api/customer-summary')).body
  expect(await home()).toMatchObject({ news: [], nextVisitId: visitId })
  const photoId = await sendPhoto(worker, visitId)
  const { body } = await worker.call('POST /api/report-access-problem', {
    body: { visitId, reason: 'gate', note: '', contact: 'rang', photoId, lat: 39.7392, lng: -104.9903 },
  })
  expect((await home()).news).toEqual([{ kind: 'access', visitId, expectedAt: null }])
  await owner.call('POST /api/answer-access-problem', {
    body: { problemId: body.problemId, answer: 'The code is 4711.' },
  })
  expect((await home()).news.filter(({ kind }) => kind === 'access')).toEqual([])
})

test('home says when a late crew comes, and nothing of the estimate of another day', async () => {
  const { owner, visitId } = await crewToday(testApp)
  const news = async () => (await owner.call('GET /api/customer-summary')).body.news
  const now = testApp.clock.now()
  const endsAt = instant(now + 60 * MINUTE_MS)
  const expectAt = (at: Instant) =>
    testApp.app.db
      .updateTable('visit')
      .set({ ends_at: toTimestamp(endsAt), expected_at: toTimestamp(at) })
      .where('id', '=', visitId)
      .execute()
  const late = instant(endsAt + 20 * MINUTE_MS)
  await expectAt(late)
  expect(await news()).toEqual([{ kind: 'late', visitId, expectedAt: new Date(late).toISOString() }])
  await expectAt(instant(now - DAY_MS))
  expect(await news()).toEqual([])
})
