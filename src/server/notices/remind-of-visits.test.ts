import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import {
  addDays,
  HOUR_MS,
  type Instant,
  instantAt,
  type LocalDate,
  localDate,
  localTime,
  MINUTE_MS,
} from '#domain/time.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { applyOneTransition } from '../visits/apply-transition.ts'
import { savePreferences } from './preference-queries.ts'
import { countUnread } from './queries.ts'
import { readNotices } from './read-notices.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
// A schedule's clock only goes forward, so each test begins without any.
beforeEach(() => goBackTo(BEFORE))

const DAY = localDate('2026-03-04')
const at = (date: LocalDate, time: string, zone = 'America/Denver') => instantAt(date, localTime(time), zone)
const EVENING = at(addDays(DAY, -1), '18:00')
const MORNING = at(DAY, '06:30')
const BEFORE = (EVENING - 4 * HOUR_MS) as Instant

async function goBackTo(now: Instant) {
  testApp.clock.set(now)
  await testApp.app.db.deleteFrom('task_schedule').execute()
  await testApp.app.db.deleteFrom('task').execute()
  await testApp.work()
}

async function newVisit(
  input: { name?: string; zone?: string; date?: LocalDate; customerId?: UserId; crewId?: UserId } = {},
) {
  const { app } = testApp
  const customerId = input.customerId ?? (await buildCustomer(app)).userId
  const crewId = input.crewId ?? (await buildCrew(app)).userId
  for (const userId of [customerId, crewId])
    await savePreferences(app.db, userId, [{ event: 'visit_reminder', channel: 'mail', isOn: true }])
  const propertyId = await buildProperty(app, customerId, {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.zone === undefined ? {} : { timeZone: input.zone }),
  })
  const job = await buildWeeklyJob(app, {
    customerId,
    propertyId,
    window: { from: '08:00', until: '10:00' },
    weekdays: [3],
  })
  const visitId = await buildVisit(app, job, { date: input.date ?? DAY, crewId, state: 'confirmed' })
  return { customerId, crewId, visitId, weeklyJobId: job.weeklyJobId }
}

/** What a person was reminded of: in the list, and by mail. */
async function remindersOf(userId: UserId) {
  const { app } = testApp
  const mails = await app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('dedupe_key', 'like', 'mail:reminder:%')
    .orderBy('created_at')
    .select(['subject', 'body', 'created_at'])
    .execute()
  const { notices } = await readNotices(app.db, { userId, locale: 'en' }, { limit: 50 })
  return { mails, listed: notices.filter(({ event }) => event === 'visit_reminder') }
}

const start = (delta = 0) => testApp.goTo((EVENING + delta) as Instant)

describe('a reminder', () => {
  test('reaches the customer the evening before and the crew in the morning, once, with the count', async () => {
    const { customerId, crewId } = await newVisit({ name: 'Elm House' })
    await newVisit({ customerId, crewId, name: 'Oak House' })
    await start(-MINUTE_MS)
    expect((await remindersOf(customerId)).mails).toEqual([])
    await start()
    expect((await remindersOf(crewId)).mails).toEqual([])
    await testApp.goTo((MORNING + 5 * MINUTE_MS) as Instant)
    await testApp.goTo((MORNING + HOUR_MS) as Instant)
    const customer = await remindersOf(customerId)
    expect(customer.mails.map(({ subject }) => subject)).toEqual(['Wed, Mar 4: 2 visits'])
    expect(customer.mails[0]!.body).toContain(
      'Bins to the curb and back, Elm House: 8:00 AM MST to 10:00 AM MST\n',
    )
    expect((await remindersOf(crewId)).mails.map(({ subject }) => subject)).toEqual(['Wed, Mar 4: 2 stops'])
    expect((await remindersOf(crewId)).listed).toMatchObject([{ title: 'Wed, Mar 4: 2 stops', url: '/' }])
  })

  test('keeps to the clock of the place', async () => {
    const { customerId } = await newVisit({ zone: 'America/New_York' })
    await testApp.goTo((at(addDays(DAY, -1), '18:00', 'America/New_York') - MINUTE_MS) as Instant)
    expect((await remindersOf(customerId)).mails).toEqual([])
    await testApp.goTo(at(addDays(DAY, -1), '18:00', 'America/New_York'))
    expect((await remindersOf(customerId)).mails).toHaveLength(1)
  })

  test.each([
    ['spring forward', '2026-03-08'],
    ['fall back', '2026-11-01'],
  ])('comes at six in the evening before %s, too', async (_name, date) => {
    await goBackTo(at(addDays(localDate(date), -1), '14:00'))
    const { customerId } = await newVisit({ date: localDate(date) })
    const evening = at(addDays(localDate(date), -1), '18:00')
    await testApp.goTo((evening - MINUTE_MS) as Instant)
    expect((await remindersOf(customerId)).mails).toEqual([])
    await testApp.goTo(evening)
    expect((await remindersOf(customerId)).mails).toHaveLength(1)
  })
})

