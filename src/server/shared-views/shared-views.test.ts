import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '#testing/database.ts'
import { makeSharedViews } from './queries.ts'
import { migrate } from '../db/migrate.ts'

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
  // Without a share the views answer an error, not everything.
  await expect(sql`select * from shared.property`.execute(db)).rejects.toThrow(/crew\.share/)
})
