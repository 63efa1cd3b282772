/**
 * Whoever looks after some groups sees those and nothing else of the owner's, whatever it calls: a place that it looks
 * after stands beside one that it does not, with the same work at both, and every call that a helper may make is asked
 * for the one and the other.
 */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { onlyReads } from '#contract/acting.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { SHARED_CALLS } from '#contract/shared-calls.ts'
import type { PropertyId, ShareId, UserId } from '#domain/ids.ts'
import { addDays, DAY_MS, dateAt, DEFAULT_TIME_ZONE, instant } from '#domain/time.ts'
import { toJson, toTimestamp } from '#server/db/client.ts'
import { sealAddress } from '#server/feeds/hash-address.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import { type BuiltJob, buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { NAMED } from './check-names.ts'

const testApp = await createTestApp()
const { app } = testApp
const now = toTimestamp(app.ports.clock.now())
const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
const owner = await buildCustomer(app, { name: 'Olga Owner' })
const crew = await buildCrew(app)

type World = Awaited<ReturnType<typeof buildWorld>>

/** A place in a group and a complex in a group, with one of everything that a call can name. */
async function buildWorld(customerId: UserId, name: string) {
  const own = { customer_id: customerId, created_at: now }
  const group = await insertId('property_group', { ...own, name: `${name} Group` })
  const complexGroup = await insertId('complex_group', { ...own, name: `${name} Park` })
  const propertyId = await buildProperty(app, customerId, { name: `${name} House`, groupId: group as never })
  const job = await buildWeeklyJob(app, { customerId, propertyId })
  const visitId = await buildVisit(app, job, { date: addDays(today, 1), crewId: crew.userId })
  const complexId = await insertId('complex', {
    customer_id: customerId,
    complex_group_id: complexGroup,
    name: `${name} Towers`,
    address: `1 ${name} St`,
    lat: 39.7,
    lng: -104.9,
    time_zone: DEFAULT_TIME_ZONE,
    units: 4,
    created_at: now,
  })
  const complexPlace = await buildProperty(app, customerId, { name: `${name} Towers` })
  await app.db
    .updateTable('property')
    .set({ complex_id: complexId as never })
    .where('id', '=', complexPlace)
    .execute()
  const night = await buildWeeklyJob(app, { customerId, propertyId: complexPlace, serviceKey: 'valet_trash' })
  const nightId = await buildVisit(app, night, { date: addDays(today, 1), crewId: crew.userId })
  const building = { complex_id: complexId, name: `${name} A`, position: 1, units: ['101'], created_at: now }
  const ids = {
    propertyId,
    groupId: group,
    visitId,
    weeklyJobId: job.weeklyJobId,
    complexId,
    complexGroupId: complexGroup,
    nightId,
    buildingId: await insertId('building', building),
    exceptionId: await insertId('complex_exception', {
      complex_id: complexId,
      kind: 'note',
      note: `${name} note`,
      from_date: today,
      to_date: today,
      created_at: now,
    }),
    sourceId: await insertId('stay_source', {
      property_id: propertyId,
      kind: 'feed',
      platform: 'airbnb',
      external_ref: `${name} feed`,
      created_at: now,
    }),
    turnoverId: await buildTurnover(job),
    bulkChangeId: await buildBulkChange(customerId, job.weeklyJobId),
    addressId: await insertId('report_address', mailboxOf(complexId, name)),
    ...(await buildTroubles(customerId, propertyId, visitId, name)),
  }
  await app.db
    .insertInto('stay_feed')
    .values({
      source_id: ids.sourceId as never,
      sealed_address: sealAddress(app.config, ids.sourceId as never, `https://calendars.example/${name}.ics`),
      host: 'calendars.example',
      ending: 'ics',
    })
    .execute()
  return {
    ...ids,
    name,
    groupIds: { propertyGroupIds: [group as never], complexGroupIds: [complexGroup as never] },
  }
}

