import { PassThrough } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssignmentId, UserId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisits, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
const written: string[] = []
beforeAll(async () => {
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => written.push(String(chunk)))
  testApp = await createTestApp({ log: pino({ level: 'trace' }, stream) })
})
afterAll(() => testApp.close())

let lastPhone = 3_035_550_100
const newPhone = () => `+1${++lastPhone}`

async function crewWithPhone(more: Parameters<typeof buildCrew>[1] = {}) {
  const phone = newPhone()
  const crew = await buildCrew(testApp.app, { phone, ...more })
  const job = await buildWeeklyJob(testApp.app, { weekdays: [5], at: CIVIC_CENTER })
  await buildVisits(testApp.app, job, 5)
  await (await signedIn(testApp, crew)).call('POST /api/take-weekly-job', {
    body: { weeklyJobId: job.weeklyJobId, weekdays: [5] },
  })
  return { ...crew, phone }
}

const request = (phone: string) =>
  testApp.client().call('POST /api/request-assignments-link', { body: { phone } })
const open = (token: string) => testApp.client().call('POST /api/open-assignments-link', { body: { token } })

async function textsTo(userId: UserId): Promise<string[]> {
  await testApp.work()
  const rows = await testApp.app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('channel', '=', 'sms')
    .orderBy('created_at')
    .select('body')
    .execute()
  return rows.map((row) => row.body)
}

const tokenIn = (text: string) => /\/my-assignments\?token=([\w-]+)/.exec(text)![1]!

async function linkOf(crew: { userId: UserId; phone: string }): Promise<string> {
  await request(crew.phone)
  return tokenIn((await textsTo(crew.userId)).at(-1)!)
}

