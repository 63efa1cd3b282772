import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Channel } from '#domain/notifications/rules.ts'
import { HOUR_MS, type Instant, instantAt, localDate, localTime } from '#domain/time.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { type Notice, notify, notifyAll } from './notify.ts'
import { savePreferences } from './preference-queries.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(TEST_START))

const NIGHT = instantAt(localDate('2026-03-02'), localTime('23:00'), 'America/Denver')
const MORNING = instantAt(localDate('2026-03-03'), localTime('07:00'), 'America/Denver')

async function newPerson(input: Parameters<typeof buildCustomer>[1] & { hasDevice?: boolean } = {}) {
  const person = await buildCustomer(testApp.app, input)
  if (input.hasDevice) {
    const client = await signedIn(testApp, person)
    const body = {
      endpoint: `https://push.crew.app/send/${randomBytes(8).toString('hex')}`,
      keys: { p256dh: randomBytes(65).toString('base64url'), auth: 'A'.repeat(22) },
    }
    expect((await client.call('POST /api/save-push-subscription', { body })).status).toBe(200)
  }
  return person.userId
}

function notifyUser(to: UserId, more: Partial<Notice> = {}) {
  const now = testApp.clock.now()
  const texts = {
    en: { title: 'A visit is skipped', text: 'One date is skipped.' },
    es: { title: 'Se omite una visita', text: 'Se omite una fecha.' },
  }
  const notice = {
    to,
    event: 'job_changed',
    key: crypto.randomUUID(),
    texts,
    url: '/jobs',
    now,
    ...more,
  } as const
  return inTransaction(testApp.app.db, (trx) => notify(trx, notice))
}

function sent(userId: UserId, channel?: 'mail' | 'sms' | 'push') {
  return testApp.app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel!))
    .orderBy('channel')
    .selectAll()
    .execute()
}

async function setQuiet(userId: UserId, holdsMail: boolean) {
  await testApp.app.db
    .insertInto('quiet_hours')
    .values({
      user_id: userId,
      is_on: true,
      starts: localTime('21:00'),
      ends: localTime('07:00'),
      holds_mail: holdsMail,
    })
    .execute()
}

const switchOff = (userId: UserId, channel: Channel) =>
  savePreferences(testApp.app.db, userId, [{ event: 'job_changed', channel, isOn: false }])

describe('a notice', () => {
  test('stands in the list and leaves by mail and to devices, in the language of its reader', async () => {
    const userId = await newPerson({ locale: 'es', hasDevice: true, phone: '+13035550101' })
    await notifyUser(userId)
    await testApp.work()
    const [row] = await testApp.app.db
      .selectFrom('notice')
      .where('user_id', '=', userId)
      .selectAll()
      .execute()
    expect(row).toMatchObject({ title: 'Se omite una visita', url: '/jobs', is_in_app: true, read_at: null })
    const messages = await sent(userId)
    expect(messages.map(({ channel, subject }) => [channel, subject])).toEqual([
      ['mail', 'Se omite una visita'],
      ['push', 'Se omite una visita'],
    ])
    expect(messages[0]!.body).toMatch(
      /^Hola Customer \w+:\n\nSe omite una fecha\.\n\nhttp:\/\/localhost:3000\/jobs\n/,
    )
  })

  test('field 38: the same key is notified once, also when two ask for it at once', async () => {
    const userId = await newPerson({ hasDevice: true })
    const key = crypto.randomUUID()
    await Promise.all(Array.from({ length: 8 }, () => notifyUser(userId, { key })))
    await testApp.work()
    await notifyUser(userId, { key })
    await testApp.work()
    expect(await sent(userId)).toHaveLength(2)
  })

  test('is rolled back with its cause', async () => {
    const userId = await newPerson()
    const { app } = testApp
    const saved = app.db.transaction().execute(async (trx) => {
      await notifyAll(trx, [
        {
          to: userId,
          event: 'job_changed',
          key: 'never',
          texts: { en: { title: 'A', text: 'B' }, es: { title: 'A', text: 'B' } },
          url: '/jobs',
          now: testApp.clock.now(),
        },
      ])
      throw new Error('changed my mind')
    })
    await expect(saved).rejects.toThrow('changed my mind')
    await testApp.work()
    expect(await sent(userId)).toEqual([])
  })

  test('threats I4: keeps to one line of subject whatever its title holds', async () => {
    const userId = await newPerson()
    const texts = { title: 'Hi\r\nBcc: all@example.com', text: 'x' }
    await notifyUser(userId, { texts: { en: texts, es: texts } })
    await testApp.work()
    expect((await sent(userId))[0]!.subject).toBe('Hi Bcc: all@example.com')
  })
})

