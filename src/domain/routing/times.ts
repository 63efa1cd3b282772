import { type LocalTime, localTime, minutesOfDay } from '../time.ts'
import type { TimeRange } from './recommend.types.ts'

/** Seconds since local midnight. */
export type SecondsRange = { readonly from: number; readonly until: number }

const DAY_SECONDS = 86_400

/** A range that ends at or before its start lasts until the end of the day: what is after midnight is another day's. */
export function rangeSeconds(range: TimeRange): SecondsRange {
  const from = minutesOfDay(range.from) * 60
  const until = minutesOfDay(range.until) * 60
  return { from, until: until <= from ? DAY_SECONDS : until }
}

/** Cut to the minute; what lies outside the day is moved to its edge. */
export function timeOfSeconds(seconds: number): LocalTime {
  const minutes = Math.floor(Math.min(DAY_SECONDS, Math.max(0, seconds)) / 60 + 1e-9)
  const hour = Math.floor(minutes / 60)
  return localTime(`${String(hour).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`)
}
