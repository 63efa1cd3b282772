/** What is sent of a queued entry, apart from sending it: a page and the service worker send the same. */
import type { Undone } from '#domain/checklists/progress.ts'
import type { Failed } from '#domain/offline/answers.ts'
import type { QueueEntry } from '#domain/offline/entry.ts'
import type { LocalDate } from '#domain/time.ts'

/** A call that has no answer by then never will. */
export const ANSWER_WITHIN_MS = 30_000

export type Parcel =
  | {
      readonly key: 'POST /api/start-visit'
      readonly body: {
        visitId: string
        step: 'en_route' | 'in_progress'
        at?: string
        seenList?: { service: number | null; place: number | null }
      }
    }
  | {
      readonly key: 'POST /api/mark-item'
      readonly body: { visitId: string; key: string; isMarked: boolean; at: string }
    }
  | {
      readonly key: 'POST /api/pass-checkpoint'
      readonly body: {
        visitId: string
        code: string
        isTyped: boolean
        at: string
        lat?: number
        lng?: number
      }
    }
  | {
      readonly key: 'POST /api/complete-visit'
      readonly body: {
        visitId: string
        completedAt: string
        lat?: number
        lng?: number
        accuracy?: number
        undone?: Undone[]
      }
    }
  | {
      readonly key: 'POST /api/report-late'
      readonly body: { minutes: 15 | 30 | 60; at: string; lat?: number; lng?: number }
    }
  | { readonly key: 'POST /api/report-on-time'; readonly body: undefined }
  | {
      readonly key: 'POST /api/add-time-off'
      readonly body: { from: LocalDate; to: LocalDate; note: string; isTripReleased: boolean }
    }
  | {
      readonly key: 'POST /api/upload-visit-photo'
      readonly query: { visitId: string; takenAt: string; sha256?: string; itemKey?: string }
    }

export function parcelOf({ visitId, act, at: moment, isTimeless }: QueueEntry): Parcel {
  const at = new Date(moment).toISOString()
  if (act.kind === 'start')
    return {
      key: 'POST /api/start-visit',
      body: {
        visitId,
        step: act.step,
        ...(isTimeless ? {} : { at }),
        ...(act.seenList === undefined ? {} : { seenList: act.seenList }),
      },
    }
  if (act.kind === 'mark')
    return {
      key: 'POST /api/mark-item',
      body: { visitId, key: act.itemKey, isMarked: act.isMarked, at },
    }
  if (act.kind === 'pass') {
    const { code, isTyped, location } = act
    const where = location && { lat: location.lat, lng: location.lng }
    return { key: 'POST /api/pass-checkpoint', body: { visitId, code, isTyped, at, ...where } }
  }
  if (act.kind === 'photo')
    return {
      key: 'POST /api/upload-visit-photo',
      query: {
        visitId,
        takenAt: at,
        ...(act.sha256 === null ? {} : { sha256: act.sha256 }),
        ...(act.itemKey === undefined ? {} : { itemKey: act.itemKey }),
      },
    }
  if (act.kind === 'late') {
    const { minutes, location } = act
    const where = location && { lat: location.lat, lng: location.lng }
    return { key: 'POST /api/report-late', body: { minutes, at, ...where } }
  }
  if (act.kind === 'on_time') return { key: 'POST /api/report-on-time', body: undefined }
  if (act.kind === 'ill') {
    const { kind: _, ...body } = act
    return { key: 'POST /api/add-time-off', body }
  }
  const { location, undone } = act
  const place = location && {
    lat: location.lat,
    lng: location.lng,
    ...(location.accuracyMeters === null ? {} : { accuracy: location.accuracyMeters }),
  }
  return {
    key: 'POST /api/complete-visit',
    body: {
      visitId,
      completedAt: at,
      ...place,
      ...(undone && undone.length > 0 ? { undone: [...undone] } : {}),
    },
  }
}

export const UNREACHABLE: Failed = { status: 0, code: 'unreachable', sentence: '' }
/** The bytes of a photo are gone from the phone. */
export const LOST: Failed = { status: 410, code: 'lost', sentence: '' }

export function failedOf(
  status: number,
  { code, fields, sentence }: { code: string; fields: Readonly<Record<string, string>>; sentence: string },
): Failed {
  // A checksum that does not fit: damaged on its way.
  const isDamaged = code === 'bad_input' && 'sha256' in fields
  return { status, code: isDamaged ? 'damaged' : code, sentence }
}
