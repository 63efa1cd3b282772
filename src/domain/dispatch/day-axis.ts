/** The hours of days on a time-line: a day of a clock change has 23 or 25 of them, and each is as wide as any other. */
import {
  addDays,
  daysBetween,
  HOUR_MS,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  localTime,
  timeAt,
} from '../time.ts'

export type AxisDay = {
  readonly date: LocalDate
  readonly from: Instant
  readonly until: Instant
  readonly hours: readonly { readonly at: Instant; readonly time: LocalTime }[]
}

export function axisDays(from: LocalDate, to: LocalDate, zone: string): AxisDay[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const date = addDays(from, index)
    const start = instantAt(date, localTime('00:00'), zone)
    const until = instantAt(date, localTime('24:00'), zone)
    const count = Math.ceil((until - start) / HOUR_MS)
    const hours = Array.from({ length: count }, (_each, hour) => {
      const at = instant(start + hour * HOUR_MS)
      return { at, time: timeAt(at, zone) }
    })
    return { date, from: start, until, hours }
  })
}
