/** What a phone keeps until the server has it: starts, photos, codes that were passed and completions, each by itself (field 39). */
import type { Undone } from '../checklists/progress.ts'
import type { LatLng } from '../geo.ts'
import type { PhotoId } from '../ids.ts'
import type { Instant, LocalDate } from '../time.ts'

/**
 * `kept`: on the phone, to be sent; `sending`: on its way; `safe`: the server has it; `refused`: the server said no, and
 * a person must look; `conflict`: the visit changed meanwhile, and what was reported is kept for the office.
 */
export type EntryState = 'kept' | 'sending' | 'safe' | 'refused' | 'conflict'

type SeenList = { readonly service: number | null; readonly place: number | null }
type StartAct = {
  readonly kind: 'start'
  readonly step: 'en_route' | 'in_progress'
  /** Which versions of its list the phone showed; absent where there is none. */
  readonly seenList?: SeenList
}
type PhotoAct = {
  readonly kind: 'photo'
  /** Hexadecimal; null where this page may not compute it. */
  readonly sha256: string | null
  readonly sizeBytes: number
  /** The server's, once it is safe. */
  readonly photoId: PhotoId | null
  /** Which item of the list it shows. */
  readonly itemKey?: string
}
/** An item of the list is done, or a supply low, or not any more. */
type MarkAct = { readonly kind: 'mark'; readonly itemKey: string; readonly isMarked: boolean }
/** The code that hangs at a building. */
type PassAct = {
  readonly kind: 'pass'
  readonly code: string
  readonly isTyped: boolean
  readonly location: LatLng | null
}
type CompleteAct = {
  readonly kind: 'complete'
  readonly location: (LatLng & { readonly accuracyMeters: number | null; readonly at: number }) | null
  /** Why items of the list are not done. */
  readonly undone?: readonly Undone[]
}
/** Of a whole day, no single visit. */
type LateAct = {
  readonly kind: 'late'
  readonly minutes: 15 | 30 | 60
  readonly location: LatLng | null
}
type OnTimeAct = { readonly kind: 'on_time' }
type IllAct = {
  readonly kind: 'ill'
  readonly from: LocalDate
  readonly to: LocalDate
  readonly note: string
  readonly isTripReleased: boolean
}
export type DayAct = LateAct | OnTimeAct | IllAct
export type Act = StartAct | PhotoAct | MarkAct | PassAct | CompleteAct | DayAct

/** What stands in the place of a visit where a whole day is meant. */
export function dayKey(date: LocalDate): string {
  return `day ${date}`
}

export function isDayAct(act: Act): act is DayAct {
  return act.kind === 'late' || act.kind === 'on_time' || act.kind === 'ill'
}

export type EntryDraft = {
  /** Sent along as the idempotency key: however often it is sent, it counts once. */
  readonly id: string
  readonly userId: string
  /** Or the key of a day. */
  readonly visitId: string
  /** For the list, which must be readable without a connection. */
  readonly placeName: string
  readonly timeZone: string
  /** When it happened, by the phone's clock. */
  readonly at: Instant
  readonly act: Act
}

export type QueueEntry = EntryDraft & {
  /** The order in which things were written down. */
  readonly seq: number
  readonly state: EntryState
  /** When the state last changed. */
  readonly changedAt: Instant
  /** How often it failed since it was written or retried. */
  readonly attempts: number
  /** It is not tried again before. */
  readonly notBefore: Instant
  /** What the last answer said. */
  readonly failure: { readonly code: string; readonly sentence: string } | null
  /** The server did not believe the phone's clock: it takes its own. */
  readonly isTimeless: boolean
}

export function isUnsent({ state }: Pick<QueueEntry, 'state'>): boolean {
  return state === 'kept' || state === 'sending'
}
