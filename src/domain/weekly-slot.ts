/** A moment that comes every week on the wall clock of a place: billing, payouts, the cutoff for confirming. */

import {
  addDays,
  dateAt,
  type Instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  localTime,
  mondayOf,
  type Weekday,
  weekdayOf,
} from './time.ts'

export type WeeklySlot = { readonly weekday: Weekday; readonly time: LocalTime }
export type SlotMoment = { readonly date: LocalDate; readonly at: Instant }

/** The newest moment of the slot that is not after `now`. */
export function lastSlot(slot: WeeklySlot, now: Instant, zone: string): SlotMoment {
  const today = dateAt(now, zone)
  const date = addDays(today, -((weekdayOf(today) - slot.weekday + 7) % 7))
  const at = instantAt(date, slot.time, zone)
  return at <= now ? { date, at } : momentOn(slot, addDays(date, -7), zone)
}

/** Which slot holds since when, oldest first; the first entry holds from ever. */
export type SlotTimeline = readonly { readonly from: Instant; readonly slot: WeeklySlot }[]

/**
 * The one run of the week that begins on a Monday: the first moment at which the slot that holds then is reached.
 * Where a change puts the slot behind us before the run was, it runs at the change: no week is left out, none runs
 * twice.
 */
export function runOfWeek(slots: SlotTimeline, monday: LocalDate, zone: string): SlotMoment {
  const weekEnds = instantAt(addDays(monday, 7), localTime('00:00'), zone)
  for (const [index, { from, slot }] of slots.entries()) {
    const until = Math.min(slots[index + 1]?.from ?? weekEnds, weekEnds)
    const reached = momentOn(slot, addDays(monday, slot.weekday - 1), zone)
    if (reached.at >= from && reached.at < until) return reached
    if (reached.at < from && from < until) return { date: dateAt(from, zone), at: from }
  }
  throw new RangeError('a timeline of slots begins with one that holds from ever')
}

/** The newest run that is not after `now`. */
export function lastRun(slots: SlotTimeline, now: Instant, zone: string): SlotMoment {
  const monday = mondayOf(dateAt(now, zone))
  const run = runOfWeek(slots, monday, zone)
  return run.at <= now ? run : runOfWeek(slots, addDays(monday, -7), zone)
}

/** The first run after `now`. */
export function nextRun(slots: SlotTimeline, now: Instant, zone: string): SlotMoment {
  const monday = mondayOf(dateAt(now, zone))
  const run = runOfWeek(slots, monday, zone)
  return run.at > now ? run : runOfWeek(slots, addDays(monday, 7), zone)
}

function momentOn(slot: WeeklySlot, date: LocalDate, zone: string): SlotMoment {
  return { date, at: instantAt(date, slot.time, zone) }
}
