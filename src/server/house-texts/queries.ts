import { sql } from 'kysely'
import { AGREED_TO, type HousePage } from '#domain/house-texts/house-pages.ts'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

const HISTORY_SHOWN = 50

/** The newest without a version. */
export function findText(db: Db, page: HousePage, version?: number) {
  return db
    .selectFrom('house_text')
    .where('page', '=', page)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst()
}

export function listVersions(db: Db, page: HousePage) {
  return db
    .selectFrom('house_text')
    .leftJoin('users', 'users.id', 'house_text.published_by')
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .limit(HISTORY_SHOWN)
    .select(['version', 'published_at', 'note', 'users.name as publisher_name'])
    .execute()
}

export async function insertText(
  db: Db,
  text: {
    page: HousePage
    version: number
    bodyEn: string
    bodyEs: string
    note: string
    publishedBy: UserId
    now: Instant
  },
): Promise<void> {
  await db
    .insertInto('house_text')
    .values({
      page: text.page,
      version: text.version,
      body_en: text.bodyEn,
      body_es: text.bodyEs,
      note: text.note,
      published_by: text.publishedBy,
      published_at: toTimestamp(text.now),
    })
    .execute()
}

/** What stands there now is what whoever opens an account was shown. */
export async function keepAcceptance(db: Db, userId: UserId, now: Instant): Promise<void> {
  await sql`
    insert into terms_acceptance (user_id, page, version, accepted_at)
    select ${userId}, page, max(version), ${toTimestamp(now)}::timestamptz
    from house_text where page = any(${[...AGREED_TO]}::text[]) group by page
    on conflict do nothing
  `.execute(db)
}

/** What somebody agreed to, oldest first. */
export function acceptancesOf(db: Db, userId: UserId) {
  return db
    .selectFrom('terms_acceptance')
    .where('user_id', '=', userId)
    .orderBy('accepted_at')
    .orderBy('page', 'desc')
    .limit(50)
    .select(['page', 'version', 'accepted_at'])
    .execute()
}
