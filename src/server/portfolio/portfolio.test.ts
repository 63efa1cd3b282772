import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyId, UserId } from '#domain/ids.ts'
import { addDays, type LocalDate, localDate, parseInstant } from '#domain/time.ts'
import { type Db, toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { readMonth } from './read-month.ts'

/** The day of the tests is March 2, 2026. */
const MARCH = localDate('2026-03-01')

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function addStay(
  propertyId: PropertyId,
  checkIn: string,
  nights: number,
  kind: 'stay' | 'block' = 'stay',
) {
  const now = toTimestamp(testApp.app.ports.clock.now())
  const { id } = await testApp.app.db
    .insertInto('stay')
    .values({
      property_id: propertyId,
      kind,
      is_guess: false,
      state: 'booked',
      check_in: localDate(checkIn),
      check_out: addDays(localDate(checkIn), nights),
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addVisit(
  customerId: UserId,
  propertyId: PropertyId,
  date: LocalDate,
  serviceKey = 'turnover',
) {
  const { id } = await testApp.app.db
    .insertInto('visit')
    .values({
      customer_id: customerId,
      property_id: propertyId,
      service_key: serviceKey,
      date,
      starts_at: toTimestamp(parseInstant(`${date}T18:00:00Z`)),
      ends_at: toTimestamp(parseInstant(`${date}T22:00:00Z`)),
      quantity: 1,
      created_at: toTimestamp(testApp.app.ports.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function host(...names: readonly string[]) {
  const customer = await buildCustomer(testApp.app)
  const ids: PropertyId[] = []
  for (const name of names) ids.push(await buildProperty(testApp.app, customer.userId, { name }))
  const client = await signedIn(testApp, customer)
  const month = async (body: object = {}) => {
    const answer = await client.call('POST /api/get-portfolio-month', { body: { month: MARCH, ...body } })
    expect(answer.status).toBe(200)
    return answer.body
  }
  return { customer, ids, month }
}

describe('a month of a portfolio', () => {
  test('shows stays, visits and what is wrong among them, place by place', async () => {
    const { customer, ids, month } = await host('Alpine', 'Birch')
    const [alpine, birch] = [ids[0]!, ids[1]!]
    const first = await addStay(alpine, '2026-03-10', 4)
    const second = await addStay(alpine, '2026-03-12', 4)
    const turnover = await addVisit(customer.userId, alpine, localDate('2026-03-13'))
    const closed = await addStay(birch, '2026-03-20', 2, 'block')
    const { places, totalCount, nextCursor } = await month()
    expect({ totalCount, nextCursor }).toEqual({ totalCount: 2, nextCursor: null })
    expect(places).toMatchObject([
      {
        name: 'Alpine',
        today: '2026-03-02',
        plansTurnovers: false,
        stays: [
          { id: first, kind: 'stay', checkIn: '2026-03-10', checkOut: '2026-03-14', checkOutTime: '11:00' },
          { id: second },
        ],
        visits: [{ id: turnover, serviceKey: 'turnover', startsAt: '2026-03-13T18:00:00.000Z' }],
      },
      { name: 'Birch', stays: [{ id: closed, kind: 'block' }], visits: [], troubles: [] },
    ])
    expect(places[0]!.troubles.map(({ kind, date }) => `${kind} ${date}`)).toEqual([
      'double_booked 2026-03-12',
      'double_booked 2026-03-13',
      'visit_during_stay 2026-03-13',
      'no_turnover 2026-03-16',
    ])
  })

  test('has the weeks of its month and nothing beyond them', async () => {
    const { customer, ids, month } = await host('Cedar')
    for (const date of ['2026-02-22', '2026-02-23', '2026-04-05', '2026-04-06'])
      await addVisit(customer.userId, ids[0]!, localDate(date), 'bins')
    const { places } = await month()
    expect(places[0]!.visits.map(({ date }) => date)).toEqual(['2026-02-23', '2026-04-05'])
  })

  test('goes on by name where a page ends, in a group, or by what is searched', async () => {
    const { customer, ids, month } = await host('alder', 'Beech', 'cedar', 'Dogwood')
    const { id: groupId } = await testApp.app.db
      .insertInto('property_group')
      .values({
        customer_id: customer.userId,
        name: 'Lake',
        created_at: toTimestamp(testApp.app.ports.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await testApp.app.db
      .updateTable('property')
      .set({ group_id: groupId })
      .where('id', '=', ids[2]!)
      .execute()
    const names = ({ places }: Awaited<ReturnType<typeof month>>) => places.map(({ name }) => name)
    const first = await month({ limit: 3 })
    expect([names(first), first.totalCount]).toEqual([['alder', 'Beech', 'cedar'], 4])
    expect(names(await month({ limit: 3, cursor: first.nextCursor }))).toEqual(['Dogwood'])
    expect(names(await month({ groupId }))).toEqual(['cedar'])
    expect(names(await month({ groupId: null }))).toEqual(['alder', 'Beech', 'Dogwood'])
    expect(names(await month({ search: 'BEE' }))).toEqual(['Beech'])
  })

  test('shows nobody another’s places', async () => {
    const theirs = await host('Theirs')
    await addStay(theirs.ids[0]!, '2026-03-10', 2)
    const mine = await host()
    expect(await mine.month()).toEqual({ places: [], nextCursor: null, totalCount: 0 })
    expect((await mine.month({ cursor: theirs.ids[0] })).places).toEqual([])
  })

  test('says which field is wrong', async () => {
    const { customer } = await host()
    const client = await signedIn(testApp, customer)
    const body = { month: '2026-02-30' as LocalDate }
    const answer = await client.call('POST /api/get-portfolio-month', { body })
    expect(answer).toMatchObject({ status: 400, body: { fields: { month: expect.any(String) } } })
  })

  test('costs four statements for one place and for ninety', async () => {
    const { customer, ids } = await host(...Array.from({ length: 90 }, (_, at) => `Place ${at}`))
    for (const id of ids) await addStay(id, '2026-03-10', 3)
    const counted = async (limit: number) => {
      let statements = 0
      const db: Db = testApp.app.db.withPlugin({
        transformQuery: ({ node }: PluginTransformQueryArgs) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }: PluginTransformResultArgs) => result,
      })
      const { places } = await readMonth({ db, ports: testApp.app.ports }, customer.scope, {
        month: MARCH,
        limit,
      })
      expect(places).toHaveLength(limit)
      expect(places.every(({ stays }) => stays.length === 1)).toBe(true)
      return statements
    }
    expect([await counted(1), await counted(90)]).toEqual([4, 4])
  })
})
