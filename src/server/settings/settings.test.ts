import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, formatInstant, type Instant, instant, parseInstant } from '#domain/time.ts'
import { createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { newDatabase } from '#testing/database.ts'
import { openDatabase, toJson } from '../db/client.ts'
import { readSettings, settingsAt } from './read-settings.ts'

let testApp: TestApp
let market: string
let operator: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  testApp = await createTestApp()
  const built = await buildOperator(testApp.app)
  market = built.scope.marketId
  operator = await signedIn(testApp, built)
  await testApp.app.db
    .insertInto('market')
    .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
    .execute()
})

async function set(
  key: string,
  value: unknown,
  change: { marketId?: string | null; inForceFrom?: Instant } = {},
) {
  return operator.call('POST /api/set-setting', {
    body: {
      marketId: change.marketId === undefined ? market : change.marketId,
      key,
      value: value as number,
      inForceFrom: change.inForceFrom === undefined ? null : formatInstant(change.inForceFrom),
    },
  })
}

async function read(key: string, marketId: string | null = market) {
  const { body } = await operator.call('POST /api/get-settings', { body: { marketId } })
  return body.settings.find((setting) => setting.key === key)!
}

const now = () => testApp.clock.now()

describe('setting a number of the business', () => {
  it('holds at once in this process, in its market only', async () => {
    await settingsAt(testApp.app.db, market, now())
    expect((await set('offerMinutes', 20)).status).toBe(200)
    expect((await settingsAt(testApp.app.db, market, now())).offerMinutes).toBe(20)
    expect((await settingsAt(testApp.app.db, 'boise', now())).offerMinutes).toBe(10)
    expect((await settingsAt(testApp.app.db, market, instant(now() - 1))).offerMinutes).toBe(10)
  })

  it('holds wherever a market has none of its own, where no market is named', async () => {
    await set('releaseNoticeHours', 24, { marketId: null })
    await set('releaseNoticeHours', 36)
    const hours = async (id: string) => (await settingsAt(testApp.app.db, id, now())).releaseNoticeHours
    expect([await hours('boise'), await hours(market)]).toEqual([24, 36])
    await set('releaseNoticeHours', null)
    expect(await hours(market)).toBe(24)
  })

  it('holds from its moment on, and is listed as coming until then', async () => {
    const later = instant(now() + DAY_MS)
    await set('goLinkDays', 30, { inForceFrom: later })
    expect(await read('goLinkDays')).toMatchObject({
      value: 90,
      byDefault: 90,
      unit: 'days',
      minimum: 1,
      maximum: 730,
      group: 'today',
      history: [],
      upcoming: [{ value: 30, inForceFrom: new Date(later).toISOString() }],
    })
    expect((await settingsAt(testApp.app.db, market, later)).goLinkDays).toBe(30)
  })

  it('says who wrote it, and asks for the operator’s own market where none is named', async () => {
    await set('accessWaitMinutes', 15)
    const { body } = await operator.call('POST /api/get-settings', { body: {} })
    expect(body.market).toMatchObject({ id: market, zone: 'America/Denver' })
    const found = body.settings.find(({ key }) => key === 'accessWaitMinutes')!
    expect(found.history).toEqual([
      expect.objectContaining({ value: 15, writerName: expect.stringMatching(/./) }),
    ])
  })

  it('is written in the audit log with what held before', async () => {
    await set('tipMaximumCents', 20_000)
    await set('tipMaximumCents', 30_000)
    const { body } = await operator.call('GET /api/audit-log')
    const entries = body.entries.filter((entry) => entry.subject === 'tipMaximumCents')
    expect(entries.map(({ action, detail }) => ({ action, ...detail }))).toEqual([
      expect.objectContaining({ action: 'set_setting', marketId: market, before: 20_000, after: 30_000 }),
      expect.objectContaining({ action: 'set_setting', marketId: market, before: 50_000, after: 20_000 }),
    ])
  })

  it.each<[string, string, unknown, string, string]>([
    ['below its range', 'offerMinutes', 0, 'value', 'Give at least 1 minute.'],
    ['above its range', 'offerMinutes', 241, 'value', 'Give at most 240 minutes.'],
    ['not whole', 'offerMinutes', 1.5, 'value', 'Give whole numbers of minutes.'],
    ['below its range in dollars', 'tipMaximumCents', -1, 'value', 'Give at least $0.01.'],
    ['above its range in percent', 'crewShareBasisPoints', 10_001, 'value', 'Give at most 100%.'],
    ['no weekday', 'payoutWeekday', 8, 'value', 'Weekdays run from 1 (Monday) to 7.'],
    ['no time', 'payoutTime', '26:00', 'value', 'Give a time as HH:MM.'],
    ['not rising', 'dunningRetryDays', [3, 1], 'value', 'Give each number greater than the one before.'],
    ['unknown', 'offerHours', 1, 'key', 'There is no such setting.'],
  ])('%s is refused at its field', async (_name, key, value, field, sentence) => {
    const answer = await set(key, value)
    expect([answer.status, answer.failure.fields]).toEqual([400, { [field]: sentence }])
  })

  it('is refused in the past, in another market, and where least would be more than most', async () => {
    const past = await set('offerMinutes', 20, { inForceFrom: instant(now() - 1) })
    expect(past.failure.fields).toEqual({ inForceFrom: 'Choose a moment in the future.' })
    const other = await set('offerMinutes', 20, { marketId: 'boise' })
    expect(other.failure.fields).toEqual({ marketId: 'You cannot change this city.' })
    await set('tipMaximumCents', 5_000, { inForceFrom: instant(now() + 5 * DAY_MS) })
    expect((await set('tipMinimumCents', 6_000)).failure.fields).toHaveProperty('value')
    expect((await set('tipMinimumCents', 4_000)).status).toBe(200)
  })
})

