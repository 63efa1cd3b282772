/** Proof for a crew that opened a link of its own instead of signing in: the link's check stands in for the session's. */
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { type CrewScope, mintScope } from '../scope.ts'

/** Only for an id that a checked link names. Null where it is no crew any more. */
export async function crewOfLink(db: Db, userId: UserId): Promise<CrewScope | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('type', '=', 'Crew')
    .select(['market_id', 'name', 'email', 'locale', 'time_zone', 'frozen_until'])
    .executeTakeFirst()
  if (row === undefined) return null
  return mintScope({
    userId,
    type: 'Crew',
    marketId: row.market_id,
    name: row.name,
    email: row.email,
    locale: row.locale,
    timeZone: row.time_zone,
    frozenUntil: row.frozen_until,
  })
}
