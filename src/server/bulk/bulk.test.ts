import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BulkChangeId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import { HOUR_MS, instant, instantAt, localDate, localTime, type Weekday, weekdayOf } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import type { CustomerScope } from '../scope.ts'
import { runBulk } from './run-bulk.ts'

/** A Monday morning. */
const START = instantAt(localDate('2026-04-06'), localTime('06:00'), 'America/Denver')
const FROM = localDate('2026-04-13')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ start: START })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

type Host = { client: Client; scope: CustomerScope; ids: WeeklyJobId[] }

/** Bins on Wednesdays between 7 and 9 at so many places, planned for four weeks. */
async function host(placeCount = 3): Promise<Host> {
  const customer = await buildCustomer(testApp.app)
  const client = await signedIn(testApp, customer)
  const propertyIds = []
  for (let at = 0; at < placeCount; at++)
    propertyIds.push(
      await buildProperty(testApp.app, customer.userId, { name: `Place ${String(at).padStart(2, '0')}` }),
    )
  const ids = await book(client, propertyIds, [3])
  return { client, scope: customer.scope, ids }
}

async function book(client: Client, propertyIds: readonly string[], weekdays: Weekday[]) {
  const { body, status } = await client.call('POST /api/book-weekly-jobs', {
    body: {
      items: [
        {
          propertyIds: [...propertyIds],
          serviceKey: 'bins',
          weekdays,
          quantity: 1,
          windowStart: '07:00',
          windowEnd: '09:00',
        },
      ],
      startsOn: '2026-04-06',
    },
  })
  expect(status).toBe(200)
  return body.weeklyJobIds as WeeklyJobId[]
}

async function placeOf(weeklyJobId: WeeklyJobId): Promise<string> {
  const { property_id } = await testApp.app.db
    .selectFrom('weekly_job')
    .where('id', '=', weeklyJobId)
    .select('property_id')
    .executeTakeFirstOrThrow()
  return property_id
}

/** As when a crew takes a weekday: the assignment and the coming visits. */
async function assign(weeklyJobId: WeeklyJobId, weekday: Weekday, crewId?: UserId): Promise<UserId> {
  const { db } = testApp.app
  const crew = crewId ?? (await buildCrew(testApp.app)).userId
  const { id } = await db
    .insertInto('assignment')
    .values({
      weekly_job_id: weeklyJobId,
      weekday,
      crew_id: crew,
      taken_at: toTimestamp(testApp.app.ports.clock.now()),
      from_date: localDate('2026-04-06'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const visit of (await recordOf([weeklyJobId])).visits)
    if (weekdayOf(visit.date) === weekday)
      await db
        .updateTable('visit')
        .set({ crew_id: crew, assignment_id: id })
        .where('id', '=', visit.id)
        .execute()
  return crew
}

/** All that a change could change. */
async function recordOf(ids: readonly WeeklyJobId[]) {
  const { db } = testApp.app
  const jobs = await db
    .selectFrom('weekly_job')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'weekdays', 'rhythm', 'window_start', 'window_end', 'quantity', 'state', 'ends_on'])
    .execute()
  return {
    jobs,
    pauses: await db
      .selectFrom('weekly_job_pause')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .selectAll()
      .execute(),
    skips: await db
      .selectFrom('weekly_job_skip')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .selectAll()
      .execute(),
    terms: await db
      .selectFrom('weekly_job_earlier_terms')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .selectAll()
      .execute(),
    assignments: await db
      .selectFrom('assignment')
      .where('weekly_job_id', 'in', ids)
      .orderBy('id')
      .select(['id', 'crew_id', 'weekday', 'released_at', 'released_from', 'release_reason'])
      .execute(),
    visits: await db
      .selectFrom('visit')
      .where('weekly_job_id', 'in', ids)
      .orderBy('weekly_job_id')
      .orderBy('date')
      .select(['id', 'date', 'state', 'starts_at', 'ends_at', 'quantity', 'crew_id', 'assignment_id'])
      .execute(),
  }
}

function start({ client }: Host, weeklyJobIds: readonly WeeklyJobId[], change: BulkChange, isWhole = false) {
  return client.call('POST /api/start-bulk-change', {
    body: { weeklyJobIds: [...weeklyJobIds], change: change as never, isWhole },
  })
}

async function apply(by: Host, change: BulkChange, ids = by.ids, isWhole = false): Promise<BulkChangeId> {
  const { body, status, text } = await start(by, ids, change, isWhole)
  expect([status, text]).toEqual([200, text])
  await testApp.work()
  return body.bulkChangeId
}

