import type { DisputeId, PhotoId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Reencoded } from '../pictures/reencode-picture.ts'

export function photosOfDispute(db: Db, disputeId: DisputeId) {
  return db
    .selectFrom('photo')
    .where('dispute_id', '=', disputeId)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'width', 'height'])
    .execute()
}

/** The photo of the dispute that shows the same file, if it was sent before. */
export async function findSamePhoto(
  db: Db,
  disputeId: DisputeId,
  sha256: Buffer,
): Promise<PhotoId | undefined> {
  const row = await db
    .selectFrom('photo')
    .where('dispute_id', '=', disputeId)
    .where('sha256', '=', sha256)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertPhoto(
  db: Db,
  photo: {
    readonly id: PhotoId
    readonly ownerId: UserId
    readonly disputeId: DisputeId
    readonly storageKey: string
    readonly sha256: Buffer
    readonly picture: Reencoded
    readonly now: Instant
  },
): Promise<void> {
  const { width, height, bytes } = photo.picture
  await db
    .insertInto('photo')
    .values({
      id: photo.id,
      owner_id: photo.ownerId,
      dispute_id: photo.disputeId,
      storage_key: photo.storageKey,
      sha256: photo.sha256,
      width,
      height,
      size_bytes: bytes.length,
      created_at: toTimestamp(photo.now),
    })
    .execute()
}
