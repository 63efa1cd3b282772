/** The mail each morning: whose, when, with what; once a day over changes of the clocks and broken runs. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PropertyId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import {
  addDays,
  HOUR_MS,
  type Instant,
  instantAt,
  type LocalDate,
  localDate,
  localTime,
  MINUTE_MS,
  weekdayOf,
} from '#domain/time.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { sealAddress } from '../feeds/hash-address.ts'
import { crewToday, sendPhoto } from '../today/build-day.testing.ts'
import { sendDigestsTask } from '../workers/deliver-notices.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(() => testApp.close())

const DAY = localDate('2026-03-04')
const PHOENIX = 'America/Phoenix'
const at = (date: LocalDate, time: string, zone = 'America/Denver') => instantAt(date, localTime(time), zone)

/** A schedule's clock only goes forward, so each test begins without any. */
async function goBackTo(now: Instant) {
  testApp.clock.set(now)
  for (const table of ['task_schedule', 'task', 'daily_digest'] as const)
    await app.db.deleteFrom(table).execute()
  await testApp.work()
}
beforeEach(() => goBackTo(at(DAY, '05:00')))

async function chosenBy(userId: UserId, choice: { isOn?: boolean; hour?: number } = {}) {
  const client = await signedIn(testApp, { userId })
  const body = { isOn: true, hour: 7, ...choice }
  expect((await client.call('POST /api/save-daily-digest', { body })).status).toBe(200)
  return client
}

async function newHost(input: { zone?: string; locale?: Language; name?: string } = {}) {
  const host = await buildCustomer(app, { name: input.name ?? 'Olga Owner', locale: input.locale ?? 'en' })
  if (input.zone !== undefined)
    await app.db.updateTable('users').set({ time_zone: input.zone }).where('id', '=', host.userId).execute()
  const placeId = await buildProperty(app, host.userId, {
    name: 'Elm House',
    ...(input.zone === undefined ? {} : { timeZone: input.zone }),
  })
  return { ...host, placeId }
}

async function addVisit(customerId: UserId, propertyId: PropertyId, date: LocalDate, crewId?: UserId) {
  const job = await buildWeeklyJob(app, {
    customerId,
    propertyId,
    window: { from: '08:00', until: '10:00' },
    weekdays: [weekdayOf(date)],
  })
  return buildVisit(app, job, { date, state: 'confirmed', ...(crewId === undefined ? {} : { crewId }) })
}

async function addStay(propertyId: PropertyId, checkIn: LocalDate, nights: number) {
  const now = toTimestamp(testApp.clock.now())
  await app.db
    .insertInto('stay')
    .values({
      property_id: propertyId,
      kind: 'stay',
      is_guess: false,
      state: 'booked',
      check_in: checkIn,
      check_out: addDays(checkIn, nights),
      guests: 3,
      created_at: now,
      changed_at: now,
    })
    .execute()
}

