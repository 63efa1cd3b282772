/** Whoever looks after places is reminded of visits there, where it chose so, and as long as it looks after them. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { addDays, HOUR_MS, type Instant, instantAt, localDate, localTime, MINUTE_MS } from '#domain/time.ts'
import { savePreferences } from '#server/notices/preference-queries.ts'
import { readNotices } from '#server/notices/read-notices.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
afterAll(() => testApp.close())

const DAY = localDate('2026-03-04')
const EVENING = instantAt(addDays(DAY, -1), localTime('18:00'), 'America/Denver')

beforeEach(async () => {
  testApp.clock.set((EVENING - 4 * HOUR_MS) as Instant)
  for (const table of ['task_schedule', 'task'] as const) await app.db.deleteFrom(table).execute()
  await testApp.work()
})

/** Two visits tomorrow in a group that is shared, one that is not. */
async function shared(more: { getsReminders?: boolean; isWhole?: boolean } = {}) {
  const owner = await buildCustomer(app, { name: 'Olga Owner' })
  const client = await signedIn(testApp, owner)
  const { groupId } = (await client.call('POST /api/save-property-group', { body: { name: 'Lake' } })).body
  const crew = await buildCrew(app)
  const addVisit = async (name: string, isShared: boolean) => {
    const propertyId = await buildProperty(app, owner.userId, { name, ...(isShared && { groupId }) })
    const job = await buildWeeklyJob(app, {
      customerId: owner.userId,
      propertyId,
      window: { from: '08:00', until: '10:00' },
      weekdays: [3],
    })
    return buildVisit(app, job, { date: DAY, crewId: crew.userId, state: 'confirmed' })
  }
  const elm = await addVisit('Elm House', true)
  await addVisit('Oak House', true)
  await addVisit('Secret', false)
  const helper = await buildCustomer(app, { name: 'Hana Helper' })
  await savePreferences(app.db, helper.userId, [{ event: 'visit_reminder', channel: 'mail', isOn: true }])
  const shareId = await buildShare(app, {
    ownerId: owner.userId,
    helperId: helper.userId,
    role: 'see',
    propertyGroupIds: more.isWhole === true ? [] : [groupId],
    getsReminders: true,
    ...more,
  })
  return { owner, client, crew, helper, shareId, elm, groupId }
}

async function remindersOf(userId: UserId) {
  const mails = await app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('dedupe_key', 'like', 'mail:reminder:%')
    .orderBy('created_at')
    .select(['subject', 'body'])
    .execute()
  const { notices } = await readNotices(app.db, { userId, locale: 'en' }, { limit: 50 })
  return { mails, listed: notices.filter(({ event }) => event === 'visit_reminder') }
}

test('comes the evening before, once, of the places that are shared, by whose they are', async () => {
  const { helper, owner, shareId } = await shared()
  await testApp.goTo((EVENING - MINUTE_MS) as Instant)
  expect((await remindersOf(helper.userId)).mails).toEqual([])
  await testApp.goTo(EVENING)
  await testApp.goTo((EVENING + HOUR_MS) as Instant)
  const { mails, listed } = await remindersOf(helper.userId)
  expect(mails.map(({ subject }) => subject)).toEqual(['Olga Owner: Wed, Mar 4: 2 visits'])
  expect(mails[0]!.body).toContain('Elm House: 8:00 AM MST to 10:00 AM MST')
  expect(mails[0]!.body).not.toContain('Secret')
  expect(mails[0]!.body).toContain(`/people?share=${shareId}&to=%2Fjobs`)
  expect(listed).toMatchObject([{ title: 'Olga Owner: Wed, Mar 4: 2 visits' }])
  const { listed: own } = await remindersOf(owner.userId)
  expect(own).toMatchObject([{ title: 'Wed, Mar 4: 3 visits', url: '/jobs' }])
})

test('comes to nobody who did not choose it', async () => {
  const { helper, client } = await shared({ getsReminders: false })
  await testApp.goTo(EVENING)
  expect(await remindersOf(helper.userId)).toEqual({ mails: [], listed: [] })
  expect((await client.call('GET /api/shares')).body.people).toHaveLength(1)
})

test('is chosen, and left again, by the helper alone', async () => {
  const { helper, shareId, client } = await shared({ getsReminders: false })
  const own = await signedIn(testApp, helper)
  const choose = (of: typeof own, getsReminders?: boolean) =>
    of.call('POST /api/save-share-notices', {
      body: { shareId, getsNotices: true, ...(getsReminders !== undefined && { getsReminders }) },
    })
  const chosen = async () => (await own.call('GET /api/accounts')).body.accounts[0]?.getsReminders
  expect((await choose(client, true)).status).toBe(404)
  expect(await chosen()).toBe(false)
  await choose(own, true)
  await choose(own)
  expect(await chosen()).toBe(true)
  await testApp.goTo(EVENING)
  expect((await remindersOf(helper.userId)).mails).toHaveLength(1)
  await choose(own, false)
  expect((await remindersOf(helper.userId)).listed).toEqual([])
})

test.each(['is taken away', 'ends'] as const)('is gone from the list once the access %s', async (how) => {
  const { helper, client, shareId, elm, owner } = await shared()
  await testApp.goTo(EVENING)
  if (how === 'ends') await client.call('POST /api/end-share', { body: { shareId } })
  else
    await app.db
      .updateTable('property')
      .set({ group_id: null })
      .where('customer_id', '=', owner.userId)
      .where('id', '=', (eb) => eb.selectFrom('visit').where('id', '=', elm).select('property_id'))
      .execute()
  const { listed } = await remindersOf(helper.userId)
  if (how === 'ends') expect(listed).toEqual([])
  else {
    expect(listed).toHaveLength(1)
    expect(listed[0]!.text).toContain('Oak House')
    expect(listed[0]!.text).not.toContain('Elm House')
  }
})
