/** Connecting to Hospitable, through HTTP on both sides, against the double. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HospitableAccountId, UserId } from '#domain/ids.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { type HospitableDouble, startHospitable } from '#testing/hospitable/server.ts'
import { createWorld, type DoubleHost, rental } from '#testing/hospitable/world.ts'
import { readRentals } from './read-rentals.ts'
import { Lapsed, withAccess } from './use-tokens.ts'

let testApp: TestApp
let double: HospitableDouble
let pagesDirectory: string
const world = createWorld(() => testApp.clock.now())

beforeAll(async () => {
  double = await startHospitable(world)
  pagesDirectory = await mkdtemp(join(tmpdir(), 'crew-pages-'))
  await writeFile(join(pagesDirectory, 'index.html'), '<!doctype html>')
  testApp = await createTestApp({ environment: double.environment, pagesDirectory })
})
afterEach(() => {
  world.faults.length = 0
})
afterAll(async () => {
  await testApp.close()
  await double.close()
  await rm(pagesDirectory, { recursive: true })
})

describe('field 31: coming back from Hospitable', () => {
  test('with code and state it is connected, and the rentals are there', async () => {
    const { client, host } = await someone()
    host.properties.push(rental({ name: 'Loft', number: '4B' }), rental({ name: 'Attic' }))
    const location = await comeBack(client, { code: world.giveCode(host), state: await stateOf(client) })
    expect(location).toBe('/hospitable-redirect?answer=allowed')
    expect((await finish(client)).body).toEqual({ outcome: 'connected' })
    const { connection } = (await client.call('GET /api/hospitable')).body
    expect(connection).toMatchObject({ state: 'connected', name: host.name, email: host.email })
    expect(connection?.rentals.map(({ name }) => name)).toEqual(['Attic', 'Loft'])
  })

  test('the code stands in no answer and no cookie that can be read', async () => {
    const { client, host } = await someone()
    const code = world.giveCode(host)
    const location = await comeBack(client, { code, state: 's' })
    const cookie = client.cookies.get('crew_hospitable') ?? ''
    expect(cookie.length).toBeGreaterThan(100)
    expect(location + cookie + Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(code)
  })

  test('signed out, it waits until somebody has signed in', async () => {
    const { client: stranger } = await someone(false)
    const { client, host } = await someone()
    await comeBack(stranger, { code: world.giveCode(host), state: await stateOf(client) })
    expect((await finish(stranger)).status).toBe(401)
    for (const [name, value] of client.cookies) stranger.cookies.set(name, value)
    expect((await finish(stranger)).body).toEqual({ outcome: 'connected' })
  })

  test('without a state the customer is asked first, and nothing is exchanged until then', async () => {
    const { client, host } = await someone()
    await comeBack(client, { code: world.giveCode(host) })
    world.calls.length = 0
    expect((await finish(client)).body).toEqual({ outcome: 'ask' })
    expect(world.calls).toEqual([])
    expect((await finish(client, true)).body).toEqual({ outcome: 'connected' })
  })

  test('with a state of another customer it is refused, and nothing is exchanged', async () => {
    const { client, host } = await someone()
    const { client: attacker } = await someone()
    await comeBack(client, { code: world.giveCode(host), state: await stateOf(attacker) })
    world.calls.length = 0
    for (const isConfirmed of [false, true]) {
      const { status, failure } = await finish(client, isConfirmed)
      expect([status, failure.code]).toEqual([403, 'hospitable_of_another'])
    }
    expect(world.calls).toEqual([])
    expect((await client.call('GET /api/hospitable')).body.connection).toBeNull()
  })

  test('with nothing, a no, a code of somebody’s making, or too late, it is refused with a reason', async () => {
    const { client, host } = await someone()
    const state = await stateOf(client)
    expect((await finish(client)).failure.code).toBe('hospitable_nothing')
    await comeBack(client, { code: world.giveCode(host), state })
    await comeBack(client, { error: 'access_denied', state })
    expect((await finish(client)).failure.code).toBe('hospitable_nothing')
    await comeBack(client, { code: 'guessed', state })
    expect((await finish(client)).failure.code).toBe('hospitable_code_used')
    await comeBack(client, { code: world.giveCode(host), state })
    testApp.clock.advance(HOUR_MS)
    expect((await finish(client)).failure.code).toBe('hospitable_late')
  })

  test('a code counts once: again for whom it connected, never for another, and twenty at once are one', async () => {
    const { client, host } = await someone()
    const code = world.giveCode(host)
    await comeBack(client, { code, state: await stateOf(client) })
    world.calls.length = 0
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(client)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 410]))).toEqual(new Set())
    expect(world.calls.filter((call) => call === 'POST /oauth/token')).toHaveLength(1)
    expect((await finish(client)).body).toEqual({ outcome: 'connected' })
    const { client: other } = await someone()
    await comeBack(other, { code })
    expect((await finish(other, true)).failure.code).toBe('hospitable_code_used')
  })

  test('where Hospitable is away, the same code is tried again', async () => {
    const { client, host } = await someone()
    await comeBack(client, { code: world.giveCode(host), state: await stateOf(client) })
    world.faults.push({ on: '/oauth/token', kind: 'server_error', times: 1 })
    expect((await finish(client)).status).toBe(503)
    expect((await finish(client)).body).toEqual({ outcome: 'connected' })
  })

  test('an account there is one customer’s here, also where two come at once', async () => {
    const host = world.addHost()
    const both = await Promise.all([someone(), someone()])
    for (const { client } of both)
      await comeBack(client, { code: world.giveCode(host), state: await stateOf(client) })
    const answers = await Promise.all(both.map(({ client }) => finish(client)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.failure.code).toBe('hospitable_linked_elsewhere')
    // Whoever had it gives it up, and the other may have it.
    const [winner, loser] = answers[0]?.status === 200 ? both : both.toReversed()
    await winner!.client.call('POST /api/disconnect-hospitable', { body: {} })
    expect(await connect(loser!.client, host)).toEqual({ outcome: 'connected' })
    expect(await connect(loser!.client, world.addHost())).toMatchObject({ code: 'hospitable_other_account' })
  })
})

describe('tokens', () => {
  test('are kept sealed, and opened for their account alone', async () => {
    const { accountId } = await connected()
    const row = await testApp.app.db
      .selectFrom('hospitable_account')
      .where('id', '=', accountId)
      .select('tokens_sealed')
      .executeTakeFirstOrThrow()
    const token = await withAccess(testApp.app, accountId, async (access) => access)
    expect(row.tokens_sealed?.includes(token)).toBe(false)
  })

  test('are refreshed once by ten workers at once, and nobody loses the pair', async () => {
    const { accountId } = await connected()
    testApp.clock.advance(13 * HOUR_MS)
    world.faults.push({ on: '/oauth/token', kind: 'slow', times: 1 })
    world.calls.length = 0
    const users = await Promise.all(Array.from({ length: 10 }, () => readUser(accountId)))
    expect(new Set(users.map(({ id }) => id)).size).toBe(1)
    expect(world.calls.filter((call) => call === 'POST /oauth/token')).toHaveLength(1)
    for (let round = 0; round < 3; round++) {
      testApp.clock.advance(13 * HOUR_MS)
      await readUser(accountId)
    }
  })

  test('that Hospitable ended early are refreshed once by ten at once, too', async () => {
    const { accountId } = await connected()
    world.forgetAccess()
    world.calls.length = 0
    await Promise.all(Array.from({ length: 10 }, () => readUser(accountId)))
    expect(world.calls.filter((call) => call === 'POST /oauth/token')).toHaveLength(1)
  })

  test.each(['server_error', 'rate_limit', 'lost_request', 'nonsense'] as const)(
    'stay where the refresh meets %s before it counts',
    async (kind) => {
      const { accountId, client } = await connected()
      testApp.clock.advance(13 * HOUR_MS)
      if (kind === 'nonsense') world.faults.push({ on: '/v2/user', kind, times: 1 })
      else world.faults.push({ on: '/oauth/token', kind, times: 1 })
      const read = () => readUser(accountId)
      await expect(read()).rejects.toMatchObject({ name: 'HospitableFailure' })
      await read()
      expect((await client.call('GET /api/hospitable')).body.connection?.state).toBe('connected')
    },
  )

  test('on day 91, or taken back over there, ask the customer to connect again; matches and places stay', async () => {
    for (const lose of [
      () => testApp.clock.advance(91 * DAY_MS),
      (host: DoubleHost) => world.takeBack(host),
    ]) {
      const { accountId, client: before, host, userId, customer } = await connected()
      const propertyId = await buildProperty(testApp.app, userId)
      const hospitableId = host.properties[0]!.id
      await before.call('POST /api/match-hospitable', {
        body: { matches: [{ hospitableId, place: propertyId }] },
      })
      lose(host)
      const client = await signedIn(testApp, customer)
      await expect(readRentals(testApp.app, accountId)).rejects.toBeInstanceOf(Lapsed)
      const { connection } = (await client.call('GET /api/hospitable')).body
      expect(connection?.state).toBe('lapsed')
      expect(connection?.rentals[0]).toMatchObject({ hospitableId, propertyId })
      await expect(readRentals(testApp.app, accountId)).rejects.toBeInstanceOf(Lapsed)
      const notices = await testApp.app.db
        .selectFrom('notice')
        .where('user_id', '=', userId)
        .select(['title', 'url'])
        .execute()
      expect(notices).toEqual([
        { title: 'Hospitable has to be connected again', url: '/hospitable-redirect' },
      ])
      expect(await connect(client, host)).toEqual({ outcome: 'connected' })
      const again = (await client.call('GET /api/hospitable')).body.connection
      expect([again?.state, again?.rentals[0]?.propertyId]).toEqual(['connected', propertyId])
    }
  })

  test('are gone once the connection has ended', async () => {
    const { accountId, client } = await connected()
    await client.call('POST /api/disconnect-hospitable', { body: {} })
    await expect(withAccess(testApp.app, accountId, async () => 1)).rejects.toBeInstanceOf(Lapsed)
    expect((await client.call('GET /api/hospitable')).body.connection).toBeNull()
  })
})

describe('rentals', () => {
  test('become a place of the customer’s, a new one once however often it is tapped, or none', async () => {
    const { client, host, userId } = await connected()
    host.properties.push(rental({ lat: 51.5, lng: 0.1 }))
    await readAgain(userId)
    const [near, far] = host.properties.map(({ id }) => id)
    const place = await buildProperty(testApp.app, userId)
    const match = (hospitableId: string, to: typeof place | 'new' | null) =>
      client.call('POST /api/match-hospitable', { body: { matches: [{ hospitableId, place: to }] } })
    await Promise.all([1, 2, 3].map(() => match(near!, 'new')))
    const { body: properties } = await client.call('GET /api/properties')
    expect(properties.map(({ name }) => name)).toContain(host.properties[0]!.name)
    expect(properties).toHaveLength(2)
    const refused = (await match(far!, 'new')).body.refused
    expect(refused).toEqual([{ hospitableId: far, error: expect.any(String) }])
    await match(near!, place)
    await match(far!, null)
    const { connection } = (await client.call('GET /api/hospitable')).body
    expect(connection?.rentals.find(({ hospitableId }) => hospitableId === near)?.propertyId).toBe(place)
    const foreign = await buildProperty(testApp.app, (await buildCustomer(testApp.app)).userId)
    expect((await match(near!, foreign)).body.refused).toHaveLength(1)
    expect((await match('unknown', place)).body.refused).toHaveLength(1)
  })

  test('come in pages; one that is no longer listed is gone, but not where the list broke off', async () => {
    const { client, host, userId } = await connected()
    host.properties.push(...Array.from({ length: 230 }, () => rental()))
    await readAgain(userId)
    const count = async () => (await client.call('GET /api/hospitable')).body.connection?.rentals.length
    expect(await count()).toBe(231)
    host.properties.splice(10, 21)
    world.faults.push({ on: '/v2/properties', kind: 'server_error', times: 1 })
    await expect(readAgain(userId)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await count()).toBe(231)
    testApp.clock.advance(1)
    await readAgain(userId)
    expect(await count()).toBe(210)
  })
})

test('without keys it is not offered, and says so', async () => {
  const plain = await createTestApp()
  const client = await signedIn(plain, await buildCustomer(plain.app))
  expect((await client.call('GET /api/hospitable')).body).toEqual({
    isOffered: false,
    isDemo: false,
    connection: null,
  })
  const refused = await client.call('POST /api/connect-hospitable', { body: {} })
  expect([refused.status, refused.failure.code]).toEqual([409, 'hospitable_absent'])
  await plain.close()
})

async function someone(isSignedIn = true) {
  const customer = await buildCustomer(testApp.app)
  const client = isSignedIn ? await signedIn(testApp, customer) : testApp.client()
  return { client, customer, userId: customer.userId, host: world.addHost() }
}

async function connected() {
  const { client, customer, userId, host } = await someone()
  host.properties.push(rental())
  expect(await connect(client, host)).toEqual({ outcome: 'connected' })
  return { client, customer, userId, host, accountId: await accountOf(userId) }
}

async function connect(client: Client, host: DoubleHost) {
  await comeBack(client, { code: world.giveCode(host), state: await stateOf(client) })
  return (await finish(client)).body
}

function readUser(accountId: HospitableAccountId) {
  return withAccess(testApp.app, accountId, (token) => testApp.app.ports.hospitable.readUser(token))
}

async function accountOf(userId: UserId) {
  const { id } = await testApp.app.db
    .selectFrom('hospitable_account')
    .where('customer_id', '=', userId)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

async function readAgain(userId: UserId) {
  await readRentals(testApp.app, await accountOf(userId))
}

function finish(client: Client, isConfirmed = false) {
  return client.call('POST /api/finish-hospitable', { body: { isConfirmed } })
}

async function stateOf(client: Client): Promise<string> {
  const { body } = await client.call('POST /api/connect-hospitable', { body: {} })
  return new URL(body.url).searchParams.get('state') ?? ''
}

/** As the browser does: to the page, with what was sent; answers where it is sent on to. */
async function comeBack(client: Client, query: Record<string, string>): Promise<unknown> {
  const answer = await testApp.server.inject({
    url: '/hospitable-redirect',
    query,
    cookies: Object.fromEntries(client.cookies),
  })
  for (const { name, value } of answer.cookies)
    if (value === '') client.cookies.delete(name)
    else client.cookies.set(name, value)
  return answer.headers.location
}