/** A calendar that has said nothing since. */
async function addSilentFeed(propertyId: PropertyId, since: Instant, more: { isPaused?: boolean } = {}) {
  const now = toTimestamp(testApp.clock.now())
  const { id } = await app.db
    .insertInto('stay_source')
    .values({
      property_id: propertyId,
      kind: 'feed',
      platform: 'vrbo',
      external_ref: `${propertyId} feed`,
      created_at: now,
      paused_at: more.isPaused === true ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('stay_feed')
    .values({
      source_id: id,
      sealed_address: sealAddress(app.config, id, 'https://www.vrbo.com/icalendar/7731.ics'),
      host: 'www.vrbo.com',
      ending: '7731',
      silent_since: toTimestamp(since),
      next_read_at: toTimestamp(at(addDays(DAY, 300), '12:00')),
    })
    .execute()
}

const mailsTo = (userId: UserId) =>
  app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('dedupe_key', 'like', 'mail:daily_digest:%')
    .orderBy('created_at')
    .select(['subject', 'body', 'created_at'])
    .execute()

describe('a day by mail', () => {
  test('comes at seven with visits, who comes, who leaves, and links; once', async () => {
    const host = await newHost()
    const crew = await buildCrew(app, { name: 'Marta Ruiz' })
    const visitId = await addVisit(host.userId, host.placeId, DAY, crew.userId)
    await addStay(host.placeId, addDays(DAY, -3), 3)
    await addStay(host.placeId, DAY, 2)
    await chosenBy(host.userId)
    await testApp.goTo(at(DAY, '06:59'))
    expect(await mailsTo(host.userId)).toEqual([])
    await testApp.goTo(at(DAY, '07:15'))
    await testApp.goTo(at(DAY, '22:00'))
    const mails = await mailsTo(host.userId)
    expect(mails.map(({ subject }) => subject)).toEqual(['Wed, Mar 4: 1 visit, 1 check-out, 1 check-in'])
    const { body } = mails[0]!
    expect(body).toContain('Here is your Wednesday, March 4.')
    expect(body).toContain('• 8:00 AM MST to 10:00 AM MST:')
    expect(body).toMatch(/Elm House, Marta\n {2}\S+\/visit\//)
    expect(body).toContain(`/visit/${visitId}`)
    expect(body).toContain('• 11:00 AM MST: Elm House, 3 guests')
    expect(body).toContain(`/property/${host.placeId}`)
    expect(body).toMatch(/No more mails of this kind: \S+\/go\/unsubscribe\?token=/)
    expect(body).not.toContain('Needs you')
  })

  test('is none on a day with nothing, and comes again on the next with something', async () => {
    const host = await newHost()
    await addVisit(host.userId, host.placeId, addDays(DAY, 1), (await buildCrew(app)).userId)
    await chosenBy(host.userId)
    await testApp.goTo(at(DAY, '23:00'))
    expect(await mailsTo(host.userId)).toEqual([])
    await testApp.goTo(at(addDays(DAY, 1), '07:15'))
    expect(await mailsTo(host.userId)).toHaveLength(1)
  })

  test('says first what needs the host', async () => {
    const { worker, owner, customer, visitId } = await crewToday(testApp)
    const ownerId = customer.userId
    const photoId = await sendPhoto(worker, visitId)
    await worker.call('POST /api/report-access-problem', {
      body: { visitId, reason: 'gate', note: '', contact: 'rang', photoId, lat: 39.7392, lng: -104.9903 },
    })
    await owner.call('POST /api/save-daily-digest', { body: { isOn: true, hour: 7 } })
    await testApp.goTo(at(DAY, '07:15'))
    const [mail] = await mailsTo(ownerId)
    expect(mail?.subject).toContain('1 thing needs you')
    const [needs, visits] = [mail!.body.indexOf('Needs you (1)'), mail!.body.indexOf('Visits today')]
    expect(needs).toBeGreaterThan(0)
    expect(visits).toBeGreaterThan(needs)
    expect(mail!.body).toContain(`The crew can’t get in\n`)
  })

  test('says that a calendar is silent before guests come, by itself, each morning until they do', async () => {
    const host = await newHost()
    await addSilentFeed(host.placeId, at(addDays(DAY, -4), '10:00'))
    await addStay(host.placeId, addDays(DAY, 2), 2)
    await chosenBy(host.userId)
    await testApp.goTo(at(addDays(DAY, -1), '07:15'))
    for (const days of [0, 1]) await testApp.goTo(at(addDays(DAY, days), '07:15'))
    const mails = await mailsTo(host.userId)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Wed, Mar 4: 1 thing needs you',
      'Thu, Mar 5: 1 thing needs you',
    ])
    expect(mails[0]!.body).toContain(
      `Elm House, Fri, Mar 6: Guests check in, and www.vrbo.com has been silent since Sat, Feb 28. Check that they still come\n  ${app.config.http.origin}/property/${host.placeId}`,
    )
  })

  test('says once by itself that a calendar is silent while nobody comes, then beside other things', async () => {
    const host = await newHost()
    await addSilentFeed(host.placeId, at(DAY, '03:00'))
    await addVisit(host.userId, host.placeId, addDays(DAY, 2), (await buildCrew(app)).userId)
    const paused = await newHost()
    await addSilentFeed(paused.placeId, at(DAY, '03:00'), { isPaused: true })
    for (const { userId } of [host, paused]) await chosenBy(userId)
    for (const days of [0, 1, 2]) await testApp.goTo(at(addDays(DAY, days), '07:15'))
    expect((await mailsTo(host.userId)).map(({ subject }) => subject)).toEqual([
      'Wed, Mar 4: 1 thing needs you',
      'Fri, Mar 6: 1 visit, 1 thing needs you',
    ])
    expect(await mailsTo(paused.userId)).toEqual([])
  })

  test('says that Hospitable lets us read no more', async () => {
    const host = await newHost({ locale: 'es' })
    const since = toTimestamp(at(addDays(DAY, -1), '20:00'))
    const { id } = await app.db
      .insertInto('hospitable_account')
      .values({
        customer_id: host.userId,
        hospitable_id: host.userId,
        name: 'Olga',
        email: 'olga@host.test',
        state: 'lapsed',
        tokens_sealed: Buffer.from('sealed'),
        access_expires_at: since,
        refresh_expires_at: since,
        connected_at: since,
        last_read_at: since,
        next_read_at: since,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const source = {
      property_id: host.placeId,
      platform: 'hospitable',
      external_ref: id,
      created_at: since,
    } as const
    await app.db
      .insertInto('stay_source')
      .values({ ...source, kind: 'account' })
      .execute()
    await chosenBy(host.userId)
    await testApp.goTo(at(DAY, '07:15'))
    const [mail] = await mailsTo(host.userId)
    expect(mail?.subject).toMatch(/: 1 asunto te necesita$/)
    expect(mail?.body).toContain('Hospitable no dice nada desde mar, 3 de mar')
  })

  test('speaks Spanish to whoever does', async () => {
    const host = await newHost({ locale: 'es' })
    await addVisit(host.userId, host.placeId, DAY, (await buildCrew(app)).userId)
    await chosenBy(host.userId)
    await testApp.goTo(at(DAY, '07:15'))
    const [mail] = await mailsTo(host.userId)
    expect(mail?.subject).toMatch(/: 1 visita$/)
    expect(mail?.body).toContain('Visitas de hoy (1)')
  })

  test('ends by the link of a mail, and by the choice; comes again by either', async () => {
    const host = await newHost()
    for (const days of [0, 1, 2]) await addVisit(host.userId, host.placeId, addDays(DAY, days))
    const client = await chosenBy(host.userId)
    await testApp.goTo(at(DAY, '07:15'))
    const [{ body } = { body: '' }] = await mailsTo(host.userId)
    const token = /unsubscribe\?token=([\w-]+)/.exec(body)?.[1] ?? ''
    const anybody = testApp.client()
    await anybody.call('POST /api/unsubscribe', { body: { token } })
    expect((await client.call('GET /api/daily-digest')).body).toMatchObject({ isOn: false, hour: 7 })
    await testApp.goTo(at(addDays(DAY, 1), '09:00'))
    expect(await mailsTo(host.userId)).toHaveLength(1)
    await anybody.call('POST /api/unsubscribe', { body: { token, isOn: true } })
    await testApp.goTo(at(addDays(DAY, 2), '07:15'))
    expect(await mailsTo(host.userId)).toHaveLength(2)
  })

  test('is for customers, at an hour that there is', async () => {
    const body = { isOn: true, hour: 7 }
    for (const person of [await buildCrew(app), await buildOperator(app)]) {
      const client = await signedIn(testApp, person)
      expect((await client.call('POST /api/save-daily-digest', { body })).status).toBe(403)
      expect((await client.call('GET /api/daily-digest')).status).toBe(403)
    }
    const client = await signedIn(testApp, await newHost())
    const wrong = await client.call('POST /api/save-daily-digest', { body: { isOn: true, hour: 24 } })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { hour: expect.any(String) } } })
  })
})