it('the database never changes or removes what was set', async () => {
  await set('messagesPerHour', 10)
  await expect(testApp.app.db.deleteFrom('setting').execute()).rejects.toThrow(
    /permission denied|append-only/,
  )
  await expect(
    testApp.app.db
      .updateTable('setting')
      .set({ value: toJson(1) })
      .execute(),
  ).rejects.toThrow(/permission denied|append-only/)
})

it('another process sees a change after a moment, and a transaction needs no second connection', async () => {
  const { connection } = await newDatabase()
  const [one, other] = [openDatabase(connection), openDatabase(connection, { maxConnections: 1 })]
  const minutes = async () => (await readSettings(other.db)).at(null, TEST_START).offerMinutes
  expect(await minutes()).toBe(10)
  await one.db
    .insertInto('setting')
    .values({
      key: 'offerMinutes',
      value: toJson(25),
      in_force_from: new Date(parseInstant('2026-01-01T00:00:00Z')) as Date & Instant,
      created_at: new Date(TEST_START) as Date & Instant,
    })
    .execute()
  await expect.poll(minutes, { timeout: 4_000 }).toBe(25)
  const inside = await other.db.transaction().execute((trx) => settingsAt(trx, null, TEST_START))
  expect(inside.offerMinutes).toBe(25)
  await Promise.all([one.close(), other.close()])
})

describe('the weekly payout of a market', () => {
  const planned = (id: string) =>
    testApp.app.db
      .selectFrom('task_schedule')
      .where('kind', '=', `pay_crews@${id}`)
      .select('next_run_at')
      .executeTakeFirstOrThrow()
      .then((row) => formatInstant(row.next_run_at))

  it('moves with its settings, in that market only, over the change of the clocks', async () => {
    await testApp.work()
    expect([await planned(market), await planned('boise')]).toEqual([
      '2026-03-04T13:00:00Z',
      '2026-03-04T13:00:00Z',
    ])
    await set('payoutWeekday', 5)
    await testApp.work()
    expect([await planned(market), await planned('boise')]).toEqual([
      '2026-03-06T13:00:00Z',
      '2026-03-04T13:00:00Z',
    ])
    for (const at of ['2026-03-04T13:00:00Z', '2026-03-06T13:00:00Z']) {
      testApp.clock.set(parseInstant(at))
      await testApp.work()
    }
    expect([await planned(market), await planned('boise')]).toEqual([
      '2026-03-13T12:00:00Z',
      '2026-03-11T12:00:00Z',
    ])
  })
})
