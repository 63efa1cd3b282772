/** An operator of one market reads and does nothing in another: roles × what operators read. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { DAY_MS, formatInstant, type Instant, localDate } from '#domain/time.ts'
import { recordAudit } from '#server/audit/queries.ts'
import { type Client, createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const HERE = 'Denverite'
const ROLES = ['here', 'elsewhere', 'customer', 'crew', 'nobody'] as const
type Role = (typeof ROLES)[number]

let crewId: UserId
let visitId: VisitId
let marketId: string
const clients = new Map<Role, Client>()
const as = (role: Role) => clients.get(role)!

beforeAll(async () => {
  await app.db
    .insertInto('market')
    .values({ id: 'phoenix', name: 'Phoenix', time_zone: 'America/Phoenix' })
    .execute()
  const here = await buildOperator(app)
  marketId = here.scope.marketId
  const elsewhere = await buildOperator(app)
  const inPhoenix = await buildCrew(app, { name: 'Phoenix Crew' })
  await app.db
    .updateTable('users')
    .set({ market_id: 'phoenix' })
    .where('id', 'in', [elsewhere.userId, inPhoenix.userId])
    .execute()
  const customer = await buildCustomer(app, { name: `${HERE} Customer` })
  const crew = await buildCrew(app, { name: `${HERE} Crew`, phone: '+13035550161' })
  crewId = crew.userId
  const job = await buildWeeklyJob(app, { customerId: customer.userId })
  visitId = await buildVisit(app, job, { crewId, state: 'confirmed' })
  clients.set('here', await signedIn(testApp, here))
  clients.set('elsewhere', await signedIn(testApp, elsewhere))
  clients.set('customer', await signedIn(testApp, await buildCustomer(app)))
  clients.set('crew', await signedIn(testApp, await buildCrew(app)))
  clients.set('nobody', testApp.client())
  for (const { userId } of [customer, crew])
    await app.ports.mail.send({
      key: userId,
      to: 'a@example.test',
      subject: `${HERE} news`,
      text: 'Text',
      userId,
    })
  await app.ports.mail.send({
    key: 'none',
    to: 'b@example.test',
    subject: 'Nobody’s',
    text: 'Text',
    userId: null,
  })
  const note = { action: 'add_note' as const, at: TEST_START, detail: { name: HERE } }
  await recordAudit(app.db, { ...note, actorId: here.userId, subject: 'by an operator' })
  await recordAudit(app.db, { ...note, actorId: null, concerns: crewId, subject: 'by the product' })
  await recordAudit(app.db, {
    at: TEST_START,
    action: 'publish_house_text',
    actorId: here.userId,
    concerns: 'every market',
    subject: 'of every market',
  })
})

const until = formatInstant((TEST_START + DAY_MS) as Instant)
const push = { date: localDate('2026-03-10'), to: localDate('2026-03-11'), serviceKeys: null }

type Call = (client: Client) => Promise<{ readonly status: number; readonly text: string }>

const LISTS: Record<string, Call> = {
  'find-people': (client) => client.call('POST /api/find-people', { body: { text: 'Crew' } }),
  outbox: (client) => client.call('GET /api/outbox'),
  'audit-log': (client) => client.call('GET /api/audit-log'),
}

const THINGS: Record<string, Call> = {
  'a visit': (client) => client.call('GET /api/visit', { query: { id: visitId } }),
  'its reasons': (client) => client.call('GET /api/visit-reasons', { query: { id: visitId } }),
  'its timeline': (client) => client.call('GET /api/visit-timeline', { query: { id: visitId } }),
  'its messages': (client) => client.call('POST /api/get-messages', { body: { visitId } }),
  'a freeze': (client) =>
    client.call('POST /api/freeze-user', { body: { userId: crewId, until, notes: 'Away' } }),
  'the end of a freeze': (client) => client.call('POST /api/unfreeze-user', { body: { userId: crewId } }),
  'a picture of a crew': (client) => client.call('POST /api/remove-crew-photo', { body: { crewId } }),
  'a link to assignments': (client) => client.call('POST /api/send-assignments-link', { body: { crewId } }),
  'holidays of the market': (client) =>
    client.call('POST /api/assign-holiday-rules', { body: { ruleSetId: null, marketId } }),
  'a pushed day': (client) =>
    client.call('POST /api/preview-pushed-day', { body: { ...push, marketId, area: null } }),
}

describe.each(Object.keys(LISTS))('of %s', (name) => {
  test('the operator of the market reads it, one of another reads nothing of it, others nothing', async () => {
    const answers = await Promise.all(ROLES.map((role) => LISTS[name]!(as(role))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403, 401])
    expect(answers.map(({ text }) => text.includes(HERE))).toEqual([true, false, false, false, false])
  })
})

test.each(Object.keys(THINGS))('%s is nothing that another market’s operator finds', async (name) => {
  expect((await THINGS[name]!(as('elsewhere'))).status).toBe(404)
  expect((await THINGS[name]!(as('here'))).status).toBe(200)
})

test('an operator reads what concerns every market, page by page, and what goes to nobody known is nobody’s', async () => {
  const { entries } = (await as('elsewhere').call('GET /api/audit-log')).body
  expect(entries.map(({ subject }) => subject)).toContain('of every market')
  const mine = (await as('here').call('GET /api/audit-log')).body.entries.map(({ subject }) => subject)
  expect(mine).toEqual(expect.arrayContaining(['of every market', 'by the product', 'by an operator']))
  for (const role of ['here', 'elsewhere'] as const)
    expect((await as(role).call('GET /api/outbox')).text).not.toContain('Nobody’s')
})

test('the board counts the operator’s own market', async () => {
  const count = async (role: Role) =>
    (await as(role).call('GET /api/operator-board')).body.visitsThisWeek['confirmed'] ?? 0
  expect([await count('here'), await count('elsewhere')]).toEqual([1, 0])
})
