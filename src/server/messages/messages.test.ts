import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(TEST_START))

async function newThread() {
  const { app } = testApp
  const customer = await buildCustomer(app, { name: 'Jane Cole', phone: '+13035550131' })
  const crew = await buildCrew(app, { name: 'Maria Lopez', phone: '+13035550132', locale: 'es' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  return {
    visitId,
    crewId: crew.userId,
    customerId: customer.userId,
    customer: await signedIn(testApp, customer),
    crew: await signedIn(testApp, crew),
  }
}

const send = (client: Client, visitId: VisitId, text: string) =>
  client.call('POST /api/send-message', { body: { visitId, text } })
const read = async (client: Client, visitId: VisitId) =>
  (await client.call('POST /api/get-messages', { body: { visitId } })).body
const giveTo = (visitId: VisitId, crewId: UserId | null) =>
  testApp.app.db.updateTable('visit').set({ crew_id: crewId }).where('id', '=', visitId).execute()

async function mailsTo(userId: UserId) {
  await testApp.work()
  return testApp.app.db
    .selectFrom('outbox_message')
    .where('user_id', '=', userId)
    .select(['subject', 'body'])
    .execute()
}

async function picture(red: number) {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .jpeg()
    .toBuffer()
}

describe('a conversation', () => {
  test('goes both ways, is counted unread, and says first names and no numbers', async () => {
    const { visitId, customer, crew } = await newThread()
    expect(await read(crew, visitId)).toEqual({
      messages: [],
      unreadCount: 0,
      withName: 'Jane',
      canWrite: true,
      closesAt: null,
    })
    const sent = await send(customer, visitId, 'The gate sticks.\nPush hard.')
    expect(sent.body).toMatchObject({ isMine: true, from: null, role: 'customer', photo: null })
    const seen = await read(crew, visitId)
    expect(seen.unreadCount).toBe(1)
    expect(seen.messages).toMatchObject([
      { text: 'The gate sticks.\nPush hard.', from: 'Jane', isMine: false },
    ])
    expect(JSON.stringify(seen)).not.toMatch(/Cole|30355501|@/)
    const { messageId } = seen.messages[0]!
    const marked = await crew.call('POST /api/read-messages', { body: { visitId, messageId } })
    expect(marked.body).toEqual({ unreadCount: 0 })
    await send(crew, visitId, 'Thanks, on my way.')
    const answered = await read(customer, visitId)
    expect([answered.withName, answered.unreadCount]).toEqual(['Maria', 1])
    expect(answered.messages.map(({ isMine }) => isMine)).toEqual([true, false])
  })

  test('is notified once for a row of unread messages, in the reader’s language, and again after an hour', async () => {
    const { visitId, customer, crewId, crew } = await newThread()
    await send(customer, visitId, 'Hello')
    await send(customer, visitId, 'Are you near?')
    expect((await mailsTo(crewId)).map(({ subject }) => subject)).toEqual(['Jane te escribió'])
    testApp.clock.advance(HOUR_MS)
    await send(customer, visitId, 'Still there?')
    expect(await mailsTo(crewId)).toHaveLength(2)
    const { messages } = await read(crew, visitId)
    const { messageId } = messages.at(-1)!
    await crew.call('POST /api/read-messages', { body: { visitId, messageId } })
    const { notices } = (await crew.call('POST /api/get-notices')).body
    const shown = notices.filter(({ event }) => event === 'message')
    expect(shown.map(({ isRead }) => isRead)).toEqual([true, true])
    await send(customer, visitId, 'Good.')
    expect(await mailsTo(crewId)).toHaveLength(3)
  })

  test('threats I3, I4: shows what was written as it was written, and no control characters', async () => {
    const { visitId, customer, crewId, crew } = await newThread()
    const marker = '"><svg/onload=alert(1)> <img src=x onerror=alert(1)>'
    await send(customer, visitId, marker)
    expect((await read(crew, visitId)).messages[0]!.text).toBe(marker)
    expect((await mailsTo(crewId))[0]!.subject).toBe('Jane te escribió')
    const refused = [
      await send(customer, visitId, 'a\u0000b'),
      await send(customer, visitId, '   '),
      await send(customer, visitId, 'x'.repeat(1_001)),
    ]
    expect(refused.map(({ status, failure }) => [status, Object.keys(failure.fields!)])).toEqual([
      [400, ['text']],
      [400, ['text']],
      [400, ['text']],
    ])
    expect((await send(customer, visitId, 'x'.repeat(1_000))).status).toBe(200)
  })

  test('of a message sent twice under one key keeps one', async () => {
    const { visitId, customer } = await newThread()
    const once = { body: { visitId, text: 'Once' }, headers: { 'idempotency-key': crypto.randomUUID() } }
    const answers = [
      await customer.call('POST /api/send-message', once),
      await customer.call('POST /api/send-message', once),
    ]
    expect(answers[0]!.body).toEqual(answers[1]!.body)
    expect((await read(customer, visitId)).messages).toHaveLength(1)
  })

  test('keeps the order in which ten at once were taken', async () => {
    const { visitId, customer, crew } = await newThread()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(index % 2 ? customer : crew, visitId, `${index}`)),
    )
    const { messages } = await read(customer, visitId)
    expect(messages.map(({ text }) => text).sort()).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index}`),
    )
    const numbers = await testApp.app.db
      .selectFrom('visit_message')
      .where('visit_id', '=', visitId)
      .orderBy('number')
      .select('id')
      .execute()
    expect(messages.map(({ messageId }) => messageId)).toEqual(numbers.map(({ id }) => id))
  })
})

describe('a photo', () => {
  test('is sent once, has no place in it, and is no proof of the visit', async () => {
    const { visitId, customer, crew } = await newThread()
    const content = await picture(200)
    const file = { type: 'image/jpeg', content }
    const sent = await customer.call('POST /api/send-message-photo', { query: { visitId }, file })
    const again = await customer.call('POST /api/send-message-photo', { query: { visitId }, file })
    expect(sent.status).toBe(200)
    expect(again.body.messageId).toBe(sent.body.messageId)
    const { messages } = await read(crew, visitId)
    expect(messages).toMatchObject([{ text: '', photo: { width: 40, height: 30 } }])
    const proof = await testApp.app.db
      .selectFrom('photo')
      .where('visit_id', '=', visitId)
      .select('id')
      .execute()
    expect(proof).toEqual([])
  })

  test('threats U2: of another kind is refused', async () => {
    const { visitId, customer } = await newThread()
    const file = { type: 'image/jpeg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    const refused = await customer.call('POST /api/send-message-photo', { query: { visitId }, file })
    expect(refused.status).toBe(415)
  })
})

describe('who may read and write', () => {
  test('threats Z1: others find nothing, and a message of another visit marks nothing', async () => {
    const { visitId, customer } = await newThread()
    const elsewhere = await newThread()
    const { messageId } = (await send(customer, visitId, 'Mine')).body
    for (const client of [elsewhere.customer, elsewhere.crew]) {
      const asked = await client.call('POST /api/get-messages', { body: { visitId } })
      expect([asked.status, (await send(client, visitId, 'Hi')).status]).toEqual([404, 404])
    }
    const body = { visitId: elsewhere.visitId, messageId }
    expect((await elsewhere.customer.call('POST /api/read-messages', { body })).status).toBe(404)
    expect((await testApp.client().call('POST /api/get-messages', { body: { visitId } })).status).toBe(401)
  })

  test('a crew that comes after sees nothing of what was written before, and one that left sees nothing at all', async () => {
    const { visitId, customer, crew } = await newThread()
    await send(customer, visitId, 'The key is under the pot.')
    const next = await buildCrew(testApp.app)
    const nextClient = await signedIn(testApp, next)
    await giveTo(visitId, next.userId)
    expect((await crew.call('POST /api/get-messages', { body: { visitId } })).status).toBe(404)
    expect((await send(crew, visitId, 'Sorry')).status).toBe(404)
    expect((await read(nextClient, visitId)).messages).toEqual([])
    await send(nextClient, visitId, 'Hello, I have your visit now.')
    expect((await read(nextClient, visitId)).messages).toHaveLength(1)
    expect((await read(customer, visitId)).messages).toHaveLength(2)
  })

  test('nobody can be written to while nobody has the visit', async () => {
    const { visitId, customer } = await newThread()
    await giveTo(visitId, null)
    expect(await read(customer, visitId)).toMatchObject({ canWrite: false, withName: null })
    expect((await send(customer, visitId, 'Anybody?')).failure.code).toBe('no_crew')
  })

  test('it closes some days after the visit and stays readable', async () => {
    const { visitId, customer } = await newThread()
    await send(customer, visitId, 'Thank you')
    const { ends_at } = await testApp.app.db
      .selectFrom('visit')
      .where('id', '=', visitId)
      .select('ends_at')
      .executeTakeFirstOrThrow()
    const closes = (ends_at + 7 * DAY_MS) as Instant
    testApp.clock.set((closes - MINUTE_MS) as Instant)
    expect(await read(customer, visitId)).toMatchObject({
      canWrite: true,
      closesAt: new Date(closes).toISOString(),
    })
    testApp.clock.set(closes)
    expect((await send(customer, visitId, 'One more thing')).failure.code).toBe('too_late')
    expect(await read(customer, visitId)).toMatchObject({
      canWrite: false,
      messages: [{ text: 'Thank you' }],
    })
  })

  test('so many an hour and no more', async () => {
    const { visitId, customer, customerId, crewId } = await newThread()
    const row = {
      visit_id: visitId,
      crew_id: crewId,
      sender_id: customerId,
      sender_role: 'customer' as const,
    }
    const created_at = toTimestamp(testApp.clock.now())
    await testApp.app.db
      .insertInto('visit_message')
      .values(Array.from({ length: 60 }, () => ({ ...row, text: 'x', created_at })))
      .execute()
    expect((await send(customer, visitId, 'And another')).status).toBe(429)
    testApp.clock.advance(HOUR_MS)
    expect((await send(customer, visitId, 'And another')).status).toBe(200)
  })

  test('an operator joins; both are notified, and the reading is written down', async () => {
    const { visitId, customer, customerId, crewId } = await newThread()
    await send(customer, visitId, 'Where is everybody?')
    const operator = await buildOperator(testApp.app, { name: 'Ola Berg' })
    const client = await signedIn(testApp, operator)
    expect((await read(client, visitId)).messages).toHaveLength(1)
    expect((await send(client, visitId, 'We are looking into it.')).body.role).toBe('operator')
    expect((await mailsTo(customerId)).map(({ subject }) => subject)).toEqual(['Ola wrote you'])
    expect(await mailsTo(crewId)).toHaveLength(1)
    const audit = await testApp.app.db
      .selectFrom('audit_entry')
      .where('subject', '=', visitId)
      .select(['action', 'actor_id'])
      .execute()
    expect(audit).toEqual([{ action: 'read_messages', actor_id: operator.userId }])
  })
})

describe('the list of conversations', () => {
  const list = async (client: Client, search = '') =>
    (await client.call('POST /api/get-conversations', { body: { search } })).body.conversations

  test('has each once with its last line, the newest first, and says which is unread', async () => {
    const { visitId, customer, crew, customerId, crewId } = await newThread()
    expect(await list(customer)).toEqual([])
    await send(customer, visitId, 'The gate sticks.')
    const job = await buildWeeklyJob(testApp.app, { customerId, name: 'Lake house' })
    const other = await buildVisit(testApp.app, job, { crewId, state: 'confirmed' })
    await send(crew, other, 'I am here.')
    expect(await list(customer)).toMatchObject([
      { visitId: other, lastText: 'I am here.', isMine: false, isUnread: true, withName: 'Maria' },
      { visitId, lastText: 'The gate sticks.', isMine: true, isUnread: false },
    ])
    await send(crew, visitId, 'Thanks.')
    expect((await list(customer)).map((each) => each.visitId)).toEqual([visitId, other])
    const { messages } = await read(customer, visitId)
    await customer.call('POST /api/read-messages', {
      body: { visitId, messageId: messages.at(-1)!.messageId },
    })
    expect((await list(customer)).map(({ isUnread }) => isUnread)).toEqual([false, true])
    expect((await list(customer, 'lake')).map((each) => each.visitId)).toEqual([other])
    expect(await list(customer, 'nothing like it')).toEqual([])
    expect(JSON.stringify(await list(crew))).not.toMatch(/Cole|30355501|@/)
  })

  test('leaves out what a crew has no longer, and what is others’', async () => {
    const { visitId, customer, crew } = await newThread()
    await send(customer, visitId, 'For Maria only.')
    expect(await list(crew)).toHaveLength(1)
    const next = await buildCrew(testApp.app)
    await giveTo(visitId, next.userId)
    expect(await list(crew)).toEqual([])
    expect(await list(await signedIn(testApp, next))).toEqual([])
    expect(await list(await signedIn(testApp, await buildCustomer(testApp.app)))).toEqual([])
    expect(await list(customer)).toHaveLength(1)
  })

  test('refuses a mark that is none of its own', async () => {
    const { customer } = await newThread()
    const body = { search: '', cursor: 'x' }
    expect((await customer.call('POST /api/get-conversations', { body })).status).toBe(400)
  })
})

describe('the number beside Messages', () => {
  const unread = async (client: Client) =>
    (await client.call('GET /api/unread-conversations')).body.unreadCount

  test('counts conversations with something new, until they are seen, and never one’s own lines', async () => {
    const { visitId, customer, crew } = await newThread()
    expect([await unread(customer), await unread(crew)]).toEqual([0, 0])
    await send(customer, visitId, 'The gate is open.')
    await send(customer, visitId, 'And the dog is in.')
    expect([await unread(customer), await unread(crew)]).toEqual([0, 1])
    const { messages } = await read(crew, visitId)
    const seen = (index: number) =>
      crew.call('POST /api/read-messages', {
        body: { visitId, messageId: messages.at(index)!.messageId },
      })
    await seen(0)
    expect(await unread(crew)).toBe(1)
    await seen(-1)
    expect(await unread(crew)).toBe(0)
    await send(crew, visitId, 'Thank you.')
    expect([await unread(customer), await unread(crew)]).toEqual([1, 0])
  })

  test('is no longer that of a crew that lost the visit', async () => {
    const { visitId, customer, crew } = await newThread()
    await send(customer, visitId, 'Are you coming?')
    await giveTo(visitId, null)
    expect(await unread(crew)).toBe(0)
  })
})
