/**
 * What would be if a market had a database of its own: statements that were asked are asked again, once with all markets
 * there and once with one alone. Where the answers differ, the statement looked across. Nothing of it is kept.
 */
import { Client } from 'pg'
import { testDatabase } from './database.ts'
import type { Statement } from './plans.ts'

export type Difference = Statement & { readonly among: string; readonly alone: string }

export async function compareAlone(
  marketId: string,
  statements: readonly Statement[],
): Promise<{ readonly differences: readonly Difference[]; readonly removedCount: number }> {
  const { connection } = await testDatabase()
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    // Foreign keys and triggers would undo, or refuse, what the other markets' rows leave behind.
    await client.query('set local session_replication_role = replica')
    const among = await answersOf(client, statements)
    const removedCount = await removeOthers(client, marketId)
    const alone = await answersOf(client, statements)
    const differences = statements.flatMap((statement, index) =>
      among[index] === alone[index] ? [] : [{ ...statement, among: among[index]!, alone: alone[index]! }],
    )
    return { differences, removedCount }
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/** Each by itself: what one of them changes the next does not see. */
async function answersOf(client: Client, statements: readonly Statement[]): Promise<string[]> {
  const answers: string[] = []
  for (const { text, values } of statements) {
    await client.query('savepoint asked')
    answers.push(await answerOf(client, text, values))
    await client.query('rollback to savepoint asked')
  }
  return answers
}

/** Of what is written, how many rows it met: ids that are given out are other ones each time. */
async function answerOf(client: Client, text: string, values: readonly unknown[]): Promise<string> {
  try {
    const { rows, rowCount } = await client.query(text, [...values])
    const isRead = /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update|delete from)\b/i.test(text)
    return isRead
      ? rows
          .map((row) => JSON.stringify(row))
          .sort()
          .join('\n')
      : `${rowCount} rows`
  } catch (error) {
    if (error instanceof Error && 'code' in error) return `error ${String(error.code)}`
    throw error
  }
}

type Reference = {
  readonly child: string
  readonly parent: string
  readonly pairs: readonly [string, string][]
}

/** Rows of other markets by their own word, and then whatever referred to a row that is gone. */
async function removeOthers(client: Client, marketId: string): Promise<number> {
  let removed = 0
  const remove = async (text: string, values: readonly unknown[] = []) => {
    const { rowCount } = await client.query(text, [...values])
    removed += rowCount ?? 0
    return rowCount ?? 0
  }
  await remove('delete from market where id <> $1', [marketId])
  for (const table of await tablesWithMarket(client))
    await remove(`delete from "${table}" where market_id <> $1`, [marketId])
  const references = await referencesIn(client)
  let isRound = true
  while (isRound) {
    isRound = false
    for (const { child, parent, pairs } of references) {
      const isThere = pairs.map(([own, theirs]) => `parent."${theirs}" = child."${own}"`).join(' and ')
      const isMeant = pairs.map(([own]) => `child."${own}" is not null`).join(' and ')
      const gone = `delete from "${child}" child where ${isMeant} and not exists (select from "${parent}" parent where ${isThere})`
      if ((await remove(gone)) > 0) isRound = true
    }
  }
  return removed
}

async function tablesWithMarket(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and column_name = 'market_id' and table_type = 'BASE TABLE'`)
  return rows.map(({ name }) => name)
}

/** Foreign keys, and accounts of the ledger, whose owners may be markets as well. */
async function referencesIn(client: Client): Promise<Reference[]> {
  const { rows } = await client.query<{ child: string; parent: string; pairs: [string, string][] }>(`
    select child.relname as child, parent.relname as parent,
      (select json_agg(json_build_array(own.attname, theirs.attname))
       from unnest(con.conkey, con.confkey) as pair (own, theirs)
       join pg_attribute own on own.attrelid = con.conrelid and own.attnum = pair.own
       join pg_attribute theirs on theirs.attrelid = con.confrelid and theirs.attnum = pair.theirs) as pairs
    from pg_constraint con
    join pg_class child on child.oid = con.conrelid
    join pg_class parent on parent.oid = con.confrelid
    where con.contype = 'f' and con.connamespace = current_schema()::regnamespace`)
  return rows
}