const mailboxOf = (complexId: string, name: string) => {
  const token_hash = createHash('sha256').update(name).digest()
  return { complex_id: complexId, email: `${name}@mailbox.test`, locale: 'en', asked_at: now, token_hash }
}

async function buildBulkChange(customerId: UserId, weeklyJobId: string) {
  const of = { customer_id: customerId, change: toJson({ kind: 'cancel' }), is_whole: false, job_count: 1 }
  const id = await insertId('bulk_change', { ...of, created_at: now, undo_until: now })
  const row = { bulk_change_id: id as never, weekly_job_id: weeklyJobId as never }
  await app.db.insertInto('bulk_change_job').values(row).execute()
  return id
}

async function buildTurnover(job: BuiltJob) {
  const visitId = await buildVisit(app, { ...job, serviceKey: 'turnover' }, { date: addDays(today, 3) })
  await app.db
    .updateTable('visit')
    .set({ weekly_job_id: null, is_turnover: true })
    .where('id', '=', visitId)
    .execute()
  await app.db
    .insertInto('turnover')
    .values({
      visit_id: visitId,
      property_id: job.propertyId,
      is_same_day: false,
      nights: 2,
      created_at: now,
    })
    .execute()
  return visitId
}

async function buildTroubles(customerId: UserId, propertyId: PropertyId, visitId: string, name: string) {
  const size = { width: 1, height: 1, size_bytes: 1, sha256: Buffer.alloc(32) }
  const taken = { owner_id: crew.userId, visit_id: visitId, created_at: now }
  const photo = { ...size, ...taken, storage_key: `${name}.webp` }
  const later = toTimestamp(instant(app.ports.clock.now() + DAY_MS))
  const of = { visit_id: visitId, crew_id: crew.userId }
  const problemId = await insertId('access_problem', {
    ...of,
    reason: 'gate',
    contact: 'rang',
    photo_id: await insertId('photo', photo),
    reported_at: now,
    waits_until: later,
  })
  const extraId = await insertId('extra_work', {
    ...of,
    quantity: 1,
    note: toJson({ en: name, es: name }),
    amount_cents: 1234,
    proposed_at: now,
    expires_at: later,
  })
  const disputeId = await insertId('dispute', {
    ...of,
    customer_id: customerId,
    problem: 'other',
    note: `${name} complaint`,
    state: 'open',
    opened_at: now,
  })
  const messageId = await insertId('visit_message', {
    ...of,
    sender_id: crew.userId,
    sender_role: 'crew',
    text: `${name} words`,
    created_at: now,
  })
  await app.db
    .insertInto('conversation')
    .values({ visit_id: visitId as never, user_id: customerId, last_number: 1, is_unread: true })
    .execute()
  const orderId = await insertId('on_demand_order', {
    customer_id: customerId,
    property_id: propertyId,
    service_key: 'bins',
    quantity: 1,
    is_now: false,
    date: today,
    starts_at: now,
    ends_at: later,
    price_lines: toJson([]),
    total_cents: 4321,
    state: 'cancelled',
    draft_hash: Buffer.from(`${name} draft`),
    created_at: now,
    updated_at: now,
  })
  return { problemId, extraId, disputeId, messageId, orderId }
}

async function insertId(table: string, values: object): Promise<string> {
  const { id } = await app.db
    .insertInto(table as never)
    .values(values as never)
    .returning('id' as never)
    .executeTakeFirstOrThrow()
  return id
}

let seen: World
let hidden: World
let shareId: ShareId
let helper: Client
let own: World

beforeAll(async () => {
  seen = await buildWorld(owner.userId, 'Maple')
  hidden = await buildWorld(owner.userId, 'Quince')
  const person = await buildCustomer(app, { name: 'Hana Helper' })
  own = await buildWorld(person.userId, 'Zinnia')
  shareId = await buildShare(app, {
    ownerId: owner.userId,
    helperId: person.userId,
    role: 'all',
    ...seen.groupIds,
  })
  // Whoever looks after places undoes what it began itself.
  const began = app.db.updateTable('bulk_change').set({ share_id: shareId })
  await began.where('id', '=', seen.bulkChangeId as never).execute()
  helper = await signedIn(testApp, person)
  expect((await helper.call('POST /api/use-account', { body: { shareId } })).status).toBe(200)
})

