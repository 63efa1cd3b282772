/** Webhooks and the daily reading, against the double. */
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { type HospitableDouble, startHospitable } from '#testing/hospitable/server.ts'
import { createWorld, type DoubleReservation, rental } from '#testing/hospitable/world.ts'
import type { StayFollowUp } from '../app.ts'
import type { StayNews } from '../follow-up.ts'
import { sealAnswer } from './store-answer.ts'

let testApp: TestApp
let double: HospitableDouble
const world = createWorld(() => testApp.clock.now())

beforeAll(async () => {
  double = await startHospitable(world)
  testApp = await createTestApp({ environment: double.environment })
})
afterEach(() => {
  world.faults.length = 0
})
afterAll(async () => {
  await testApp.close()
  await double.close()
})

test('the signature is the one of their own example', () => {
  expect(sign('{"foo":"bar"}')).toBe('cc99bf5947391ddb0d0d9866f5b9d3a68e8b273c5ac8f699b4ae2399a7433118')
})

test('field 36: a forged webhook is refused and stores nothing', async () => {
  const body = webhook('property.changed', { id: 'x' })
  for (const signature of ['', 'zz', sign(`${body} `), sign(body).slice(2), `${sign(body).slice(0, -1)}g`]) {
    const { status, failure } = await post(body, signature)
    expect([status, failure.code]).toEqual([400, 'bad_input'])
  }
  const unsigned = await testApp.client().call('POST /api/hospitable-webhook', {
    file: { type: 'application/json', content: body },
  })
  expect(unsigned.status).toBe(400)
  for (const nonsense of [
    '',
    '[]',
    'null',
    '{"id":1}',
    '{"id":"a"}',
    `{"id":"${'a'.repeat(101)}","action":"b"}`,
  ])
    expect((await post(nonsense, sign(nonsense))).status).toBe(400)
  expect(await events()).toEqual([])
})

test('a webhook counts once, and a flood of them is one reading', async () => {
  const { host } = await connected()
  world.calls.length = 0
  const body = webhook('property.changed', { id: host.properties[0]!.id })
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, sign(body))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await events()).toHaveLength(1)
  for (let at = 0; at < 50; at++) {
    const next = webhook('reservation.changed', {
      id: randomUUID(),
      properties: [{ id: host.properties[0]!.id }],
    })
    await post(next, sign(next))
  }
  host.properties[0]!.name = 'Renamed'
  await minutes(3)
  expect(world.calls.filter((call) => call === 'GET /v2/properties')).toHaveLength(1)
})

test('what a webhook says is not believed: the rental is read again', async () => {
  const { host, shown } = await connected()
  const [first] = host.properties
  await receive(webhook('property.deleted', { id: first!.id }))
  expect((await shown())?.rentals.map(({ isGone }) => isGone)).toEqual([false])
  host.properties.length = 0
  await receive(webhook('property.deleted', { id: first!.id }))
  expect((await shown())?.rentals).toEqual([])
})

test('a test webhook, one of nobody’s rental and one of an unknown kind are taken and do nothing', async () => {
  world.calls.length = 0
  for (const body of [
    webhook('reservation.changed', { id: 'r' }),
    webhook('message.created', {}),
    webhook('x', []),
  ])
    expect((await post(body, sign(body))).status).toBe(200)
  await minutes(2)
  expect(world.calls).toEqual([])
})

test('field 33: merged, then changed, the place goes along; merged into the unknown it waits', async () => {
  const { host, shown, client, userId } = await connected()
  const [old] = host.properties
  const place = await buildProperty(testApp.app, userId)
  await client.call('POST /api/match-hospitable', { body: { matches: [{ hospitableId: old!.id, place }] } })
  await receive(webhook('property.merged', { previous_id: old!.id, new_id: 'nowhere' }))
  expect((await shown())?.rentals).toMatchObject([{ hospitableId: old!.id, propertyId: place }])
  const merged = rental({ name: 'Both' })
  host.properties.splice(0, 1, merged)
  await receive(webhook('property.merged', { previous_id: old!.id, new_id: merged.id }))
  await receive(webhook('property.changed', { id: merged.id }))
  await receive(webhook('property.merged', { previous_id: old!.id, new_id: merged.id }))
  expect((await shown())?.rentals).toMatchObject([
    { hospitableId: merged.id, propertyId: place, isGone: false },
  ])
})

test('a host who leaves over there is asked to connect again', async () => {
  const { host, shown } = await connected()
  world.takeBack(host)
  await receive(webhook('integration.disconnected', { user: host.id }))
  expect((await shown())?.state).toBe('lapsed')
})

