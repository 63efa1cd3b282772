import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { BulkChange } from '#domain/portfolio/bulk.ts'
import { HOUR_MS, instant, instantAt, localDate, localTime } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import type { TestApp } from '#testing/app.ts'
import { buildCrew, signedIn } from '#testing/build.ts'
import { offersOf } from '#testing/build-offers.ts'
import * as on from './build-bulk.testing.ts'
import { FROM, START, WINDOW } from './build-bulk.testing.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await on.open()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

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
      const by = await on.host(3)
      const crewId = await on.assign(by.ids[0]!, 3)
      await on.assign(by.ids[1]!, 3, crewId)
      const before = await on.recordOf(by.ids)
      const said = await on.preview(by, change)
      expect(said).toMatchObject({ jobCount: 3, changedCount: 3, refusedCount: 0, crewCount: 1 })
      expect(await on.recordOf(by.ids)).toEqual(before)

      const id = await on.apply(by, change)
      const changed = await on.recordOf(by.ids)
      expect(changed).not.toEqual(before)
      expect(await on.latest(by)).toMatchObject({
        id,
        state: 'done',
        changedCount: 3,
        canUndo: true,
        noted: [],
      })
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

      expect(await on.undo(by, id)).toBe(200)
      expect(await on.latest(by)).toMatchObject({
        state: 'undone',
        undoneCount: 3,
        leftCount: 0,
        canUndo: false,
      })
      const undone = await on.recordOf(by.ids)
      const made = new Set(before.visits.map((visit) => visit.id))
      // A visit that came only with the change is left out again, as a row of the timeline.
      for (const extra of undone.visits.filter((visit) => !made.has(visit.id)))
        expect(extra.state).toBe('skipped')
      expect({ ...undone, visits: undone.visits.filter((visit) => made.has(visit.id)) }).toEqual(before)
      expect(await on.noticesOf(crewId)).toEqual([
        'Several weekly jobs changed',
        'Weekly jobs are as they were',
      ])
    },
  )

  test('money is what the same days cost before and after', async () => {
    const by = await on.host(2)
    const more = await on.preview(by, { kind: 'quantity', from: FROM, quantity: 4 })
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
    const ended = await on.preview(by, { kind: 'cancel' })
    expect(ended).toMatchObject({ visitsBefore: 8, visitsAfter: 0, centsAfter: 0 })
  })
})

