/** Every column that refers to people has its line in the table of what a merge does with it, and no other has. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { COLUMNS_OF_PEOPLE } from './move-queries.ts'

const { db } = await testDatabase()

/** What may come for a closed account later on: mails that were on their way, and what follows other rows. */
const UNGUARDED = [
  'account_merge.into_id',
  'approval.customer_id',
  'customer_span.customer_id',
  'idempotent_reply.user_id',
  'outbox_message.user_id',
  'search_entry.owner_id',
]

test('names every column that refers to people', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass order by 1
  `.execute(db)
  expect(Object.keys(COLUMNS_OF_PEOPLE).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('what moves or ends is refused to an account that is closed', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass || '.' || convert_from(rtrim(tgargs, '\\x00'::bytea), 'UTF8') as name
    from pg_trigger where tgfoid = 'refuse_merged'::regproc
  `.execute(db)
  const guarded = rows.map(({ name }) => name)
  const living = Object.entries(COLUMNS_OF_PEOPLE).flatMap(([name, { becomes }]) =>
    becomes === 'history' || becomes === 'of others' ? [] : [name],
  )
  expect([...guarded, ...UNGUARDED].toSorted()).toEqual(living.toSorted())
})
