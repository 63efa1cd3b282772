import { sql } from 'kysely'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'

const PAGE = 50

export async function listParked(db: Db, after: string | undefined) {
  const mark = readMark(after)
  const rows = await db
    .selectFrom('task')
    .where('parked_at', 'is not', null)
    .$if(mark !== null, (query) =>
      query.where(sql<boolean>`(parked_at, id) < (${toTimestamp(mark!.at)}, ${mark!.id}::bigint)`),
    )
    .orderBy('parked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .select(['id', 'kind', 'lane', 'attempts', 'last_error', 'created_at'])
    .select((eb) => eb.ref('parked_at').$notNull().as('parked_at'))
    .execute()
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > PAGE && last ? `${last.parked_at}.${last.id}` : null }
}

/** Undefined where it is not parked any more. */
export function lockParked(db: Db, id: number) {
  return db
    .selectFrom('task')
    .where('id', '=', id)
    .where('parked_at', 'is not', null)
    .forUpdate()
    .select(['id', 'kind', 'dedupe_key', 'last_error'])
    .executeTakeFirst()
}

/** False where other work waits under the same key, which will do it. */
export async function isAwaited(
  db: Db,
  { kind, dedupe_key: key }: { kind: string; dedupe_key: string | null },
) {
  if (key === null) return false
  const waiting = await db
    .selectFrom('task')
    .where('kind', '=', kind)
    .where('dedupe_key', '=', key)
    .where('parked_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return waiting !== undefined
}

/** Due at once, with all its tries before it. */
export async function unpark(db: Db, id: number, now: Instant): Promise<void> {
  await db
    .updateTable('task')
    .set({ parked_at: null, attempts: 0, run_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

export async function removeParked(db: Db, id: number): Promise<void> {
  await db.deleteFrom('task').where('id', '=', id).execute()
}

function readMark(after: string | undefined): { at: Instant; id: number } | null {
  if (after === undefined) return null
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(after) ?? []
  if (at === undefined || id === undefined)
    throw new Refused('bad_input', { faults: { cursor: 'notOurPageMark' } })
  return { at: instant(Number(at)), id: Number(id) }
}