describe('reservations', () => {
  test('become stays of the place, by the host’s wall clock, quietly when they are first read', async () => {
    const { matched, host, stays } = await withPlace()
    host.reservations.push(
      booking([matched]),
      booking([matched], { category: 'request' }),
      booking([matched], { checkIn: '2026-01-02T16:00:00-07:00', checkOut: '2026-01-04T11:00:00-07:00' }),
    )
    const news = receiveNews()
    await receive(webhook('reservation.created', { id: 'r', properties: [{ id: matched }] }))
    expect(await stays()).toMatchObject([
      {
        check_in: '2026-12-10',
        check_out: '2026-12-14',
        check_out_time: '11:00',
        guests: 3,
        pets: 1,
        state: 'booked',
      },
    ])
    expect(news.map(({ isQuiet }) => isQuiet)).toEqual([true])
    host.reservations.push(
      booking([matched], { checkIn: '2026-12-20T16:00:00-07:00', checkOut: '2026-12-21T11:00:00-07:00' }),
    )
    await receive(webhook('reservation.created', { id: 'r', properties: [{ id: matched }] }))
    expect(news.map(({ isQuiet }) => isQuiet)).toEqual([true, false])
  })

  test('that are moved, cancelled or come back are so here, whatever the order of webhooks', async () => {
    const { matched, host, stays } = await withPlace()
    const reservation = booking([matched])
    host.reservations.push(reservation)
    const again = () =>
      receive(webhook('reservation.changed', { id: reservation.id, properties: [{ id: matched }] }))
    await again()
    reservation.checkOut = '2026-12-13T10:00:00-06:00'
    await again()
    expect(await stays()).toMatchObject([{ check_out: '2026-12-13', check_out_time: '10:00' }])
    reservation.category = 'cancelled'
    await again()
    expect(await stays()).toMatchObject([{ state: 'cancelled' }])
    reservation.category = 'accepted'
    await again()
    expect(await stays()).toMatchObject([{ state: 'booked' }])
  })

  test('a list that breaks off or is empty cancels nothing', async () => {
    const { matched, host, stays } = await withPlace()
    host.reservations.push(booking([matched]))
    await receive(webhook('reservation.created', { id: 'r', properties: [{ id: matched }] }))
    world.faults.push({ on: '/v2/reservations', kind: 'nonsense', times: 1 })
    host.reservations.length = 0
    for (let time = 0; time < 3; time++)
      await receive(webhook('reservation.changed', { id: 'r', properties: [{ id: matched }] }))
    expect(await stays()).toMatchObject([{ state: 'booked' }])
  })

  test('field 33: a house and its room booked together are one stay; moved to another place, one there', async () => {
    const { matched, host, stays, client, userId } = await withPlace()
    const room = rental({ parentId: matched })
    host.properties.push(room)
    await receive(webhook('property.created', { id: matched }))
    const other = await buildProperty(testApp.app, userId)
    await client.call('POST /api/match-hospitable', {
      body: { matches: [{ hospitableId: room.id, place: other }] },
    })
    const reservation = booking([room.id, matched])
    host.reservations.push(reservation)
    await receive(webhook('reservation.created', { id: 'r', properties: [{ id: matched }] }))
    expect([await stays(), await stays(other)]).toMatchObject([[{ state: 'booked' }], []])
    reservation.propertyIds = [room.id]
    await receive(webhook('reservation.changed', { id: 'r', properties: [{ id: matched }] }))
    expect([await stays(), await stays(other)]).toMatchObject([
      [{ state: 'cancelled' }],
      [{ state: 'booked' }],
    ])
  })

  test('stay when the account is disconnected, and go when the rental is no longer this place', async () => {
    for (const disconnects of [true, false]) {
      const { matched, host, stays, client } = await withPlace()
      host.reservations.push(booking([matched]))
      await receive(webhook('reservation.created', { id: 'r', properties: [{ id: matched }] }))
      if (disconnects) await client.call('POST /api/disconnect-hospitable', { body: {} })
      else
        await client.call('POST /api/match-hospitable', {
          body: { matches: [{ hospitableId: matched, place: null }] },
        })
      await minutes(2)
      expect(await stays()).toMatchObject([{ state: disconnects ? 'booked' : 'cancelled' }])
    }
  })
})

