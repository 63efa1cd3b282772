import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { answerByPhone } from '#testing/text-answer.ts'
import { notify } from './notify.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function newCustomer(input: Parameters<typeof buildCustomer>[1] = {}) {
  const customer = await buildCustomer(testApp.app, input)
  return { ...customer, client: await signedIn(testApp, customer) }
}

function notifyUser(to: UserId, title = 'Changed', event: 'job_changed' | 'payment' = 'job_changed') {
  const { app } = testApp
  const texts = { title, text: 'Please look.' }
  const now = testApp.clock.now()
  const key = crypto.randomUUID()
  return notify(app.db, { to, event, key, texts: { en: texts, es: texts }, url: '/jobs', now })
}

async function lastMail(userId: UserId) {
  await testApp.work()
  const mails = await testApp.app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .where('channel', '=', 'mail')
    .orderBy('created_at', 'desc')
    .select('body')
    .execute()
  return mails[0]?.body
}

describe('the list of notices', () => {
  test('is paged, newest first, and each is read by itself or all at once', async () => {
    const { userId, client } = await newCustomer()
    for (const title of ['One', 'Two', 'Three']) {
      await notifyUser(userId, title)
      testApp.clock.advance(MINUTE_MS)
    }
    const first = await client.call('POST /api/get-notices', { body: { limit: 2 } })
    expect(first.body.notices.map(({ title, isRead }) => [title, isRead])).toEqual([
      ['Three', false],
      ['Two', false],
    ])
    expect(first.body.unreadCount).toBe(3)
    const cursor = first.body.nextCursor!
    const second = await client.call('POST /api/get-notices', { body: { limit: 2, cursor } })
    expect(second.body.notices.map(({ title }) => title)).toEqual(['One'])
    expect(second.body.nextCursor).toBeNull()
    const { noticeId } = first.body.notices[0]!
    const read = await client.call('POST /api/read-notices', { body: { noticeIds: [noticeId] } })
    expect(read.body.unreadCount).toBe(2)
    expect((await client.call('GET /api/unread-notices')).body).toEqual({ unreadCount: 2 })
    expect((await client.call('POST /api/read-notices', { body: {} })).body.unreadCount).toBe(0)
    const forged = await client.call('POST /api/get-notices', { body: { cursor: 'bm9uc2Vuc2U' } })
    expect([forged.status, Object.keys(forged.failure.fields!)]).toEqual([400, ['cursor']])
  })

  test('is nobody else’s to see or to read', async () => {
    const [mine, other] = [await newCustomer(), await newCustomer()]
    await notifyUser(mine.userId)
    const { body } = await mine.client.call('POST /api/get-notices')
    expect((await other.client.call('POST /api/get-notices')).body.notices).toEqual([])
    await other.client.call('POST /api/read-notices', { body: { noticeIds: [body.notices[0]!.noticeId] } })
    expect((await mine.client.call('GET /api/unread-notices')).body.unreadCount).toBe(1)
    expect((await testApp.client().call('POST /api/get-notices')).status).toBe(401)
  })
})

describe('preferences', () => {
  test('say what each channel reaches, and hold what is saved', async () => {
    const { client } = await newCustomer({ phone: '+13035550123' })
    const before = (await client.call('GET /api/notification-preferences')).body
    expect(before).toMatchObject({
      phoneEnding: '0123',
      isPhoneOptedOut: false,
      deviceCount: 0,
      quietHours: { isOn: true, from: '21:00', until: '07:00', holdsMail: false },
    })
    expect(before.events.map(({ event }) => event)).not.toContain('offer')
    const quietHours = { isOn: true, from: '22:00', until: '06:00', holdsMail: true }
    const preferences = [{ event: 'job_changed', channel: 'mail', isOn: false }] as const
    const body = { preferences: [...preferences], quietHours }
    expect((await client.call('POST /api/save-notification-preferences', { body })).status).toBe(200)
    const after = (await client.call('GET /api/notification-preferences')).body
    expect(after.quietHours).toEqual(quietHours)
    const changed = after.events.find(({ event }) => event === 'job_changed')!
    expect(changed.channels.map(({ channel, isOn }) => [channel, isOn])).toEqual([
      ['in_app', true],
      ['mail', false],
      ['sms', false],
      ['push', true],
    ])
  })

  test('refuse to switch off mails about money, with nothing saved', async () => {
    const { userId, client } = await newCustomer()
    const off = { channel: 'mail', isOn: false } as const
    const body = {
      preferences: [{ event: 'job_changed', ...off } as const, { event: 'payment', ...off } as const],
    }
    const refused = await client.call('POST /api/save-notification-preferences', { body })
    expect([refused.status, refused.failure.fields]).toEqual([
      400,
      { 'preferences.1.isOn': 'Mails about money cannot be switched off.' },
    ])
    const rows = await testApp.app.db
      .selectFrom('notice_preference')
      .where('user_id', '=', userId)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })

  test('refuse quiet hours that never end', async () => {
    const { client } = await newCustomer()
    const quietHours = { isOn: true, from: '21:00', until: '21:00', holdsMail: false }
    const refused = await client.call('POST /api/save-notification-preferences', { body: { quietHours } })
    expect([refused.status, Object.keys(refused.failure.fields!)]).toEqual([400, ['quietHours.until']])
  })

  test('can be tried', async () => {
    const { userId, client } = await newCustomer()
    const tried = await client.call('POST /api/send-test-notice')
    expect(tried.body.channels).toEqual(['in_app', 'mail'])
    expect(await lastMail(userId)).toContain('Notices reach you here.')
    expect((await client.call('GET /api/unread-notices')).body.unreadCount).toBe(1)
  })
})