describe('field 37: a reminder dies with its visit', () => {
  const step = (visitId: VisitId, transition: 'cancel' | 'skip' | 'release') =>
    testApp.app.db.transaction().execute((trx) =>
      applyOneTransition(trx, {
        app: testApp.app,
        visitId,
        transition,
        actor: transition === 'release' ? { kind: 'operator', id: null, isFrozen: false } : SYSTEM,
        now: testApp.clock.now(),
      }),
    )
  const set = (visitId: VisitId, values: Record<string, unknown>) =>
    testApp.app.db.updateTable('visit').set(values).where('id', '=', visitId).execute()

  const ENDINGS: [string, (visitId: VisitId) => Promise<unknown>, 'both' | 'crew'][] = [
    ['cancelled', (visitId) => step(visitId, 'cancel'), 'both'],
    ['skipped', (visitId) => step(visitId, 'skip'), 'both'],
    ['released', (visitId) => step(visitId, 'release'), 'crew'],
    ['removed', (visitId) => testApp.app.db.deleteFrom('visit').where('id', '=', visitId).execute(), 'both'],
    [
      'moved',
      (visitId) => {
        const day = addDays(DAY, 3)
        const times = { starts_at: toTimestamp(at(day, '08:00')), ends_at: toTimestamp(at(day, '10:00')) }
        return set(visitId, { date: day, ...times })
      },
      'both',
    ],
    [
      'completed',
      (visitId) =>
        set(visitId, {
          state: 'completed',
          completed_at: toTimestamp(testApp.clock.now()),
          price_cents: 1_000,
          crew_pay_cents: 700,
        }),
      'both',
    ],
  ]

  test.each(ENDINGS)('that is %s before the hour: none is sent', async (_name, end, whose) => {
    const { customerId, crewId, visitId } = await newVisit()
    await start(-HOUR_MS)
    await end(visitId)
    await testApp.goTo((MORNING + HOUR_MS) as Instant)
    expect(await remindersOf(crewId)).toEqual({ mails: [], listed: [] })
    const { mails } = await remindersOf(customerId)
    expect(mails).toHaveLength(whose === 'both' ? 0 : 1)
  })

  test.each(ENDINGS)(
    'that is %s between notifying and sending: the mail stays, the list forgets',
    async (_name, end, whose) => {
      const { customerId, visitId } = await newVisit()
      await testApp.app.db
        .insertInto('quiet_hours')
        .values({
          user_id: customerId,
          is_on: true,
          starts: localTime('17:00'),
          ends: localTime('20:00'),
          holds_mail: true,
        })
        .execute()
      await start()
      expect((await remindersOf(customerId)).listed).toHaveLength(1)
      await end(visitId)
      const left = whose === 'both' ? 0 : 1
      expect((await remindersOf(customerId)).listed).toHaveLength(left)
      expect(await countUnread(testApp.app.db, customerId)).toBe(left)
      await testApp.goTo((EVENING + 2 * HOUR_MS) as Instant)
      expect((await remindersOf(customerId)).mails).toHaveLength(left)
    },
  )

  test('that is reassigned: the new crew gets its own, the old one none', async () => {
    const { crewId, visitId } = await newVisit()
    const other = await buildCrew(testApp.app)
    await savePreferences(testApp.app.db, other.userId, [
      { event: 'visit_reminder', channel: 'mail', isOn: true },
    ])
    await start()
    await set(visitId, { crew_id: other.userId })
    await testApp.goTo((MORNING + HOUR_MS) as Instant)
    expect((await remindersOf(crewId)).mails).toEqual([])
    expect((await remindersOf(other.userId)).mails).toHaveLength(1)
    expect((await remindersOf(other.userId)).listed).toHaveLength(1)
  })

  test('that is reassigned after the morning: the new crew gets its own, and the old one’s leaves the list', async () => {
    const { crewId, visitId } = await newVisit()
    await testApp.goTo((MORNING + 15 * MINUTE_MS) as Instant)
    expect((await remindersOf(crewId)).listed).toHaveLength(1)
    const third = await newVisit({ name: 'Its own stop', date: DAY })
    await testApp.goTo((MORNING + 30 * MINUTE_MS) as Instant)
    await set(visitId, { crew_id: third.crewId })
    await testApp.goTo((MORNING + 45 * MINUTE_MS) as Instant)
    expect((await remindersOf(crewId)).listed).toEqual([])
    expect((await remindersOf(third.crewId)).mails).toHaveLength(2)
  })

  test.each<[string, (visit: Awaited<ReturnType<typeof newVisit>>) => Promise<string | null>]>([
    ['cancels', (visit) => byCustomer(visit, 'POST /api/cancel-weekly-job')],
    ['skips', (visit) => byCustomer(visit, 'POST /api/skip-visit')],
    ['moves', (visit) => byCustomer(visit, 'POST /api/move-visit')],
    ['reassigns', byOperator],
  ])(
    'that somebody %s on a screen while it waits for quiet hours to end: none leaves, a new crew gets its own',
    async (_name, act) => {
      const visit = await newVisit()
      for (const userId of [visit.customerId, visit.crewId])
        await testApp.app.db
          .insertInto('quiet_hours')
          .values({
            user_id: userId,
            is_on: true,
            starts: localTime('17:00'),
            ends: localTime('07:00'),
            holds_mail: true,
          })
          .execute()
      await testApp.goTo((MORNING + 15 * MINUTE_MS) as Instant)
      expect((await remindersOf(visit.crewId)).listed).toHaveLength(1)
      expect((await remindersOf(visit.crewId)).mails).toEqual([])
      const newCrewId = await act(visit)
      await testApp.goTo((MORNING + 2 * HOUR_MS) as Instant)
      expect(await remindersOf(visit.crewId)).toEqual({ mails: [], listed: [] })
      // Of another crew the customer's visit stands as it did.
      expect((await remindersOf(visit.customerId)).mails).toHaveLength(newCrewId === null ? 0 : 1)
      if (newCrewId !== null) expect((await remindersOf(newCrewId as UserId)).mails).toHaveLength(1)
    },
  )

  async function byCustomer(
    { customerId, visitId, weeklyJobId }: Awaited<ReturnType<typeof newVisit>>,
    key: 'POST /api/cancel-weekly-job' | 'POST /api/skip-visit' | 'POST /api/move-visit',
  ) {
    const client = await signedIn(testApp, { userId: customerId })
    const { status } =
      key === 'POST /api/cancel-weekly-job'
        ? await client.call(key, { body: { weeklyJobId } })
        : key === 'POST /api/skip-visit'
          ? await client.call(key, { body: { visitId } })
          : await client.call(key, { body: { visitId, to: addDays(DAY, 2) } })
    expect(status).toBe(200)
    return null
  }

  async function byOperator({ visitId }: Awaited<ReturnType<typeof newVisit>>) {
    const client = await signedIn(testApp, await buildOperator(testApp.app))
    const { userId: crewId } = await buildCrew(testApp.app)
    await savePreferences(testApp.app.db, crewId, [{ event: 'visit_reminder', channel: 'mail', isOn: true }])
    const { status } = await client.call('POST /api/assign-visit', { body: { visitId, crewId } })
    expect(status).toBe(200)
    return crewId
  }

  test('that is moved is reminded of again before its new day', async () => {
    const { customerId, visitId } = await newVisit()
    await start()
    expect((await remindersOf(customerId)).mails).toHaveLength(1)
    const later = addDays(DAY, 2)
    await set(visitId, {
      date: later,
      starts_at: toTimestamp(at(later, '08:00')),
      ends_at: toTimestamp(at(later, '10:00')),
    })
    await testApp.goTo((at(addDays(later, -1), '18:00') + MINUTE_MS) as Instant)
    const { mails, listed } = await remindersOf(customerId)
    expect(mails.map(({ subject }) => subject.slice(0, 10))).toEqual(['Wed, Mar 4', 'Fri, Mar 6'])
    expect(listed).toHaveLength(1)
  })

  test('of several visits counts those that are left', async () => {
    const { customerId, crewId, visitId } = await newVisit()
    await newVisit({ customerId, crewId })
    await newVisit({ customerId, crewId })
    await start()
    expect((await remindersOf(customerId)).listed[0]!.title).toBe('Wed, Mar 4: 3 visits')
    await step(visitId, 'skip')
    expect((await remindersOf(customerId)).listed[0]!.title).toBe('Wed, Mar 4: 2 visits')
  })
})

test('field 38: a mail whose answer was lost is not sent again, and one that failed is tried again only while it is true', async () => {
  let failures = 1
  const { mail } = testApp.app.ports
  const send = mail.send.bind(mail)
  mail.send = async (message) => {
    if (failures > 0) {
      failures -= 1
      await send(message)
      throw new Error('the answer was lost')
    }
    await send(message)
  }
  const first = await newVisit()
  await start()
  await start(HOUR_MS)
  expect(failures).toBe(0)
  expect((await remindersOf(first.customerId)).mails).toHaveLength(1)

  const day = addDays(DAY, 1)
  const second = await newVisit({ date: day })
  mail.send = () => Promise.reject(new Error('no connection'))
  await testApp.goTo(at(DAY, '18:00'))
  mail.send = send
  await testApp.app.db
    .updateTable('visit')
    .set({ state: 'skipped' })
    .where('id', '=', second.visitId)
    .execute()
  await testApp.goTo((at(DAY, '18:00') + 2 * HOUR_MS) as Instant)
  expect((await remindersOf(second.customerId)).mails).toEqual([])
})