describe('a webhook that never comes', () => {
  /** A day later, as nothing else brings the reading forward. */
  const aDayLater = async () => {
    testApp.clock.advance(DAY_MS)
    await minutes(2)
  }
  const booked = ({ host }: Place) => host.reservations.map(({ id }) => id)
  type Place = Awaited<ReturnType<typeof withPlace>>

  /** A place with a stay that was read, and the stay as it stands. */
  async function withStay(more: Partial<DoubleReservation> = {}) {
    const here = await withPlace()
    const reservation = booking([here.matched], { ...later(20, 24), ...more })
    here.host.reservations.push(reservation)
    await receive(webhook('reservation.created', { id: 'r', properties: [{ id: here.matched }] }))
    expect(await here.stays()).toMatchObject([{ state: 'booked' }])
    return { ...here, reservation }
  }

  test('of a merge: the place, its source and its stays go on with the rental that has them now', async () => {
    const here = await withStay()
    const [before] = await here.stays()
    const source = (await here.shown()).sources[0]!.id
    const merged = rental({ name: 'Both', street: '9 Elsewhere Road' })
    here.host.properties.splice(0, 1, rental({ name: 'Other' }), merged)
    here.reservation.propertyIds = [merged.id]
    await aDayLater()
    expect(await here.stays()).toEqual([before])
    const shown = await here.shown()
    expect(shown.sources).toMatchObject([{ id: source, account: { isLapsed: false, goneSince: null } }])
    // What is booked there from now on comes to the same place.
    here.host.reservations.push(booking([merged.id], later(30, 31)))
    await aDayLater()
    expect((await here.stays()).map(({ state }) => state)).toEqual(['booked', 'booked'])
    expect((await here.shown()).sources.map(({ id }) => id)).toEqual([source])
    // The webhook comes after all, and changes nothing.
    await receive(webhook('property.merged', { previous_id: here.matched, new_id: merged.id }))
    expect((await here.stays()).map(({ state }) => state)).toEqual(['booked', 'booked'])
  })

  test('of a merge, while nobody is to come: by its name at its address', async () => {
    const here = await withPlace()
    await aDayLater()
    const [old] = here.host.properties
    const again = { ...old!, id: randomUUID() }
    here.host.properties.splice(0, 1, again)
    await aDayLater()
    here.host.reservations.push(booking([again.id], later(30, 31)))
    await aDayLater()
    expect(await here.stays()).toMatchObject([{ state: 'booked' }])
    expect((await here.shown()).sources).toMatchObject([{ account: { goneSince: null } }])
  })

  test('and nobody can know what became of it: the source stays, says so, and cancels nothing', async () => {
    const here = await withStay()
    here.host.properties.splice(0, 1, rental(), rental())
    // All that was to come is gone with it, and then the list says that one was cancelled long ago.
    here.host.reservations.length = 0
    for (let day = 0; day < 3; day++) await aDayLater()
    expect(await here.stays()).toMatchObject([{ state: 'booked' }])
    const { sources } = await here.shown()
    expect(sources).toHaveLength(1)
    expect(sources[0]?.account?.goneSince).not.toBeNull()
    // The host says which one stands for it.
    const heir = here.host.properties[0]!.id
    const fresh = await here.signIn()
    await fresh.call('POST /api/match-hospitable', {
      body: {
        matches: [
          { hospitableId: here.matched, place: null },
          { hospitableId: heir, place: here.place },
        ],
      },
    })
    here.host.reservations.push({ ...here.reservation, propertyIds: [heir] })
    await minutes(2)
    expect((await here.shown()).sources).toMatchObject([{ account: { goneSince: null } }])
    expect(await here.stays()).toMatchObject([{ state: 'booked' }])
  })

  test('of a room that became part of its house: what moved to the house is not taken from the room’s place', async () => {
    const here = await withStay()
    const house = rental()
    here.host.properties.push(house)
    await receive(webhook('property.created', { id: here.matched }))
    const fresh = await here.signIn()
    const other = await buildProperty(testApp.app, here.userId)
    await fresh.call('POST /api/match-hospitable', {
      body: { matches: [{ hospitableId: house.id, place: other }] },
    })
    here.host.properties.shift()
    here.reservation.propertyIds = [house.id]
    for (let day = 0; day < 2; day++) await aDayLater()
    expect(await here.stays()).toMatchObject([{ state: 'booked' }])
    expect(booked(here)).toHaveLength(1)
  })

  test('of one of two rentals of a place, where the other has all: it goes on as a whole one', async () => {
    const here = await withStay()
    const second = rental()
    here.host.properties.push(second)
    await receive(webhook('property.created', { id: here.matched }))
    const fresh = await here.signIn()
    await fresh.call('POST /api/match-hospitable', {
      body: { matches: [{ hospitableId: second.id, place: here.place }] },
    })
    const two = ['2', '3'].map((digit) =>
      booking([second.id], later(40 + Number(digit) * 3, 41 + Number(digit) * 3)),
    )
    here.host.reservations.push(...two)
    here.reservation.propertyIds = [second.id]
    here.host.properties.shift()
    await aDayLater()
    expect((await here.shown()).sources).toMatchObject([{ account: { goneSince: null } }])
    expect(await here.stays()).toHaveLength(3)
    // What is cancelled there by missing is so again.
    here.host.reservations.splice(0, 1)
    for (let day = 0; day < 2; day++) await aDayLater()
    expect((await here.stays())[0]?.state).toBe('cancelled')
  })
})