async function undo({ client }: Host, bulkChangeId: BulkChangeId): Promise<number> {
  const { status } = await client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })
  await testApp.work()
  return status
}

async function latest({ client }: Host) {
  return (await client.call('GET /api/bulk-changes')).body.changes[0]!
}

async function preview({ client, ids }: Host, change: BulkChange, chosen = ids) {
  const answer = await client.call('POST /api/preview-bulk-change', {
    body: { weeklyJobIds: chosen, change: change as never },
  })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}

async function noticesOf(userId: UserId): Promise<string[]> {
  const rows = await testApp.app.db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .orderBy('title')
    .select('title')
    .execute()
  return rows.map(({ title }) => title)
}

const WINDOW = {
  kind: 'window',
  from: FROM,
  window: { start: localTime('10:00'), end: localTime('12:00') },
} as const
const CHANGES: readonly BulkChange[] = [
  { kind: 'skip', weekOf: localDate('2026-04-16') },
  { kind: 'skip', weekOf: localDate('2026-04-16'), weekdays: [3] },
  { kind: 'pause', from: FROM, to: localDate('2026-04-19') },
  { kind: 'pause', from: FROM, to: null },
  WINDOW,
  { kind: 'window', from: FROM, window: null },
  { kind: 'weekdays', from: FROM, weekdays: [2, 5] },
  { kind: 'quantity', from: FROM, quantity: 4 },
  { kind: 'cancel' },
]

describe('each kind of change', () => {
  test.each(CHANGES.map((change) => [JSON.stringify(change), change] as const))(
    '%s is done as the preview says, and undone as if it had never been',
    async (_name, change) => {
      const by = await host(3)
      const crewId = await assign(by.ids[0]!, 3)
      await assign(by.ids[1]!, 3, crewId)
      const before = await recordOf(by.ids)
      const said = await preview(by, change)
      expect(said).toMatchObject({ jobCount: 3, changedCount: 3, refusedCount: 0, crewCount: 1 })
      expect(await recordOf(by.ids)).toEqual(before)

      const id = await apply(by, change)
      const changed = await recordOf(by.ids)
      expect(changed).not.toEqual(before)
      expect(await latest(by)).toMatchObject({ id, state: 'done', changedCount: 3, canUndo: true, noted: [] })
      const standing = changed.visits.filter(
        ({ state, date }) =>
          state !== 'skipped' && state !== 'cancelled' && date >= said.from && date <= said.to,
      )
      // Planned visits end four weeks ahead, so they are compared where both are.
      if (
        change.kind === 'skip' ||
        change.kind === 'cancel' ||
        (change.kind === 'pause' && change.to !== null)
      )
        expect(standing).toHaveLength(said.visitsAfter)

      expect(await undo(by, id)).toBe(200)
      expect(await latest(by)).toMatchObject({
        state: 'undone',
        undoneCount: 3,
        leftCount: 0,
        canUndo: false,
      })
      const undone = await recordOf(by.ids)
      const made = new Set(before.visits.map((visit) => visit.id))
      // A visit that came only with the change is left out again, as a row of the timeline.
      for (const extra of undone.visits.filter((visit) => !made.has(visit.id)))
        expect(extra.state).toBe('skipped')
      expect({ ...undone, visits: undone.visits.filter((visit) => made.has(visit.id)) }).toEqual(before)
      expect(await noticesOf(crewId)).toEqual(['Several weekly jobs changed', 'Weekly jobs are as they were'])
    },
  )

  test('money is what the same days cost before and after', async () => {
    const by = await host(2)
    const more = await preview(by, { kind: 'quantity', from: FROM, quantity: 4 })
    expect(more).toMatchObject({ visitsBefore: 8, visitsAfter: 8, from: '2026-04-13', to: '2026-05-10' })
    const single = await by.client.call('POST /api/preview-schedule-change', {
      body: { kind: 'change', weeklyJobId: by.ids[0]!, from: FROM, quantity: 4 },
    })
    expect(more.centsBefore).toBe(single.body.centsBefore! * 2)
    expect(more.centsAfter).toBe(single.body.centsAfter! * 2)
    expect(more.rows.map(({ centsAfter }) => centsAfter)).toEqual([
      single.body.centsAfter,
      single.body.centsAfter,
    ])
    const ended = await preview(by, { kind: 'cancel' })
    expect(ended).toMatchObject({ visitsBefore: 8, visitsAfter: 0, centsAfter: 0 })
  })
})

