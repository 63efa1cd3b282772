/** Orders in the making and their photos: kept for whoever holds the token, stored under its hash. */
import type { z } from 'zod'
import type { draftContent } from '#contract/ondemand.ts'
import type { PhotoId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

export type DraftContent = z.output<typeof draftContent>

export function findDraft(db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Instant }) {
  return db
    .selectFrom('on_demand_draft')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', toTimestamp(now))
    .selectAll()
    .executeTakeFirst()
}

type SavedDraft = {
  readonly tokenHash: Buffer
  readonly content: DraftContent
  readonly now: Instant
  readonly expiresAt: Instant
}

/** False where the token opens no draft of this person any more. */
export async function updateDraft(
  db: Db,
  scope: UserScope | null,
  { tokenHash, content, now, expiresAt }: SavedDraft,
): Promise<boolean> {
  const changed = await db
    .updateTable('on_demand_draft')
    .set({ content: toJson(content), updated_at: toTimestamp(now), expires_at: toTimestamp(expiresAt) })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', toTimestamp(now))
    .where((where) =>
      where.or([where('customer_id', 'is', null), where('customer_id', '=', scope?.userId ?? null)]),
    )
    .returning('expires_at')
    .executeTakeFirst()
  return changed !== undefined
}

export async function insertDraft(db: Db, { tokenHash, content, now, expiresAt }: SavedDraft): Promise<void> {
  await db
    .insertInto('on_demand_draft')
    .values({
      token_hash: tokenHash,
      content: toJson(content),
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .execute()
}

/** Held until the caller's transaction ends: of two who claim it at once the second finds what the first did. */
export async function lockDraft(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .selectFrom('on_demand_draft')
    .where('token_hash', '=', tokenHash)
    .select('token_hash')
    .forUpdate()
    .execute()
}

/** The first customer who claims it has it. */
export async function saveDraftOwner(db: Db, tokenHash: Buffer, customerId: UserId): Promise<void> {
  await db
    .updateTable('on_demand_draft')
    .set({ customer_id: customerId })
    .where('token_hash', '=', tokenHash)
    .where('customer_id', 'is', null)
    .execute()
}

export async function saveOwnDraftContent(
  db: Db,
  scope: UserScope,
  tokenHash: Buffer,
  content: DraftContent,
): Promise<void> {
  await db
    .updateTable('on_demand_draft')
    .set({ content: toJson(content) })
    .where('token_hash', '=', tokenHash)
    .where('customer_id', '=', scope.userId)
    .execute()
}

export async function deleteDraft(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('on_demand_draft').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredDrafts(db: Db, now: Instant): Promise<void> {
  await db.deleteFrom('on_demand_draft').where('expires_at', '<=', toTimestamp(now)).execute()
}

export function findDraftPhotos(db: Db, draftHash: Buffer) {
  return db
    .selectFrom('order_photo')
    .where('draft_hash', '=', draftHash)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'storage_key', 'width', 'height', 'sha256'])
    .execute()
}

/** False where the draft has the same picture already. */
export async function insertDraftPhoto(
  db: Db,
  photo: {
    readonly id: PhotoId
    readonly draftHash: Buffer
    readonly storageKey: string
    readonly sha256: Buffer
    readonly width: number
    readonly height: number
    readonly sizeBytes: number
    readonly now: Instant
  },
): Promise<boolean> {
  const kept = await db
    .insertInto('order_photo')
    .values({
      id: photo.id,
      draft_hash: photo.draftHash,
      storage_key: photo.storageKey,
      sha256: photo.sha256,
      width: photo.width,
      height: photo.height,
      size_bytes: photo.sizeBytes,
      created_at: toTimestamp(photo.now),
    })
    .onConflict((conflict) => conflict.columns(['draft_hash', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Answers where its picture is kept; null where the draft has no such photo, or it was booked with an order. */
export async function deleteDraftPhoto(db: Db, draftHash: Buffer, photoId: PhotoId): Promise<string | null> {
  const removed = await db
    .deleteFrom('order_photo')
    .where('id', '=', photoId)
    .where('draft_hash', '=', draftHash)
    .where('order_id', 'is', null)
    .returning('storage_key')
    .executeTakeFirst()
  return removed?.storage_key ?? null
}

/** Photos of drafts that are gone; answers where their pictures are kept. */
export async function deleteOrphanPhotos(db: Db): Promise<string[]> {
  const orphans = await db
    .deleteFrom('order_photo')
    .where('draft_hash', 'is', null)
    .where('order_id', 'is', null)
    .returning('storage_key')
    .execute()
  return orphans.map((orphan) => orphan.storage_key)
}
