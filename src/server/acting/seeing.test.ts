/** An operator sees what a person sees: the person's own reads, for a quarter of an hour, and nothing else. */
import { expect, test } from 'vitest'
import { HIDDEN_FROM_SEEING, onlyReads } from '#contract/acting.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { fieldsIn, textOf } from '#contract/outside.ts'
import type { UserId } from '#domain/ids.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import { answerReading } from '#server/acting/read-seeing-scope.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const ines = await buildOperator(app, { name: 'Ines Keller' })
const operator = await signedIn(testApp, ines)

async function see(id: UserId, client = operator) {
  const { body } = await client.call('POST /api/see-as', { body: { id, reason: 'Called about the bill' } })
  return { 'seeing-as': body.seeingId }
}

const endpoints: [string, Endpoint][] = Object.entries(contract)

test('reads as the customer reads, in the operator’s own session, with the log first', async () => {
  const customer = await buildCustomer(app, { name: 'Jane Cole' })
  await buildProperty(app, customer.userId, { name: 'Maple House' })
  const headers = await see(customer.userId)
  const user = await operator.call('GET /api/user', { query: { fields: '*' }, headers })
  expect(user.body).toMatchObject({ id: customer.userId, type: 'Customer', name: 'Jane Cole' })
  const own = await signedIn(testApp, customer)
  const seen = await operator.call('POST /api/get-properties', { body: {}, headers })
  expect(seen.body).toEqual((await own.call('POST /api/get-properties', { body: {} })).body)
  expect((await operator.call('GET /api/user', { query: { fields: '*' } })).body.type).toBe('Operator')
  const entry = await app.db
    .selectFrom('audit_entry')
    .where('subject', '=', customer.userId)
    .select(['actor_id', 'action', 'detail'])
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    actor_id: ines.userId,
    action: 'see_as',
    detail: { reason: 'Called about the bill' },
  })
})

test('every call that is not a read is refused by the server, whatever it would do', async () => {
  const customer = await buildCustomer(app)
  const crew = await buildCrew(app)
  for (const { userId } of [customer, crew]) {
    const headers = await see(userId)
    const writes = endpoints.filter(([key]) => !onlyReads(key))
    expect(writes.length).toBeGreaterThan(200)
    const codes = new Set<string>()
    for (const [key, endpoint] of writes) {
      const url = key.slice('POST '.length)
      const payload = endpoint.takesFile === undefined ? {} : undefined
      const answer = await testApp.server.inject({
        method: 'POST',
        url,
        headers,
        cookies: Object.fromEntries(operator.cookies),
        ...(payload === undefined ? {} : { payload }),
      })
      codes.add(`${answer.statusCode} ${textOf(fieldsIn(answer.json()).code)}`)
    }
    expect([...codes]).toEqual(['403 seeing_only'])
  }
})

test('a read that would write after all writes nothing', async () => {
  const customer = await buildCustomer(app)
  const job = await buildWeeklyJob(app, { customerId: customer.userId })
  const visitId = await buildVisit(app, job)
  const headers = await see(customer.userId)
  const before = await app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const answers = [
    await operator.call('GET /api/visit', { query: { id: visitId }, headers }),
    await operator.call('GET /api/customer-summary', { headers }),
    await operator.call('GET /api/billing', { headers }),
    await operator.call('GET /api/unread-notices', { headers }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(
    await app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow(),
  ).toEqual(before)
})

test('the database lets what answers such a read write nothing', async () => {
  const customer = await buildCustomer(app, { name: 'Jane Cole' })
  const writes = answerReading(app, ({ db }) =>
    db.updateTable('users').set({ name: 'Somebody' }).where('id', '=', customer.userId).execute(),
  )
  await expect(writes).rejects.toMatchObject({ code: 'seeing_only' })
  const row = await app.db
    .selectFrom('users')
    .where('id', '=', customer.userId)
    .select('name')
    .executeTakeFirstOrThrow()
  expect(row.name).toBe('Jane Cole')
})

test('how a person signs in, its bank, tax papers, conversations and files stay the person’s', async () => {
  const crew = await buildCrew(app)
  const headers = await see(crew.userId)
  for (const key of HIDDEN_FROM_SEEING) expect(Object.keys(contract)).toContain(key)
  const answers = [
    await operator.call('GET /api/payout-account', { headers }),
    await operator.call('GET /api/sessions', { headers }),
    await operator.call('GET /api/sign-in-ways', { headers }),
    await operator.call('POST /api/get-conversations', { body: {}, headers }),
    await operator.call('GET /api/tax-year', { query: { year: 2026 }, headers }),
  ]
  expect(answers.map(({ failure }) => failure.code)).toEqual(answers.map(() => 'seeing_hidden'))
})

test('ends after a quarter of an hour, and is nobody else’s', async () => {
  const customer = await buildCustomer(app)
  const headers = await see(customer.userId)
  const read = (client = operator) => client.call('GET /api/customer-summary', { headers })
  expect((await read()).status).toBe(200)
  const colleague = await signedIn(testApp, await buildOperator(app))
  expect((await read(colleague)).failure.code).toBe('seeing_ended')
  const own = await signedIn(testApp, customer)
  expect((await read(own)).status).toBe(403)
  expect((await read(testApp.client())).status).toBe(401)
  testApp.clock.set(instant(testApp.clock.now() + 15 * MINUTE_MS))
  expect((await read()).failure.code).toBe('seeing_ended')
  // The next look leaves nothing of those that are over.
  await see(customer.userId)
  const kept = await app.db.selectFrom('seeing').where('operator_id', '=', ines.userId).select('id').execute()
  expect(kept).toHaveLength(1)
})

test('only who helps people may, only customers and crews are looked at, only of the own market', async () => {
  const customer = await buildCustomer(app)
  const reader = await buildOperator(app)
  await app.db.updateTable('users').set({ staff_role: 'reader' }).where('id', '=', reader.userId).execute()
  const body = { id: customer.userId, reason: 'x' }
  const refused = await (await signedIn(testApp, reader)).call('POST /api/see-as', { body })
  expect(refused.failure.code).toBe('role_forbids')
  const colleague = await operator.call('POST /api/see-as', { body: { ...body, id: reader.userId } })
  expect(colleague.status).toBe(403)
  await app.db
    .insertInto('market')
    .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
    .execute()
  const headers = await see(customer.userId)
  await app.db
    .updateTable('users')
    .set({ market_id: 'elsewhere' })
    .where('id', '=', customer.userId)
    .execute()
  expect((await operator.call('POST /api/see-as', { body })).status).toBe(404)
  // Whoever moves to another city is out of sight of a look that had begun.
  expect((await operator.call('GET /api/customer-summary', { headers })).failure.code).toBe('seeing_ended')
})
