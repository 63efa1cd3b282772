import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { systemClock } from '#server/ports/clock/system.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { testDatabase } from '#testing/database.ts'
import type { OwnedBy } from './markets.ts'
import { enqueueAll, taskRow } from './queries.ts'
import { runDueSchedules } from '../workers/run-schedules.ts'
import { runOneTask, takeTasks } from '../workers/run-tasks.ts'
import { startWorking } from '../workers/start-working.ts'

let testApp: TestApp
let app: App
let sent: string[]
beforeEach(async () => {
  await sql`delete from task`.execute((await testDatabase()).db)
  sent = []
  testApp = await createTestApp({
    ports: {
      mail: {
        send: async ({ key }) => {
          sent.push(key)
        },
      },
    },
  })
  app = { ...testApp.app, ports: { ...testApp.app.ports, clock: systemClock } }
})
afterEach(() => testApp.close())

function mails(count: number, name: string, userId: UserId | null = null, now = systemClock.now()) {
  return Array.from({ length: count }, (_, index) =>
    taskRow(
      'send_mail',
      { key: `${name} ${index}`, to: 'a@example.com', subject: '', text: '', userId },
      { now },
    ),
  )
}

function waiting() {
  return app.db
    .selectFrom('task')
    .where('lane', 'in', ['mail', 'quick'])
    .where('parked_at', 'is', null)
    .select(['kind', 'attempts', 'market_id', 'payload', 'run_at'])
    .execute()
}

async function customerIn(marketId: string): Promise<UserId> {
  await sql`insert into market select (jsonb_populate_record(market, jsonb_build_object('id', ${marketId}::text))).*
    from market where id = 'denver' on conflict do nothing`.execute(app.db)
  const { userId } = await buildCustomer(app)
  await app.db.updateTable('users').set({ market_id: marketId }).where('id', '=', userId).execute()
  return userId
}

describe('scale: markets take turns', () => {
  test.each([1, 2])(
    'few of one market wait behind no thousand of another, in %i processes',
    async (processes) => {
      const [many, few] = [await customerIn('denver'), await customerIn('fair-springs')]
      await enqueueAll(app.db, mails(1_000, 'many', many))
      await enqueueAll(app.db, mails(30, 'few', few))
      for (let index = 0; index < processes; index++) onTestFinished(startWorking(app, null))
      await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(1_030)
      const last = sent.findLastIndex((key) => key.startsWith('few'))
      expect(last).toBeLessThan(300)
      expect(new Set(sent).size).toBe(1_030)
      await expect.poll(waiting).toEqual([])
    },
  )

  test('one at a time, too, and the oldest of each first', async () => {
    const [first, second] = [await customerIn('denver'), await customerIn('fair-springs')]
    const now = systemClock.now()
    await enqueueAll(app.db, mails(2, 'late', first, now))
    await enqueueAll(app.db, mails(1, 'early', first, instant(now - HOUR_MS)))
    await enqueueAll(app.db, mails(1, 'other', second, now))
    const order: unknown[] = []
    for (let after = ''; order.length < 4; ) {
      const taken = await takeTasks(app, { lane: 'mail', atMost: 1, after })
      after = taken.after
      expect(taken.leased).toHaveLength(1)
      order.push(...taken.leased.map(({ payload }) => payload))
    }
    const keys = ['early 0', 'other 0', 'late 0', 'late 1']
    expect(order).toMatchObject(keys.map((key) => ({ key })))
  })

  test('each task knows its market by what it is about', async () => {
    const owner = await customerIn('fair-springs')
    const visitId = await buildVisit(app, await buildWeeklyJob(app))
    const now = systemClock.now()
    const runAt = instant(now + HOUR_MS)
    await enqueueAll(app.db, [
      ...mails(1, 'hers', owner),
      ...mails(1, 'nobody’s'),
      taskRow('ask_for_rating', { visitId }, { now, runAt }),
      taskRow('use_credit', { customerId: owner }, { now, runAt }),
      taskRow('ask_for_rating', { visitId: 'no id' as VisitId }, { now, runAt }),
    ])
    const rows = await sql<{
      kind: string
      market_id: string
    }>`select kind, market_id from task order by id`.execute(app.db)
    expect(rows.rows).toEqual([
      { kind: 'send_mail', market_id: 'fair-springs' },
      { kind: 'send_mail', market_id: '' },
      { kind: 'ask_for_rating', market_id: 'denver' },
      { kind: 'use_credit', market_id: 'fair-springs' },
      { kind: 'ask_for_rating', market_id: '' },
    ])
  })

  const OWNED_BY: Readonly<Record<Exclude<OwnedBy, 'market'>, true>> = {
    user: true,
    payment: true,
    payout: true,
    refund: true,
    invoice: true,
    order: true,
    hold: true,
    visit: true,
    tip: true,
    notice: true,
    pushed_day: true,
    plan: true,
    import: true,
    source: true,
    account: true,
    export: true,
    approval: true,
  }
  test.each(Object.keys(OWNED_BY))('the way from a %s that is gone ends at no market', async (owned_by) => {
    const [task] = mails(1, owned_by)
    await enqueueAll(app.db, [{ ...task!, owned_by: owned_by as OwnedBy, owner_id: crypto.randomUUID() }])
    expect(await waiting()).toMatchObject([{ market_id: '' }])
  })
})

