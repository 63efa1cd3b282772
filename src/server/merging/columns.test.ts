/** Every column that refers to people has its line in the table of what a merge does with it, and no other has. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { COLUMNS_OF_CREWS } from './crew-move-queries.ts'
import { type Becomes, COLUMNS_OF_PEOPLE } from './move-queries.ts'

const { db } = await testDatabase()

/** What may come for a closed account later on: mails that were on their way, and what follows other rows. */
const UNGUARDED = [
  'account_merge.into_id',
  'approval.customer_id',
  'crew_stars.crew_id',
  'customer_span.customer_id',
  'idempotent_reply.user_id',
  'outbox_message.user_id',
  'search_entry.owner_id',
  // The profile itself; and plans, which are refused when they are applied.
  'crew_profile.user_id',
  'dispatch_plan_visit.crew_id',
  'dispatch_plan_visit.was_crew_id',
]

/** Without a reference, of what has come to its end soon: see `moveUnderWay`. */
const WITHOUT_REFERENCE = [
  'bulk_change_job.crew_ids',
  'bulk_change_job.undone_crew_ids',
  'pushed_day_visit.was_crew_id',
]

/** The name by which a partner calls a crew. */
const OF_PARTNERS = ['partner_line.partner_crew_id']

async function referringTo(table: 'users' | 'crew_profile') {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = ${table}::regclass
  `.execute(db)
  return rows.map(({ name }) => name)
}

test('names every column that refers to people', async () => {
  expect(Object.keys(COLUMNS_OF_PEOPLE).toSorted()).toEqual((await referringTo('users')).toSorted())
})

test('names every column that refers to crews, however it does', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ 'crew_ids?$'
      and table_name in (select relname from pg_class where relkind = 'r')
  `.execute(db)
  const named = rows.map(({ name }) => name).filter((name) => !OF_PARTNERS.includes(name))
  const wanted = new Set([...(await referringTo('crew_profile')), ...named, 'crew_profile.user_id'])
  expect([...Object.keys(COLUMNS_OF_CREWS), ...WITHOUT_REFERENCE].toSorted()).toEqual([...wanted].toSorted())
})

const lives = ([, { becomes }]: [string, Becomes]) => becomes !== 'history' && becomes !== 'of others'

test('what moves or ends is refused to an account that is closed', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass || '.' || convert_from(rtrim(tgargs, '\\x00'::bytea), 'UTF8') as name
    from pg_trigger where tgfoid = 'refuse_merged'::regproc
  `.execute(db)
  const guarded = new Set([...rows.map(({ name }) => name), ...UNGUARDED])
  const living = [...Object.entries(COLUMNS_OF_PEOPLE), ...Object.entries(COLUMNS_OF_CREWS)].filter(lives)
  expect([...guarded].toSorted()).toEqual([...new Set(living.map(([name]) => name))].toSorted())
})

test('work that is given by changing a row is refused to a crew that is closed', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'refuse_merged_crew'::regproc order by 1
  `.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(['earning', 'partner_crew', 'partner_line', 'visit'])
})
