import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { PropertyGroupId, UserId } from '#domain/ids.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCustomer } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import { newDatabase } from '#testing/database.ts'
import type { App } from '../app.ts'
import { beginSharedReading } from '../sharing/view-queries.ts'
import { makeSharedViews } from './queries.ts'
import { migrate } from '../db/migrate.ts'

const testApp = await createTestApp()
afterAll(() => testApp.close())

const columnsOf = async (db: Awaited<ReturnType<typeof newDatabase>>['db'], schema: string) => {
  const { rows } = await sql<{ name: string; columns: string }>`
    select table_name as name, string_agg(column_name, ' ' order by ordinal_position) as columns
    from information_schema.columns where table_schema = ${schema} group by table_name
  `.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

test('each shows all columns of its table, and a table of a place that comes later has one', async () => {
  const { db } = await newDatabase({ isOwner: true })
  const tables = await columnsOf(db, 'public')
  const views = await columnsOf(db, 'shared')
  views.delete('hidden_place')
  for (const [name, columns] of views) expect([name, columns]).toEqual([name, tables.get(name)])
  for (const name of ['property', 'visit', 'weekly_job', 'complex', 'payment', 'stay', 'violation'])
    expect(views.has(name)).toBe(true)
  await sql`create table place_mark (property_id uuid references property (id), words text)`.execute(db)
  await sql`alter table property add column color text`.execute(db)
  await makeSharedViews(db)
  const after = await columnsOf(db, 'shared')
  expect(after.get('place_mark')).toBe('property_id words')
  expect(after.get('property')).toMatch(/ color$/)
})

test('are left alone where nothing changed, and are answer nobody who does not say for whom', async () => {
  const { db } = await newDatabase({ isOwner: true })
  const oidOf = () => sql`select 'shared.property'::regclass::oid as oid`.execute(db)
  const before = await oidOf()
  expect(await migrate(db)).toEqual([])
  expect((await oidOf()).rows).toEqual(before.rows)
  const owner = await buildCustomer(testApp.app)
  await addPlaces(testApp.app.db, owner.userId, 1)
  // Without a share the views answer an error, not everything.
  await expect(sql`select * from shared.property`.execute(testApp.app.db)).rejects.toThrow(/crew\.share/)
})

test('cost a query of a large portfolio a look at its hidden places, not one for each row', async () => {
  const { app } = testApp
  const owner = await buildCustomer(app)
  const helper = await buildCustomer(app)
  const { rows } = await sql<{ id: PropertyGroupId }>`
    insert into property_group (customer_id, name, created_at) values (${owner.userId}, 'Lake', now()) returning id
  `.execute(app.db)
  await addPlaces(app.db, owner.userId, 600)
  await sql`update property set group_id = ${rows[0]!.id} where name like '%0' and customer_id = ${owner.userId}`.execute(
    app.db,
  )
  const groups = { propertyGroupIds: rows.map(({ id }) => id) }
  const shareId = await buildShare(app, {
    ownerId: owner.userId,
    helperId: helper.userId,
    role: 'see',
    ...groups,
  })
  const plan = await app.db.transaction().execute(async (trx) => {
    await beginSharedReading(trx, { shareId, role: 'see' })
    const query = sql`select property.name, weekly_job.weekdays from property
      left join weekly_job on weekly_job.property_id = property.id where property.customer_id = ${owner.userId}`
    const found = await sql<
      Record<'QUERY PLAN', string>
    >`explain (analyze, costs off, timing off) ${query}`.execute(trx)
    return found.rows.map((row) => row['QUERY PLAN'])
  })
  const thrown = plan.map((line) => Number(/Rows Removed by Join Filter: (\d+)/.exec(line)?.[1] ?? 0))
  expect(plan[0]).toContain('rows=60 ')
  expect(Math.max(...thrown)).toBeLessThan(1_000)
})

function addPlaces(db: App['db'], ownerId: UserId, count: number) {
  return sql`
    insert into property (customer_id, name, lat, lng, time_zone, created_at, updated_at)
    select ${ownerId}, 'Place ' || n, 39.6, -105.1, 'America/Denver', now(), now()
    from generate_series(1, ${count}::integer) n
  `.execute(db)
}