describe('once a day', () => {
  test.each([
    ['clocks go forward', '2026-03-07', '2026-03-09'],
    ['clocks go back', '2026-10-31', '2026-11-02'],
  ])('where %s, each place by its own clock', async (_what, from, until) => {
    const [first, last] = [localDate(from), localDate(until)]
    await goBackTo(at(addDays(first, -1), '20:00'))
    const denver = await newHost()
    const phoenix = await newHost({ zone: PHOENIX })
    for (let date = first; date <= last; date = addDays(date, 1))
      for (const host of [denver, phoenix]) await addVisit(host.userId, host.placeId, date)
    await chosenBy(denver.userId, { hour: 2 })
    await chosenBy(phoenix.userId, { hour: 2 })
    await testApp.goTo(at(last, '12:00'))
    const daysOf = async (host: typeof denver) =>
      (await mailsTo(host.userId)).map(({ subject }) => subject.slice(0, 3))
    const days = ['Sat', 'Sun', 'Mon']
    expect(await daysOf(denver)).toEqual(days)
    expect(await daysOf(phoenix)).toEqual(days)
  })

  test('also where a run breaks off, two run at once, and the hour is moved after it came', async () => {
    const host = await newHost()
    await addVisit(host.userId, host.placeId, DAY)
    const client = await chosenBy(host.userId)
    testApp.clock.set(at(DAY, '07:05'))
    const run = (given = app) =>
      'outside' in sendDigestsTask
        ? sendDigestsTask.outside(given, { marketId: host.scope.marketId, at: testApp.clock.now() })
        : Promise.reject(new Error('not outside'))
    const broken = {
      ...app,
      db: app.db.withPlugin({
        transformQuery: ({ node }) => {
          if (JSON.stringify(node).includes('insert into task')) throw new Error('killed')
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    }
    await expect(run(broken)).rejects.toThrow('killed')
    expect(await mailsTo(host.userId)).toEqual([])
    await Promise.all([run(), run(), run()])
    await testApp.work()
    expect(await mailsTo(host.userId)).toHaveLength(1)
    await client.call('POST /api/save-daily-digest', { body: { isOn: true, hour: 9 } })
    await testApp.goTo(at(DAY, '12:00'))
    expect(await mailsTo(host.userId)).toHaveLength(1)
  })

  test('and not in the afternoon after a morning in which nothing ran', async () => {
    const host = await newHost()
    for (const days of [0, 1]) await addVisit(host.userId, host.placeId, addDays(DAY, days))
    await chosenBy(host.userId)
    testApp.clock.set(at(DAY, '15:00'))
    await testApp.work()
    expect(await mailsTo(host.userId)).toEqual([])
    await testApp.goTo((at(addDays(DAY, 1), '07:00') + 15 * MINUTE_MS) as Instant)
    expect(await mailsTo(host.userId)).toHaveLength(1)
  })

  test('many readers of a city, page by page; one who cannot be read keeps nobody waiting', async () => {
    const hosts = await Promise.all(Array.from({ length: 53 }, () => newHost()))
    for (const host of hosts) {
      await addVisit(host.userId, host.placeId, DAY)
      await chosenBy(host.userId)
    }
    await app.db
      .updateTable('property')
      .set({ time_zone: 'Not/AZone' })
      .where('id', '=', hosts[0]!.placeId)
      .execute()
    await testApp.goTo(at(DAY, '07:15'))
    const counts = await Promise.all(hosts.map(async ({ userId }) => (await mailsTo(userId)).length))
    expect(counts).toEqual([0, ...Array.from({ length: 52 }, () => 1)])
  })
})

describe('whoever looks after places', () => {
  async function shared(role: 'see' | 'all', more: { getsNotices?: boolean } = {}) {
    const { worker, owner, customer, visitId } = await crewToday(testApp)
    const ownerId = customer.userId
    const { groupId } = (await owner.call('POST /api/save-property-group', { body: { name: 'Lake' } })).body
    const { property_id: placeId } = await app.db
      .selectFrom('visit')
      .where('id', '=', visitId)
      .select('property_id')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('property').set({ group_id: groupId }).where('id', '=', placeId).execute()
    const hiddenPlaceId = await buildProperty(app, ownerId, { name: 'Secret' })
    const hidden = await addVisit(ownerId, hiddenPlaceId, DAY)
    const photoId = await sendPhoto(worker, visitId)
    await worker.call('POST /api/report-access-problem', {
      body: { visitId, reason: 'gate', note: '', contact: 'rang', photoId, lat: 39.7392, lng: -104.9903 },
    })
    const helper = await buildCustomer(app, { name: 'Hana Helper' })
    const shareId = await buildShare(app, {
      ownerId,
      helperId: helper.userId,
      role,
      propertyGroupIds: [groupId],
      ...more,
    })
    await chosenBy(helper.userId)
    return { helper, ownerId, shareId, visitId, hidden, placeId, hiddenPlaceId }
  }
  const morning = at(DAY, '07:15')

  test('reads of those what the share shows, by whose they are, with links that lead there', async () => {
    const { helper, shareId, visitId, hidden } = await shared('all')
    await testApp.goTo(morning)
    const [mail] = await mailsTo(helper.userId)
    expect(mail?.body).toContain('— Places of ')
    expect(mail?.body).toContain(`/people?share=${shareId}&to=%2Fvisit%2F${visitId}`)
    expect(mail?.body).toContain('The crew can’t get in')
    expect(mail?.body).not.toContain(hidden)
    expect(mail?.body).not.toContain('Secret')
  })

  test('who may only look is asked for nothing, and reads of silent calendars where it looks', async () => {
    const { helper, visitId, placeId, hiddenPlaceId } = await shared('see')
    for (const each of [placeId, hiddenPlaceId]) await addSilentFeed(each, at(DAY, '03:00'))
    await testApp.goTo(morning)
    const [mail] = await mailsTo(helper.userId)
    expect(mail?.body).toContain(visitId)
    expect(mail?.body.match(/www\.vrbo\.com has been silent/g)).toHaveLength(1)
    expect(mail?.body).not.toContain(hiddenPlaceId)
    expect(mail?.body).not.toContain('The crew can’t get in')
  })

  test('reads nothing of them without their notices, or once access ended', async () => {
    const quiet = await shared('all', { getsNotices: false })
    const over = await shared('all')
    await app.db
      .updateTable('share')
      .set({ ended_at: toTimestamp(testApp.clock.now()) })
      .where('id', '=', over.shareId)
      .execute()
    await testApp.goTo((morning + HOUR_MS) as Instant)
    expect([await mailsTo(quiet.helper.userId), await mailsTo(over.helper.userId)]).toEqual([[], []])
  })
})
