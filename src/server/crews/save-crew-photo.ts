/** A crew's own picture, kept like the photos of work: decoded and written anew, without what was hidden in the file. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PHOTO_LIMIT_BYTES } from '#contract/photos.ts'
import { type PhotoId, toId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { withReceivedFile } from '../pictures/receive-file.ts'
import { reencode } from '../pictures/reencode-picture.ts'
import { photoUrl } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { deleteFace, insertFace, lockFace, setFace } from './face-queries.ts'

/** One at a time: the picture before it is gone, and so is its file. */
export async function saveCrewPhoto(app: App, scope: CrewScope, file: Readable) {
  const folder = join(app.config.dataDirectory, 'uploads')
  const photoId = toId<PhotoId>(randomUUID())
  const storageKey = `faces/${photoId.slice(0, 2)}/${photoId}.webp`
  const before = await withReceivedFile(
    { folder, file, maximumBytes: PHOTO_LIMIT_BYTES },
    async (received) => {
      const picture = await reencode(received.path)
      if ('fault' in picture)
        throw new Refused(picture.fault === 'too_many_pixels' ? 'too_large' : 'wrong_file_type')
      await app.ports.photos.put(storageKey, picture.bytes)
      return inTransaction(app.db, (db) =>
        replace(db, scope, {
          id: photoId,
          owner_id: scope.userId,
          storage_key: storageKey,
          sha256: received.sha256,
          width: picture.width,
          height: picture.height,
          size_bytes: picture.bytes.length,
          created_at: toTimestamp(app.ports.clock.now()),
          purpose: 'face',
        }),
      )
    },
  )
  if (before !== null) await app.ports.photos.remove(before)
  return { photoUrl: photoUrl(app, photoId, { width: 320 }) }
}

type NewFace = Parameters<typeof insertFace>[1] & { readonly id: PhotoId }

/** Answers where the one before lies. */
async function replace(db: Db, { userId }: CrewScope, face: NewFace): Promise<string | null> {
  const before = await lockFace(db, userId)
  if (before === undefined) throw new Refused('not_found')
  await insertFace(db, face)
  await setFace(db, userId, face.id)
  if (before.id !== null) await deleteFace(db, before.id)
  return before.storage_key
}
