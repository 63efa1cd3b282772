/** Days on which a crew does not work, beside its weekly hours (product §4, crew-account; field 16). */
import { type Instant, instantAt, type LocalDate, localTime, MINUTE_MS } from '../time.ts'

/** Both days included, in the calendar of wherever the work is. */
export type DaysOff = { readonly from: LocalDate; readonly to: LocalDate }

export type TimedWork = {
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly durationMinutes: number
  /** Of the place. */
  readonly zone: string
}

/**
 * Whether work cannot be done within its window without touching a day off: neither begun early enough to be finished
 * before, nor begun after. Days off that are longer than the work, shorter, or only touch its end all count.
 */
export function collidesWithDaysOff(work: TimedWork, off: DaysOff): boolean {
  const offFrom = instantAt(off.from, localTime('00:00'), work.zone)
  const offUntil = instantAt(off.to, localTime('24:00'), work.zone)
  const durationMs = work.durationMinutes * MINUTE_MS
  // Work that is longer than its window begins with it and ends when it is done.
  const endsAt = Math.max(work.endsAt, work.startsAt + durationMs)
  const isDoneBefore = work.startsAt + durationMs <= offFrom
  const isDoneAfter = Math.max(work.startsAt, offUntil) + durationMs <= endsAt
  return !isDoneBefore && !isDoneAfter
}

export function isOff(work: TimedWork, off: readonly DaysOff[]): boolean {
  return off.some((days) => collidesWithDaysOff(work, days))
}
