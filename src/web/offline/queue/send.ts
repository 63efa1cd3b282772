/** How a queued entry travels from a page: each by its own endpoint, under the key that makes it count once. */
import type { QueueEntry } from '#domain/offline/entry.ts'
import { ApiError, call } from '#web/api.ts'
import { upload } from '#web/upload.ts'
import { ANSWER_WITHIN_MS, failedOf, LOST, parcelOf, UNREACHABLE } from './parcel.ts'
import type { Sent } from './sender.ts'

/** An upload of which nothing has left for so long is stuck. */
const STALLED_MS = 30_000

export async function sendEntry(
  entry: QueueEntry,
  bytes: Blob | null,
  onProgress: (share: number) => void,
): Promise<Sent> {
  try {
    return await travel(entry, bytes, onProgress)
  } catch (error) {
    if (!(error instanceof ApiError)) return { failed: UNREACHABLE }
    return {
      failed: failedOf(error.status, { code: error.code, fields: error.fields, sentence: error.message }),
    }
  }
}

async function travel(
  entry: QueueEntry,
  bytes: Blob | null,
  onProgress: (share: number) => void,
): Promise<Sent> {
  const parcel = parcelOf(entry)
  const options = { idempotencyKey: entry.id, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
  if (parcel.key === 'POST /api/start-visit') {
    await call(parcel.key, { body: parcel.body, ...options })
    return {}
  }
  if (parcel.key === 'POST /api/mark-item') {
    await call(parcel.key, { body: parcel.body, ...options })
    return {}
  }
  if (parcel.key === 'POST /api/pass-checkpoint') {
    await call(parcel.key, { body: parcel.body, ...options })
    return {}
  }
  if (parcel.key === 'POST /api/complete-visit') {
    const { payCents, isFlagged } = await call(parcel.key, { body: parcel.body, ...options })
    return { payCents, isFlagged }
  }
  if (parcel.key === 'POST /api/report-late') {
    const { notifiedCount } = await call(parcel.key, { body: parcel.body, ...options })
    return { notifiedCount }
  }
  if (parcel.key === 'POST /api/report-on-time') {
    const { notifiedCount } = await call(parcel.key, options)
    return { notifiedCount }
  }
  if (parcel.key === 'POST /api/add-time-off') {
    const { timeOffId, releasedVisitCount } = await call(parcel.key, { body: parcel.body, ...options })
    return { timeOffId, releasedVisitCount }
  }
  if (bytes === null) return { failed: LOST }
  const { photo } = await sendPhoto({
    query: parcel.query,
    file: bytes,
    idempotencyKey: entry.id,
    onProgress,
  })
  return { photoId: photo.photoId }
}

type PhotoUpload = Parameters<typeof upload<'POST /api/upload-visit-photo'>>[1]

async function sendPhoto(input: PhotoUpload & { onProgress: (share: number) => void }) {
  const stop = new AbortController()
  let watch = setTimeout(() => stop.abort(), STALLED_MS)
  const onProgress = (share: number) => {
    clearTimeout(watch)
    watch = setTimeout(() => stop.abort(), STALLED_MS)
    input.onProgress(share)
  }
  try {
    return await upload('POST /api/upload-visit-photo', { ...input, onProgress, signal: stop.signal })
  } finally {
    clearTimeout(watch)
  }
}
