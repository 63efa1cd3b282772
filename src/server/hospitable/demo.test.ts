/** The whole way to Hospitable in the demo, which plays it: allowing, choosing, stays that arrive, turnovers that follow. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { DEFAULT_TURNOVER_RULE } from '#domain/turnovers/wanted-turnovers.ts'
import { readConfig } from '#server/config.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { DEMO_FEEDS } from '../ports/feeds/demo.ts'

let testApp: TestApp
let pagesDirectory: string
beforeAll(async () => {
  pagesDirectory = await mkdtemp(join(tmpdir(), 'crew-pages-'))
  await writeFile(join(pagesDirectory, 'index.html'), '<!doctype html>')
  testApp = await createTestApp({ environment: { CREW_DEMO: '1' }, pagesDirectory })
})
afterAll(async () => {
  await testApp.close()
  await rm(pagesDirectory, { recursive: true })
})

test('a host allows it, says which rental is which place, and stays and turnovers come', async () => {
  const customer = await buildCustomer(testApp.app)
  const client = await signedIn(testApp, customer)
  const place = await buildProperty(testApp.app, customer.userId, { name: 'Loft' })
  const rule = { ...DEFAULT_TURNOVER_RULE, isOn: true, propertyId: place }
  await client.call('POST /api/save-turnover-rule', { body: rule })
  const { body } = await client.call('POST /api/connect-hospitable', { body: {} })
  const page = await open(client, body.url)
  expect(page.body).toContain('demo account')
  expect((await open(testApp.client(), body.url, 'es-MX')).body).toContain('cuenta de demostración')
  await goBack(client, page.body, 'Allow')
  expect((await client.call('POST /api/finish-hospitable', { body: {} })).body).toEqual({
    outcome: 'connected',
  })
  const { isDemo, connection } = (await client.call('GET /api/hospitable')).body
  expect(isDemo).toBe(true)
  expect(connection?.rentals.map(({ name }) => name)).toContain('Jefferson Park loft')
  const loft = connection!.rentals.find(({ name }) => name === 'Jefferson Park loft')!
  await client.call('POST /api/match-hospitable', {
    body: { matches: [{ hospitableId: loft.hospitableId, place }] },
  })
  await minutes(3)
  const read = await client.call('GET /api/stay-sources', { query: { propertyId: place } })
  expect(read.body.stays.length).toBeGreaterThan(4)
  const { coming } = (await client.call('GET /api/turnovers', { query: { propertyId: place } })).body
  expect(coming.slice(0, 3).map(({ date }) => date)).toEqual(
    read.body.stays.slice(0, 3).map(({ checkOut }) => checkOut),
  )
  // The platform's own calendar tells of the same guests.
  const known = read.body.stays.length
  await client.call('POST /api/add-feed', { body: { propertyId: place, address: DEMO_FEEDS.loft } })
  await testApp.work()
  const both = await client.call('GET /api/stay-sources', { query: { propertyId: place } })
  expect([both.body.sources.length, both.body.stays.length, both.body.overlaps]).toEqual([2, known, []])
})

test('whoever does not allow it comes back without anything', async () => {
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  const { body } = await client.call('POST /api/connect-hospitable', { body: {} })
  const location = await goBack(client, (await open(client, body.url)).body, 'Don’t allow')
  expect(location).toBe('/hospitable-redirect?answer=denied')
  expect((await client.call('GET /api/hospitable')).body.connection).toBeNull()
})

test('its codes and tokens are worth what theirs are: once, for their time, and for nothing else', async () => {
  const { hospitable } = testApp.app.ports
  const client = await signedIn(testApp, await buildCustomer(testApp.app))
  const codeOf = async () => {
    const { body } = await client.call('POST /api/connect-hospitable', { body: {} })
    return new URL(linkOf((await open(client, body.url)).body, 'Allow'), 'http://x').searchParams.get('code')!
  }
  const code = await codeOf()
  const pair = await hospitable.exchangeCode(code)
  await expect(hospitable.exchangeCode(code)).rejects.toMatchObject({ kind: 'refused' })
  await expect(hospitable.exchangeCode(pair.accessToken)).rejects.toMatchObject({ kind: 'refused' })
  await expect(hospitable.exchangeCode(`${code.slice(0, -2)}xx`)).rejects.toMatchObject({ kind: 'refused' })
  const late = await codeOf()
  testApp.clock.advance(11 * MINUTE_MS)
  await expect(hospitable.exchangeCode(late)).rejects.toMatchObject({ kind: 'refused' })
  const next = await hospitable.refreshTokens(pair.refreshToken)
  await expect(hospitable.refreshTokens(pair.refreshToken)).rejects.toMatchObject({ kind: 'refused' })
  await expect(hospitable.readUser(next.refreshToken)).rejects.toMatchObject({ kind: 'unauthorized' })
  expect((await hospitable.readUser(next.accessToken)).name).toBe('Demo host')
  testApp.clock.set(instant(testApp.clock.now() + DAY_MS))
  await expect(hospitable.readUser(next.accessToken)).rejects.toMatchObject({ kind: 'unauthorized' })
})

test('outside of the demo there is no such page, and production has no demo', async () => {
  const plain = await createTestApp({})
  const page = await plain.server.inject({ url: '/demo/hospitable' })
  expect([page.statusCode, plain.app.ports.hospitable.isConfigured]).toEqual([404, false])
  await plain.close()
  expect(() => readConfig({ CREW_ENV: 'production', CREW_DEMO: '1', CREW_SECRET: 'x'.repeat(40) })).toThrow()
})

async function open(client: Client, url: string, language = 'en-US') {
  const { pathname, search } = new URL(url)
  const page = await testApp.server.inject({
    url: pathname + search,
    headers: { 'accept-language': language },
    cookies: Object.fromEntries(client.cookies),
  })
  expect([page.statusCode, page.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ])
  return page
}

/** Where the browser comes back to; what it was given is kept as a browser would. */
async function goBack(client: Client, html: string, label: string): Promise<string> {
  const answer = await testApp.server.inject({
    url: linkOf(html, label),
    cookies: Object.fromEntries(client.cookies),
  })
  for (const { name, value } of answer.cookies as { name: string; value: string }[])
    client.cookies.set(name, value)
  return String(answer.headers['location'])
}

function linkOf(html: string, label: string): string {
  const href = new RegExp(`href="([^"]+)">${label}<`).exec(html)?.[1] ?? ''
  return href.replaceAll('&amp;', '&')
}

async function minutes(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    testApp.clock.advance(MINUTE_MS)
    await testApp.work()
  }
}