describe('preferences', () => {
  test('hold for each channel by itself', async () => {
    const userId = await newPerson({ hasDevice: true })
    await switchOff(userId, 'mail')
    await switchOff(userId, 'in_app')
    await notifyUser(userId)
    await testApp.work()
    expect((await sent(userId)).map(({ channel }) => channel)).toEqual(['push'])
    const rows = await testApp.app.db
      .selectFrom('notice')
      .where('user_id', '=', userId)
      .select('is_in_app')
      .execute()
    expect(rows).toEqual([{ is_in_app: false }])
  })

  test('that change before it leaves are the ones that count', async () => {
    const userId = await newPerson()
    await notifyUser(userId)
    await switchOff(userId, 'mail')
    await testApp.work()
    expect(await sent(userId)).toEqual([])
  })

  test('a caller may leave a channel out, never put one in', async () => {
    const userId = await newPerson({ hasDevice: true })
    await switchOff(userId, 'push')
    await notifyUser(userId, { channels: ['in_app', 'push'] })
    await testApp.work()
    expect(await sent(userId)).toEqual([])
  })
})

describe('field 38: quiet hours', () => {
  test('hold a device until they end, and a mail where the person wants that', async () => {
    const [first, second] = [await newPerson({ hasDevice: true }), await newPerson({ hasDevice: true })]
    await setQuiet(second, true)
    testApp.clock.set(NIGHT)
    await notifyUser(first)
    await notifyUser(second)
    await testApp.work()
    expect((await sent(first)).map(({ channel }) => channel)).toEqual(['mail'])
    expect(await sent(second)).toEqual([])
    testApp.clock.set((MORNING - 1) as Instant)
    await testApp.work()
    expect(await sent(second)).toEqual([])
    testApp.clock.set(MORNING)
    await testApp.work()
    expect((await sent(first)).map(({ channel }) => channel)).toEqual(['mail', 'push'])
    expect((await sent(second)).map(({ channel }) => channel)).toEqual(['mail', 'push'])
  })

  test('are those of the property for news of a visit, and the person’s own for anything else', async () => {
    const userId = await newPerson({ timeZone: 'America/New_York' })
    await setQuiet(userId, true)
    const propertyId = await buildProperty(testApp.app, userId, { timeZone: 'America/Denver' })
    const job = await buildWeeklyJob(testApp.app, { customerId: userId, propertyId })
    const visitId = await buildVisit(testApp.app, job)
    // 21:30 in New York, 19:30 in Denver.
    testApp.clock.set(instantAt(localDate('2026-03-02'), localTime('19:30'), 'America/Denver'))
    await notifyUser(userId)
    await testApp.work()
    expect(await sent(userId)).toEqual([])
    await notifyUser(userId, { visitId })
    await testApp.work()
    expect(await sent(userId)).toHaveLength(1)
  })

  test.each([
    ['spring forward', '2026-03-07', '2026-03-08T13:00:00.000Z'],
    ['fall back', '2026-10-31', '2026-11-01T14:00:00.000Z'],
  ])('end at seven on the wall in the night of %s', async (_name, date, ends) => {
    const userId = await newPerson()
    await setQuiet(userId, true)
    testApp.clock.set(instantAt(localDate(date), localTime('22:00'), 'America/Denver'))
    await notifyUser(userId)
    const notice = await testApp.app.db
      .selectFrom('notice')
      .where('user_id', '=', userId)
      .select('id')
      .executeTakeFirstOrThrow()
    const task = await testApp.app.db
      .selectFrom('task')
      .where('dedupe_key', '=', `${notice.id}:mail`)
      .select('run_at')
      .executeTakeFirstOrThrow()
    expect(new Date(task.run_at).toISOString()).toBe(ends)
  })

  test('do not hold what is urgent, and an offer that has expired by their end is not sent', async () => {
    const userId = await newPerson({ hasDevice: true })
    testApp.clock.set(NIGHT)
    await notifyUser(userId, { event: 'cannot_access' })
    await notifyUser(userId, { isUrgent: true })
    await notifyUser(userId, { until: (NIGHT + HOUR_MS) as Instant })
    await testApp.work()
    expect(await sent(userId, 'push')).toHaveLength(2)
    testApp.clock.set(MORNING)
    await testApp.work()
    expect(await sent(userId, 'push')).toHaveLength(2)
  })
})

