import { sync as nodeIcal, type VEvent } from 'node-ical'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { type CalendarId, toId } from '#domain/ids.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt, HOUR_MS, instant, localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Headers = Record<string, string>
const read = (url: string, headers: Headers = {}) =>
  testApp.server.inject({ method: 'GET', url: new URL(url).pathname, headers })

async function eventsAt(url: string): Promise<VEvent[]> {
  const { body } = await read(url)
  return Object.values(nodeIcal.parseICS(body)).filter((each): each is VEvent => each?.type === 'VEVENT')
}

async function host() {
  const { app } = testApp
  const customer = await buildCustomer(app)
  const propertyId = await buildProperty(app, customer.userId, {
    name: 'Lake house, “A”',
    address: '1 Main St',
  })
  const job = await buildWeeklyJob(app, {
    customerId: customer.userId,
    propertyId,
    window: { from: '07:00', until: '09:00' },
  })
  const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const visitId = await buildVisit(app, job, {
    date: addDays(today, 1),
    crewId: crew.userId,
    state: 'confirmed',
  })
  return { customer, propertyId, job, today, crew, visitId, client: await signedIn(testApp, customer) }
}

type Client = Awaited<ReturnType<typeof host>>['client']
type Subject = BodyInput<Contract['POST /api/share-calendar']>['subject']
const share = async (client: Client, subject: Subject = { kind: 'all' }) =>
  (await client.call('POST /api/share-calendar', { body: { subject } })).body.calendar

