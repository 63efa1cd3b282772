/** Orders in the making: whoever holds the token reads them, until a customer has claimed one. */
import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { type DraftContent, findDraft, findDraftPhotos } from './draft-queries.ts'

export type Draft = {
  readonly tokenHash: Buffer
  readonly customerId: UserId | null
  readonly content: DraftContent
  readonly expiresAt: Instant
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Throws not_found alike for unknown, expired and somebody else's. */
export async function readDraft(
  db: Db,
  scope: UserScope | null,
  { token, now }: { token: string; now: Instant },
): Promise<Draft> {
  const row = await findDraft(db, { tokenHash: hashOfToken(token), now })
  if (row === undefined || (row.customer_id !== null && row.customer_id !== scope?.userId))
    throw new Refused('not_found')
  return {
    tokenHash: row.token_hash,
    customerId: row.customer_id,
    content: row.content,
    expiresAt: row.expires_at,
  }
}

export async function readDraftPhotos(app: App, draft: Draft) {
  return (await findDraftPhotos(app.db, draft.tokenHash)).map((photo) => toPhotoReply(app, photo))
}