test('a notice whose sending is late is not sent once it has expired', async () => {
  const userId = await newPerson({ hasDevice: true })
  const until = (TEST_START + HOUR_MS) as Instant
  await notifyUser(userId, { until })
  testApp.clock.set((until + 1) as Instant)
  await testApp.work()
  expect(await sent(userId)).toEqual([])
  testApp.clock.set(TEST_START)
  await notifyUser(userId, { until })
  testApp.clock.set(until)
  await testApp.work()
  expect(await sent(userId, 'push')).toHaveLength(1)
})

describe('news of a visit that waited', () => {
  async function assigned(event: Notice['event']) {
    const { app } = testApp
    const userId = await newPerson()
    await setQuiet(userId, true)
    const crew = await buildCrew(app)
    const job = await buildWeeklyJob(app, { customerId: userId })
    const visitId = await buildVisit(app, job, {
      date: localDate('2026-03-03'),
      crewId: crew.userId,
      state: 'confirmed',
    })
    testApp.clock.set(NIGHT)
    await notifyUser(userId, { event, visitId })
    return { userId, visitId }
  }
  const change = (visitId: VisitId, set: Record<string, unknown>) =>
    testApp.app.db.updateTable('visit').set(set).where('id', '=', visitId).execute()

  test('leaves when the visit still stands as it was notified', async () => {
    const { userId } = await assigned('visit_accepted')
    testApp.clock.set(MORNING)
    await testApp.work()
    expect(await sent(userId)).toHaveLength(1)
  })

  test.each([
    ['is cancelled', { state: 'cancelled' }],
    ['is skipped', { state: 'skipped' }],
    ['is moved', { starts_at: toTimestamp((TEST_START + HOUR_MS) as Instant) }],
    ['lost its crew', { state: 'scheduled', crew_id: null }],
  ])('does not when it %s', async (_name, set) => {
    const { userId, visitId } = await assigned('visit_accepted')
    await change(visitId, set)
    testApp.clock.set(MORNING)
    await testApp.work()
    expect(await sent(userId)).toEqual([])
  })

  test('leaves in any case where it says what happened', async () => {
    const { userId, visitId } = await assigned('visit_missed')
    await change(visitId, { state: 'cancelled' })
    testApp.clock.set(MORNING)
    await testApp.work()
    expect(await sent(userId)).toHaveLength(1)
  })
})

describe('a text message', () => {
  const textsOn = (userId: UserId) =>
    savePreferences(testApp.app.db, userId, [{ event: 'job_changed', channel: 'sms', isOn: true }])

  test('goes to who asked for it, with the way to end them', async () => {
    const userId = await newPerson({ phone: '+13035550111' })
    await textsOn(userId)
    await notifyUser(userId)
    await testApp.work()
    expect(await sent(userId, 'sms')).toMatchObject([
      {
        recipient: '+13035550111',
        body: 'Crew: A visit is skipped http://localhost:3000/jobs Reply STOP to end.',
      },
    ])
  })

  test('field 38: goes to no number that answered STOP, also when it did so meanwhile', async () => {
    const userId = await newPerson({ phone: '+13035550112' })
    await textsOn(userId)
    await notifyUser(userId)
    await testApp.app.db
      .insertInto('sms_opt_out')
      .values({ phone: '+13035550112', opted_out_at: toTimestamp(testApp.clock.now()) })
      .execute()
    await testApp.work()
    await notifyUser(userId)
    await testApp.work()
    expect(await sent(userId, 'sms')).toEqual([])
    expect(await sent(userId, 'mail')).toHaveLength(2)
  })
})