describe('what cannot be', () => {
  test('is named first in the preview, and left out with its reason while the rest is done', async () => {
    const by = await host(4)
    const [ended, taken] = [by.ids[0]!, by.ids[1]!]
    await by.client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: ended } })
    const [other] = await book(by.client, [await placeOf(taken)], [5])
    const change: BulkChange = { kind: 'weekdays', from: FROM, weekdays: [5] }
    const said = await preview(by, change)
    expect(said).toMatchObject({ changedCount: 2, refusedCount: 2 })
    expect(said.rows.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    const notes = new Map(said.rows.map(({ weeklyJobId, note }) => [weeklyJobId, note]))
    expect(notes.get(ended)).toMatch(/ended/)
    expect(notes.get(taken)).toMatch(/already/)

    await apply(by, change)
    const done = await latest(by)
    expect(done).toMatchObject({ state: 'done', changedCount: 2, refusedCount: 2 })
    expect(new Map(done.noted.map(({ weeklyJobId, note }) => [weeklyJobId, note]))).toEqual(
      new Map([...notes].filter(([, note]) => note !== '')),
    )
    const { jobs } = await recordOf([taken, other!])
    expect(jobs.map(({ weekdays }) => weekdays).sort()).toEqual([[3], [5]])
  })

  test('two jobs of one place that would come on one day are told apart by the preview as by the deed', async () => {
    const by = await host(1)
    const [second] = await book(by.client, [await placeOf(by.ids[0]!)], [5])
    const chosen = [by.ids[0]!, second!]
    const change: BulkChange = { kind: 'weekdays', from: FROM, weekdays: [2] }
    const said = await preview(by, change, chosen)
    await apply(by, change, chosen)
    const { noted } = await latest(by)
    expect(
      said.rows.filter(({ outcome }) => outcome === 'refused').map(({ weeklyJobId }) => weeklyJobId),
    ).toEqual(noted.map(({ weeklyJobId }) => weeklyJobId))
    expect(noted).toHaveLength(1)
  })

  test('what is so already is the same, and nobody hears of it', async () => {
    const by = await host(2)
    const crewId = await assign(by.ids[0]!, 3)
    const change: BulkChange = {
      kind: 'window',
      from: FROM,
      window: { start: localTime('07:00'), end: localTime('09:00') },
    }
    expect(await preview(by, change)).toMatchObject({ changedCount: 0, sameCount: 2 })
    await apply(by, change)
    expect(await latest(by)).toMatchObject({ state: 'done', sameCount: 2, changedCount: 0, canUndo: false })
    expect(await noticesOf(crewId)).toEqual([])
  })

  test('all or none: one that cannot be keeps all as they are', async () => {
    const by = await host(3)
    await by.client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: by.ids[1]! } })
    const before = await recordOf(by.ids)
    const refused = await start(by, by.ids, WINDOW, true)
    expect([refused.status, refused.failure.code]).toEqual([409, 'bulk_refuses_some'])
    expect(await recordOf(by.ids)).toEqual(before)
  })

  test('all or none: what turns out to be impossible on the way brings the rest back', async () => {
    const by = await host(3)
    await start(by, by.ids, WINDOW, true)
    const last = [...by.ids].sort().at(-1)!
    await by.client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: last } })
    const before = await recordOf(by.ids)
    await testApp.work()
    expect(await recordOf(by.ids)).toEqual(before)
    expect(await latest(by)).toMatchObject({
      state: 'given_up',
      undoneCount: 2,
      refusedCount: 1,
      canUndo: false,
    })
  })

  test('input says which part is wrong, and nobody reaches the jobs of others', async () => {
    const by = await host(1)
    const other = await host(1)
    const stolen = { weeklyJobIds: other.ids, change: { kind: 'cancel' as const } }
    for (const key of ['POST /api/preview-bulk-change', 'POST /api/start-bulk-change'] as const)
      expect((await by.client.call(key, { body: stolen })).status).toBe(404)
    const wrong = async (change: object, weeklyJobIds: readonly string[] = by.ids) =>
      Object.keys(
        (
          await by.client.call('POST /api/preview-bulk-change', {
            body: { weeklyJobIds, change } as never,
          })
        ).failure.fields ?? {},
      )
    expect(await wrong({ kind: 'cancel' }, [])).toEqual(['weeklyJobIds'])
    expect(await wrong({ kind: 'cancel' }, [by.ids[0]!, by.ids[0]!])).toEqual(['weeklyJobIds'])
    expect(await wrong({ kind: 'pause', from: '2026-04-20', to: '2026-04-19' })).toEqual(['change.to'])
    expect(await wrong({ ...WINDOW, window: { start: '12:00', end: '10:00' } })).toEqual([
      'change.window.end',
    ])
    expect(await wrong({ kind: 'weekdays', from: FROM, weekdays: [] })).toEqual(['change.weekdays'])
    const id = await apply(by, WINDOW)
    const theft = await other.client.call('POST /api/undo-bulk-change', { body: { bulkChangeId: id } })
    expect(theft.status).toBe(404)
    expect((await other.client.call('GET /api/bulk-changes')).body.changes).toEqual([])
  })
})

