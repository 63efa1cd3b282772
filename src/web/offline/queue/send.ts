/** How a queued entry travels: each by its own endpoint, under the key that makes it count once. */
import type { Failed } from '#domain/offline/answers.ts'
import type { QueueEntry } from '#domain/offline/entry.ts'
import { ApiError, call, upload } from '#web/api.ts'
import type { Sent } from './sender.ts'

/** A call that has no answer by then never will. */
const ANSWER_WITHIN_MS = 30_000
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
    return { failed: failedOf(error) }
  }
}

async function travel(
  entry: QueueEntry,
  bytes: Blob | null,
  onProgress: (share: number) => void,
): Promise<Sent> {
  const { visitId, act, id, isTimeless } = entry
  const at = new Date(entry.at).toISOString()
  const options = { idempotencyKey: id, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
  if (act.kind === 'start') {
    const body = { visitId, step: act.step, ...(isTimeless ? {} : { at }) }
    await call('POST /api/start-visit', { body, ...options })
    return {}
  }
  if (act.kind === 'complete') {
    const { location } = act
    const place = location && {
      lat: location.lat,
      lng: location.lng,
      ...(location.accuracyMeters === null ? {} : { accuracy: location.accuracyMeters }),
    }
    const body = { visitId, completedAt: at, ...place }
    const { payCents, isFlagged } = await call('POST /api/complete-visit', { body, ...options })
    return { payCents, isFlagged }
  }
  if (bytes === null) return { failed: { status: 410, code: 'lost', sentence: '' } }
  const query = { visitId, takenAt: at, ...(act.sha256 === null ? {} : { sha256: act.sha256 }) }
  const { photo } = await sendPhoto({ query, file: bytes, idempotencyKey: id, onProgress })
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

function failedOf(error: unknown): Failed {
  if (!(error instanceof ApiError)) return { status: 0, code: 'unreachable', sentence: '' }
  const { status, code, fields, message } = error
  // A checksum that does not fit: damaged on its way.
  const isDamaged = code === 'bad_input' && 'sha256' in fields
  return { status, code: isDamaged ? 'damaged' : code, sentence: message }
}
