/** A host's calendars, from a server that answers as real ones do: whole, half, wrong, slowly, or not at all. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test } from 'vitest'
import type { PropertyId, StaySourceId } from '#domain/ids.ts'
import {
  addDays,
  DEFAULT_TIME_ZONE,
  dateAt,
  HOUR_MS,
  type Instant,
  instant,
  instantAt,
  localDate,
  localTime,
  MINUTE_MS,
} from '#domain/time.ts'
import { DEFAULT_TURNOVER_RULE } from '#domain/turnovers/wanted-turnovers.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import type { App } from '../app.ts'
import { saveSource } from '../stays/source-queries.ts'
import { hashAddress, sealAddress } from './hash-address.ts'
import { insertFeed } from './queries.ts'
import { readFeed } from './read-feed.ts'

let testApp: TestApp
let server: Server
let origin: string
/** Another host, of whose calendars others are read at the same time. */
let elsewhere: string
let answer: RequestListener
let asked: string[]
let client: Client
let propertyId: PropertyId
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['if-none-match'] ?? '-'}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${address.port}`
  elsewhere = `http://localhost:${address.port}`
  testApp = await createTestApp({ environment: { CREW_FETCH_ALLOW: `${origin},${elsewhere}` } })
})
beforeEach(async () => {
  asked = []
  const customer = await buildCustomer(testApp.app)
  propertyId = await buildProperty(testApp.app, customer.userId)
  client = await signedIn(testApp, customer)
})
/** The next test's clock asks nobody else's calendars. */
afterEach(async () => {
  await testApp.app.db.updateTable('stay_feed').set({ next_read_at: null }).execute()
  server.closeAllConnections()
})
afterAll(async () => {
  await testApp.close()
  server.close()
})

const EVENTS = {
  march: ['a@airbnb.com', '20260310', '20260313', 'Reserved'],
  april: ['b@airbnb.com', '20260402', '20260405', 'Reserved'],
  closed: ['c@airbnb.com', '20260420', '20260425', 'Airbnb (Not available)'],
} as const

function calendar(...names: readonly (keyof typeof EVENTS)[]): string {
  const events = names.map((name) => {
    const [uid, from, to, summary] = EVENTS[name]
    return `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${from}\r\nDTEND;VALUE=DATE:${to}\r\nUID:${uid}\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\n`
  })
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Airbnb Inc//EN\r\n${events.join('')}END:VCALENDAR\r\n`
}

function says(text: string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => void response.writeHead(200, headers).end(text)
}

async function addFeed(path = `/${Math.random()}.ics`): Promise<StaySourceId> {
  const added = await client.call('POST /api/add-feed', { body: { propertyId, address: `${origin}${path}` } })
  expect(added.status).toBe(200)
  await testApp.work()
  return added.body.sourceId
}

async function read() {
  const { status, body } = await client.call('GET /api/stay-sources', { query: { propertyId } })
  expect(status).toBe(200)
  return { ...body, feed: body.sources[0]?.feed, days: body.stays.map(({ checkIn }) => checkIn) }
}

function daysFromNow() {
  const today = dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE)
  return { today, day: (days: number) => addDays(today, days).replaceAll('-', '') }
}

async function goOn(ms: number): Promise<void> {
  await testApp.goTo(instant(testApp.clock.now() + ms))
}

it('a feed that is added is read at once, and its address is never shown whole', async () => {
  answer = says(calendar('march', 'closed'))
  await addFeed('/calendar/ical/1234.ics?s=verysecretword')
  const { sources, stays, feed } = await read()
  expect(stays).toMatchObject([
    { checkIn: '2026-03-10', checkOut: '2026-03-13', nights: 3, kind: 'stay' },
    { checkIn: '2026-04-20', kind: 'block' },
  ])
  expect(feed).toMatchObject({ fault: null, isSilent: false, missing: 0, lastChange: { added: 2 } })
  expect(JSON.stringify(sources)).not.toContain('verysecret')
  const kept = await testApp.app.db.selectFrom('stay_feed').select('sealed_address').executeTakeFirstOrThrow()
  expect(kept.sealed_address.toString('latin1')).not.toContain('verysecret')
})