describe('the undo', () => {
  test('leaves what was changed since, and names it', async () => {
    const by = await host(3)
    const id = await apply(by, WINDOW)
    const weeklyJobId = by.ids[1]!
    await by.client.call('POST /api/change-weekly-job', { body: { weeklyJobId, from: FROM, quantity: 7 } })
    const left = await recordOf([weeklyJobId])
    await undo(by, id)
    expect(await latest(by)).toMatchObject({
      undoneCount: 2,
      leftCount: 1,
      noted: [{ weeklyJobId, note: 'It was changed since, so it stays as it is now.' }],
    })
    expect(await recordOf([weeklyJobId])).toEqual(left)
  })

  test('leaves what a crew took since, and names it', async () => {
    const by = await host(2)
    const id = await apply(by, { kind: 'weekdays', from: FROM, weekdays: [4] })
    const weeklyJobId = by.ids[0]!
    await assign(weeklyJobId, 4)
    const left = await recordOf([weeklyJobId])
    await undo(by, id)
    expect(await latest(by)).toMatchObject({
      undoneCount: 1,
      leftCount: 1,
      noted: [{ weeklyJobId, note: 'A crew took some of its days since, so it stays as it is now.' }],
    })
    expect(await recordOf([weeklyJobId])).toEqual(left)
  })

  test('a visit that a crew began since stays with its crew and hours, and is named', async () => {
    const by = await host(1)
    await assign(by.ids[0]!, 3)
    const from = localDate('2026-04-08')
    const id = await apply(by, { ...WINDOW, from })
    testApp.clock.set(instantAt(from, localTime('09:30'), 'America/Denver'))
    const first = (await recordOf(by.ids)).visits.find(({ date }) => date === from)!
    await begin(first.id, first.crew_id!)
    testApp.clock.set(instant(START + HOUR_MS / 2))
    await undo(by, id)
    const { visits } = await recordOf(by.ids)
    expect(visits.find((visit) => visit.id === first.id)).toMatchObject({
      state: 'in_progress',
      starts_at: first.starts_at,
    })
    expect(
      visits.filter((visit) => visit.id !== first.id).every((visit) => visit.starts_at !== first.starts_at),
    ).toBe(true)
    expect((await latest(by)).noted).toMatchObject([
      { note: 'A visit that a crew began or finished since stays as it is.' },
    ])
  })

  test('what a crew has taken off since is open again, and the rest is its own as before', async () => {
    const by = await host(1)
    const crewId = await assign(by.ids[0]!, 3)
    const id = await apply(by, { kind: 'cancel' })
    const off = localDate('2026-04-15')
    await testApp.app.db
      .insertInto('time_off')
      .values({ crew_id: crewId, from_date: off, to_date: off, created_at: toTimestamp(START) })
      .execute()
    await undo(by, id)
    const { visits } = await recordOf(by.ids)
    expect(visits.map(({ date, state, crew_id }) => [date, state, crew_id])).toEqual([
      ['2026-04-08', 'scheduled', crewId],
      ['2026-04-15', 'scheduled', null],
      ['2026-04-22', 'scheduled', crewId],
      ['2026-04-29', 'scheduled', crewId],
    ])
  })

  test('is there for an hour, once, and not before the change is done', async () => {
    const by = await host(1)
    const { body } = await start(by, by.ids, WINDOW)
    const { bulkChangeId } = body
    const early = await by.client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })
    expect([early.status, early.failure.code]).toEqual([409, 'bulk_not_done'])
    await testApp.work()
    testApp.clock.set(instant(START + HOUR_MS))
    const late = await by.client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })
    expect([late.status, late.failure.code]).toEqual([409, 'too_late'])
    testApp.clock.set(instant(START + HOUR_MS - 1))
    expect(await undo(by, bulkChangeId)).toBe(200)
    const undone = await recordOf(by.ids)
    expect(await undo(by, bulkChangeId)).toBe(200)
    expect(await recordOf(by.ids)).toEqual(undone)
  })

  /** As its crew does, without a phone. */
  async function begin(visitId: VisitId, crewId: UserId): Promise<void> {
    const { db, ports } = testApp.app
    const at = toTimestamp(ports.clock.now())
    await db.updateTable('visit').set({ state: 'in_progress' }).where('id', '=', visitId).execute()
    await db
      .insertInto('visit_event')
      .values({
        visit_id: visitId,
        at,
        actor_id: crewId,
        actor_role: 'crew',
        transition: 'start',
        from_state: 'confirmed',
        to_state: 'in_progress',
      })
      .execute()
  }
})