const days = { from: addDays(today, -30), to: addDays(today, 30) }
const night = { startsOn: addDays(today, 2), items: [] as unknown[] }
const booking = (world: World) => ({
  ...night,
  items: [{ serviceKey: 'recycling', weekdays: [3], quantity: 1, propertyIds: [world.propertyId] }],
})
const endingOf = ({ weeklyJobId }: World) => ({
  body: { weeklyJobIds: [weeklyJobId], change: { kind: 'cancel' } },
})
const ONE_PIXEL = { takesFile: true as const }

type Input = { readonly query?: object; readonly body?: object; readonly takesFile?: true }

/** Lists name nothing: whatever is not shared must be missing in them. */
const LISTS: Readonly<Record<string, Input>> = {
  'GET /api/properties': {},
  'GET /api/property-groups': {},
  'POST /api/get-properties': { body: {} },
  'POST /api/get-complexes': { body: {} },
  'POST /api/get-complex-groups': { body: {} },
  'POST /api/get-portfolio-month': { body: { month: today } },
  'GET /api/customer-summary': {},
  'GET /api/planning-progress': {},
  'POST /api/get-weekly-jobs': { body: {} },
  'GET /api/job-filters': {},
  'POST /api/remove-job-filter': { body: { id: crypto.randomUUID() } },
  'POST /api/get-weekly-job-ids': { body: {} },
  'GET /api/known-crews': {},
  'GET /api/bulk-changes': {},
  'POST /api/get-visits': { body: days },
  'GET /api/export-visits': { query: days },
  'GET /api/pricing': {},
  'POST /api/get-conversations': { body: {} },
  'GET /api/unread-conversations': {},
  'POST /api/get-on-demand-orders': { body: {} },
}

