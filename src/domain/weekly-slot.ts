/** A moment that comes every week on the wall clock of a place: billing, payouts, the cutoff for confirming. */

import {
  addDays,
  dateAt,
  type Instant,
  instantAt,
  type LocalDate,
  type LocalTime,
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

/** The first moment of the slot after `now`. */
export function nextSlot(slot: WeeklySlot, now: Instant, zone: string): SlotMoment {
  return momentOn(slot, addDays(lastSlot(slot, now, zone).date, 7), zone)
}

function momentOn(slot: WeeklySlot, date: LocalDate, zone: string): SlotMoment {
  return { date, at: instantAt(date, slot.time, zone) }
}
