/** How a feed is: when it is read again, and when its silence is news. */
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '../time.ts'
import type { Doubt } from './hear.ts'

const EVERY_MS = HOUR_MS
/** What is missing is asked for again when it may be believed. */
const SOON_MS = 12 * MINUTE_MS
const FIRST_REST_MS = 10 * MINUTE_MS
const LONGEST_REST_MS = 12 * HOUR_MS
/** Feeds that were added together are not read together for ever. */
const SPREAD = 0.2
/** A server that is away over night is no news; an address that is gone is. */
const SILENT_AFTER_MS = 6 * HOUR_MS
const SILENT_AFTER_FAILURES = 3

export type Reading = {
  readonly now: Instant
  /** Readings in a row that failed; 0 for a good one. */
  readonly failures: number
  readonly retryAfterSeconds: number | null
  readonly missing: number
  /** From 0 to 1. */
  readonly chance: number
}

export function nextReadingAt({ now, failures, retryAfterSeconds, missing, chance }: Reading): Instant {
  const spread = 1 + SPREAD * (chance - 0.5)
  const usual = missing > 0 ? SOON_MS : EVERY_MS
  const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.max(0, failures - 1))
  const wait = failures > 0 ? Math.max(rest, (retryAfterSeconds ?? 0) * 1_000) : usual
  return instant(now + Math.round(wait * spread))
}

/** With guests ahead so soon, an hour of silence is news. */
const NEAR_MS = 24 * HOUR_MS
const SILENT_AFTER_NEAR_MS = HOUR_MS
/** Longer than the longest rest between readings twice over, so that one of them falls into it. */
const WARNS_BEFORE_MS = 36 * HOUR_MS

/** It says nothing that could be believed: stays may be missed. */
export function isSilent(feed: {
  readonly now: Instant
  readonly goodAt: Instant | null
  readonly addedAt: Instant
  readonly failures: number
  readonly doubt: Doubt | null
  /** When the next guests come, as far as anything tells. */
  readonly nextCheckInAt: Instant | null
}): boolean {
  if (feed.doubt === 'empty') return true
  const isNear = feed.nextCheckInAt !== null && feed.nextCheckInAt - feed.now <= NEAR_MS
  const patienceMs = isNear ? SILENT_AFTER_NEAR_MS : SILENT_AFTER_MS
  const isLong = feed.now - (feed.goodAt ?? feed.addedAt) >= patienceMs
  return feed.failures >= SILENT_AFTER_FAILURES && isLong
}

const ONE_NEWS_MS = 72 * HOUR_MS

/** Which news of silence a moment belongs to: a feed that comes and goes is told of once in three days. */
export function silenceNews(now: Instant): number {
  return Math.floor(now / ONE_NEWS_MS)
}

/** A feed is still silent when the next guests are about to come: its host is warned once more, for them. */
export function warnsBefore({
  now,
  checkInAt,
}: {
  readonly now: Instant
  readonly checkInAt: Instant
}): boolean {
  return checkInAt > now && checkInAt - now <= WARNS_BEFORE_MS
}
