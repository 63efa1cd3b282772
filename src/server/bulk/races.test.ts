import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BulkChangeId } from '#domain/ids.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import { localDate } from '#domain/time.ts'
import type { TestApp } from '#testing/app.ts'
import * as on from './build-bulk.testing.ts'
import { FROM, type Host, START, WINDOW } from './build-bulk.testing.ts'
import { runBulk } from './run-bulk.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await on.open()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

/** The owner’s own changes ask for nobody’s access. */
const ofNobody = () => Promise.reject(new Error('asked for access'))

describe('many at once', () => {
  const quantity = (count: number): BulkChange => ({ kind: 'quantity', from: FROM, quantity: count })
  const runBoth = (by: Host, ...ids: readonly BulkChangeId[]) =>
    Promise.all(ids.map((id) => runBulk(testApp.app, by.scope, id, ofNobody)))

  test('two workers at one change do each job once', async () => {
    const by = await on.host(12)
    const { body } = await on.start(by, by.ids, { kind: 'skip', weekOf: localDate('2026-04-15') })
    await runBoth(by, body.bulkChangeId, body.bulkChangeId, body.bulkChangeId)
    await testApp.work()
    expect(await on.latest(by)).toMatchObject({ state: 'done', changedCount: 12 })
    expect(await eventsOf(by, 'skip')).toBe(12)
  })

  test('two changes of the same jobs both hold, and neither is lost', async () => {
    const by = await on.host(5)
    const one = (await on.start(by, by.ids, quantity(5))).body.bulkChangeId
    const other = (await on.start(by, [...by.ids].reverse(), WINDOW)).body.bulkChangeId
    await runBoth(by, one, other)
    await testApp.work()
    const { jobs } = await on.recordOf(by.ids)
    expect(new Set(jobs.map((job) => `${job.quantity} ${job.window_start}`))).toEqual(new Set(['5 10:00']))
    const changes = (await by.client.call('GET /api/bulk-changes')).body.changes
    expect(changes.map(({ changedCount }) => changedCount)).toEqual([5, 5])
  })

  test('two that end the same jobs end each once', async () => {
    const by = await on.host(8)
    const ids = [
      (await on.start(by, by.ids, { kind: 'cancel' })).body.bulkChangeId,
      (await on.start(by, by.ids, { kind: 'cancel' })).body.bulkChangeId,
    ]
    await runBoth(by, ...ids)
    await testApp.work()
    const changes = (await by.client.call('GET /api/bulk-changes')).body.changes
    expect(changes.reduce((sum, { changedCount }) => sum + changedCount, 0)).toBe(8)
    expect(changes.reduce((sum, { sameCount }) => sum + sameCount, 0)).toBe(8)
  })

  test('a single change beside it loses nothing, and what it changed is not undone', async () => {
    const by = await on.host(4)
    const { bulkChangeId } = (await on.start(by, by.ids, WINDOW)).body
    const singles = by.ids.map((weeklyJobId) =>
      by.client.call('POST /api/change-weekly-job', { body: { weeklyJobId, from: FROM, quantity: 9 } }),
    )
    const [answers] = await Promise.all([
      Promise.all(singles),
      runBulk(testApp.app, by.scope, bulkChangeId, ofNobody),
    ])
    await testApp.work()
    expect(answers.map(({ status }) => status)).toEqual(by.ids.map(() => 200))
    const both = await on.recordOf(by.ids)
    expect(new Set(both.jobs.map((job) => `${job.quantity} ${job.window_start}`))).toEqual(
      new Set(['9 10:00']),
    )
    await on.undo(by, bulkChangeId)
    const { jobs } = await on.recordOf(by.ids)
    expect(jobs.every((job) => job.quantity === 9)).toBe(true)
  })

  test('what a crash broke off goes on where it stopped, and counts once', async () => {
    const by = await on.host(8)
    const crewId = await on.assign(by.ids[0]!, 3)
    const { bulkChangeId } = (await on.start(by, by.ids, { kind: 'skip', weekOf: localDate('2026-04-15') }))
      .body
    let left = 14
    const { clock } = testApp.app.ports
    const dying = {
      ...testApp.app,
      ports: {
        ...testApp.app.ports,
        clock: {
          ...clock,
          now: () => {
            if (--left < 0) throw new Error('killed')
            return clock.now()
          },
        },
      },
    }
    await expect(runBulk(dying, by.scope, bulkChangeId, ofNobody)).rejects.toThrow('killed')
    const half = await on.latest(by)
    expect(half.state).toBe('running')
    expect(half.behindCount).toBeGreaterThan(0)
    expect(half.behindCount).toBeLessThan(8)
    await testApp.work()
    expect(await on.latest(by)).toMatchObject({ state: 'done', changedCount: 8 })
    expect(await eventsOf(by, 'skip')).toBe(8)
    expect(await on.noticesOf(crewId)).toEqual(['Several weekly jobs changed'])
  })

  async function eventsOf({ ids }: Host, transition: string): Promise<number> {
    const { count } = await testApp.app.db
      .selectFrom('visit_event')
      .innerJoin('visit', 'visit.id', 'visit_event.visit_id')
      .where('visit.weekly_job_id', 'in', ids)
      .where('visit_event.transition', '=', transition)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
})
