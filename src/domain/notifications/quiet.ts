/** Quiet hours on a wall clock: whether an instant lies in them, and when they end, over every change of the clocks. */
import { addDays, dateAt, type Instant, instantAt, type LocalTime, localTime } from '../time.ts'

export type QuietHours = {
  readonly isOn: boolean
  readonly from: LocalTime
  /** The same day where it is later than `from`, else the next. */
  readonly until: LocalTime
  /** A mail wakes nobody: it waits only where the person wants that. */
  readonly holdsMail: boolean
}

export const DEFAULT_QUIET_HOURS: QuietHours = {
  isOn: true,
  from: localTime('21:00'),
  until: localTime('07:00'),
  holdsMail: false,
}

/** The end of the quiet time that an instant lies in; null where it lies in none. */
export function quietUntil(at: Instant, quiet: QuietHours, zone: string): Instant | null {
  if (!quiet.isOn) return null
  const today = dateAt(at, zone)
  for (const date of [addDays(today, -1), today]) {
    const starts = instantAt(date, quiet.from, zone)
    const ends = instantAt(quiet.until > quiet.from ? date : addDays(date, 1), quiet.until, zone)
    // Where the clocks skip an hour, one quiet time may end in the moment in which the next begins.
    if (starts <= at && at < ends) return quietUntil(ends, quiet, zone) ?? ends
  }
  return null
}
