/** What left the house and what did not, and sending it once more. */
import { expect, test } from 'vitest'
import type { OutboxMessageId } from '#domain/ids.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'

let isAway = false
const carried: string[] = []
const testApp = await createTestApp({
  ports: {
    mail: {
      send: async ({ text }) => {
        if (isAway) throw new Error('550 mailbox unavailable')
        carried.push(text)
      },
    },
    sms: { send: async ({ text }) => void carried.push(text), readAnswer: () => null },
  },
})
const { app, clock } = testApp
const operator = await signedIn(testApp, await buildOperator(app))
const dana = await buildCustomer(app, { name: 'Dana Whitfield', email: 'dana@example.test' })

const mail = (key: string, more = {}) =>
  app.ports.mail.send({
    key,
    to: 'dana@example.test',
    subject: 'About it',
    text: `The words of ${key}`,
    userId: dana.userId,
    ...more,
  })
const outbox = async (query = {}) => (await operator.call('GET /api/outbox', { query })).body
const resend = (messageId: OutboxMessageId) =>
  operator.call('POST /api/resend-message', { body: { messageId } })

test('keeps what a real provider was given and what it said, but no words that let somebody in', async () => {
  await mail('receipt:1')
  isAway = true
  await expect(mail('welcome:1')).rejects.toThrow('550')
  await expect(mail('welcome:1')).rejects.toThrow('550')
  await expect(mail('sign_in:abc')).rejects.toThrow('550')
  isAway = false
  await mail('sign_in:abc')
  const { messages, failing, kinds } = await outbox()
  expect(
    messages.map(({ kind, state, tries, body, lastError }) => [kind, state, tries, body, lastError]),
  ).toEqual(
    expect.arrayContaining([
      ['receipt', 'sent', 1, 'The words of receipt:1', ''],
      ['welcome', 'failed', 2, 'The words of welcome:1', '550 mailbox unavailable'],
      ['sign_in', 'sent', 2, '', ''],
    ]),
  )
  expect(failing).toMatchObject([
    { recipient: 'dana@example.test', count: 1, lastError: '550 mailbox unavailable' },
  ])
  expect(kinds).toEqual(['receipt', 'sign_in', 'welcome'])
})

test('is narrowed by person, kind, channel, state and days of the place', async () => {
  const kindsOf = async (query: object) => (await outbox(query)).messages.map(({ kind }) => kind)
  expect(await kindsOf({ state: 'failed' })).toEqual(['welcome'])
  expect(await kindsOf({ kind: 'receipt' })).toEqual(['receipt'])
  expect(await kindsOf({ channel: 'sms' })).toEqual([])
  expect(await kindsOf({ personId: dana.userId })).toHaveLength(3)
  expect(await kindsOf({ personId: crypto.randomUUID() })).toEqual([])
  expect(await kindsOf({ from: '2026-03-02', to: '2026-03-02' })).toHaveLength(3)
  expect(await kindsOf({ from: '2026-03-03' })).toEqual([])
  expect(await kindsOf({ to: '2026-03-01' })).toEqual([])
})

test('sends once more to where the person is now, once in five minutes, and no way in at all', async () => {
  const find = async (kind: string) => (await outbox({ kind })).messages
  const [welcome] = await find('welcome')
  const [wayIn] = await find('sign_in')
  expect((await resend(wayIn!.id)).status).toBe(409)
  await app.db.updateTable('users').set({ email: 'new@example.test' }).where('id', '=', dana.userId).execute()
  const pressed = await Promise.all([resend(welcome!.id), resend(welcome!.id)])
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 429])
  await testApp.work()
  expect((await find('welcome')).map(({ recipient, state }) => [recipient, state])).toEqual(
    expect.arrayContaining([
      ['dana@example.test', 'failed'],
      ['new@example.test', 'sent'],
    ]),
  )
  expect(await find('welcome')).toHaveLength(2)
  clock.set(instant(TEST_START + 6 * MINUTE_MS))
  expect((await resend(welcome!.id)).status).toBe(200)
  const entries = await app.db
    .selectFrom('audit_entry')
    .where('action', '=', 'resend_message')
    .selectAll()
    .execute()
  expect(entries).toHaveLength(2)
})

test('threats T2: nobody here reads a link by which somebody else would come in', async () => {
  const crew = await buildCrew(app, { phone: '+13035550142' })
  const customer = await signedIn(testApp, await buildCustomer(app))
  carried.length = 0
  await operator.call('POST /api/send-assignments-link', { body: { crewId: crew.userId } })
  await customer.call('POST /api/invite-helper', {
    body: {
      name: 'Hana',
      email: 'hana@example.test',
      locale: 'en',
      role: 'all',
      reach: { isWhole: true, propertyGroupIds: [], complexGroupIds: [] },
    },
  })
  await app.ports.mail.send({
    key: 'of_a_kind_to_come:1',
    to: 'dana@example.test',
    subject: 'Come in',
    text: 'Here: http://localhost:3000/authenticate?token=one',
    userId: dana.userId,
  })
  await testApp.work()
  const links = carried.filter((text) => /\/my-assignments\?token=|\/go\/share-|\/authenticate/.test(text))
  expect(links).toHaveLength(3)
  const { messages } = await outbox()
  for (const kind of ['my_assignments', 'invite_helper', 'of_a_kind_to_come'])
    expect(messages.find((message) => message.kind === kind)).toMatchObject({ body: '' })
})

test('operators of another city neither read nor send it', async () => {
  const [welcome] = (await outbox({ kind: 'welcome' })).messages
  await app.db
    .insertInto('market')
    .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
    .execute()
  const other = await buildOperator(app)
  await app.db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', other.userId).execute()
  const stranger = await signedIn(testApp, other)
  expect((await stranger.call('GET /api/outbox')).body.messages).toEqual([])
  const body = { messageId: welcome!.id }
  expect((await stranger.call('POST /api/resend-message', { body })).status).toBe(404)
})