describe('a shared calendar', () => {
  test('tells a calendar app when, where and by whom, and nothing that opens a door', async () => {
    const { client, visitId, propertyId } = await host()
    await testApp.app.db
      .updateTable('property')
      .set({ access_notes: 'Gate code 4711' })
      .where('id', '=', propertyId)
      .execute()
    const { url } = await share(client)
    const { headers, body, statusCode } = await read(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(body).not.toMatch(/4711|Lopez|\$/)
    const [event] = await eventsAt(url)
    expect(event).toMatchObject({
      uid: `${visitId}@events.crew`,
      location: '1 Main St',
      status: 'CONFIRMED',
      summary: expect.stringMatching(/ · Lake house, “A”$/) as string,
      description: 'Confirmed\nCrew: Maria',
    })
    expect(event!.start.toISOString()).toBe('2026-03-03T14:00:00.000Z')
  })

  test('a visit that moves keeps its UID and counts up; one that is canceled says so', async () => {
    const { client, visitId } = await host()
    const { url } = await share(client)
    const [before] = await eventsAt(url)
    const { db, ports } = testApp.app
    const later = instant(ports.clock.now() + 48 * HOUR_MS)
    await db
      .updateTable('visit')
      .set({ starts_at: toTimestamp(later), ends_at: toTimestamp(instant(later + HOUR_MS)) })
      .where('id', '=', visitId)
      .execute()
    const [moved] = await eventsAt(url)
    expect(moved!.uid).toBe(before!.uid)
    expect(Number(moved!.sequence)).toBe(Number(before!.sequence) + 1)
    expect(moved!.start.getTime()).toBe(later)
    await db.updateTable('visit').set({ state: 'cancelled' }).where('id', '=', visitId).execute()
    const [canceled] = await eventsAt(url)
    expect(canceled).toMatchObject({ uid: before!.uid, status: 'CANCELLED' })
    expect(Number(canceled!.sequence)).toBe(Number(moved!.sequence) + 1)
    // What a calendar does not tell counts nothing up.
    await db.updateTable('visit').set({ position: 7 }).where('id', '=', visitId).execute()
    expect((await eventsAt(url))[0]!.sequence).toBe(canceled!.sequence)
  })

  test('is answered with 304 until something changes', async () => {
    const { client, visitId } = await host()
    const { url } = await share(client)
    const etag = String((await read(url)).headers['etag'])
    const again = await read(url, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await read(url, { 'if-none-match': `"old", W/${etag}` })).statusCode).toBe(304)
    await testApp.app.db.updateTable('visit').set({ quantity: 4 }).where('id', '=', visitId).execute()
    expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('reaches from 30 days back to 180 days ahead', async () => {
    const { client, job, today } = await host()
    for (const days of [-31, -30, 180, 181])
      await buildVisit(testApp.app, job, { date: addDays(today, days) })
    const { url } = await share(client)
    const days = (await eventsAt(url)).map(({ start }) => dateAt(instant(start.getTime()), DEFAULT_TIME_ZONE))
    expect(days.toSorted()).toEqual([addDays(today, -30), addDays(today, 1), addDays(today, 180)])
  })

  test('shows what it is made for: one place, one group, a crew’s own work', async () => {
    const { app } = testApp
    const { client, customer, crew, visitId, propertyId } = await host()
    const { body } = await client.call('POST /api/save-property-group', { body: { name: 'Lakes' } })
    const { groupId } = body
    await client.call('POST /api/move-properties', { body: { propertyIds: [propertyId], groupId } })
    const other = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Town flat' })
    const otherVisit = await buildVisit(app, other)
    const uids = async (url: string) => (await eventsAt(url)).map(({ uid }) => uid).toSorted()
    const [first, second] = [`${visitId}@events.crew`, `${otherVisit}@events.crew`]
    expect(await uids((await share(client)).url)).toEqual([first, second].toSorted())
    expect(await uids((await share(client, { kind: 'group', groupId })).url)).toEqual([first])
    const flat = { kind: 'place', propertyId: other.propertyId } as const
    expect(await uids((await share(client, flat)).url)).toEqual([second])
    const worker = await signedIn(testApp, crew)
    const [event, ...more] = await eventsAt((await share(worker, { kind: 'work' })).url)
    expect([event!.uid, event!.transparency, more]).toEqual([first, 'OPAQUE', []])
    expect(event!.description).toBe('Confirmed')
  })
})

describe('the address', () => {
  test('asked for by many at once it is one, and it can be shown again', async () => {
    const { client } = await host()
    const shared = await Promise.all(Array.from({ length: 8 }, () => share(client)))
    expect(new Set(shared.map(({ url }) => url)).size).toBe(1)
    const { body } = await client.call('GET /api/calendars')
    expect(body.calendars).toEqual([{ ...shared[0], readAt: null }])
    expect(shared[0]!.url).toMatch(/^http.+\/api\/calendars\/[A-Za-z0-9_-]{54}\.ics$/)
  })

  test('is kept in no table, and made anew leads nowhere as it was', async () => {
    const { client } = await host()
    const { id, url } = await share(client)
    const row = await testApp.app.db.selectFrom('calendar').where('id', '=', id).selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(url.slice(-30, -4))
    const { body } = await client.call('POST /api/replace-calendar-address', { body: { calendarId: id } })
    expect((await read(url)).statusCode).toBe(404)
    expect((await read(body.calendar.url)).statusCode).toBe(200)
    await client.call('POST /api/revoke-calendar', { body: { calendarId: id } })
    expect((await read(body.calendar.url)).statusCode).toBe(404)
    expect((await client.call('GET /api/calendars')).body.calendars).toEqual([])
  })

  test('revoked, unknown, malformed and another’s look alike', async () => {
    const { client } = await host()
    const { url } = await share(client)
    const token = /([^/]+)\.ics$/.exec(url)![1]!
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    const bodies = await Promise.all(
      [flipped, token.slice(0, 20), `${token}A`, '..%2f..%2fetc', 'x'].map(async (tried) => {
        const { statusCode, json } = await testApp.server.inject(`/api/calendars/${tried}.ics`)
        return [statusCode, json<{ code: string }>().code]
      }),
    )
    expect(new Set(bodies.map(String))).toEqual(new Set(['404,not_found']))
  })

  test('a removed place has no calendar any more', async () => {
    const { client, job } = await host()
    const place = await share(client, { kind: 'place', propertyId: job.propertyId })
    await client.call('POST /api/remove-property', {
      body: { propertyId: job.propertyId, endsWeeklyJobs: true },
    })
    expect((await read(place.url)).statusCode).toBe(404)
  })

  test('is read once an hour for the record, and never stands in the log', async () => {
    const lines: string[] = []
    const logging = await createTestApp({
      log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    })
    const client = await signedIn(logging, await buildCustomer(logging.app))
    const { calendar } = (
      await client.call('POST /api/share-calendar', { body: { subject: { kind: 'all' } } })
    ).body
    const url = new URL(calendar.url).pathname
    await logging.server.inject(url)
    const seen = (await client.call('GET /api/calendars')).body.calendars[0]!.readAt
    expect(seen).toBe(new Date(logging.clock.now()).toISOString())
    logging.clock.set(instant(logging.clock.now() + HOUR_MS - 1))
    await logging.server.inject(url)
    expect((await client.call('GET /api/calendars')).body.calendars[0]!.readAt).toBe(seen)
    await logging.app.db.updateTable('users').set({ time_zone: 'Nowhere/None' }).execute()
    expect((await logging.server.inject(url)).statusCode).toBe(500)
    expect(lines.join('')).toContain('/api/calendars/…')
    expect(lines.join('')).not.toContain(url.slice(16, 40))
    await logging.app.db.updateTable('users').set({ time_zone: DEFAULT_TIME_ZONE }).execute()
    await logging.close()
  })
})

describe('nobody shares', () => {
  test('what is another’s, or what their kind has not', async () => {
    const { client, propertyId, crew } = await host()
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    const tries = [
      [stranger, { kind: 'place', propertyId }, 404],
      [stranger, { kind: 'group', groupId: propertyId }, 404],
      [client, { kind: 'work' }, 403],
      [await signedIn(testApp, crew), { kind: 'all' }, 403],
      [await signedIn(testApp, await buildOperator(testApp.app)), { kind: 'all' }, 403],
      [client, { kind: 'place', propertyId: 'x' }, 400],
    ] as const
    for (const [who, subject, status] of tries) {
      const answer = await who.call('POST /api/share-calendar', { body: { subject } })
      expect([subject.kind, answer.status]).toEqual([subject.kind, status])
    }
  })

  test('and nobody ends or renews another’s', async () => {
    const { client } = await host()
    const { id, url } = await share(client)
    const stranger = await signedIn(testApp, await buildCustomer(testApp.app))
    for (const key of ['POST /api/replace-calendar-address', 'POST /api/revoke-calendar'] as const)
      expect((await stranger.call(key, { body: { calendarId: id } })).status).toBe(404)
    const unknown = toId<CalendarId>('00000000-0000-4000-8000-000000000000')
    const gone = await client.call('POST /api/revoke-calendar', { body: { calendarId: unknown } })
    expect(gone.status).toBe(404)
    expect((await read(url)).statusCode).toBe(200)
  })
})

test('the clocks go forward between two visits, and both stay at seven', async () => {
  const { client, job } = await host()
  for (const date of ['2026-03-07', '2026-03-08'])
    await buildVisit(testApp.app, job, { date: localDate(date) })
  const { url } = await share(client)
  const { body } = await read(url)
  expect(body).toContain('DTSTART;TZID=America/Denver:20260307T070000')
  expect(body).toContain('DTSTART;TZID=America/Denver:20260308T070000')
  const starts = (await eventsAt(url)).map(({ start }) => start.toISOString())
  expect(starts).toEqual(expect.arrayContaining(['2026-03-07T14:00:00.000Z', '2026-03-08T13:00:00.000Z']))
})
