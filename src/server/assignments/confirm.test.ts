import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toId, type UserId, type VisitId } from '#domain/ids.ts'
import { visitWindow } from '#domain/schedule/recurrence.ts'
import { DAY_MS, type Instant, instantAt, localDate, localTime } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { lapseUnconfirmed } from './lapse-unconfirmed.ts'

const DENVER = 'America/Denver'
const at = (date: string, time: string, zone = DENVER) => instantAt(localDate(date), localTime(time), zone)

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function newCrew(more: Parameters<typeof buildCrew>[1] = {}, on = testApp) {
  const crew = await buildCrew(on.app, more)
  return { ...crew, client: await signedIn(on, crew) }
}

/** A visit that this crew has, with its window at the place's own clock. */
async function assignedVisit(crewId: UserId, date: string, { zone = DENVER, on = testApp } = {}) {
  const { userId: customerId } = await buildCustomer(on.app)
  const propertyId = await buildProperty(on.app, customerId, { timeZone: zone })
  const job = await buildWeeklyJob(on.app, {
    customerId,
    propertyId,
    window: { from: '08:00', until: '12:00' },
  })
  const visitId = await buildVisit(on.app, job, { date: localDate(date), crewId })
  const { startsAt, endsAt } = visitWindow(localDate(date), localTime('08:00'), localTime('12:00'), zone)
  await on.app.db
    .updateTable('visit')
    .set({ starts_at: toTimestamp(startsAt), ends_at: toTimestamp(endsAt) })
    .where('id', '=', visitId)
    .execute()
  return { visitId, customerId }
}

async function rowOf(visitId: VisitId, on = testApp) {
  return on.app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
}

/** On the same database, as if nothing had been before: no visits of other tests, no schedules begun. */
async function appAt(start: Instant): Promise<TestApp> {
  const own = await createTestApp({ start })
  await own.app.db.deleteFrom('task_schedule').execute()
  await own.app.db.deleteFrom('task').execute()
  await own.app.db.updateTable('visit').set({ state: 'cancelled' }).execute()
  await own.work()
  return own
}

/** Lets time pass at once: what came due meanwhile runs now. */
async function jumpTo(own: TestApp, to: Instant): Promise<void> {
  own.clock.set(to)
  await own.work()
}

const confirm = (client: Client, visitIds: VisitId[]) =>
  client.call('POST /api/confirm-visits', { body: { visitIds } })

describe('the week to confirm', () => {
  test('is next week by day, with pay, the cutoff, and what is confirmed already', async () => {
    const { userId, client } = await newCrew()
    const tuesday = await assignedVisit(userId, '2026-03-10')
    const monday = await assignedVisit(userId, '2026-03-09')
    await assignedVisit(userId, '2026-03-16')
    await confirm(client, [tuesday.visitId])
    const { body } = await client.call('POST /api/get-visits-to-confirm')
    expect(body.week).toEqual({ from: '2026-03-09', to: '2026-03-15' })
    expect(body.days.map(({ date, visits }) => [date, visits.length])).toEqual([
      ['2026-03-09', 1],
      ['2026-03-10', 1],
    ])
    expect(body.days[0]!.visits[0]).toMatchObject({
      visitId: monday.visitId,
      isConfirmed: false,
      payCents: 700,
      window: { from: '08:00', until: '12:00' },
      // Daylight saving time begins on the Sunday between: the cutoff is still Saturday at six.
      confirmBy: '2026-03-08T01:00:00.000Z',
    })
    expect(body).toMatchObject({
      unconfirmedCount: 1,
      unconfirmedPayCents: 700,
      confirmBy: '2026-03-08T01:00:00.000Z',
    })
  })

  test('is empty for a crew without visits, and for crews alone', async () => {
    const { client } = await newCrew()
    const { body } = await client.call('POST /api/get-visits-to-confirm')
    expect(body).toMatchObject({ days: [], confirmBy: null, unconfirmedCount: 0, unconfirmedPayCents: 0 })
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    expect((await customer.call('POST /api/get-visits-to-confirm')).status).toBe(403)
    expect((await testApp.client().call('POST /api/get-visits-to-confirm')).status).toBe(401)
  })
})

