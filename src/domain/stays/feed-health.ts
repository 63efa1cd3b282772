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

/** It says nothing that could be believed: stays may be missed. */
export function isSilent(feed: {
  readonly now: Instant
  readonly goodAt: Instant | null
  readonly addedAt: Instant
  readonly failures: number
  readonly doubt: Doubt | null
}): boolean {
  if (feed.doubt === 'empty') return true
  const isLong = feed.now - (feed.goodAt ?? feed.addedAt) >= SILENT_AFTER_MS
  return feed.failures >= SILENT_AFTER_FAILURES && isLong
}
