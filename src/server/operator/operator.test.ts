import { describe, expect, test } from 'vitest'
import { DAY_MS, formatInstant, type Instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const operator = await signedIn(testApp, await buildOperator(app, { name: 'Ines Keller' }))
const until = formatInstant((TEST_START + DAY_MS) as Instant)

describe('an operator', () => {
  test('sees what customers gave a crew, and how it keeps its word', async () => {
    const crew = await buildCrew(app, { name: 'Xenia Rated' })
    await buildCrew(app, { name: 'Xenia Unrated' })
    await buildCustomer(app, { name: 'Xenia Customer' })
    for (const stars of [5, 4] as const) {
      const job = await buildWeeklyJob(app)
      const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
      const given = { visit_id: visitId, crew_id: crew.userId, customer_id: job.customerId }
      const at = toTimestamp(TEST_START)
      await app.db
        .insertInto('rating')
        .values([
          { ...given, side: 'customer', stars, given_at: at, changed_at: at },
          { ...given, side: 'crew', stars: 3, given_at: at, changed_at: at },
        ])
        .execute()
    }
    const { people } = (await operator.call('POST /api/find-people', { body: { text: 'xenia' } })).body
    expect(people.map(({ timeZone }) => timeZone)).toEqual(Array(3).fill('America/Denver'))
    expect(people.map(({ name, rating, reliability }) => ({ name, rating, reliability }))).toEqual([
      { name: 'Xenia Customer', rating: null, reliability: null },
      { name: 'Xenia Rated', rating: { stars: 4.5, count: 2 }, reliability: null },
      { name: 'Xenia Unrated', rating: { stars: null, count: 0 }, reliability: null },
    ])
  })

  test('finds people by name, address and phone, page by page', async () => {
    for (let index = 0; index < 60; index++)
      await buildCustomer(app, { name: `Zoe ${String(index).padStart(2, '0')}` })
    await buildCustomer(app, { name: 'Yan Li', phone: '+13035550177' })
    const first = (await operator.call('POST /api/find-people', { body: { text: 'zoe' } })).body
    const second = (
      await operator.call('POST /api/find-people', { body: { text: 'zoe', cursor: first.nextCursor! } })
    ).body
    const names = [...first.people, ...second.people].map(({ name }) => name)
    expect(names).toEqual(Array.from({ length: 60 }, (_, index) => `Zoe ${String(index).padStart(2, '0')}`))
    expect(second.nextCursor).toBeNull()
    const byPhone = (await operator.call('POST /api/find-people', { body: { text: '555-0177' } })).body
    expect(byPhone.people.map(({ name }) => name)).toEqual(['Yan Li'])
    expect((await operator.call('POST /api/find-people', { body: { text: '%' } })).body.people).toEqual([])
  })

  test('freezes with notes that the owner reads, and ends it; both are in the log', async () => {
    const crew = await buildCrew(app)
    const body = { userId: crew.userId, until, notes: 'Missed three visits' }
    expect((await operator.call('POST /api/freeze-user', { body })).status).toBe(200)
    const owner = await signedIn(testApp, crew)
    expect((await owner.call('GET /api/user')).body).toMatchObject({ frozen_notes: 'Missed three visits' })
    expect((await operator.call('POST /api/unfreeze-user', { body: { userId: crew.userId } })).status).toBe(
      200,
    )
    expect((await owner.call('GET /api/user')).body.frozen_until).toBeNull()
    const log = (await operator.call('GET /api/audit-log')).body.entries
    expect(log.slice(0, 2).map(({ action, actor }) => [action, actor?.name])).toEqual([
      ['unfreeze_user', 'Ines Keller'],
      ['freeze_user', 'Ines Keller'],
    ])
  })

  test('does not freeze into the past, nobody unknown and no operator', async () => {
    const crew = await buildCrew(app)
    const past = await operator.call('POST /api/freeze-user', {
      body: { userId: crew.userId, until: '2020-01-01T00:00:00Z', notes: '' },
    })
    expect(past.failure.fields).toHaveProperty('until')
    const other = await buildOperator(app)
    expect(
      (await operator.call('POST /api/freeze-user', { body: { userId: other.userId, until, notes: '' } }))
        .status,
    ).toBe(404)
    expect(
      (await operator.call('POST /api/unfreeze-user', { body: { userId: crypto.randomUUID() } })).status,
    ).toBe(404)
  })

  test('reads the outbox and the board', async () => {
    await app.ports.mail.send({
      key: 'once',
      to: 'a@example.test',
      subject: 'Hello',
      text: 'Text',
      userId: null,
    })
    await app.ports.mail.send({
      key: 'once',
      to: 'a@example.test',
      subject: 'Hello',
      text: 'Text',
      userId: null,
    })
    const { messages } = (await operator.call('GET /api/outbox', { query: { channel: 'mail' } })).body
    expect(messages.filter(({ recipient }) => recipient === 'a@example.test')).toHaveLength(1)
    const board = (await operator.call('GET /api/operator-board')).body
    expect(board).toMatchObject({ today: '2026-03-02', waiting: { unassigned: 0 }, declinedCents: 0 })
  })
})

test('nobody else gets in', async () => {
  const customer = await signedIn(testApp, await buildCustomer(app))
  expect((await customer.call('GET /api/outbox')).status).toBe(403)
  expect(
    (
      await customer.call('POST /api/freeze-user', {
        body: { userId: crypto.randomUUID(), until, notes: '' },
      })
    ).status,
  ).toBe(403)
  expect((await testApp.client().call('GET /api/audit-log')).status).toBe(401)
})
