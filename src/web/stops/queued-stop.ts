/** A stop as the crew knows it: what the server said, and over it what this phone has done since. */
import type { Progress } from '#domain/checklists/progress.ts'
import { isUnsent, type QueueEntry } from '#domain/offline/entry.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { Reply } from '#web/api.ts'

export type DayStop = Reply<'GET /api/day'>['stops'][number]
export type QueuedStop = DayStop & {
  /** What this phone did at this stop and the server's answer does not show yet. */
  readonly queued: readonly QueueEntry[]
  /** The server has them. */
  readonly safePhotoCount: number
  /** Safe, or on their way. */
  readonly photoCount: number
  /** How far its list is, with what this phone ticked and photographed since. */
  readonly progress: Progress
}

const UNDER_WAY: readonly VisitState[] = ['en_route', 'in_progress']
const TO_DO: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', ...UNDER_WAY]
const STATE_OF_CONFLICT: Readonly<Record<string, VisitState>> = {
  visit_cancelled: 'cancelled',
  visit_skipped: 'skipped',
}

/** The day with its queue over it: states, what is next and what is done follow from both. */
export function queuedDay(day: Reply<'GET /api/day'>, entries: readonly QueueEntry[]) {
  const stops = day.stops.map((stop) =>
    queuedStop(
      stop,
      entries.filter((each) => each.visitId === stop.visitId),
    ),
  )
  const next =
    stops.find((stop) => UNDER_WAY.includes(stop.state)) ?? stops.find((stop) => TO_DO.includes(stop.state))
  return {
    ...day,
    stops: stops.map((stop) => ({ ...stop, isNext: stop === next })),
    doneCount: stops.filter((stop) => stop.state === 'completed').length,
  }
}

function queuedStop(stop: DayStop, queued: readonly QueueEntry[]): QueuedStop {
  const shown = new Set(stop.photos.map(({ photoId }) => photoId))
  const safe = queued.filter(
    ({ act, state }) =>
      act.kind === 'photo' && state === 'safe' && (act.photoId === null || !shown.has(act.photoId)),
  )
  const onTheWay = queued.filter((each) => each.act.kind === 'photo' && isUnsent(each))
  const safePhotoCount = stop.photos.length + safe.length
  const state = stateWith(stop.state, queued)
  return {
    ...stop,
    state,
    canStart: state === 'en_route' || (state === stop.state && stop.canStart),
    canComplete: stop.canComplete || UNDER_WAY.includes(state),
    queued,
    safePhotoCount,
    photoCount: safePhotoCount + onTheWay.length,
    progress: progressOf(stop, queued, [...safe, ...onTheWay]),
  }
}

/** The last word on an item is the one that was said last here; before that, what the server knows. */
function progressOf(
  { checklist, photos }: DayStop,
  queued: readonly QueueEntry[],
  queuedPhotos: readonly QueueEntry[],
): Progress {
  const said = queued.filter((each) => isUnsent(each) || each.state === 'safe')
  const inOrder = said.sort((one, other) => one.seq - other.seq)
  const marks = new Map((checklist?.items ?? []).map(({ key, isMarked }) => [key, { isMarked }]))
  for (const { act } of inOrder) if (act.kind === 'mark') marks.set(act.itemKey, { isMarked: act.isMarked })
  const shown = [
    ...photos.map(({ itemKey }) => itemKey),
    ...queuedPhotos.map(({ act }) => (act.kind === 'photo' ? act.itemKey : undefined)),
  ]
  const photoCounts = new Map<string, number>()
  for (const key of shown) if (key) photoCounts.set(key, (photoCounts.get(key) ?? 0) + 1)
  return { marks, photoCounts }
}

function stateWith(state: VisitState, queued: readonly QueueEntry[]): VisitState {
  const conflict = queued.find((each) => each.state === 'conflict')
  if (conflict) return STATE_OF_CONFLICT[conflict.failure?.code ?? ''] ?? 'cancelled'
  const shown = queued.filter((each) => isUnsent(each) || each.state === 'safe')
  if (!TO_DO.includes(state) && state !== 'missed') return state
  if (shown.some(({ act }) => act.kind === 'complete')) return 'completed'
  if (state === 'in_progress') return state
  if (shown.some(({ act }) => act.kind === 'start' && act.step === 'in_progress')) return 'in_progress'
  return shown.some(({ act }) => act.kind === 'start') ? 'en_route' : state
}
