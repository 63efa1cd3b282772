import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type PaymentId, toId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { inTransaction, toTimestamp } from '#server/db/client.ts'
import { systemClock } from '#server/ports/clock/system.ts'
import type { Mail } from '#server/ports/mail/port.ts'
import { createSignals } from '#server/signals/create-signals.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { testDatabase } from '#testing/database.ts'
import type { TaskKind } from '../tasks/kinds.ts'
import { enqueue } from '../tasks/queue.ts'
import { planTooFarAgain, runDueSchedules } from './run-schedules.ts'
import { runOneTask } from './run-tasks.ts'
import { startWorking } from './start-working.ts'

const mail = (key: string): Mail => ({
  key,
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Hello',
  userId: null,
})
/** Resolves when it is let go; until then whoever calls waits. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

let testApp: TestApp
let sent: { key: string; at: number }[]
let app: App
beforeEach(async () => {
  const database = await testDatabase()
  await sql`delete from task`.execute(database.db)
  sent = []
  testApp = await createTestApp({
    ports: {
      mail: {
        send: async ({ key }) => {
          sent.push({ key, at: performance.now() })
        },
      },
    },
  })
  app = { ...testApp.app, ports: { ...testApp.app.ports, clock: systemClock } }
})
afterEach(() => testApp.close())

async function working({ isListening }: { isListening: boolean }) {
  const signals = isListening
    ? createSignals((await testDatabase()).appConnection, pino({ level: 'silent' }))
    : null
  const stop = startWorking(app, signals)
  onTestFinished(stop)
  // The schedules of a first start, and the connecting.
  await new Promise((resolve) => setTimeout(resolve, 500))
}

/** Of one kind, as a schedule's minute may begin in between and leave a task of its own. */
function waitingOf(kind: TaskKind) {
  return app.db.selectFrom('task').select('id').where('kind', '=', kind).execute()
}

describe('work that is committed', () => {
  test.each([
    ['notified by the database', true],
    ['that only looks', false],
  ])('begins at once in a server %s', async (_, isListening) => {
    await working({ isListening })
    const waits: number[] = []
    for (let index = 0; index < 20; index++) {
      const key = `${isListening}:${index}`
      await inTransaction(app.db, (trx) => enqueue(trx, 'send_mail', mail(key), { now: systemClock.now() }))
      const committedAt = performance.now()
      await expect.poll(() => sent.find((each) => each.key === key), { interval: 5 }).toBeDefined()
      waits.push(sent.find((each) => each.key === key)!.at - committedAt)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const median = waits.toSorted((a, b) => a - b)[10]!
    expect(median).toBeLessThan(isListening ? 50 : 90)
  })

  test('does not begin before its time, and then soon', async () => {
    await working({ isListening: true })
    const now = systemClock.now()
    await enqueue(app.db, 'send_mail', mail('later'), { now, runAt: (now + 1_500) as never })
    await expect.poll(() => sent.length, { timeout: 5_000 }).toBe(1)
    expect(systemClock.now() - now).toBeGreaterThanOrEqual(1_500)
    expect(systemClock.now() - now).toBeLessThan(2_700)
  })
})

describe('money D8: a provider that never answers', () => {
  test('keeps its own lane waiting, and nobody else’s', async () => {
    const { open, opened } = gate()
    let asked = 0
    const hanging = async () => {
      asked += 1
      await opened
    }
    app = { ...app, ports: { ...app.ports, sms: { send: hanging, readAnswer: () => null } } }
    for (let index = 0; index < 10; index++)
      await enqueue(
        app.db,
        'send_sms',
        { key: `${index}`, to: '+13035550100', text: 'Hello', userId: null },
        { now: systemClock.now() },
      )
    await working({ isListening: true })
    onTestFinished(open)
    await expect.poll(() => asked).toBe(2)
    await enqueue(app.db, 'send_mail', mail('beside'), { now: systemClock.now() })
    await enqueue(
      app.db,
      'ask_for_rating',
      { visitId: crypto.randomUUID() as never },
      { now: systemClock.now() },
    )
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['beside'])
    await expect.poll(() => waitingOf('ask_for_rating')).toEqual([])
    open()
  })

  test('holds up no charge where it hangs over webhooks', async () => {
    const { open, opened } = gate()
    let asked = 0
    const readRefund = async () => {
      asked += 1
      await opened
      return null
    }
    app = { ...app, ports: { ...app.ports, payments: { ...app.ports.payments, readRefund } } }
    const now = systemClock.now()
    const event = { type: 'refund.updated', subject: 'refund', accountId: null, createdAt: now } as const
    for (let index = 0; index < 10; index++)
      await enqueue(
        app.db,
        'apply_provider_event',
        { ...event, id: `evt_${index}`, objectId: `re_${index}` },
        { now },
      )
    await working({ isListening: true })
    onTestFinished(open)
    await expect.poll(() => asked).toBe(3)
    const paymentId = toId<PaymentId>(crypto.randomUUID())
    await enqueue(app.db, 'charge_payment', { paymentId, isRetry: false }, { now })
    await expect.poll(() => waitingOf('charge_payment')).toEqual([])
    open()
  })

  test('does not have its task claimed again while its worker lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open, opened } = gate()
    const hanging = { ...testApp.app, ports: { ...testApp.app.ports, mail: { send: () => opened } } }
    await enqueue(testApp.app.db, 'send_mail', mail('long'), { now: testApp.clock.now() })
    const first = runOneTask(hanging, 'mail')
    const runAt = async () =>
      (await testApp.app.db.selectFrom('task').select('run_at').executeTakeFirstOrThrow()).run_at
    await expect.poll(runAt).toBe(testApp.clock.now() + MINUTE_MS)
    testApp.clock.advance(40_000)
    await vi.advanceTimersByTimeAsync(20_000)
    await expect.poll(runAt).toBe(testApp.clock.now() + MINUTE_MS)
    testApp.clock.advance(50_000)
    expect(await runOneTask(testApp.app, 'mail')).toBe(false)
    // A worker that died says nothing more, and another takes over; the dead one's late failure changes nothing.
    testApp.clock.advance(20_000)
    expect(await runOneTask(testApp.app, 'mail')).toBe(true)
    expect(sent.map(({ key }) => key)).toEqual(['long'])
    open()
    expect(await first).toBe(true)
  })
})