/** What names something: of the place that is not shared it is told that there is none. */
const NAMING: Readonly<Record<string, (world: World) => Input>> = {
  'GET /api/property': ({ propertyId: id }) => ({ query: { id } }),
  'GET /api/complex': ({ complexId: id }) => ({ query: { id } }),
  'GET /api/complex-night': ({ nightId: visitId }) => ({ query: { visitId } }),
  'GET /api/complex-report': ({ nightId: visitId }) => ({ query: { visitId } }),
  'POST /api/make-checkpoints': ({ complexId }) => ({ body: { complexId } }),
  'GET /api/checkpoints': ({ complexId }) => ({ query: { complexId } }),
  'GET /api/checkpoints-pdf': ({ complexId }) => ({ query: { complexId } }),
  'POST /api/renew-checkpoint': ({ buildingId }) => ({ body: { buildingId } }),
  'GET /api/violation-trends': ({ complexId: id }) => ({ query: { id } }),
  'GET /api/violations': ({ complexId: id }) => ({ query: { id, ...days } }),
  'GET /api/violations-csv': ({ complexId: id }) => ({ query: { id, ...days } }),
  'GET /api/place-checklists': ({ propertyId: id }) => ({ query: { id } }),
  'GET /api/stay-sources': ({ propertyId }) => ({ query: { propertyId } }),
  'GET /api/turnovers': ({ propertyId }) => ({ query: { propertyId } }),
  'GET /api/pickups': ({ propertyId }) => ({ query: { propertyId } }),
  'GET /api/place-crews': ({ propertyId }) => ({ query: { propertyId } }),
  'POST /api/save-place-crews': ({ propertyId }) => ({ body: { propertyId, crewIds: [] } }),
  'POST /api/save-place-checklist': ({ propertyId }) => ({
    body: { propertyId, serviceKey: 'bins', version: 0, items: [] },
  }),
  'POST /api/say-refilled': ({ propertyId }) => ({ body: { propertyId, serviceKey: 'bins', key: 'soap' } }),
  'POST /api/add-complex-exception': ({ complexId }) => ({
    body: { complexId, kind: 'note', note: 'Mind the dog', from: today, to: today },
  }),
  'POST /api/remove-complex-exception': ({ exceptionId }) => ({ body: { exceptionId } }),
  'POST /api/save-turnover-rule': ({ propertyId }) => ({
    body: {
      propertyId,
      isOn: false,
      bedrooms: 1,
      checkInTime: '16:00',
      checkOutTime: '11:00',
      finishBy: '15:00',
    },
  }),
  'POST /api/set-turnover-hours': ({ turnoverId: visitId }) => ({ body: { visitId, hours: null } }),
  'POST /api/skip-turnover': ({ turnoverId: visitId }) => ({ body: { visitId } }),
  'POST /api/unskip-turnover': ({ turnoverId: visitId }) => ({ body: { visitId } }),
  'POST /api/save-pickup-rule': ({ propertyId }) => ({
    body: {
      propertyId,
      isOn: false,
      checkOutTime: '11:00',
      extraNights: null,
      extraGuests: null,
      countsClosed: false,
    },
  }),
  'POST /api/pull-feed': ({ sourceId }) => ({ body: { sourceId } }),
  'POST /api/pause-feed': ({ sourceId }) => ({ body: { sourceId, isPaused: true } }),
  'POST /api/confirm-missing-stays': ({ sourceId }) => ({ body: { sourceId } }),
  'POST /api/add-feed': ({ propertyId, name }) => ({
    body: { propertyId, address: `https://calendars.example/${name}-new.ics` },
  }),
  'POST /api/remove-feed': ({ sourceId }) => ({ body: { sourceId, keepsStays: true } }),
  'POST /api/update-property': ({ propertyId, name }) => ({ body: { propertyId, name: `${name} Home` } }),
  'GET /api/weekly-job': ({ weeklyJobId: id }) => ({ query: { id } }),
  'GET /api/visit': ({ visitId: id }) => ({ query: { id } }),
  'GET /api/visit-now': ({ visitId: id }) => ({ query: { id } }),
  'GET /api/visit-timeline': ({ visitId: id }) => ({ query: { id } }),
  'GET /api/visit-arrival': ({ visitId: id }) => ({ query: { id } }),
  'GET /api/visit-crew': ({ visitId }) => ({ query: { visitId } }),
  'GET /api/visit-reasons': ({ visitId: id }) => ({ query: { id } }),
  'GET /api/visit-feedback': ({ visitId }) => ({ query: { visitId } }),
  'GET /api/crew-mark': ({ visitId }) => ({ query: { visitId } }),
  'POST /api/get-quote': (world) => ({ body: booking(world) }),
  'POST /api/get-booking-holidays': (world) => {
    const { items, startsOn } = booking(world)
    return { body: { items, startsOn } }
  },
  'POST /api/preview-schedule-change': ({ visitId }) => ({ body: { kind: 'skip', visitId } }),
  'POST /api/book-weekly-jobs': (world) => ({ body: booking(world) }),
  'POST /api/make-door-link': ({ visitId }) => ({ body: { visitId } }),
  'GET /api/on-demand-order': ({ orderId: id }) => ({ query: { id } }),
  'POST /api/get-messages': ({ visitId }) => ({ body: { visitId } }),
  'POST /api/read-messages': ({ visitId, messageId }) => ({ body: { visitId, messageId } }),
  'POST /api/send-message': ({ visitId }) => ({ body: { visitId, text: 'Hello' } }),
  'POST /api/send-message-photo': ({ visitId }) => ({ query: { visitId }, ...ONE_PIXEL }),
  'GET /api/dispute': ({ disputeId: id }) => ({ query: { id } }),
  'POST /api/open-dispute': ({ visitId }) => ({ body: { visitId, problem: 'other', note: 'Not right' } }),
  'POST /api/upload-dispute-photo': ({ disputeId }) => ({ query: { disputeId }, ...ONE_PIXEL }),
  'POST /api/withdraw-dispute': ({ disputeId }) => ({ body: { disputeId } }),
  'POST /api/answer-access-problem': ({ problemId }) => ({
    body: { problemId, answer: 'The code is 4711.' },
  }),
  'POST /api/answer-extra-work': ({ extraId }) => ({ body: { extraId, isApproved: false } }),
  'POST /api/mark-crew': ({ visitId }) => ({ body: { visitId, mark: 'favourite' } }),
  'POST /api/rate-visit': ({ visitId }) => ({ body: { visitId, stars: 5 } }),
  'POST /api/tip-visit': ({ visitId }) => ({ body: { visitId, amountCents: 500 } }),
  'POST /api/undo-tip': ({ visitId }) => ({ body: { visitId } }),
  'POST /api/move-visit': ({ visitId }) => ({ body: { visitId, to: addDays(today, 2) } }),
  'POST /api/unmove-visit': ({ visitId }) => ({ body: { visitId } }),
  'POST /api/skip-visit': ({ visitId }) => ({ body: { visitId } }),
  'POST /api/unskip-visit': ({ visitId }) => ({ body: { visitId } }),
  'POST /api/pause-weekly-job': ({ weeklyJobId }) => ({
    body: { weeklyJobId, from: addDays(today, 5), to: addDays(today, 9) },
  }),
  'POST /api/resume-weekly-job': ({ weeklyJobId }) => ({ body: { weeklyJobId } }),
  'POST /api/change-weekly-job': ({ weeklyJobId }) => ({
    body: { weeklyJobId, from: addDays(today, 1), weekdays: [3] },
  }),
  'POST /api/cancel-weekly-job': ({ weeklyJobId }) => ({ body: { weeklyJobId } }),
  'POST /api/save-job-filter': ({ groupId, name }) => ({ body: { name, groupId } }),
  'POST /api/preview-bulk-change': endingOf,
  'POST /api/start-bulk-change': endingOf,
  'POST /api/undo-bulk-change': ({ bulkChangeId }) => ({ body: { bulkChangeId } }),
  'POST /api/update-complex': ({ complexId }) => ({ body: { complexId, instructions: 'Mind the stairs' } }),
  'GET /api/report-addresses': ({ complexId }) => ({ query: { complexId } }),
  'POST /api/add-report-address': ({ complexId }) => ({
    body: { complexId, email: 'pat@manager.test', locale: 'en' },
  }),
  'POST /api/remove-report-address': ({ addressId }) => ({ body: { addressId } }),
  'POST /api/save-building': ({ complexId }) => ({ body: { complexId, name: 'B', units: '201' } }),
  'POST /api/remove-building': ({ buildingId }) => ({ body: { buildingId } }),
  'POST /api/remove-complex': ({ complexId }) => ({ body: { complexId } }),
  'POST /api/remove-property': ({ propertyId }) => ({ body: { propertyId } }),
  'POST /api/restore-property': ({ propertyId }) => ({ body: { propertyId } }),
}