describe('confirming', () => {
  test('counts once however often it is sent, and can be taken back', async () => {
    const { userId, client } = await newCrew()
    const visits = [await assignedVisit(userId, '2026-03-09'), await assignedVisit(userId, '2026-03-10')]
    const visitIds = visits.map(({ visitId }) => visitId)
    const answers = await Promise.all([1, 2, 3].map(() => confirm(client, visitIds)))
    for (const { status, body } of answers) {
      expect([status, body.lost]).toEqual([200, []])
      expect([...body.visitIds].sort()).toEqual([...visitIds].sort())
    }
    const events = await testApp.app.db
      .selectFrom('visit_event')
      .where('visit_id', 'in', visitIds)
      .where('transition', '=', 'confirm')
      .select('crew_id')
      .execute()
    expect(events).toEqual([{ crew_id: userId }, { crew_id: userId }])
    const undone = await client.call('POST /api/unconfirm-visits', { body: { visitIds: [visitIds[0]!] } })
    expect(undone.body).toEqual({ visitIds: [visitIds[0]], lost: [] })
    expect((await rowOf(visitIds[0]!)).state).toBe('scheduled')
    expect((await rowOf(visitIds[1]!)).state).toBe('confirmed')
  })

  test('threats Z2: with one id of another crew nothing is confirmed', async () => {
    const { userId, client } = await newCrew()
    const other = await newCrew()
    const own = await assignedVisit(userId, '2026-03-09')
    const foreign = await assignedVisit(other.userId, '2026-03-09')
    for (const wrong of [foreign.visitId, toId<VisitId>(crypto.randomUUID())])
      expect((await confirm(client, [own.visitId, wrong])).status).toBe(404)
    expect((await rowOf(own.visitId)).state).toBe('scheduled')
    expect((await rowOf(foreign.visitId)).state).toBe('scheduled')
    expect((await confirm(client, [])).status).toBe(400)
  })

  test('field 44: is refused to a frozen crew, which may still read its week and release', async () => {
    const { userId, client } = await newCrew({ frozenUntil: (testApp.clock.now() + DAY_MS) as Instant })
    const { visitId } = await assignedVisit(userId, '2026-03-09')
    expect((await confirm(client, [visitId])).failure.code).toBe('account_frozen')
    expect((await client.call('POST /api/get-visits-to-confirm')).body.unconfirmedCount).toBe(1)
    expect((await client.call('POST /api/release-visit', { body: { visitId } })).status).toBe(200)
  })

  test('names a visit that the customer skipped meanwhile and confirms the others', async () => {
    const { userId, client } = await newCrew()
    const kept = await assignedVisit(userId, '2026-03-09')
    const skipped = await assignedVisit(userId, '2026-03-10')
    const customer = await signedIn(testApp, { userId: skipped.customerId })
    await customer.call('POST /api/skip-visit', { body: { visitId: skipped.visitId } })
    const { body } = await confirm(client, [kept.visitId, skipped.visitId])
    expect(body.visitIds).toEqual([kept.visitId])
    expect(body.lost).toEqual([{ visitId: skipped.visitId, reason: expect.stringMatching(/^[A-Z].*\.$/) }])
  })
})

