/** Who waits for us to come, by the address. */
import { sql } from 'kysely'
import type { WaitlistEntryId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Area, Box } from '#domain/markets/area.ts'
import { boxOf, isInArea } from '#domain/markets/area.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type Waiting = {
  readonly channel: 'mail' | 'sms'
  readonly contact: string
  readonly address: string
  readonly lat: number
  readonly lng: number
  readonly locale: Language
}

/** False where they wait for the address already. */
export async function insertWaiting(db: Db, waiting: Waiting, now: Instant): Promise<boolean> {
  const row = await db
    .insertInto('waitlist_entry')
    .values({ ...waiting, created_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.columns(['contact', 'address']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countOfContact(db: Db, contact: string): Promise<number> {
  const { count } = await db
    .selectFrom('waitlist_entry')
    .where('contact', '=', contact)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const PEOPLE_AT_ONCE = 500
const MOST_COUNTED = 10_000

/** A batch of those in the area's box, after the last of the batch before; locked until the transaction ends. */
export function lockWaiting(db: Db, box: Box, after: string | null) {
  return inBox(db, box)
    .$if(after !== null, (query) => query.where(sql<boolean>`id > ${after}::uuid`))
    .orderBy('id')
    .limit(PEOPLE_AT_ONCE)
    .forUpdate()
    .select(['id', 'channel', 'contact', 'address', 'lat', 'lng', 'locale'])
    .execute()
}

export async function removeWaiting(db: Db, ids: readonly WaitlistEntryId[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('waitlist_entry')
      .where('id', 'in', [...ids])
      .execute()
}

export async function countWaiting(db: Db, area: Area | null): Promise<number> {
  if (area === null) return 0
  const rows = await inBox(db, boxOf(area)).limit(MOST_COUNTED).select(['lat', 'lng']).execute()
  return rows.filter((place) => isInArea(area, place)).length
}

function inBox(db: Db, { south, west, north, east }: Box) {
  return db
    .selectFrom('waitlist_entry')
    .where('lat', '>=', south)
    .where('lat', '<=', north)
    .where('lng', '>=', west)
    .where('lng', '<=', east)
}
