/** What the customer shows of the problem. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PHOTO_LIMIT_BYTES } from '#contract/photos.ts'
import { MOST_DISPUTE_PHOTOS } from '#domain/disputes/disputes.ts'
import { isUndecided } from '#domain/disputes/graph.ts'
import { type DisputeId, type PhotoId, toId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { type ReceivedFile, withReceivedFile } from '../pictures/receive-file.ts'
import { type Reencoded, reencode } from '../pictures/reencode-picture.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findSamePhoto, insertPhoto, photosOfDispute } from './photo-queries.ts'
import { findDispute, lockDispute } from './queries.ts'

export async function addDisputePhoto(
  app: App,
  scope: CustomerScope,
  { disputeId, file }: { disputeId: DisputeId; file: Readable },
) {
  if ((await findDispute(app.db, scope, disputeId)) === undefined) throw new Refused('not_found')
  const folder = join(app.config.dataDirectory, 'uploads')
  const photoId = await withReceivedFile(
    { folder, file, maximumBytes: PHOTO_LIMIT_BYTES },
    async (received) => {
      const picture = await reencode(received.path)
      if ('fault' in picture)
        throw new Refused(picture.fault === 'too_many_pixels' ? 'too_large' : 'wrong_file_type')
      return keep(app, scope, disputeId, received, picture)
    },
  )
  const photos = await photosOfDispute(app.db, disputeId)
  return { photo: photos.find(({ id }) => id === photoId)!, photoCount: photos.length }
}

/** The dispute is locked while its photos are counted: two sent at once are both counted. */
async function keep(
  app: App,
  scope: CustomerScope,
  disputeId: DisputeId,
  { sha256 }: ReceivedFile,
  picture: Reencoded,
): Promise<PhotoId> {
  const id = toId<PhotoId>(randomUUID())
  const storageKey = `disputes/${id.slice(0, 2)}/${id}.webp`
  await app.ports.photos.put(storageKey, picture.bytes)
  try {
    const kept = await inTransaction(
      app.db,
      async (db) => {
        const dispute = await lockDispute(db, scope, disputeId)
        if (dispute === undefined) throw new Refused('not_found')
        const same = await findSamePhoto(db, disputeId, sha256)
        if (same !== undefined) return same
        if (!isUndecided(dispute.state)) throw new Refused('dispute_decided')
        if ((await photosOfDispute(db, disputeId)).length >= MOST_DISPUTE_PHOTOS)
          throw new Refused('too_many_photos')
        const now = app.ports.clock.now()
        await insertPhoto(db, { id, ownerId: scope.userId, disputeId, storageKey, sha256, picture, now })
        return id
      },
      { isolation: 'read committed' },
    )
    if (kept !== id) await app.ports.photos.remove(storageKey)
    return kept
  } catch (error) {
    await app.ports.photos.remove(storageKey)
    throw error
  }
}