describe('scale: what cannot be done harms nothing else', () => {
  test('a thousand parked tasks and a thousand that are not due', async () => {
    const now = systemClock.now()
    await enqueueAll(app.db, mails(1_000, 'parked'))
    await sql`update task set parked_at = now(), attempts = 8`.execute(app.db)
    const later = mails(1_000, 'later', null, instant(now + HOUR_MS))
    await enqueueAll(app.db, later)
    onTestFinished(startWorking(app, null))
    await enqueueAll(app.db, mails(100, 'due'))
    await expect.poll(() => sent.length, { timeout: 5_000 }).toBe(100)
    await expect.poll(async () => (await waiting()).length).toBe(1_000)
    expect(sent.every((key) => key.startsWith('due'))).toBe(true)
  })

  test('one that fails among many: each other is done exactly once, and it alone waits to be tried again', async () => {
    const now = systemClock.now()
    const good = Array.from({ length: 60 }, () =>
      taskRow('ask_for_rating', { visitId: crypto.randomUUID() as VisitId }, { now }),
    )
    const bad = taskRow('ask_for_rating', { visitId: 'no id' as VisitId }, { now })
    await enqueueAll(app.db, [...good.slice(0, 40), bad, ...good.slice(40)])
    onTestFinished(startWorking(app, null))
    await expect
      .poll(async () => (await waiting()).map(({ payload, attempts }) => ({ payload, attempts })))
      .toEqual([{ payload: { visitId: 'no id' }, attempts: 1 }])
  })

  test('what was claimed and not begun goes to whoever has time', async () => {
    let isHanging = false
    let begun = 0
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const slow = {
      send: async () => {
        begun += 1
        if (begun > 30) isHanging = true
        if (isHanging) await opened
      },
    }
    const stop = startWorking({ ...app, ports: { ...app.ports, mail: slow } }, null)
    onTestFinished(async () => {
      open()
      await stop()
    })
    await enqueueAll(app.db, mails(200, 'all'))
    await expect.poll(() => isHanging).toBe(true)
    onTestFinished(startWorking(app, null))
    await expect.poll(() => sent.length, { timeout: 5_000 }).toBe(200 - 30 - 3)
  })
})

test('scale: a process that stops amid thousands has done each that it took once, and leaves the others free', async () => {
  await enqueueAll(app.db, mails(3_000, 'many'))
  const stop = startWorking(app, null)
  await expect.poll(() => sent.length, { interval: 2 }).toBeGreaterThan(100)
  await stop()
  const done = sent.length
  expect(done).toBeLessThan(3_000)
  expect(new Set(sent).size).toBe(done)
  // Neither leased nor counted as tried.
  const now = systemClock.now()
  const left = await waiting()
  expect(left.length).toBe(3_000 - done)
  expect(left.filter(({ attempts, run_at }) => attempts > 0 || run_at > now)).toEqual([])
})

test('scale: work in the hands of a process that is killed is done by another, once its lease has run out', async () => {
  const now = testApp.clock.now()
  await enqueueAll(app.db, mails(1, 'killed', null, now))
  const { appConnection } = await testDatabase()
  const given = { connection: appConnection, now, dataDirectory: testApp.app.config.dataDirectory }
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../testing/hanging-worker.ts'), JSON.stringify(given)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(await runOneTask(testApp.app, 'mail')).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  testApp.clock.advance(MINUTE_MS - 1)
  expect(await runOneTask(testApp.app, 'mail')).toBe(false)
  testApp.clock.advance(1)
  expect(await runOneTask(testApp.app, 'mail')).toBe(true)
  expect(sent).toEqual(['killed 0'])
})

test('scale: schedules that are not due cost three questions, however many they are', async () => {
  await runDueSchedules(testApp.app)
  const asked: string[] = []
  const counted = testApp.app.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await runDueSchedules({ ...testApp.app, db: counted })).toBe(0)
  expect(asked.length).toBeLessThanOrEqual(4)
})
