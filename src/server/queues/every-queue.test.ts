/** Every queue of a planted world: each count, its list and the board say what was planted, and no more. */
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { QUEUES, type Queue } from '#contract/queue-kinds.ts'
import { keysOf } from '#domain/keys.ts'
import { HOUR_MS, instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { marketOf, waitingIn } from '#server/queues/source-queries.ts'
import { type Client, createTestApp, TEST_START } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { plantQueues } from '#testing/plant-queues.ts'

const testApp = await createTestApp()
const { app } = testApp

/** Written by hand. Work that was given up is of no city, so each counts all of it. */
const EXPECTED = {
  denver: {
    late: 2,
    unassigned: 5,
    unconfirmed: 3,
    missed: 4,
    flagged: 2,
    disputes: 3,
    approvals: 2,
    late_reports: 2,
    silent_feeds: 3,
    declined: 2,
    failed_payouts: 1,
    chargebacks: 2,
    differences: 3,
    referrals: 1,
    parked: 3,
  },
  phoenix: {
    late: 0,
    unassigned: 1,
    unconfirmed: 0,
    missed: 1,
    flagged: 0,
    disputes: 1,
    approvals: 1,
    late_reports: 0,
    silent_feeds: 1,
    declined: 1,
    failed_payouts: 1,
    chargebacks: 0,
    differences: 1,
    referrals: 0,
    parked: 3,
  },
} as const satisfies Record<string, Record<Queue, number>>

let ann: Client
let dispatcher: Client

beforeAll(async () => {
  await app.db
    .insertInto('market')
    .values({ id: 'phoenix', name: 'Phoenix', time_zone: 'America/Phoenix' })
    .execute()
  await plantQueues(app, 'denver', EXPECTED.denver)
  await plantQueues(app, 'phoenix', { ...EXPECTED.phoenix, parked: 0 })
  ann = await signedIn(testApp, await buildOperator(app, { name: 'Ann Lee' }))
  const local = await buildOperator(app, { staffRole: null })
  await app.db
    .insertInto('operator_market')
    .values([
      { user_id: local.userId, market_id: 'denver', role: 'dispatcher' },
      { user_id: local.userId, market_id: 'phoenix', role: 'owner' },
    ])
    .execute()
  dispatcher = await signedIn(testApp, local)
})

const itemsIn = async (kind: Queue, more = {}) =>
  (await ann.call('GET /api/queue', { query: { kind, ...more } })).body.items
const idsIn = async (kind: Queue, more = {}) => (await itemsIn(kind, more)).map(({ id }) => id)

test('counts are those of the table, in each city of the operator, on the board too', async () => {
  const { counts, markets } = (await ann.call('GET /api/queue-counts')).body
  expect(counts).toEqual(EXPECTED.denver)
  expect(markets).toEqual([
    { id: 'denver', name: 'Denver', isCurrent: true, counts: EXPECTED.denver },
    { id: 'phoenix', name: 'Phoenix', isCurrent: false, counts: EXPECTED.phoenix },
  ])
  const board = (await ann.call('GET /api/operator-board')).body
  expect([board.waiting, board.markets]).toEqual([counts, markets])
})

test.each(QUEUES)('the list of %s holds each once, the oldest first', async (kind) => {
  const items = await itemsIn(kind)
  const ids = items.map(({ id }) => id)
  const since = items.map((item) => item.since)
  expect(since).toEqual(since.toSorted())
  expect(ids).toHaveLength(EXPECTED.denver[kind])
  expect(new Set(ids).size).toBe(ids.length)
})

test('each thing says why it waits, since when, and where it is dealt with', async () => {
  const first = async (kind: Queue) => (await ann.call('GET /api/queue', { query: { kind } })).body.items[0]
  expect(await first('disputes')).toMatchObject({
    title: 'Maple House',
    reason: 'not_done',
    personName: 'Dana Whitfield',
    visitId: expect.any(String),
  })
  expect(await first('chargebacks')).toMatchObject({
    title: 'Dana Whitfield',
    reason: 'fraudulent',
    amountCents: 2_000,
    dueAt: new Date(TEST_START + 5 * 24 * HOUR_MS).toISOString(),
  })
  expect(await first('silent_feeds')).toMatchObject({
    title: expect.stringMatching(/^Cabin \d$/),
    reason: 'not_there',
    personName: 'Dana Whitfield',
    since: new Date(TEST_START - 2 * HOUR_MS).toISOString(),
    dueAt: new Date(TEST_START + HOUR_MS).toISOString(),
  })
  expect(await first('parked')).toMatchObject({ title: 'clear_drafts', reason: 'the disk was full' })
  expect(await first('referrals')).toMatchObject({ title: 'Rosa Alvarez', personName: 'Dana Whitfield' })
  expect(await first('differences')).toMatchObject({ reason: 'completed visits', amountCents: 2_000 })
})

test('a visit for any hour of its day says so, and one with a window does not', async () => {
  const anytime = async () =>
    (await ann.call('GET /api/queue', { query: { kind: 'unassigned' } })).body.items.map(
      ({ isAnytime }) => isAnytime,
    )
  const [first] = await idsIn('unassigned')
  expect(await anytime()).toEqual([true, true, true, true, true])
  await app.db
    .updateTable('visit')
    .set({ ends_at: sql`starts_at + interval '2 hours'` })
    .where(sql`id::text`, '=', first!)
    .execute()
  expect(await anytime()).toEqual([false, true, true, true, true])
})

test('a dispatcher neither counts nor reads what is of money, and works no queue of support', async () => {
  const { counts, markets } = (await dispatcher.call('GET /api/queue-counts')).body
  expect(Object.keys(counts)).toEqual(
    QUEUES.filter((kind) => !['approvals', 'chargebacks', 'differences'].includes(kind)),
  )
  // Of the other city it is an owner.
  expect(markets[1]!.counts).toEqual(EXPECTED.phoenix)
  expect((await dispatcher.call('GET /api/queue', { query: { kind: 'chargebacks' } })).status).toBe(403)
  const canWork = async (kind: Queue) =>
    (await dispatcher.call('GET /api/queue', { query: { kind } })).body.canWork
  expect([await canWork('missed'), await canWork('disputes'), await canWork('parked')]).toEqual([
    true,
    false,
    false,
  ])
})

test('filters narrow a list: by words, service, owner and how long it waits', async () => {
  const [mine] = await idsIn('missed')
  await ann.call('POST /api/take-queue-item', { body: { kind: 'missed', id: mine! } })
  expect(await idsIn('missed', { owner: 'me' })).toEqual([mine])
  expect(await idsIn('missed', { owner: 'nobody' })).toHaveLength(3)
  expect(await idsIn('missed', { text: 'maple' })).toHaveLength(4)
  expect(await idsIn('missed', { text: 'm%e' })).toEqual([])
  expect(await idsIn('missed', { serviceKey: 'bins' })).toHaveLength(4)
  expect(await idsIn('missed', { serviceKey: 'lawn' })).toEqual([])
  expect(await idsIn('disputes', { waitsHours: 1 })).toHaveLength(3)
  expect(await idsIn('disputes', { waitsHours: 2 })).toEqual([])
})

test('a filter is kept under a name by each for itself, and one of a queue is its default', async () => {
  const keep = (client: Client, name: string, isDefault: boolean) =>
    client.call('POST /api/save-queue-filter', {
      body: { kind: 'missed', name, isDefault, owner: 'nobody', waitsHours: 24 },
    })
  const filters = async (client: Client) => (await client.call('GET /api/queue-filters')).body.filters
  await keep(ann, 'Old', true)
  await keep(ann, 'Oldest', true)
  await keep(ann, 'Oldest', true)
  expect((await filters(ann)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Old', false],
    ['Oldest', true],
  ])
  expect((await filters(ann))[0]).toMatchObject({ kind: 'missed', owner: 'nobody', waitsHours: 24, text: '' })
  expect(await filters(dispatcher)).toEqual([])
  const id = (await filters(ann))[0]!.id
  await dispatcher.call('POST /api/remove-queue-filter', { body: { id } })
  expect(await filters(ann)).toHaveLength(2)
  await ann.call('POST /api/remove-queue-filter', { body: { id } })
  expect((await filters(ann)).map(({ name }) => name)).toEqual(['Oldest'])
})

/** What would be read whole of a city with years behind it. */
const GROWING = [
  'visit',
  'payment',
  'payout',
  'dispute',
  'late_completion',
  'chargeback',
  'task',
  'refund',
  'stay_feed',
  'stay_source',
]

const ASKED = {
  'of one city': (kind: Queue, at: RawBuilder<unknown>) =>
    sql`select count(*) from (${waitingIn(kind, marketOf('denver'), at)} limit 100) as waits`,
  'of several in one statement': (kind: Queue, at: RawBuilder<unknown>) =>
    sql`select (
        select count(*) from (${waitingIn(kind, { id: sql`own.id`, zone: sql`own.time_zone` }, at)} limit 100) as waits
      ) from market own where own.id = any(array['denver', 'boulder'])`,
}
const QUESTIONS = QUEUES.flatMap((kind) => keysOf(ASKED).map((how) => [kind, how] as const))

test.each(QUESTIONS)('%s is found by indexes, %s, whatever else there is', async (kind, how) => {
  const at = sql`${toTimestamp(instant(TEST_START))}::timestamptz`
  const plan = await app.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${ASKED[how](kind, at)}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN'])
  })
  const whole = plan.filter((line) => GROWING.some((table) => line.includes(`Seq Scan on ${table} `)))
  expect(whole).toEqual([])
})
