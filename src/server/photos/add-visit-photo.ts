import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { PHOTO_LIMIT_BYTES } from '#contract/photos.ts'
import { type PhotoId, toId, type VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { refusePhoto } from '#domain/visits/late-photo.ts'
import type { App } from '../app.ts'
import { toTimestamp } from '../db/client.ts'
import { type ReceivedFile, withReceivedFile } from '../pictures/receive-file.ts'
import { type PictureFault, type Reencoded, reencode } from '../pictures/reencode-picture.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { findAssignedUntil } from '../visits/fact-queries.ts'
import {
  countPhotos,
  countSentPhotos,
  findSamePhoto,
  findVisitForPhotos,
  insertPhoto,
  type PhotoRow,
  showsItem,
} from './queries.ts'
import { photoTexts } from './texts.ts'

export type VisitPhotoInput = {
  readonly visitId: VisitId
  readonly file: Readable
  readonly locale: Language
  /** What the sender says the bytes sum to, in hexadecimal. */
  readonly sha256?: string | undefined
  readonly takenAt?: Instant | undefined
  /** Which item of the visit’s list it shows. */
  readonly itemKey?: string | undefined
}

const MAX_PHOTOS_PER_VISIT = 20

/** Adds a photo to the crew's visit; the same picture again answers the one that is there. */
export async function addVisitPhoto(app: App, scope: CrewScope, input: VisitPhotoInput) {
  const visit = await findVisitForPhotos(app.db, scope, input.visitId)
  if (visit === undefined) throw new Refused('not_found')
  const refusal = await refusalOfVisit(app, scope, visit, input)
  // Ids of others look like ids of nothing (threats Z1).
  if (refusal === 'not_yours') throw new Refused('not_found')
  const folder = join(app.config.dataDirectory, 'uploads')
  const photo = await withReceivedFile(
    { folder, file: input.file, maximumBytes: PHOTO_LIMIT_BYTES },
    async (received) => {
      checkSum(received, input)
      const same = await findSamePhoto(app.db, input.visitId, received.sha256)
      if (same !== undefined) return sameAgain(app, same, input)
      if (refusal !== null) throw new Refused(refusal)
      if ((await countPhotos(app.db, input.visitId, scope.userId)) >= MAX_PHOTOS_PER_VISIT)
        throw new Refused('too_many_photos')
      await checkQuota(app, scope)
      const picture = await reencode(received.path)
      if ('fault' in picture) throw refusalOf(picture.fault, input.locale)
      return storePhoto(app, scope, input, received, picture)
    },
  )
  const photoCount = await countPhotos(app.db, input.visitId, scope.userId)
  return { photo, photoCount, photosRequired: visit.photosRequired }
}

/** One picture is no proof of two things. */
async function sameAgain(app: App, same: PhotoRow, { itemKey }: VisitPhotoInput): Promise<PhotoRow> {
  if (itemKey !== undefined && !(await showsItem(app.db, same.id, itemKey)))
    throw new Refused('photo_of_another_item')
  return same
}

type PhotoVisit = NonNullable<Awaited<ReturnType<typeof findVisitForPhotos>>>

async function refusalOfVisit(
  app: App,
  scope: CrewScope,
  visit: PhotoVisit,
  { visitId, takenAt }: VisitPhotoInput,
): Promise<RefusalReason | null> {
  const now = app.ports.clock.now()
  const crewId = scope.userId
  const refusal = refusePhoto({
    visit,
    crewId,
    assignedUntil: visit.crewId === crewId ? null : await findAssignedUntil(app.db, visitId, crewId),
    takenAt: takenAt ?? null,
    now,
    settings: await settingsAt(app.db, scope.marketId, now),
  })
  return refusal?.refused ?? null
}

/** Threats U8: a crew's phone that runs wild fills no disk. */
async function checkQuota(app: App, scope: CrewScope): Promise<void> {
  const now = app.ports.clock.now()
  const dayAgo = instant(now - DAY_MS)
  const { photosPerCrewPerDay } = await settingsAt(app.db, scope.marketId, now)
  if ((await countSentPhotos(app.db, scope, dayAgo)) >= photosPerCrewPerDay)
    throw new Refused('photo_quota_reached')
}

function checkSum(received: ReceivedFile, { sha256, locale }: VisitPhotoInput): void {
  if (received.sizeBytes === 0) throw refusalOf('not_a_picture', locale)
  if (sha256 === undefined || sha256 === received.sha256.toString('hex')) return
  throw new Refused('bad_input', { fields: { sha256: photoTexts[locale].damaged } })
}

export function refusalOf(fault: PictureFault, locale: Language): Refused {
  return new Refused(fault === 'too_many_pixels' ? 'too_large' : 'wrong_file_type', {
    sentence: photoTexts[locale][fault],
  })
}

async function storePhoto(
  app: App,
  scope: CrewScope,
  { visitId, takenAt, itemKey }: VisitPhotoInput,
  { sha256 }: ReceivedFile,
  picture: Reencoded,
): Promise<PhotoRow> {
  const id = toId<PhotoId>(randomUUID())
  const storageKey = `visits/${id.slice(0, 2)}/${id}.webp`
  await app.ports.photos.put(storageKey, picture.bytes)
  const kept = await insertPhoto(app.db, {
    id,
    owner_id: scope.userId,
    visit_id: visitId,
    storage_key: storageKey,
    sha256,
    width: picture.width,
    height: picture.height,
    size_bytes: picture.bytes.length,
    taken_at: takenAt === undefined ? null : toTimestamp(takenAt),
    item_key: itemKey ?? null,
    created_at: toTimestamp(app.ports.clock.now()),
  })
  if (kept !== undefined) return kept
  // The same picture came in twice at once, and the other was first.
  await app.ports.photos.remove(storageKey)
  return (await findSamePhoto(app.db, visitId, sha256))!
}