it('feeds of many places, read at once, wait for none of each other', async () => {
  answer = (request, response) => says(calendarOfYear(request.url ?? ''))(request, response)
  const { app } = testApp
  const scoped = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const { userId } = await buildCustomer(app)
      return saveFeed(await buildProperty(app, userId), `/place-${at}.ics`)
    }),
  )
  // What follows new stays is done once for each place; where a reader met another it would begin anew.
  let tries = 0
  const follow: App['stayFollowUps'][number] = async () => {
    tries += 1
  }
  const counting = { ...app, stayFollowUps: [...app.stayFollowUps, follow] }
  await Promise.all(scoped.map((sourceId) => readFeed(counting, { sourceId })))
  expect(tries).toBe(scoped.length)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from stay_report where source_id = any(${scoped}::uuid[])
  `.execute(app.db)
  expect(rows[0]!.count).toBe(60 * 40)
})

/** Not read yet. */
async function saveFeed(place: PropertyId, path: string, host = origin): Promise<StaySourceId> {
  const { app } = testApp
  const url = `${host}${path}`
  const now = app.ports.clock.now()
  const externalRef = hashAddress(app.config, url)
  const source = { propertyId: place, kind: 'feed', platform: 'airbnb', externalRef, now } as const
  const sourceId = await saveSource(app.db, source)
  const sealedAddress = sealAddress(app.config, sourceId, url)
  await insertFeed(app.db, { sourceId, sealedAddress, host: new URL(url).host, ending: '', now })
  return sourceId
}

function calendarOfYear(place: string): string {
  const events = Array.from({ length: 40 }, (_, at) => {
    const day = (days: number) => addDays(localDate('2026-03-03'), at * 7 + days).replaceAll('-', '')
    return `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${day(0)}\r\nDTEND;VALUE=DATE:${day(4)}\r\nUID:${place}-${at}\r\nSUMMARY:Reserved\r\nEND:VEVENT\r\n`
  })
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`
}

it('whoever has many slow calendars keeps nobody else’s waiting, and loses none of its own', async () => {
  const open: (() => void)[] = []
  answer = (request, response) => {
    if (request.url?.startsWith('/slow') !== true) return void response.end(calendar('march'))
    open.push(() => void response.end(calendar('april')))
  }
  const { app } = testApp
  const slow = await Promise.all(Array.from({ length: 8 }, (_, at) => saveFeed(propertyId, `/slow-${at}`)))
  const other = await buildCustomer(app)
  const quick = await saveFeed(await buildProperty(app, other.userId), '/quick', elsewhere)
  const readings = slow.map((sourceId) => readFeed(app, { sourceId }))
  // A host is asked for two at a time; the third of the customer waits for it, the others for their turn.
  await expect.poll(() => open.length).toBe(2)
  await readFeed(app, { sourceId: quick })
  expect((await feedRow(quick)).good_at).not.toBeNull()
  // Five gave their turn back: none is read, and each is due again in a minute.
  const inAMinute = instant(testApp.clock.now() + MINUTE_MS)
  const postponed = async () =>
    (await Promise.all(slow.map(feedRow))).filter(({ next_read_at }) => next_read_at === inAMinute).length
  await expect.poll(postponed).toBe(5)
  expect(open.length).toBe(2)
  answer = says(calendar('april'))
  for (const end of open) end()
  await Promise.all(readings)
  expect((await Promise.all(slow.map(feedRow))).filter(({ good_at }) => good_at !== null)).toHaveLength(3)
  await goOn(6 * MINUTE_MS)
  expect((await Promise.all(slow.map(feedRow))).filter(({ good_at }) => good_at !== null)).toHaveLength(8)
})

it('a calendar that names its stays anew each time is not written down for ever', async () => {
  answer = says(calendar('march'))
  const sourceId = await addFeed()
  const { db } = testApp.app
  await sql`
    insert into stay_report (source_id, external_id, stay_id, kind, is_guess, state, check_in, check_out, changed_at)
    select source_id, 'old ' || n, stay_id, 'stay', false, 'cancelled', check_in, check_out, changed_at
    from stay_report, generate_series(1, 20000) n where source_id = ${sourceId}
  `.execute(db)
  answer = says(calendar('march', 'april'))
  await client.call('POST /api/pull-feed', { body: { sourceId } })
  await testApp.work()
  const { feed, days } = await read()
  expect([feed?.fault, days]).toEqual(['too_many_events', ['2026-03-10']])
})

