/** Short links: one live code for one thing and person, made where it is needed and used again while it is good. */
import { randomBytes } from 'node:crypto'
import { type UserId, randomCode } from '#domain/ids.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type GoPurpose = 'visit' | 'receipt' | 'offer' | 'share'

export type WantedLink = {
  readonly purpose: GoPurpose
  readonly subjectId: string
  /** For whom it is. */
  readonly userId: UserId
  readonly now: Instant
}

/** A path of ours that is short enough for a text message. */
export async function goPath(db: Db, wanted: WantedLink): Promise<string> {
  return `/go/${(await goLink(db, wanted)).code}`
}

/** A link that is about to expire lasts longer instead of changing: printed codes stay good while they are used. */
export async function goLink(db: Db, wanted: WantedLink): Promise<{ code: string; expiresAt: Instant }> {
  const { purpose, subjectId, userId, now } = wanted
  const expiresAt = instant(now + DEFAULT_SETTINGS.goLinkDays * DAY_MS)
  const row = await db
    .insertInto('go_link')
    .values({
      code: randomCode(randomBytes),
      purpose,
      subject_id: subjectId,
      user_id: userId,
      created_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject_id', 'user_id'])
        .where('revoked_at', 'is', null)
        .doUpdateSet({ expires_at: toTimestamp(expiresAt) }),
    )
    .returning(['code', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { code: row.code, expiresAt: row.expires_at }
}