async function ask(key: string, { query, body, takesFile }: Input, client = helper) {
  const [method, path = ''] = key.split(' ')
  const url = query === undefined ? path : `${path}?${new URLSearchParams(query as Record<string, string>)}`
  return testApp.server.inject({
    method: method === 'POST' ? 'POST' : 'GET',
    url,
    cookies: Object.fromEntries(client.cookies),
    ...(takesFile === undefined ? {} : { headers: { 'content-type': 'image/png' } }),
    ...(method === 'POST'
      ? { payload: takesFile === undefined ? (body ?? {}) : Buffer.from('no picture') }
      : {}),
  })
}

const ofPlaces = Object.entries(SHARED_CALLS).flatMap(([key, { isWhole }]) => (isWhole ? [] : key))

test('every call of places is asked here', () => {
  expect([...Object.keys(LISTS), ...Object.keys(NAMING)].sort()).toEqual([...ofPlaces].sort())
})

test('every call of helpers is one of customers', () => {
  const endpoints: Readonly<Record<string, Endpoint>> = contract
  for (const key of Object.keys(SHARED_CALLS)) expect(['customer', 'any']).toContain(endpoints[key]?.access)
})

test('what a change names by id is known by the name of its field', () => {
  const endpoints: Readonly<Record<string, Endpoint>> = contract
  const fields = ofPlaces
    .filter((key) => !onlyReads(key))
    .flatMap((key) => [endpoints[key]?.body, endpoints[key]?.query])
    .flatMap((schema) =>
      schema === undefined ? [] : idFieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    )
  const others = [...new Set(fields)].filter((field) => NAMED[field.replace(/s$/, '')] === undefined)
  // Crews are nobody's places: only those that the owner knows can be chosen. A filter is the helper's own.
  expect(others.sort()).toEqual(['crewId', 'crewIds', 'id'])
  expect(fields.length).toBeGreaterThan(40)
})