function feedRow(sourceId: StaySourceId) {
  return testApp.app.db
    .selectFrom('stay_feed')
    .where('source_id', '=', sourceId)
    .select(['good_at', 'next_read_at'])
    .executeTakeFirstOrThrow()
}

it('says what is wrong with an address, at its field', async () => {
  const add = (address: string) => client.call('POST /api/add-feed', { body: { propertyId, address } })
  for (const [address, code] of [
    ['http://example.com/a.ics', 'feed_not_https'],
    ['https://user:word@example.com/a.ics', 'feed_address_invalid'],
    ['https://example.com:8443/a.ics', 'feed_address_invalid'],
    ['my calendar', 'feed_address_invalid'],
    ['https://127.0.0.1/a.ics', 'feed_address_invalid'],
    ['https://2130706433/a.ics', 'feed_address_invalid'],
    ['webcal://10.0.0.1/a.ics', 'feed_address_invalid'],
    [`${testApp.app.config.http.origin}/calendars/a.ics`, 'feed_is_ours'],
  ] as const) {
    const { status, failure } = await add(address)
    expect([address, status, failure.code, failure.fields]).toEqual([
      address,
      400,
      code,
      { address: failure.error },
    ])
  }
  answer = says(calendar('march'))
  await addFeed('/known.ics')
  expect((await add(`${origin}/known.ics`)).failure.code).toBe('feed_known')
})

test.each<[string, RequestListener, string]>([
  ['fails', (_, response) => void response.writeHead(500).end(), 'fails'],
  ['is gone', (_, response) => void response.writeHead(404).end(), 'not_there'],
  ['is a page', says('<!doctype html><p>Sign in</p>'), 'page'],
  ['says nothing', says(''), 'nothing'],
  ['is half', says(calendar('march', 'april').slice(0, 200)), 'half'],
  [
    'leads to the house itself',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'address_refused',
  ],
  ['is huge', says(`BEGIN:VCALENDAR\r\n${'X-A:b\r\n'.repeat(900_000)}`), 'too_large'],
  [
    'breaks off',
    (_, response) =>
      void response.writeHead(200, { 'content-length': '999' }).write('BEGIN', () => response.destroy()),
    'unreachable',
  ],
])('a feed that %s cancels nothing, and says so', async (_what, broken, fault) => {
  answer = says(calendar('march', 'april'))
  await addFeed()
  answer = broken
  await goOn(9 * HOUR_MS)
  const { feed, days } = await read()
  expect([feed?.fault, feed?.isSilent, days]).toEqual([fault, true, ['2026-03-10', '2026-04-02']])
  const notices = await client.call('POST /api/get-notices', { body: {} })
  expect(notices.body.notices.filter(({ title }) => title === 'A calendar went silent')).toHaveLength(1)
  answer = says(calendar('march', 'april'))
  await goOn(12 * HOUR_MS)
  expect((await read()).feed).toMatchObject({ fault: null, isSilent: false })
})

it('what is not in a feed any more is cancelled by its next reading', async () => {
  answer = says(calendar('march', 'april'))
  await addFeed()
  answer = says(calendar('april'))
  await goOn(5 * HOUR_MS)
  const { feed, days } = await read()
  expect([days, feed?.lastChange]).toMatchObject([['2026-04-02'], { cancelled: 1 }])
})

async function titles(): Promise<string[]> {
  const { body } = await client.call('POST /api/get-notices', { body: {} })
  return body.notices.map(({ title }) => title).toSorted()
}

/** So many days from now guests come, at the usual hour; answers when that is. */
function withGuestsIn(days: number): Instant {
  const checkIn = addDays(dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE), days)
  const [from, to] = [checkIn, addDays(checkIn, 3)].map((day) => day.replaceAll('-', ''))
  answer = says(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${from}\r\nDTEND;VALUE=DATE:${to}\r\nUID:g\r\nSUMMARY:Reserved\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  )
  return instantAt(checkIn, localTime('16:00'), DEFAULT_TIME_ZONE)
}

