import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS, formatInstant, instant, MINUTE_MS } from '#domain/time.ts'
import { noteBackup } from '#server/db/backup.ts'
import { toTimestamp } from '#server/db/client.ts'
import { withAnswers } from '#server/ports/answers.ts'
import { ProviderFailure } from '#server/ports/payments/failure.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { type Client, createTestApp, TEST_START } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { testDatabase } from '#testing/database.ts'

const testApp = await createTestApp()
const { app } = testApp
let operator: Client

beforeAll(async () => {
  operator = await signedIn(testApp, await buildOperator(app))
})
afterEach(async () => {
  await app.db.deleteFrom('task').execute()
})

const health = async () => (await operator.call('GET /api/system-health')).body
const parked = async () => (await operator.call('GET /api/parked-tasks')).body.tasks
const MAIL = { key: 'k', to: 'a@example.test', subject: 'Hello', text: 'A secret link', userId: null }

/** Work that was given up `minutes` after the start; answers its id. */
async function park(key: string | null = null, minutes = 0): Promise<number> {
  await enqueue(app.db, 'send_mail', MAIL, { now: TEST_START, dedupeKey: key })
  const row = await app.db
    .updateTable('task')
    .set({
      parked_at: toTimestamp(instant(TEST_START + minutes * MINUTE_MS)),
      attempts: 8,
      last_error: 'no answer',
    })
    .where('parked_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

describe('the queue', () => {
  test('shows by lane and kind what is due and since when, and what waits for later', async () => {
    const late = instant(TEST_START - 10 * MINUTE_MS)
    await enqueue(app.db, 'send_mail', MAIL, { now: late })
    await enqueue(app.db, 'send_mail', MAIL, { now: TEST_START })
    await enqueue(app.db, 'send_mail', MAIL, { now: TEST_START, runAt: instant(TEST_START + DAY_MS) })
    const { lanes } = await health()
    expect(lanes.find(({ lane }) => lane === 'mail')).toMatchObject({
      due: [{ kind: 'send_mail', count: 2, oldestAt: formatInstant(late).replace('Z', '.000Z') }],
      later: 1,
    })
    expect(lanes.find(({ lane }) => lane === 'payments')).toMatchObject({ due: [], later: 0 })
  })

  test('lists parked work newest first, without what it carries', async () => {
    const [older, newer] = [await park(null, 1), await park(null, 2)]
    const tasks = await parked()
    expect(tasks.map(({ id }) => id)).toEqual([newer, older])
    expect(tasks[0]).toMatchObject({ kind: 'send_mail', tries: 8, error: 'no answer' })
    expect(JSON.stringify(tasks)).not.toContain('secret')
    expect((await health()).parked).toBe(2)
  })
})

describe('parked work', () => {
  test('is tried again once, however often it is pressed, and is in the log with the reason', async () => {
    const body = { taskId: await park(), reason: 'The mailbox is back' }
    const answers = await Promise.all([1, 2, 3].map(() => operator.call('POST /api/retry-task', { body })))
    expect(answers.map((answer) => answer.body.isDone).toSorted()).toEqual([false, false, true])
    expect(await parked()).toEqual([])
    await testApp.work()
    const sent = await app.db.selectFrom('outbox_message').where('dedupe_key', '=', 'mail:k').execute()
    expect(sent).toHaveLength(1)
    const { entries } = (await operator.call('GET /api/audit-log', { query: { action: 'retry_task' } })).body
    expect(entries).toMatchObject([{ subject: 'send_mail', detail: { reason: 'The mailbox is back' } }])
  })

  test('is left to what waits under the same key', async () => {
    const taskId = await park('same')
    await enqueue(app.db, 'send_mail', MAIL, { now: TEST_START, dedupeKey: 'same' })
    const body = { taskId, reason: 'Again' }
    expect((await operator.call('POST /api/retry-task', { body })).body).toEqual({ isDone: true })
    const left = await app.db.selectFrom('task').select('id').execute()
    expect(left).toHaveLength(1)
    expect(left[0]?.id).not.toBe(taskId)
  })

  test('is dropped with a reason, and not without', async () => {
    const taskId = await park()
    const without = await operator.call('POST /api/drop-task', { body: { taskId, reason: ' ' } })
    expect(without.status).toBe(400)
    const dropped = await operator.call('POST /api/drop-task', { body: { taskId, reason: 'Sent by hand' } })
    expect(dropped.body).toEqual({ isDone: true })
    expect(await parked()).toEqual([])
  })

  test('is nobody else’s to decide', async () => {
    const taskId = await park()
    const { status } = await testApp.client().call('POST /api/drop-task', { body: { taskId, reason: 'x' } })
    expect(status).toBe(401)
  })
})

test('versions, database, disk, and the last backup and comparison are what they are', async () => {
  const before = await health()
  expect(before.versions.node).toBe(process.versions.node)
  expect(before.versions.database).toMatch(/^\d+/)
  expect(before.versions.migration).toMatch(/^\d{4}-/)
  expect(before.database.bytes).toBeGreaterThan(1_000_000)
  expect(before.database.connections).toBeGreaterThan(0)
  expect(before.disk?.freeBytes).toBeGreaterThan(0)
  expect([before.backup, before.reconcile]).toEqual([null, null])
  const { pool } = await testDatabase()
  await noteBackup(pool, { now: new Date(TEST_START), bytes: 1_234, rows: 56 })
  await app.db
    .insertInto('reconcile_run')
    .values({
      kind: 'complete',
      started_at: toTimestamp(TEST_START),
      since: toTimestamp(TEST_START),
      after_journal: 0,
      last_journal: 0,
    })
    .execute()
  const after = await health()
  expect(after.backup).toMatchObject({ bytes: 1_234, rows: 56 })
  expect(after.reconcile).toMatchObject({ finishedAt: null, isComplete: true, openDifferences: 0 })
})

describe('what those outside answered last', () => {
  const silent = { ...app.ports.mail, send: () => Promise.reject(new Error('connection refused')) }
  const answerOf = async (port: string) => (await health()).providers.find((each) => each.port === port)

  test('is kept: when, how long it took, and what went wrong', async () => {
    expect(await answerOf('mail')).toEqual({ port: 'mail', behind: 'double', last: null, failedAt: null })
    const { mail } = withAnswers({ ...app.ports, mail: silent }, app)
    await expect(mail.send(MAIL)).rejects.toThrow('connection refused')
    await vi.waitFor(
      async () =>
        expect((await answerOf('mail'))?.last).toMatchObject({
          isOk: false,
          call: 'send',
          error: 'connection refused',
        }),
      { timeout: 10_000 },
    )
    await withAnswers(app.ports, app).mail.send(MAIL)
    await vi.waitFor(async () => expect((await answerOf('mail'))?.last?.isOk).toBe(true), { timeout: 10_000 })
    expect((await answerOf('mail'))?.failedAt).not.toBeNull()
  })

  test('is well where it said no: a declined refund is an answer', async () => {
    const refusing = {
      ...app.ports.photos,
      remove: () => Promise.reject(new ProviderFailure('refused', 'too late')),
    }
    const { photos } = withAnswers({ ...app.ports, photos: refusing }, app)
    await expect(photos.remove('x')).rejects.toThrow('too late')
    await vi.waitFor(async () => expect((await answerOf('photos'))?.last?.isOk).toBe(true), {
      timeout: 10_000,
    })
  })
})