describe('what cannot be', () => {
  test('is named first in the preview, and left out with its reason while the rest is done', async () => {
    const by = await on.host(4)
    const [ended, taken] = [by.ids[0]!, by.ids[1]!]
    await by.client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: ended } })
    const [other] = await on.book(by.client, [await on.placeOf(taken)], [5])
    const change: BulkChange = { kind: 'weekdays', from: FROM, weekdays: [5] }
    const said = await on.preview(by, change)
    expect(said).toMatchObject({ changedCount: 2, refusedCount: 2 })
    expect(said.rows.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    const notes = new Map(said.rows.map(({ weeklyJobId, note }) => [weeklyJobId, note]))
    expect(notes.get(ended)).toMatch(/ended/)
    expect(notes.get(taken)).toMatch(/already/)

    await on.apply(by, change)
    const done = await on.latest(by)
    expect(done).toMatchObject({ state: 'done', changedCount: 2, refusedCount: 2 })
    expect(new Map(done.noted.map(({ weeklyJobId, note }) => [weeklyJobId, note]))).toEqual(
      new Map([...notes].filter(([, note]) => note !== '')),
    )
    const { jobs } = await on.recordOf([taken, other!])
    expect(jobs.map(({ weekdays }) => weekdays).sort()).toEqual([[3], [5]])
  })

  test('two jobs of one place that would come on one day are told apart by the preview as by the deed', async () => {
    const by = await on.host(1)
    const [second] = await on.book(by.client, [await on.placeOf(by.ids[0]!)], [5])
    const chosen = [by.ids[0]!, second!]
    const change: BulkChange = { kind: 'weekdays', from: FROM, weekdays: [2] }
    const said = await on.preview(by, change, chosen)
    await on.apply(by, change, chosen)
    const { noted } = await on.latest(by)
    expect(
      said.rows.filter(({ outcome }) => outcome === 'refused').map(({ weeklyJobId }) => weeklyJobId),
    ).toEqual(noted.map(({ weeklyJobId }) => weeklyJobId))
    expect(noted).toHaveLength(1)
  })

  test('what is so already is the same, and nobody hears of it', async () => {
    const by = await on.host(2)
    const crewId = await on.assign(by.ids[0]!, 3)
    const change: BulkChange = {
      kind: 'window',
      from: FROM,
      window: { start: localTime('07:00'), end: localTime('09:00') },
    }
    expect(await on.preview(by, change)).toMatchObject({ changedCount: 0, sameCount: 2 })
    await on.apply(by, change)
    expect(await on.latest(by)).toMatchObject({
      state: 'done',
      sameCount: 2,
      changedCount: 0,
      canUndo: false,
    })
    expect(await on.noticesOf(crewId)).toEqual([])
  })

  test('all or none: one that cannot be keeps all as they are', async () => {
    const by = await on.host(3)
    await by.client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: by.ids[1]! } })
    const before = await on.recordOf(by.ids)
    const refused = await by.client.call('POST /api/start-bulk-change', {
      body: { weeklyJobIds: by.ids, change: WINDOW, isWhole: true },
    })
    expect([refused.status, refused.failure.code]).toEqual([409, 'bulk_refuses_some'])
    expect(await on.recordOf(by.ids)).toEqual(before)
  })

  test('all or none: what turns out to be impossible on the way brings the rest back', async () => {
    const by = await on.host(3)
    await on.start(by, by.ids, WINDOW, true)
    const last = [...by.ids].sort().at(-1)!
    await by.client.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: last } })
    const before = await on.recordOf(by.ids)
    await testApp.work()
    expect(await on.recordOf(by.ids)).toEqual(before)
    expect(await on.latest(by)).toMatchObject({
      state: 'given_up',
      undoneCount: 2,
      refusedCount: 1,
      canUndo: false,
    })
  })

  test('input says which part is wrong, and nobody reaches the jobs of others', async () => {
    const by = await on.host(1)
    const other = await on.host(1)
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
    const id = await on.apply(by, WINDOW)
    const theft = await other.client.call('POST /api/undo-bulk-change', { body: { bulkChangeId: id } })
    expect(theft.status).toBe(404)
    expect((await other.client.call('GET /api/bulk-changes')).body.changes).toEqual([])
  })
})