describe('many at once', () => {
  const quantity = (count: number): BulkChange => ({ kind: 'quantity', from: FROM, quantity: count })
  const runBoth = (by: Host, ...ids: readonly BulkChangeId[]) =>
    Promise.all(ids.map((id) => runBulk(testApp.app, by.scope, id)))

  test('two workers at one change do each job once', async () => {
    const by = await host(12)
    const { body } = await start(by, by.ids, { kind: 'skip', weekOf: localDate('2026-04-15') })
    await runBoth(by, body.bulkChangeId, body.bulkChangeId, body.bulkChangeId)
    await testApp.work()
    expect(await latest(by)).toMatchObject({ state: 'done', changedCount: 12 })
    expect(await eventsOf(by, 'skip')).toBe(12)
  })

  test('two changes of the same jobs both hold, and neither is lost', async () => {
    const by = await host(10)
    const one = (await start(by, by.ids, quantity(5))).body.bulkChangeId
    const other = (await start(by, [...by.ids].reverse(), WINDOW)).body.bulkChangeId
    await runBoth(by, one, other)
    await testApp.work()
    const { jobs } = await recordOf(by.ids)
    expect(new Set(jobs.map((job) => `${job.quantity} ${job.window_start}`))).toEqual(new Set(['5 10:00']))
    const changes = (await by.client.call('GET /api/bulk-changes')).body.changes
    expect(changes.map(({ changedCount }) => changedCount)).toEqual([10, 10])
  })

  test('two that end the same jobs end each once', async () => {
    const by = await host(8)
    const ids = [
      (await start(by, by.ids, { kind: 'cancel' })).body.bulkChangeId,
      (await start(by, by.ids, { kind: 'cancel' })).body.bulkChangeId,
    ]
    await runBoth(by, ...ids)
    await testApp.work()
    const changes = (await by.client.call('GET /api/bulk-changes')).body.changes
    expect(changes.reduce((sum, { changedCount }) => sum + changedCount, 0)).toBe(8)
    expect(changes.reduce((sum, { sameCount }) => sum + sameCount, 0)).toBe(8)
  })

  test('a single change beside it loses nothing, and what it changed is not undone', async () => {
    const by = await host(6)
    const { bulkChangeId } = (await start(by, by.ids, WINDOW)).body
    const singles = by.ids.map((weeklyJobId) =>
      by.client.call('POST /api/change-weekly-job', { body: { weeklyJobId, from: FROM, quantity: 9 } }),
    )
    const [answers] = await Promise.all([Promise.all(singles), runBulk(testApp.app, by.scope, bulkChangeId)])
    await testApp.work()
    expect(answers.map(({ status }) => status)).toEqual(by.ids.map(() => 200))
    const both = await recordOf(by.ids)
    expect(new Set(both.jobs.map((job) => `${job.quantity} ${job.window_start}`))).toEqual(
      new Set(['9 10:00']),
    )
    await undo(by, bulkChangeId)
    const { jobs } = await recordOf(by.ids)
    expect(jobs.every((job) => job.quantity === 9)).toBe(true)
  })

  test('what a crash broke off goes on where it stopped, and counts once', async () => {
    const by = await host(8)
    const crewId = await assign(by.ids[0]!, 3)
    const { bulkChangeId } = (await start(by, by.ids, { kind: 'skip', weekOf: localDate('2026-04-15') })).body
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
    await expect(runBulk(dying, by.scope, bulkChangeId)).rejects.toThrow('killed')
    const half = await latest(by)
    expect(half.state).toBe('running')
    expect(half.behindCount).toBeGreaterThan(0)
    expect(half.behindCount).toBeLessThan(8)
    await testApp.work()
    expect(await latest(by)).toMatchObject({ state: 'done', changedCount: 8 })
    expect(await eventsOf(by, 'skip')).toBe(8)
    expect(await noticesOf(crewId)).toEqual(['Several weekly jobs changed'])
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