describe('the link to one’s assignments', () => {
  test('opens them without signing in, for that crew only, again and again, and releases', async () => {
    const crew = await crewWithPhone()
    const other = await crewWithPhone()
    const token = await linkOf(crew)
    const { body } = await open(token)
    expect([body.assignments.length, (await open(token)).status]).toEqual([1, 200])
    const assignmentId = body.assignments[0]!.assignmentId
    const foreign = (await open(await linkOf(other))).body.assignments[0]!.assignmentId
    const client = testApp.client()
    const by = (id: AssignmentId) => ({ body: { token, assignmentId: id } })
    expect((await client.call('POST /api/preview-release-by-link', by(foreign))).status).toBe(404)
    expect((await client.call('POST /api/release-by-link', by(foreign))).status).toBe(404)
    const preview = await client.call('POST /api/preview-release-by-link', by(assignmentId))
    expect(preview.body).toMatchObject({ lateCount: 0, lostPayCents: 2800 })
    expect((await client.call('POST /api/release-by-link', by(assignmentId))).body.releasedVisitCount).toBe(4)
    expect((await open(token)).body.assignments).toEqual([])
    // It opens nothing else: no session comes with it.
    expect((await client.call('POST /api/get-assignments')).status).toBe(401)
  })

  test('works for a frozen crew, who may read and release', async () => {
    const crew = await crewWithPhone()
    const token = await linkOf(crew)
    await testApp.app.db
      .updateTable('users')
      .set({ frozen_until: new Date(TEST_START + DAY_MS) as Date & Instant })
      .where('id', '=', crew.userId)
      .execute()
    expect((await open(token)).body.assignments).toHaveLength(1)
  })

  test('threats T1: has 256 random bits and nothing in common with another', async () => {
    const tokens = new Set<string>()
    for (let index = 0; index < 5; index++) {
      const token = await linkOf(await crewWithPhone())
      expect(Buffer.from(token, 'base64url')).toHaveLength(32)
      tokens.add(token)
      tokens.add(token.slice(0, 6))
    }
    expect(tokens.size).toBe(10)
  })

  test('threats T2: stands neither in its table nor in the log', async () => {
    const token = await linkOf(await crewWithPhone())
    await open(token)
    await open(`${token}x`)
    const rows = await testApp.app.db.selectFrom('one_time_token').selectAll().execute()
    const tasks = await testApp.app.db.selectFrom('task').selectAll().execute()
    expect(rows.some((row) => row.purpose === 'my_assignments')).toBe(true)
    expect(JSON.stringify([rows, tasks])).not.toContain(token)
    expect(written.join('')).not.toContain(token)
  })

  test('threats T8: expired, ended, unknown and malformed look alike', async () => {
    const crew = await crewWithPhone()
    const token = await linkOf(crew)
    const answers = [await open('x'.repeat(43)), await open('short'), await open('')]
    const ended = await linkOf(await crewWithPhone())
    await testApp.client().call('POST /api/end-assignments-link', { body: { token: ended } })
    answers.push(await open(ended))
    testApp.clock.set((TEST_START + DAY_MS - 1) as Instant)
    expect((await open(token)).status).toBe(200)
    testApp.clock.set((TEST_START + DAY_MS) as Instant)
    answers.push(await open(token))
    testApp.clock.set(TEST_START)
    for (const { status, text } of answers) expect([status, text]).toEqual([410, answers[0]!.text])
  })

  test('threats A3: is asked for with the same answer whether or not there is such a crew', async () => {
    const crew = await crewWithPhone()
    const customerPhone = newPhone()
    const { userId } = await buildCustomer(testApp.app, { phone: customerPhone })
    const known = await request(crew.phone)
    for (const phone of [newPhone(), customerPhone]) {
      const answer = await request(phone)
      expect([answer.status, answer.text]).toEqual([known.status, known.text])
    }
    expect(await textsTo(userId)).toEqual([])
    expect((await request('12')).failure.fields).toHaveProperty('phone')
  })

  test('is sent once a minute and five times a day at most, however many ask', async () => {
    const crew = await crewWithPhone()
    await Promise.all(Array.from({ length: 20 }, () => request(crew.phone)))
    expect(await textsTo(crew.userId)).toHaveLength(1)
    for (let minute = 1; minute <= 8; minute++) {
      testApp.clock.set((TEST_START + minute * (MINUTE_MS + 1_000)) as Instant)
      await request(crew.phone)
      await testApp.work()
    }
    testApp.clock.set(TEST_START)
    expect(await textsTo(crew.userId)).toHaveLength(5)
  })

  test('is sent by the operator, and ended by the crew and by a new password', async () => {
    const crew = await crewWithPhone({ locale: 'es' })
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    const send = () => operator.call('POST /api/send-assignments-link', { body: { crewId: crew.userId } })
    expect((await send()).status).toBe(200)
    const [text] = await textsTo(crew.userId)
    expect(text).toContain('tus trabajos semanales')
    const client = await signedIn(testApp, crew)
    expect(
      (await client.call('POST /api/send-assignments-link', { body: { crewId: crew.userId } })).status,
    ).toBe(403)
    expect((await client.call('POST /api/end-assignments-links')).status).toBe(200)
    expect((await open(tokenIn(text!))).status).toBe(410)
    const unknown = { body: { crewId: crypto.randomUUID() as UserId } }
    expect((await operator.call('POST /api/send-assignments-link', unknown)).status).toBe(404)
    testApp.clock.set((TEST_START + HOUR_MS) as Instant)
    await send()
    const again = tokenIn((await textsTo(crew.userId)).at(-1)!)
    await testApp.client().call('POST /api/forgot-password', { body: { email: crew.email } })
    await testApp.work()
    const mail = await testApp.app.db
      .selectFrom('outbox_message')
      .where('user_id', '=', crew.userId)
      .where('channel', '=', 'mail')
      .where('body', 'like', '%/reset-password/%')
      .select('body')
      .executeTakeFirstOrThrow()
    const reset = /reset-password\/([\w-]+)/.exec(mail.body)![1]!
    expect((await open(again)).status).toBe(200)
    const password = { body: { token: reset, password: 'a long walk by the river' } }
    expect((await testApp.client().call('POST /api/reset-password', password)).status).toBe(200)
    expect((await open(again)).status).toBe(410)
    testApp.clock.set(TEST_START)
  })

  test('threats T8: guessing is limited by address', async () => {
    const limited = await createTestApp({ limitsCalls: true })
    try {
      const statuses: number[] = []
      for (let index = 0; index < 65; index++) {
        const guess = { body: { token: `${index}`.padEnd(43, 'a') } }
        statuses.push((await limited.client().call('POST /api/open-assignments-link', guess)).status)
      }
      expect(new Set(statuses)).toEqual(new Set([410, 429]))
    } finally {
      await limited.close()
    }
  })
})
