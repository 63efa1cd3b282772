/** What an answer of the server, or none, makes of a queued entry. */
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '../time.ts'
import type { EntryState, QueueEntry } from './entry.ts'

/** `status` 0: no answer. */
export type Failed = { readonly status: number; readonly code: string; readonly sentence: string }

export type Change = Pick<QueueEntry, 'state' | 'attempts' | 'notBefore' | 'failure' | 'isTimeless'>

/** `jitter` from 0 to 1 keeps phones that lost the same network from coming back in one instant. */
export type When = { readonly now: Instant; readonly jitter: number }

const WAITS_SECONDS = [2, 5, 15, 30, 60, 120, 300] as const
const FROZEN_WAIT_MS = 15 * MINUTE_MS
/** A photo that arrives damaged so often was damaged here. */
const DAMAGED_TRIES = 5
const CONFLICTS: ReadonlySet<string> = new Set([
  'visit_cancelled',
  'visit_skipped',
  'visit_reassigned',
  'too_late',
  'not_found',
])

export function afterFailure(entry: QueueEntry, failed: Failed, when: When): Change {
  const { status, code } = failed
  const { kind } = entry.act
  if (needsSignIn(failed)) return { ...changeOf(entry, failed, 'kept'), attempts: entry.attempts }
  if (code === 'account_frozen') return again(entry, failed, when, FROZEN_WAIT_MS)
  if (code === 'photo_quota_reached') return again(entry, failed, when, HOUR_MS)
  if (isPassing(status, code)) return again(entry, failed, when)
  if (code === 'clock_ahead' && !entry.isTimeless)
    return { ...changeOf(entry, failed, 'kept'), notBefore: when.now, isTimeless: true }
  if (kind === 'photo' && code === 'damaged' && entry.attempts < DAMAGED_TRIES)
    return again(entry, failed, when)
  return changeOf(entry, failed, IS_OF_A_VISIT.has(kind) && CONFLICTS.has(code) ? 'conflict' : 'refused')
}

/** Of what these say a visit may have changed meanwhile. */
const IS_OF_A_VISIT: ReadonlySet<string> = new Set(['start', 'mark', 'complete'])

/** What no better connection mends. */
const WAITS_ANYWAY: ReadonlySet<string> = new Set(['account_frozen', 'photo_quota_reached'])

/** Whether it goes at once when the connection is back, however long it would have waited. */
export function isHurried({ state, failure }: Pick<QueueEntry, 'state' | 'failure'>): boolean {
  return state === 'kept' && failure !== null && !WAITS_ANYWAY.has(failure.code)
}

/** Everything waits until the same crew has signed in again. */
export function needsSignIn({ status, code }: Failed): boolean {
  return status === 401 || code === 'sign_in_needed'
}

/** Once more by hand, or because what was missing is there. */
export function retried(entry: QueueEntry, now: Instant): Change {
  return { state: 'kept', attempts: 0, notBefore: now, failure: null, isTimeless: entry.isTimeless }
}

/** The connection, a server that is away, or the same key in work by another page: it may go well next time. */
function isPassing(status: number, code: string): boolean {
  return (
    status === 0 || status >= 500 || status === 408 || status === 425 || status === 429 || code === 'conflict'
  )
}

function again(entry: QueueEntry, failed: Failed, { now, jitter }: When, waitMs?: number): Change {
  const seconds = WAITS_SECONDS[Math.min(entry.attempts, WAITS_SECONDS.length - 1)]!
  const wait = (waitMs ?? seconds * 1_000) * (0.75 + jitter / 2)
  return { ...changeOf(entry, failed, 'kept'), notBefore: instant(now + Math.round(wait)) }
}

function changeOf(entry: QueueEntry, { code, sentence }: Failed, state: EntryState): Change {
  const { attempts, notBefore, isTimeless } = entry
  return { state, attempts: attempts + 1, notBefore, failure: { code, sentence }, isTimeless }
}