test('each day every account is read, so that its tokens live; away, it is read again soon', async () => {
  const { shown, host } = await connected()
  const [first] = host.properties
  world.faults.push({ on: '/v2/properties', kind: 'server_error', times: 1 })
  first!.name = 'Later'
  await receive(webhook('property.changed', { id: first!.id }))
  expect((await shown())?.rentals[0]?.name).not.toBe('Later')
  testApp.clock.advance(15 * MINUTE_MS)
  await minutes(2)
  expect((await shown())?.rentals[0]?.name).toBe('Later')
  for (let month = 0; month < 4; month++) {
    testApp.clock.advance(30 * DAY_MS)
    await minutes(2)
    const { state, lastReadAt } = (await shown()) ?? {}
    expect([state, Date.parse(lastReadAt ?? '') > testApp.clock.now() - HOUR_MS]).toEqual(['connected', true])
  }
})

test('webhooks and codes are forgotten after a month', async () => {
  testApp.clock.advance(31 * DAY_MS)
  await minutes(2)
  expect(await events()).toEqual([])
  expect(await testApp.app.db.selectFrom('hospitable_code').select('taken_at').execute()).toEqual([])
})

async function connected() {
  const customer = await buildCustomer(testApp.app)
  const client = await signedIn(testApp, customer)
  const host = world.addHost({ properties: [rental()] })
  const { body } = await client.call('POST /api/connect-hospitable', { body: {} })
  const state = new URL(body.url).searchParams.get('state') ?? ''
  const cookie = sealAnswer(
    testApp.app.config,
    `?${new URLSearchParams({ code: world.giveCode(host), state })}`,
  )
  client.cookies.set('crew_hospitable', cookie ?? '')
  expect((await client.call('POST /api/finish-hospitable', { body: {} })).body).toEqual({
    outcome: 'connected',
  })
  const shown = async () => {
    const again = await signedIn(testApp, customer)
    return (await again.call('GET /api/hospitable')).body.connection
  }
  await minutes(2)
  return { client, host, userId: customer.userId, customer, shown }
}

function webhook(action: string, data: unknown): string {
  return JSON.stringify({ id: randomUUID(), action, data, created: '2026-03-02T16:00:00Z', version: 'v2' })
}

function sign(body: string): string {
  return createHmac('sha256', '123456').update(body).digest('hex')
}

function post(body: string, signature: string) {
  return testApp.client().call('POST /api/hospitable-webhook', {
    file: { type: 'application/json', content: body },
    headers: { signature },
  })
}

async function receive(body: string): Promise<void> {
  expect((await post(body, sign(body))).status).toBe(200)
  await minutes(2)
}

async function minutes(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    testApp.clock.advance(MINUTE_MS)
    await testApp.work()
  }
}

function events() {
  return testApp.app.db.selectFrom('hospitable_event').select('id').execute()
}

/** Days from now. */
function later(from: number, to: number) {
  const on = (days: number) => new Date(testApp.clock.now() + days * DAY_MS).toISOString().slice(0, 10)
  return { checkIn: `${on(from)}T16:00:00-06:00`, checkOut: `${on(to)}T11:00:00-06:00` }
}

function booking(rentalIds: string[], more: Partial<DoubleReservation> = {}): DoubleReservation {
  return {
    id: randomUUID(),
    platform: 'airbnb',
    platformId: `HM${randomUUID().slice(0, 8).toUpperCase()}`,
    propertyIds: rentalIds,
    checkIn: '2026-12-10T16:00:00-06:00',
    checkOut: '2026-12-14T11:00:00-06:00',
    category: 'accepted',
    guests: { adults: 2, children: 1, infants: 0, pets: 1 },
    guestName: 'Nobody’s business',
    ...more,
  }
}

async function withPlace() {
  // Sessions of a fresh customer, whatever month it is by now.
  const { client, host, userId, customer } = await connected()
  const matched = host.properties[0]!.id
  const place = await buildProperty(testApp.app, userId)
  await client.call('POST /api/match-hospitable', { body: { matches: [{ hospitableId: matched, place }] } })
  const stays = (of = place) =>
    testApp.app.db.selectFrom('stay').where('property_id', '=', of).selectAll().orderBy('check_in').execute()
  const signIn = () => signedIn(testApp, customer)
  const shown = async () => {
    const again = await signIn()
    return (await again.call('GET /api/stay-sources', { query: { propertyId: place } })).body
  }
  return { client, host, userId, matched, place, stays, signIn, shown }
}

function receiveNews(): StayNews[] {
  const news: StayNews[] = []
  const followUp: StayFollowUp = async (_app, _db, each) => {
    news.push(each)
  }
  Object.assign(testApp.app, { stayFollowUps: [followUp] })
  return news
}