describe('the undo', () => {
  test('leaves what was changed since, and names it', async () => {
    const by = await on.host(3)
    const id = await on.apply(by, WINDOW)
    const weeklyJobId = by.ids[1]!
    await by.client.call('POST /api/change-weekly-job', { body: { weeklyJobId, from: FROM, quantity: 7 } })
    const left = await on.recordOf([weeklyJobId])
    await on.undo(by, id)
    expect(await on.latest(by)).toMatchObject({
      undoneCount: 2,
      leftCount: 1,
      noted: [{ weeklyJobId, note: 'It was changed since, so it stays as it is now.' }],
    })
    expect(await on.recordOf([weeklyJobId])).toEqual(left)
  })

  test('leaves what a crew took since, and names it', async () => {
    const by = await on.host(2)
    const id = await on.apply(by, { kind: 'weekdays', from: FROM, weekdays: [4] })
    const weeklyJobId = by.ids[0]!
    await on.assign(weeklyJobId, 4)
    const left = await on.recordOf([weeklyJobId])
    await on.undo(by, id)
    expect(await on.latest(by)).toMatchObject({
      undoneCount: 1,
      leftCount: 1,
      noted: [{ weeklyJobId, note: 'A crew took some of its days since, so it stays as it is now.' }],
    })
    expect(await on.recordOf([weeklyJobId])).toEqual(left)
  })

  test('a visit that a crew began since stays with its crew and hours, and is named', async () => {
    const by = await on.host(1)
    await on.assign(by.ids[0]!, 3)
    const from = localDate('2026-04-08')
    const id = await on.apply(by, { ...WINDOW, from })
    testApp.clock.set(instantAt(from, localTime('09:30'), 'America/Denver'))
    const first = (await on.recordOf(by.ids)).visits.find(({ date }) => date === from)!
    await begin(first.id, first.crew_id!)
    testApp.clock.set(instant(START + HOUR_MS / 2))
    await on.undo(by, id)
    const { visits } = await on.recordOf(by.ids)
    expect(visits.find((visit) => visit.id === first.id)).toMatchObject({
      state: 'in_progress',
      starts_at: first.starts_at,
    })
    expect(
      visits.filter((visit) => visit.id !== first.id).every((visit) => visit.starts_at !== first.starts_at),
    ).toBe(true)
    expect((await on.latest(by)).noted).toMatchObject([
      { note: 'A visit that a crew began or finished since stays as it is.' },
    ])
  })

  test('what a crew has taken off since is open again, and the rest is its own as before', async () => {
    const by = await on.host(1)
    const crewId = await on.assign(by.ids[0]!, 3)
    const id = await on.apply(by, { kind: 'cancel' })
    const off = localDate('2026-04-15')
    await testApp.app.db
      .insertInto('time_off')
      .values({ crew_id: crewId, from_date: off, to_date: off, created_at: toTimestamp(START) })
      .execute()
    await on.undo(by, id)
    const { visits } = await on.recordOf(by.ids)
    expect(visits.map(({ date, state, crew_id }) => [date, state, crew_id])).toEqual([
      ['2026-04-08', 'scheduled', crewId],
      ['2026-04-15', 'scheduled', null],
      ['2026-04-22', 'scheduled', crewId],
      ['2026-04-29', 'scheduled', crewId],
    ])
  })

  test('gives a visit back to the crew that had accepted it, whose word holds again', async () => {
    const by = await on.host(1)
    const crew = await buildCrew(testApp.app, { name: 'Maria Lopez' })
    const taken = await testApp.app.db
      .selectFrom('visit')
      .where('weekly_job_id', '=', by.ids[0]!)
      .where('date', '=', localDate('2026-04-08'))
      .select('id')
      .executeTakeFirstOrThrow()
    const offered = await testApp.app.db
      .insertInto('offer')
      .columns([
        'visit_id',
        'crew_id',
        'wave',
        'is_standing',
        'pay_cents',
        'raise_cents',
        'starts_at',
        'ends_at',
        'quantity',
        'state',
        'sent_at',
        'expires_at',
      ])
      .expression((db) =>
        db
          .selectFrom('visit')
          .where('id', '=', taken.id)
          .select((is) => [
            'id',
            is.val(crew.userId).as('crew_id'),
            is.lit(1).as('wave'),
            is.lit(false).as('is_standing'),
            is.lit(900).as('pay_cents'),
            is.lit(0).as('raise_cents'),
            'starts_at',
            'ends_at',
            'quantity',
            is.val('open' as const).as('state'),
            is.val(toTimestamp(START)).as('sent_at'),
            'ends_at as expires_at',
          ]),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const client = await signedIn(testApp, crew)
    const offerId = offered.id
    expect((await client.call('POST /api/accept-offer', { body: { offerId } })).status).toBe(200)

    const id = await on.apply(by, { kind: 'cancel' })
    expect((await offersOf(testApp.app, taken.id)).map(({ state }) => state)).toEqual(['withdrawn'])
    await on.undo(by, id)
    expect(await offersOf(testApp.app, taken.id)).toMatchObject([{ crew_id: crew.userId, state: 'accepted' }])
    const { visits } = await on.recordOf(by.ids)
    expect(visits[0]).toMatchObject({ date: '2026-04-08', state: 'scheduled', crew_id: crew.userId })
  })

  test('is there for an hour, once, and not before the change is done', async () => {
    const by = await on.host(1)
    const { body } = await on.start(by, by.ids, WINDOW)
    const { bulkChangeId } = body
    const early = await by.client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })
    expect([early.status, early.failure.code]).toEqual([409, 'bulk_not_done'])
    await testApp.work()
    testApp.clock.set(instant(START + HOUR_MS))
    const late = await by.client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })
    expect([late.status, late.failure.code]).toEqual([409, 'too_late'])
    testApp.clock.set(instant(START + HOUR_MS - 1))
    expect(await on.undo(by, bulkChangeId)).toBe(200)
    const undone = await on.recordOf(by.ids)
    expect(await on.undo(by, bulkChangeId)).toBe(200)
    expect(await on.recordOf(by.ids)).toEqual(undone)
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

describe('chosen crews', () => {
  const chosenAt = async (by: on.Host) => {
    const rows = await testApp.app.db
      .selectFrom('place_crew')
      .innerJoin('property', 'property.id', 'place_crew.property_id')
      .where('property.customer_id', '=', by.scope.userId)
      .orderBy('property.name')
      .orderBy('rank')
      .select(['property.name', 'crew_id'])
      .execute()
    return rows.map(({ name, crew_id }) => [name, crew_id])
  }
  /** Two crews that the host knows: one has a weekly job of it, one is a favourite that does no bins. */
  async function hostWithCrews() {
    const by = await on.host(2)
    const { db } = testApp.app
    const [rosa, lee] = [
      await buildCrew(testApp.app, { name: 'Rosa Vega' }),
      await buildCrew(testApp.app, { name: 'Lee Park', services: ['doorstep_trash'] }),
    ]
    const at = toTimestamp(START)
    await db
      .insertInto('assignment')
      .values({
        weekly_job_id: by.ids[0]!,
        weekday: 3,
        crew_id: rosa.userId,
        taken_at: at,
        from_date: localDate('2026-04-06'),
      })
      .execute()
    await db
      .insertInto('customer_crew_mark')
      .values({ customer_id: by.scope.userId, crew_id: lee.userId, mark: 'favourite', created_at: at })
      .execute()
    return { by, rosa: rosa.userId, lee: lee.userId }
  }

  test('come to the place of each, once, with no visit and no price changed, and go with the undo', async () => {
    const { by, rosa, lee } = await hostWithCrews()
    const known = (await by.client.call('GET /api/known-crews')).body.crews
    expect(known.map(({ firstName }) => firstName)).toEqual(['Lee', 'Rosa'])
    const extra = await on.book(by.client, await placesOf(by), [5])
    const all = [...by.ids, ...extra]
    const change = { kind: 'crews', crewIds: [rosa, lee] } as const
    const preview = await on.preview(by, change, all)
    expect(preview).toMatchObject({ changedCount: 2, sameCount: 2, refusedCount: 0, crewCount: 0 })
    expect(preview.visitsAfter).toBe(preview.visitsBefore)
    expect(preview.centsAfter).toBe(preview.centsBefore)
    expect(preview.rows[0]?.note).toBe('Lee doesn’t do this service and isn’t asked for it.')
    const id = (await on.start(by, all, change)).body.bulkChangeId
    await testApp.work()
    const both = [
      ['Place 00', rosa],
      ['Place 00', lee],
      ['Place 01', rosa],
      ['Place 01', lee],
    ]
    expect(await chosenAt(by)).toEqual(both)
    expect(await on.preview(by, change, all)).toMatchObject({ changedCount: 0, sameCount: 4 })
    expect(await on.undo(by, id)).toBe(200)
    await testApp.work()
    expect(await chosenAt(by)).toEqual([])
  })

  test('that were changed since stay where they were, and are named', async () => {
    const { by, rosa, lee } = await hostWithCrews()
    const id = (await on.start(by, by.ids, { kind: 'crews', crewIds: [rosa] })).body.bulkChangeId
    await testApp.work()
    const [first] = await placesOf(by)
    await by.client.call('POST /api/save-place-crews', { body: { propertyId: first!, crewIds: [lee] } })
    await on.undo(by, id)
    await testApp.work()
    expect(await chosenAt(by)).toEqual([['Place 00', lee]])
  })

  test('are none that the host does not know, or knows and turned away', async () => {
    const { by, rosa } = await hostWithCrews()
    const stranger = (await buildCrew(testApp.app)).userId
    const body = (crewIds: UserId[]) => ({
      weeklyJobIds: by.ids,
      change: { kind: 'crews', crewIds } as const,
    })
    for (const crewIds of [[stranger], [rosa, rosa]]) {
      const answer = await by.client.call('POST /api/start-bulk-change', { body: body(crewIds) })
      expect([answer.status, Object.keys(answer.failure.fields ?? {})]).toEqual([400, ['change.crewIds']])
    }
    expect(await chosenAt(by)).toEqual([])
  })

  async function placesOf(by: on.Host) {
    const rows = await testApp.app.db
      .selectFrom('property')
      .where('customer_id', '=', by.scope.userId)
      .orderBy('name')
      .select('id')
      .execute()
    return rows.map(({ id }) => id)
  }
})
