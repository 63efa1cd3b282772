/** What the customer shows of the work: photos beside an order in the making, without an account yet. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PHOTO_LIMIT_BYTES } from '#contract/photos.ts'
import { type PhotoId, toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { refusalOf } from '../photos/add-visit-photo.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { withReceivedFile } from '../pictures/receive-file.ts'
import { reencode } from '../pictures/reencode-picture.ts'
import { Refused } from '../refused.ts'
import type { Draft } from './drafts.ts'

const MAX_PHOTOS = 4

export async function addDraftPhoto(
  app: App,
  draft: Draft,
  { file, locale }: { file: Readable; locale: Language },
): Promise<void> {
  const folder = join(app.config.dataDirectory, 'uploads')
  await withReceivedFile({ folder, file, maximumBytes: PHOTO_LIMIT_BYTES }, async (received) => {
    if (received.sizeBytes === 0) throw refusalOf('not_a_picture', locale)
    const photos = await photosOf(app.db, draft.tokenHash)
    if (photos.some((photo) => photo.sha256.equals(received.sha256))) return
    if (photos.length >= MAX_PHOTOS) throw new Refused('too_many_photos')
    const picture = await reencode(received.path)
    if ('fault' in picture) throw refusalOf(picture.fault, locale)
    const id = toId<PhotoId>(randomUUID())
    const storageKey = `orders/${id.slice(0, 2)}/${id}.webp`
    await app.ports.photos.put(storageKey, picture.bytes)
    const kept = await app.db
      .insertInto('order_photo')
      .values({
        id,
        draft_hash: draft.tokenHash,
        storage_key: storageKey,
        sha256: received.sha256,
        width: picture.width,
        height: picture.height,
        size_bytes: picture.bytes.length,
        created_at: toTimestamp(app.ports.clock.now()),
      })
      .onConflict((conflict) => conflict.columns(['draft_hash', 'sha256']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept === undefined) await app.ports.photos.remove(storageKey)
  })
}

/** Taking off what is not there changes nothing. */
export async function removeDraftPhoto(app: App, draft: Draft, photoId: PhotoId): Promise<void> {
  const removed = await app.db
    .deleteFrom('order_photo')
    .where('id', '=', photoId)
    .where('draft_hash', '=', draft.tokenHash)
    .where('order_id', 'is', null)
    .returning('storage_key')
    .executeTakeFirst()
  if (removed !== undefined) await app.ports.photos.remove(removed.storage_key)
}

export async function draftPhotos(app: App, draft: Draft) {
  return (await photosOf(app.db, draft.tokenHash)).map((photo) => toPhotoReply(app, photo))
}

function photosOf(db: Db, draftHash: Buffer) {
  return db
    .selectFrom('order_photo')
    .where('draft_hash', '=', draftHash)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'storage_key', 'width', 'height', 'sha256'])
    .execute()
}
