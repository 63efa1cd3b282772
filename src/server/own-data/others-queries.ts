/** Of one's own data what has to do with others: whom one invited and looks after, and which crews one likes. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

/** More rows of one kind than a life brings; a bound, so that a file stays one. */
export const MOST_ROWS = 50_000

/** Whom it invited to its places; and, of others' places, only what it did there. */
export async function readSharing(db: Db, userId: UserId) {
  const given = await db
    .selectFrom('share')
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .select(['name', 'email', 'role', 'is_whole', 'created_at', 'joined_at', 'ended_at'])
    .execute()
  const held = await db
    .selectFrom('share')
    .where('helper_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .select(['role', 'is_whole', 'gets_notices', 'gets_reminders', 'joined_at', 'ended_at'])
    .execute()
  const actions = await db
    .selectFrom('share_action')
    .innerJoin('share', 'share.id', 'share_action.share_id')
    .where('share.helper_id', '=', userId)
    .orderBy('share_action.at')
    .limit(MOST_ROWS)
    .select(['share_action.call', 'share_action.at'])
    .execute()
  return { given, held, actions }
}

/** Crews that it likes, wants no more, or chose for a place, by the first name that it was shown. */
export async function readWishedCrews(db: Db, userId: UserId) {
  const firstName = sql<string>`split_part(users.name, ' ', 1)`.as('crew')
  const marks = await db
    .selectFrom('customer_crew_mark')
    .innerJoin('users', 'users.id', 'customer_crew_mark.crew_id')
    .where('customer_id', '=', userId)
    .orderBy('customer_crew_mark.created_at')
    .limit(MOST_ROWS)
    .select([firstName, 'mark', 'customer_crew_mark.created_at'])
    .execute()
  const chosen = await db
    .selectFrom('place_crew')
    .innerJoin('property', 'property.id', 'place_crew.property_id')
    .innerJoin('users', 'users.id', 'place_crew.crew_id')
    .where('property.customer_id', '=', userId)
    .orderBy('property.id')
    .orderBy('rank')
    .limit(MOST_ROWS)
    .select(['property.name as place', 'rank', firstName])
    .execute()
  return { marks, chosen }
}
