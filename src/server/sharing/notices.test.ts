/** Whoever looks after a place hears what its owner hears of it, where it wants to and may; its stream ends with its access. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { NotificationEvent } from '#domain/notifications/events.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import { inTransaction } from '#server/db/client.ts'
import { notify } from '#server/notices/notify.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { eventStreams } from '#testing/event-stream.ts'

const testApp = await createTestApp()
const { app } = testApp
let origin = ''
const { listenAs, closeAll } = eventStreams(() => origin)
beforeAll(async () => {
  origin = await testApp.server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(closeAll)
afterAll(() => testApp.close())

async function newHost() {
  const owner = await buildCustomer(app, { name: 'Olga Owner' })
  const { groupId } = (
    await (await signedIn(testApp, owner)).call('POST /api/save-property-group', { body: { name: 'Lake' } })
  ).body
  const shared = await buildProperty(app, owner.userId, { groupId })
  const other = await buildProperty(app, owner.userId)
  return { owner, groupId, shared, other }
}

async function newHelper(
  { owner, groupId }: Awaited<ReturnType<typeof newHost>>,
  role: ShareRole,
  more: { isWhole?: boolean; getsNotices?: boolean } = {},
) {
  const person = await buildCustomer(app, { locale: 'es' })
  const propertyGroupIds = more.isWhole ? [] : [groupId]
  const input = { ownerId: owner.userId, helperId: person.userId, role, propertyGroupIds, ...more }
  return { person, shareId: await buildShare(app, input) }
}

async function notifyOf(
  host: Awaited<ReturnType<typeof newHost>>,
  event: NotificationEvent,
  propertyId: typeof host.shared | null,
) {
  await inTransaction(app.db, (trx) =>
    notify(trx, {
      to: host.owner.userId,
      event,
      key: crypto.randomUUID(),
      texts: { en: { title: 'News', text: 'Something.' }, es: { title: 'Novedad', text: 'Algo.' } },
      url: '/jobs',
      now: app.ports.clock.now(),
      ...(propertyId === null ? {} : { about: { propertyId, weeklyJobId: null } }),
    }),
  )
}

const noticesOf = async ({ userId }: { userId: Awaited<ReturnType<typeof buildCustomer>>['userId'] }) =>
  app.db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['title', 'url', 'event'])
    .execute()

test('of its places, in its own language, by whose they are', async () => {
  const host = await newHost()
  const { person, shareId } = await newHelper(host, 'see')
  await notifyOf(host, 'job_changed', host.shared)
  await notifyOf(host, 'job_changed', host.other)
  await notifyOf(host, 'job_changed', null)
  expect(await noticesOf(person)).toEqual([
    {
      title: 'Olga Owner: Novedad',
      event: 'job_changed',
      url: `/people?share=${shareId}&to=%2Fjobs`,
    },
  ])
  expect(await noticesOf(host.owner)).toHaveLength(3)
})

test('of what its role may know, and of money where it pays for everything', async () => {
  const host = await newHost()
  const roles = ['see', 'schedule', 'pay', 'all'] as const
  const some = await Promise.all(roles.map((role) => newHelper(host, role)))
  const whole = await Promise.all(roles.map((role) => newHelper(host, role, { isWhole: true })))
  await notifyOf(host, 'extra_work', host.shared)
  await notifyOf(host, 'message', host.shared)
  await notifyOf(host, 'payment', null)
  const eventsOf = async ({ person }: (typeof some)[number]) =>
    (await noticesOf(person)).map(({ event }) => event).sort()
  expect(await Promise.all(some.map(eventsOf))).toEqual([
    [],
    ['message'],
    ['extra_work'],
    ['extra_work', 'message'],
  ])
  expect(await Promise.all(whole.map(eventsOf))).toEqual([
    [],
    ['message'],
    ['extra_work', 'payment'],
    ['extra_work', 'message', 'payment'],
  ])
})

test('not where it does not want to, and nothing that waits once access ended', async () => {
  const host = await newHost()
  const { person, shareId } = await newHelper(host, 'see')
  const client = await signedIn(testApp, person)
  const choose = (getsNotices: boolean) =>
    client.call('POST /api/save-share-notices', { body: { shareId, getsNotices } })
  await choose(false)
  await notifyOf(host, 'job_changed', host.shared)
  expect(await noticesOf(person)).toEqual([])
  await choose(true)
  await notifyOf(host, 'job_changed', host.shared)
  expect(await noticesOf(person)).toHaveLength(1)
  await (await signedIn(testApp, host.owner)).call('POST /api/end-share', { body: { shareId } })
  await testApp.work()
  expect(await noticesOf(person)).toEqual([])
  expect(await mailsAbout(person.email, 'Novedad')).toBe(0)
})

test('nothing is sent of a place that went out of reach meanwhile', async () => {
  const host = await newHost()
  const { person } = await newHelper(host, 'see')
  await notifyOf(host, 'job_changed', host.shared)
  await app.db.updateTable('property').set({ group_id: null }).where('id', '=', host.shared).execute()
  await testApp.work()
  expect(await mailsAbout(person.email, 'Novedad')).toBe(0)
  await app.db.updateTable('property').set({ group_id: host.groupId }).where('id', '=', host.shared).execute()
  await notifyOf(host, 'job_changed', host.shared)
  await testApp.work()
  expect(await mailsAbout(person.email, 'Novedad')).toBe(1)
})

test('a stream hears that something changed there, not what, and ends with the access', async () => {
  const host = await newHost()
  const { person, shareId } = await newHelper(host, 'see')
  const client = await signedIn(testApp, person)
  await client.call('POST /api/use-account', { body: { shareId } })
  const stream = await listenAs(client)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const job = await buildWeeklyJob(app, { customerId: host.owner.userId, propertyId: host.other })
  await buildVisit(app, job)
  expect((await stream.untilKind('visit')).data).toEqual({ kind: 'visit', ids: [] })
  const begun = performance.now()
  await (await signedIn(testApp, host.owner)).call('POST /api/end-share', { body: { shareId } })
  await stream.ended
  expect(performance.now() - begun).toBeLessThan(5_000)
  const again = await listenAs(client)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await buildVisit(app, job, { date: '2026-03-10' as never })
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(again.events).toEqual([])
})

async function mailsAbout(recipient: string, subject: string): Promise<number> {
  const rows = await app.db
    .selectFrom('outbox_message')
    .where('recipient', '=', recipient)
    .where('subject', 'like', `%${subject}%`)
    .select('id')
    .execute()
  return rows.length
}