const breakOff = () => {
  answer = (_, response) => void response.writeHead(503).end()
}
/** A look at each of these hours before. */
async function lookBefore(at: Instant, ...hours: number[]): Promise<void> {
  for (const each of hours) {
    testApp.clock.set(instant(at - each * HOUR_MS))
    await testApp.work()
  }
}

it('an event that is damaged loses nothing, and one that is cancelled goes at once', async () => {
  answer = says(calendar('march', 'april', 'closed'))
  const sourceId = await addFeed()
  const damaged = calendar('march', 'april', 'closed').replace('20260310', '2026031')
  answer = says(damaged.replace('UID:b@', 'STATUS:CANCELLED\r\nUID:b@'))
  await client.call('POST /api/pull-feed', { body: { sourceId } })
  await testApp.work()
  expect(await read()).toMatchObject({
    feed: { missing: 0, ignored: { unreadable: 1, cancelled: 1 }, lastChange: { cancelled: 1 } },
    days: ['2026-03-10', '2026-04-20'],
  })
  await goOn(3 * HOUR_MS)
  expect((await read()).days).toEqual(['2026-03-10', '2026-04-20'])
})

it('a stay that is longer under another name keeps its turnover with the hours that its host chose', async () => {
  const { today, day } = daysFromNow()
  const one = (uid: string, to: number) =>
    calendar('march').replace('a@', uid).replace('20260310', day(20)).replace('20260313', day(to))
  answer = says(one('v20-23@', 23))
  const sourceId = await addFeed()
  const rule = { ...DEFAULT_TURNOVER_RULE, isOn: true }
  await client.call('POST /api/save-turnover-rule', { body: { propertyId, ...rule } })
  const coming = async () => (await client.call('GET /api/turnovers', { query: { propertyId } })).body.coming
  const visitId = (await coming())[0]!.visitId
  const own = { from: localTime('12:00'), until: localTime('15:00') }
  await client.call('POST /api/set-turnover-hours', { body: { visitId, hours: own } })
  answer = says(one('v20-25@', 25))
  await client.call('POST /api/pull-feed', { body: { sourceId } })
  await testApp.work()
  expect(await read()).toMatchObject({ feed: { missing: 0 }, overlaps: [] })
  expect(await coming()).toMatchObject([{ visitId, date: addDays(today, 25), hasOwnHours: true }])
})

it('guests of a calendar that was never the place’s go with it, also those who are there', async () => {
  const { today, day } = daysFromNow()
  answer = says(calendar('march').replace('20260310', day(-2)).replace('20260313', day(2)))
  const sourceId = await addFeed()
  expect((await read()).days).toEqual([addDays(today, -2)])
  await client.call('POST /api/remove-feed', { body: { sourceId, keepsStays: false } })
  expect((await read()).days).toEqual([])
})

it('a calendar that is silent is news, and once more before guests come', async () => {
  const guestsAt = withGuestsIn(5)
  await addFeed()
  await lookBefore(guestsAt, 60)
  breakOff()
  await lookBefore(guestsAt, 58, 56, 54, 52, 48)
  expect(await titles()).toEqual(['A calendar went silent'])
  await lookBefore(guestsAt, 30, 16, 1, -20)
  expect(await titles()).toEqual(['A calendar went silent', 'Guests come, and a calendar is silent'])
})

it('a calendar that comes and goes is news once in three days, not each time', async () => {
  answer = says(calendar('april'))
  await addFeed()
  for (let time = 0; time < 3; time += 1) {
    answer = (_, response) => void response.writeHead(503).end()
    await goOn(13 * HOUR_MS)
    answer = says(calendar('april'))
    await goOn(7 * HOUR_MS)
  }
  expect((await read()).feed).toMatchObject({ isSilent: false })
  const { body } = await client.call('POST /api/get-notices', { body: {} })
  const silences = body.notices.filter(({ title }) => title === 'A calendar went silent')
  expect(silences.length).toBeGreaterThan(0)
  expect(silences.length).toBeLessThanOrEqual(2)
})

