import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyGroupId, UserId, WeeklyJobId } from '#domain/ids.ts'
import { localDate, type Weekday } from '#domain/time.ts'
import { type Db, toTimestamp } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { readJobs } from '../jobs/read-jobs.ts'
import { readSettings } from '../settings/read-settings.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

async function host() {
  const customer = await buildCustomer(testApp.app)
  return { customer, client: await signedIn(testApp, customer) }
}

async function addGroup(customerId: UserId, name: string): Promise<PropertyGroupId> {
  const { id } = await testApp.app.db
    .insertInto('property_group')
    .values({ customer_id: customerId, name, created_at: toTimestamp(testApp.app.ports.clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function assign(weeklyJobId: WeeklyJobId, weekday: Weekday, name: string): Promise<UserId> {
  const { userId } = await buildCrew(testApp.app, { name })
  await testApp.app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: weeklyJobId,
      weekday,
      crew_id: userId,
      taken_at: toTimestamp(testApp.app.ports.clock.now()),
      from_date: localDate('2026-03-02'),
    })
    .execute()
  return userId
}

/** Three places: one in a group, one with a crew, one with another service that is paused. */
async function portfolio() {
  const { customer, client } = await host()
  const customerId = customer.userId
  const groupId = await addGroup(customerId, 'Lakeside rentals')
  const place = (name: string, address: string, group?: PropertyGroupId) =>
    buildProperty(testApp.app, customerId, {
      name,
      address,
      ...(group === undefined ? {} : { groupId: group }),
    })
  const job = async (input: Parameters<typeof buildWeeklyJob>[1]) =>
    (await buildWeeklyJob(testApp.app, { customerId, ...input })).weeklyJobId
  const elm = await job({ propertyId: await place('Elm', '12 Elm St', groupId), weekdays: [2] })
  const oak = await job({ propertyId: await place('Oak', '7 Oak Ave'), weekdays: [4, 5] })
  const ash = await job({
    propertyId: await place('Ash 100%', '3 Ash Ct'),
    serviceKey: 'lawn',
    state: 'paused',
  })
  const crewId = await assign(oak, 4, 'Rosalind Quimby')
  const names = new Map([
    [elm, 'elm'],
    [oak, 'oak'],
    [ash, 'ash'],
  ])
  const found = async (filter: object) => {
    const { body, status } = await client.call('POST /api/get-weekly-jobs', { body: filter })
    expect(status).toBe(200)
    const all = await client.call('POST /api/get-weekly-job-ids', { body: filter })
    expect(all.body.weeklyJobIds).toEqual(body.jobs.map(({ id }) => id))
    expect(all.body.totalCount).toBe(body.totalCount)
    return body.jobs.map(({ id }) => names.get(id)).sort()
  }
  return { client, customerId, groupId, crewId, found, oak }
}

describe('finding weekly jobs', () => {
  test('searches place, address, group, service in both languages, and the first name of a crew', async () => {
    const { found } = await portfolio()
    expect(await found({ search: 'elm' })).toEqual(['elm'])
    expect(await found({ search: '7 oak' })).toEqual(['oak'])
    expect(await found({ search: 'lakeside' })).toEqual(['elm'])
    expect(await found({ search: 'lawn' })).toEqual(['ash'])
    expect(await found({ search: 'césped' })).toEqual(['ash'])
    expect(await found({ search: 'rosal' })).toEqual(['oak'])
    expect(await found({ search: 'quimby' })).toEqual([])
    expect(await found({ search: '%' })).toEqual(['ash'])
    expect(await found({ search: '_' })).toEqual([])
  })

  test('filters by group, service, crew, weekday and state, and by all of them at once', async () => {
    const { found, groupId, crewId } = await portfolio()
    expect(await found({ groupId })).toEqual(['elm'])
    expect(await found({ serviceKey: 'bins' })).toEqual(['elm', 'oak'])
    expect(await found({ crewId })).toEqual(['oak'])
    expect(await found({ weekday: 5 })).toEqual(['oak'])
    expect(await found({ states: ['paused'] })).toEqual(['ash'])
    expect(await found({ serviceKey: 'bins', crewId, weekday: 4, search: 'ave' })).toEqual(['oak'])
    expect(await found({ groupId, crewId })).toEqual([])
  })

  test('names the crews of a job by their first names, and no longer once they gave it back', async () => {
    const { client, oak, crewId, found } = await portfolio()
    const cards = async () =>
      (await client.call('POST /api/get-weekly-jobs', { body: { search: 'oak' } })).body.jobs
    expect((await cards())[0]?.crewFirstNames).toEqual(['Rosalind'])
    await testApp.app.db
      .updateTable('assignment')
      .set({
        released_at: toTimestamp(testApp.app.ports.clock.now()),
        released_from: localDate('2026-03-03'),
        release_reason: 'crew',
      })
      .where('weekly_job_id', '=', oak)
      .execute()
    expect((await cards())[0]?.crewFirstNames).toEqual([])
    expect(await found({ crewId })).toEqual([])
  })

  test('finds nothing of somebody else', async () => {
    const { groupId, crewId } = await portfolio()
    const { client } = await host()
    for (const filter of [{}, { groupId }, { crewId }, { search: 'elm' }]) {
      const { body } = await client.call('POST /api/get-weekly-job-ids', { body: filter })
      expect(body).toEqual({ weeklyJobIds: [], totalCount: 0 })
    }
  })

  test('says which part of a filter is wrong', async () => {
    const { client } = await host()
    const wrong = await client.call('POST /api/get-weekly-jobs', { body: { weekday: 8 } })
    expect(wrong.status).toBe(400)
    expect(wrong.failure.fields).toHaveProperty('weekday')
  })
})

test('2,000 jobs cost as many statements as 20, and a page stays a page', async () => {
  const { customer, client } = await host()
  const propertyId = await buildProperty(testApp.app, customer.userId)
  const now = toTimestamp(testApp.app.ports.clock.now())
  const add = (count: number) =>
    testApp.app.db
      .insertInto('weekly_job')
      .values(
        Array.from({ length: count }, () => ({
          customer_id: customer.userId,
          property_id: propertyId,
          service_key: 'bins',
          weekdays: [2] as Weekday[],
          quantity: 1,
          starts_on: localDate('2026-03-02'),
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
  /** Settings are kept for two seconds: whether they were just read is no matter of how many jobs there are. */
  const counted = async () => {
    await readSettings(testApp.app.db)
    let statements = 0
    const db: Db = testApp.app.db.withPlugin({
      transformQuery: ({ node }: PluginTransformQueryArgs) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }: PluginTransformResultArgs) => result,
    })
    const { jobs, nextCursor } = await readJobs({ ...testApp.app, db }, customer.scope, {
      search: 'home',
      weekday: 2,
      limit: 10,
    })
    expect([jobs.length, nextCursor === null]).toEqual([10, false])
    return statements
  }
  await add(20)
  const few = await counted()
  await add(1_990)
  expect(await counted()).toBe(few)
  const { body } = await client.call('POST /api/get-weekly-job-ids', { body: {} })
  expect([body.weeklyJobIds.length, body.totalCount]).toEqual([2_000, 2_010])
})

describe('filters kept under a name', () => {
  const winter = { name: 'Winter homes', search: 'elm', weekday: 2 as const }

  test('are kept, renamed and forgotten, each account its own', async () => {
    const { client, groupId, crewId } = await portfolio()
    const saved = await client.call('POST /api/save-job-filter', { body: { ...winter, groupId, crewId } })
    expect(saved.status).toBe(200)
    const kept = async () => (await client.call('GET /api/job-filters')).body
    expect((await kept()).crews).toEqual([{ id: crewId, firstName: 'Rosalind' }])
    expect((await kept()).filters).toEqual([
      { id: saved.body.id, ...winter, groupId, crewId, serviceKey: '', state: '' },
    ])
    const { id } = saved.body
    await client.call('POST /api/save-job-filter', { body: { id, name: 'Cold homes', state: 'paused' } })
    expect((await kept()).filters).toMatchObject([{ id, name: 'Cold homes', state: 'paused', search: '' }])

    const { client: other } = await host()
    expect((await other.call('GET /api/job-filters')).body).toEqual({ filters: [], crews: [] })
    const theft = await other.call('POST /api/save-job-filter', { body: { id, name: 'Mine' } })
    expect(theft.status).toBe(404)
    await other.call('POST /api/remove-job-filter', { body: { id } })
    expect((await kept()).filters).toHaveLength(1)
    await client.call('POST /api/remove-job-filter', { body: { id } })
    expect((await kept()).filters).toEqual([])
  })

  test('have one name each, whatever its case, and groups and crews that are theirs', async () => {
    const { client } = await host()
    await client.call('POST /api/save-job-filter', { body: winter })
    const again = await client.call('POST /api/save-job-filter', { body: { name: 'WINTER HOMES' } })
    expect([again.status, again.failure.code]).toEqual([409, 'filter_name_taken'])
    expect(again.failure.fields).toHaveProperty('name')
    const others = await portfolio()
    for (const foreign of [{ groupId: others.groupId }, { crewId: others.crewId }])
      expect(
        (await client.call('POST /api/save-job-filter', { body: { name: 'Foreign', ...foreign } })).status,
      ).toBe(404)
    const unnamed = await client.call('POST /api/save-job-filter', { body: { name: '  ' } })
    expect(unnamed.failure.fields).toHaveProperty('name')
  })

  test('are at most 50, also when many are saved at once', async () => {
    const { client } = await host()
    const names = Array.from({ length: 49 }, (_, at) => `Filter ${at}`)
    for (const name of names) await client.call('POST /api/save-job-filter', { body: { name } })
    const raced = await Promise.all(
      ['a', 'b', 'c'].map((name) => client.call('POST /api/save-job-filter', { body: { name } })),
    )
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await client.call('GET /api/job-filters')).body.filters).toHaveLength(50)
  })
})