describe('the link that ends mails of one kind', () => {
  const linkIn = (mail: string | undefined) => /\/unsubscribe\?token=([\w-]{43})/.exec(mail ?? '')?.[1]

  test('shows what it would end, ends it without a sign-in, and undoes it', async () => {
    const { userId } = await newCustomer()
    await notifyUser(userId)
    const token = linkIn(await lastMail(userId))!
    const client = testApp.client()
    const asked = await client.call('POST /api/get-unsubscribe', { body: { token } })
    expect(asked.body).toEqual({ event: 'job_changed', isOn: true })
    const ended = await client.call('POST /api/unsubscribe', { body: { token } })
    expect(ended.body).toEqual({ event: 'job_changed', isOn: false })
    const before = await lastMail(userId)
    await notifyUser(userId, 'After')
    expect(await lastMail(userId)).toBe(before)
    await client.call('POST /api/unsubscribe', { body: { token, isOn: true } })
    testApp.clock.advance(MINUTE_MS)
    await notifyUser(userId, 'Again')
    await testApp.work()
    const subjects = await testApp.app.db
      .selectFrom('outbox_message')
      .where('user_id', '=', userId)
      .select('subject')
      .execute()
    expect(subjects.map(({ subject }) => subject).sort()).toEqual(['Again', 'Changed'])
  })

  test('threats T2: is in no row of the database, and works by the mailbox’s own button', async () => {
    const { userId } = await newCustomer()
    await notifyUser(userId)
    const token = linkIn(await lastMail(userId))!
    const rows = await testApp.app.db
      .selectFrom('unsubscribe_token')
      .where('user_id', '=', userId)
      .selectAll()
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    const clicked = await testApp.client().call('POST /api/unsubscribe-one-click', {
      query: { token },
      file: { type: 'application/x-www-form-urlencoded', content: 'List-Unsubscribe=One-Click' },
    })
    expect(clicked.body).toEqual({ ok: true })
    const asked = await testApp.client().call('POST /api/get-unsubscribe', { body: { token } })
    expect(asked.body.isOn).toBe(false)
  })

  test('is in no mail about money, and one that is not ours ends nothing', async () => {
    const { userId } = await newCustomer()
    await notifyUser(userId, 'Receipt', 'payment')
    expect(linkIn(await lastMail(userId))).toBeUndefined()
    const token = 'A'.repeat(43)
    expect((await testApp.client().call('POST /api/unsubscribe', { body: { token } })).status).toBe(410)
    expect((await testApp.client().call('POST /api/get-unsubscribe', { body: { token: 'x' } })).status).toBe(
      400,
    )
  })
})

describe('field 38: STOP', () => {
  const home = () => ({ secret: testApp.app.config.secret, origin: testApp.app.config.http.origin })
  const send = ({ body, signature }: { body: string; signature: string }) =>
    testApp.client().call('POST /api/sms-webhook', {
      file: { type: 'application/x-www-form-urlencoded', content: body },
      headers: { 'x-twilio-signature': signature },
    })
  const answer = (from: string, text: string, id = crypto.randomUUID()) =>
    send(answerByPhone({ id, from, text }, home()))

  test('is heeded until START, and an old START delivered again changes nothing', async () => {
    const crew = await buildCrew(testApp.app, { phone: '+13035550177' })
    const client = await signedIn(testApp, crew)
    const state = async () => (await client.call('GET /api/notification-preferences')).body.isPhoneOptedOut
    const start = crypto.randomUUID()
    expect((await answer('+13035550177', 'Stop')).status).toBe(200)
    expect(await state()).toBe(true)
    await answer('+13035550177', 'START', start)
    expect(await state()).toBe(false)
    await answer('+13035550177', 'ALTO')
    await answer('+13035550177', 'START', start)
    expect(await state()).toBe(true)
    await answer('+13035550177', 'what is this?')
    expect(await state()).toBe(true)
  })

  test('is taken only where the provider signed it', async () => {
    const signed = answerByPhone({ id: 'SM1', from: '+13035550178', text: 'STOP' }, home())
    const refused = [
      await send({ ...signed, signature: 'AAAA' }),
      await send({ ...signed, body: signed.body.replace('50178', '50179') }),
      await send(
        answerByPhone({ id: 'SM1', from: '+13035550178', text: 'STOP' }, { ...home(), secret: 'another' }),
      ),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
    const rows = await testApp.app.db
      .selectFrom('sms_opt_out')
      .where('phone', 'like', '+1303555017_')
      .select('phone')
      .execute()
    expect(rows.map(({ phone }) => phone)).not.toContain('+13035550178')
  })
})
