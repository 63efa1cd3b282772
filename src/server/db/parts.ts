/** A part of a transaction that is undone by itself, with the locks that it took. */
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** What follows can be undone by itself, in a transaction that goes on. */
export async function beginPart(db: Db): Promise<void> {
  await sql`savepoint part`.execute(db)
}

export async function undoPart(db: Db): Promise<void> {
  await sql`rollback to savepoint part`.execute(db)
}
