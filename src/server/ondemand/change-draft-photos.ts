/** What the customer shows of the work: photos beside an order in the making, without an account yet. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PHOTO_LIMIT_BYTES } from '#contract/photos.ts'
import { type PhotoId, toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { refusalOf } from '../photos/add-visit-photo.ts'
import { withReceivedFile } from '../pictures/receive-file.ts'
import { reencode } from '../pictures/reencode-picture.ts'
import { Refused } from '../refused.ts'
import { deleteDraftPhoto, findDraftPhotos, insertDraftPhoto } from './draft-queries.ts'
import type { Draft } from './read-draft.ts'

const MAX_PHOTOS = 4

export async function addDraftPhoto(
  app: App,
  draft: Draft,
  { file, locale }: { file: Readable; locale: Language },
): Promise<void> {
  const folder = join(app.config.dataDirectory, 'uploads')
  await withReceivedFile({ folder, file, maximumBytes: PHOTO_LIMIT_BYTES }, async (received) => {
    if (received.sizeBytes === 0) throw refusalOf('not_a_picture', locale)
    const photos = await findDraftPhotos(app.db, draft.tokenHash)
    if (photos.some((photo) => photo.sha256.equals(received.sha256))) return
    if (photos.length >= MAX_PHOTOS) throw new Refused('too_many_photos')
    const picture = await reencode(received.path)
    if ('fault' in picture) throw refusalOf(picture.fault, locale)
    const id = toId<PhotoId>(randomUUID())
    const storageKey = `orders/${id.slice(0, 2)}/${id}.webp`
    await app.ports.photos.put(storageKey, picture.bytes)
    const isNew = await insertDraftPhoto(app.db, {
      id,
      draftHash: draft.tokenHash,
      storageKey,
      sha256: received.sha256,
      width: picture.width,
      height: picture.height,
      sizeBytes: picture.bytes.length,
      now: app.ports.clock.now(),
    })
    if (!isNew) await app.ports.photos.remove(storageKey)
  })
}

/** Removing what is not there changes nothing. */
export async function removeDraftPhoto(app: App, draft: Draft, photoId: PhotoId): Promise<void> {
  const storageKey = await deleteDraftPhoto(app.db, draft.tokenHash, photoId)
  if (storageKey !== null) await app.ports.photos.remove(storageKey)
}