it('a calendar that falls silent on the day before guests come is news within hours', async () => {
  const guestsAt = withGuestsIn(3)
  await addFeed()
  await lookBefore(guestsAt, 20)
  breakOff()
  await lookBefore(guestsAt, 18.5, 17.5, 16.5)
  expect(await titles()).toEqual(['Guests come, and a calendar is silent'])
})

it('an empty calendar cancels nothing until the host says so', async () => {
  answer = says(calendar('april'))
  const sourceId = await addFeed()
  answer = says(calendar())
  await goOn(8 * HOUR_MS)
  expect(await read()).toMatchObject({
    feed: { missing: 1, doubt: 'empty', isSilent: true },
    days: ['2026-04-02'],
  })
  expect((await client.call('POST /api/confirm-missing-stays', { body: { sourceId } })).status).toBe(200)
  expect(await read()).toMatchObject({ feed: { missing: 0, doubt: null, isSilent: false }, days: [] })
})

it('a feed that has not changed is not sent again', async () => {
  answer = ({ headers }, response) =>
    headers['if-none-match'] === '"one"'
      ? void response.writeHead(304).end()
      : void response.writeHead(200, { etag: '"one"' }).end(calendar('april'))
  await addFeed('/etag.ics')
  await goOn(2 * HOUR_MS)
  const [first, ...others] = asked.filter((each) => each.startsWith('/etag'))
  expect(first).toBe('/etag.ics -')
  // Once or twice in two hours: when exactly is left to chance.
  expect(new Set(others)).toEqual(new Set(['/etag.ics "one"']))
  expect(await read()).toMatchObject({ feed: { fault: null }, days: ['2026-04-02'] })
})

it('a server that has nothing new for who knows nothing says nothing', async () => {
  answer = (_, response) => void response.writeHead(304).end()
  await addFeed()
  expect((await read()).feed).toMatchObject({ fault: 'fails', goodAt: null })
})

it('a server that asks to be left alone is left alone', async () => {
  answer = (_, response) => void response.writeHead(429, { 'retry-after': '36000' }).end()
  await addFeed('/busy.ics')
  await goOn(8 * HOUR_MS)
  expect(asked.filter((each) => each.startsWith('/busy'))).toHaveLength(1)
})

it('a feed rests, is read now, and is taken away with its stays or without', async () => {
  answer = says(calendar('april'))
  const sourceId = await addFeed('/rest.ics')
  await client.call('POST /api/pause-feed', { body: { sourceId, isPaused: true } })
  await goOn(3 * HOUR_MS)
  const readings = () => asked.filter((each) => each.startsWith('/rest')).length
  expect(readings()).toBe(1)
  await client.call('POST /api/pause-feed', { body: { sourceId, isPaused: false } })
  await testApp.work()
  await client.call('POST /api/pull-feed', { body: { sourceId } })
  await testApp.work()
  expect(readings()).toBe(3)
  await client.call('POST /api/remove-feed', { body: { sourceId, keepsStays: true } })
  expect(await read()).toMatchObject({ sources: [], days: ['2026-04-02'] })
  const again = await addFeed('/rest.ics')
  await client.call('POST /api/remove-feed', { body: { sourceId: again, keepsStays: false } })
  await goOn(30 * MINUTE_MS)
  expect(await read()).toMatchObject({ sources: [], days: [] })
})

it('is nobody else’s', async () => {
  answer = says(calendar('april'))
  const sourceId = await addFeed()
  const other = await signedIn(testApp, await buildCustomer(testApp.app))
  expect((await other.call('GET /api/stay-sources', { query: { propertyId } })).status).toBe(404)
  const body = { sourceId }
  expect((await other.call('POST /api/pull-feed', { body })).status).toBe(404)
  expect((await other.call('POST /api/confirm-missing-stays', { body })).status).toBe(404)
  expect((await other.call('POST /api/remove-feed', { body: { ...body, keepsStays: false } })).status).toBe(
    404,
  )
  expect((await other.call('POST /api/pause-feed', { body: { ...body, isPaused: true } })).status).toBe(404)
})