describe('the cutoff', () => {
  test.each([
    ['before the clocks go forward', '2026-03-07', '2026-03-09'],
    ['before the clocks go back', '2026-10-31', '2026-11-02'],
  ])(
    '%s is Saturday at six of the place: unconfirmed visits are open from then',
    async (_name, saturday, monday) => {
      const own = await appAt(at(saturday, '17:30'))
      try {
        await own.work()
        const yes = await newCrew({}, own)
        const no = await newCrew({}, own)
        const kept = await assignedVisit(yes.userId, monday, { on: own })
        const lapsed = await Promise.all([1, 2].map(() => assignedVisit(no.userId, monday, { on: own })))
        await confirm(yes.client, [kept.visitId])
        await jumpTo(own, (at(saturday, '18:00') - 1) as Instant)
        for (const { visitId } of lapsed) expect((await rowOf(visitId, own)).crew_id).toBe(no.userId)
        await jumpTo(own, at(saturday, '18:00'))
        for (const { visitId } of lapsed)
          expect(await rowOf(visitId, own)).toMatchObject({ crew_id: null, state: 'scheduled' })
        expect(await rowOf(kept.visitId, own)).toMatchObject({ crew_id: yes.userId, state: 'confirmed' })
        const late = await confirm(no.client, [lapsed[0]!.visitId])
        expect([late.status, late.body.visitIds, late.body.lost.length]).toEqual([200, [], 1])
      } finally {
        await own.close()
      }
    },
  )

  test('of a place in another zone than its market is on its own clock', async () => {
    const own = await appAt(at('2026-03-07', '11:30'))
    try {
      const { userId } = await newCrew({}, own)
      const visits = {
        'America/New_York': await assignedVisit(userId, '2026-03-09', { zone: 'America/New_York', on: own }),
        [DENVER]: await assignedVisit(userId, '2026-03-09', { on: own }),
        'America/Los_Angeles': await assignedVisit(userId, '2026-03-09', {
          zone: 'America/Los_Angeles',
          on: own,
        }),
      }
      // Noon is when the cutoffs of other zones are set.
      await jumpTo(own, at('2026-03-07', '12:00'))
      for (const zone of ['America/New_York', DENVER, 'America/Los_Angeles'] as const) {
        const cutoff = at('2026-03-07', '18:00', zone)
        await jumpTo(own, (cutoff - 1) as Instant)
        expect((await rowOf(visits[zone].visitId, own)).crew_id).toBe(userId)
        await jumpTo(own, cutoff)
        expect((await rowOf(visits[zone].visitId, own)).crew_id).toBeNull()
      }
    } finally {
      await own.close()
    }
  })

  test('reminds while something is unconfirmed, notifies of a lapsed week once, and the customer once', async () => {
    const own = await appAt(at('2026-03-05', '17:30'))
    try {
      const yes = await newCrew({}, own)
      const no = await newCrew({}, own)
      const kept = await assignedVisit(yes.userId, '2026-03-09', { on: own })
      const { userId: customerId } = await buildCustomer(own.app)
      const job = await buildWeeklyJob(own.app, { customerId, window: { from: '08:00', until: '12:00' } })
      for (const date of ['2026-03-09', '2026-03-10', '2026-03-11'])
        await buildVisit(own.app, job, { date: localDate(date), crewId: no.userId })
      await jumpTo(own, at('2026-03-05', '19:00'))
      await confirm(yes.client, [kept.visitId])
      await jumpTo(own, at('2026-03-07', '12:00'))
      await jumpTo(own, at('2026-03-07', '18:00'))
      await jumpTo(own, at('2026-03-07', '21:00'))
      const notices = async (userId: UserId, subject: RegExp) =>
        (
          await own.app.db
            .selectFrom('outbox_message')
            .where('user_id', '=', userId)
            .where('channel', '=', 'mail')
            .selectAll()
            .execute()
        ).filter((message) => subject.test(message.subject))
      expect(await notices(yes.userId, /Confirm next week/)).toHaveLength(1)
      expect(await notices(no.userId, /Confirm next week/)).toHaveLength(2)
      const lapses = await notices(no.userId, /went to others/)
      expect(lapses).toHaveLength(1)
      expect(lapses[0]!.body).toContain('3 visits')
      expect(await notices(yes.userId, /went to others/)).toHaveLength(0)
      expect(await notices(customerId, /another crew/)).toHaveLength(1)
    } finally {
      await own.close()
    }
  })

  test('leaves a visit that its crew was given after it', async () => {
    const own = await appAt(at('2026-03-07', '18:30'))
    try {
      const { userId } = await newCrew({}, own)
      const { visitId } = await assignedVisit(userId, '2026-03-09', { on: own })
      await own.app.db
        .insertInto('visit_event')
        .values({
          visit_id: visitId,
          at: toTimestamp(own.clock.now()),
          actor_role: 'operator',
          transition: 'assign',
          from_state: 'scheduled',
          to_state: 'scheduled',
          crew_id: userId,
        })
        .execute()
      const market = await own.app.db.selectFrom('market').select('id').executeTakeFirstOrThrow()
      expect(await lapseUnconfirmed(own.app, market.id)).toBe(0)
      expect((await rowOf(visitId, own)).crew_id).toBe(userId)
    } finally {
      await own.close()
    }
  })

  test('threats S3: racing a confirmation ends in one of two ways for each visit', async () => {
    const own = await appAt(at('2026-03-07', '18:00'))
    try {
      const market = await own.app.db.selectFrom('market').select('id').executeTakeFirstOrThrow()
      for (let round = 0; round < 8; round++) {
        const { userId, client } = await newCrew({}, own)
        const visits = await Promise.all(
          [1, 2, 3].map(() => assignedVisit(userId, '2026-03-09', { on: own })),
        )
        const ids = visits.map(({ visitId }) => visitId)
        const [answer] = await Promise.all([confirm(client, ids), lapseUnconfirmed(own.app, market.id)])
        expect(answer.status).toBe(200)
        for (const visitId of ids) {
          const { state, crew_id } = await rowOf(visitId, own)
          const isKept = answer.body.visitIds.includes(visitId)
          expect([state, crew_id]).toEqual(isKept ? ['confirmed', userId] : ['scheduled', null])
        }
      }
    } finally {
      await own.close()
    }
  })
})