test('a task of a newer release is left to who knows it, and no try of it is counted', async () => {
  const now = systemClock.now()
  await enqueue(app.db, 'send_mail', mail('newer'), { now })
  await app.db.updateTable('task').set({ kind: 'send_by_pigeon' }).execute()
  expect(await runOneTask(app, 'mail')).toBe(true)
  expect(await runOneTask(app, 'mail')).toBe(false)
  const left = await app.db
    .selectFrom('task')
    .where('kind', '=', 'send_by_pigeon')
    .select(['attempts', 'parked_at', 'run_at', 'last_error'])
    .executeTakeFirstOrThrow()
  expect(left).toMatchObject({ attempts: 0, parked_at: null, last_error: null })
  expect(left.run_at - now).toBeGreaterThan(10_000)
  await app.db
    .updateTable('task')
    .set({ lane: 'pigeons', run_at: toTimestamp(now) })
    .execute()
  await enqueue(app.db, 'send_mail', mail('beside'), { now })
  await working({ isListening: false })
  await expect.poll(() => sent.map(({ key }) => key)).toEqual(['beside'])
})

test.each([
  ['the database is lost', async () => void (await loseDatabase()), false],
  [
    'another’s line is lost in the same words',
    async () => {
      throw new Error('Connection terminated unexpectedly')
    },
    true,
  ],
])('a task whose last try fails since %s is given up or not', async (_why, send, isGivenUp) => {
  app = { ...app, ports: { ...app.ports, mail: { send } } }
  await enqueue(app.db, 'send_mail', mail('last'), { now: systemClock.now() })
  await app.db.updateTable('task').set({ attempts: 7 }).execute()
  expect(await runOneTask(app, 'mail')).toBe(true)
  const [left] = await app.db.selectFrom('task').select(['parked_at', 'last_error']).execute()
  expect(left!.last_error).toMatch(/terminat/)
  expect(left!.parked_at !== null).toBe(isGivenUp)
})

function loseDatabase() {
  return sql`select pg_terminate_backend(pg_backend_pid())`.execute(app.db)
}

test('a task that waits in a shape nobody knows fails by itself, and the queue goes on', async () => {
  const now = testApp.clock.now()
  await enqueue(testApp.app.db, 'send_mail', { ...mail('odd'), to: 7 as never }, { now })
  await enqueue(testApp.app.db, 'ask_for_rating', { visitId: 'no id' as never }, { now })
  await enqueue(testApp.app.db, 'send_mail', mail('even'), { now })
  while (await runOneTask(testApp.app, 'mail'));
  while (await runOneTask(testApp.app, 'quick'));
  expect(sent.map(({ key }) => key)).toEqual(['even'])
  const left = await testApp.app.db.selectFrom('task').orderBy('id').select(['kind', 'attempts']).execute()
  expect(left).toEqual([
    { kind: 'send_mail', attempts: 1 },
    { kind: 'ask_for_rating', attempts: 1 },
  ])
})

describe('a clock in doubt', () => {
  test('lets nothing begin, until it is sound again', async () => {
    let isSound = false
    onTestFinished(startWorking(app, null, { isSound: () => isSound, look: async () => isSound }))
    await enqueue(app.db, 'send_mail', mail('waits'), { now: systemClock.now() })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(sent).toEqual([])
    isSound = true
    await expect.poll(() => sent.map(({ key }) => key)).toEqual(['waits'])
  })

  test('leaves no schedule that waits for a year', async () => {
    const { app: standing } = testApp
    await sql`delete from task_schedule`.execute(standing.db)
    await runDueSchedules(standing)
    const planned = () => standing.db.selectFrom('task_schedule').orderBy('kind').selectAll().execute()
    const before = await planned()
    expect(before.length).toBeGreaterThan(10)
    await sql`update task_schedule set next_run_at = next_run_at + interval '1 year'`.execute(standing.db)
    await planTooFarAgain(standing)
    expect(await planned()).toEqual(before)
  })
})