function idFieldsOf(schema: unknown, field = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('format' in schema && schema.format === 'uuid') return [field]
  return Object.entries(schema).flatMap(([name, value]) =>
    idFieldsOf(value, ['items', 'anyOf', 'oneOf'].includes(name) || /^\d+$/.test(name) ? field : name),
  )
}

const allOf = (world: World) => Object.values(world).filter((value) => typeof value === 'string')

test.each(Object.entries(LISTS))('%s has what is shared and nothing else', async (key, input) => {
  const answer = await ask(key, input)
  expect(answer.statusCode).toBe(200)
  expect([...allOf(hidden), ...allOf(own)].filter((word) => answer.payload.includes(word))).toEqual([])
})

test('counts know only what is shared', async () => {
  const { body } = await helper.call('POST /api/get-properties', { body: {} })
  expect(body).toMatchObject({
    totalCount: 1,
    properties: [{ name: 'Maple House' }],
  })
  expect((await helper.call('GET /api/customer-summary')).body).toMatchObject({
    propertyCount: 2,
    alerts: [],
  })
  const visits = await helper.call('POST /api/get-visits', { body: days })
  expect(visits.body.totalCount).toBe(3)
  expect((await helper.call('GET /api/unread-conversations')).body).toEqual({ unreadCount: 1 })
})

describe.each(Object.entries(NAMING))('%s', (key, input) => {
  test('finds nothing of a place that is not shared, nor of the helper’s own', async () => {
    const answers = [await ask(key, input(hidden)), await ask(key, input(own))]
    expect(
      answers.map(({ statusCode, payload }) => [
        statusCode,
        payload.includes('"not_found"') || payload.includes('not_yours'),
      ]),
    ).toEqual([
      [404, true],
      [404, true],
    ])
  })

  test('knows the place that is shared', async () => {
    const { statusCode, payload } = await ask(key, input(seen))
    // What the rule itself says to it is the rule's.
    expect([401, 403, 404, 500], payload).not.toContain(statusCode)
    if (onlyReads(key)) expect(statusCode, payload).toBe(200)
  })
})

test('a place goes out of sight with its group', async () => {
  await app.db
    .updateTable('property')
    .set({ group_id: hidden.groupId as never })
    .where('id', '=', seen.propertyId)
    .execute()
  expect((await ask('GET /api/property', { query: { id: seen.propertyId } })).statusCode).toBe(404)
  await app.db
    .updateTable('property')
    .set({ group_id: seen.groupId as never })
    .where('id', '=', seen.propertyId)
    .execute()
})

test('a place is moved to no other group by who does not look after all of them', async () => {
  const body = { propertyId: seen.propertyId, groupName: 'Quince Group' }
  expect((await helper.call('POST /api/update-property', { body })).failure.code).toBe('share_forbids')
})
