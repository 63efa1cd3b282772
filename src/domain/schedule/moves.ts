/**
 * Dates of a series that take place on another day than their rule says: a customer moved one, an operator pushed the
 * whole day, or a holiday is in the way. A visit is known by its rule's date for ever, wherever it takes place, so
 * moves survive every later edit (field 8) and never make a second visit (field 9).
 */

import type { LocalDate } from '../time.ts'
import type { DateRange, ScheduleMove } from './exceptions.ts'
import type { HolidayEffect, HolidaysOn } from './holidays.ts'

const MOVE_CAUSES = ['holiday', 'pushed', 'customer'] as const
type MoveCause = (typeof MOVE_CAUSES)[number]

/** What moved a visit: a move's cause with the holiday's key or the pushed day's id. */
type Moved = { readonly movedBy: MoveCause | null; readonly movedSource: string | null }

export type Placed = Moved & {
  readonly date: LocalDate
  /** The rule's date, where the visit takes place on another. */
  readonly movedFrom: LocalDate | null
}

/** The farthest that a customer or an operator may move a visit at once. */
export const MOVE_REACH_DAYS = 14
/** How far a visit may lie from its rule's date after several moves, and those that it meets there from theirs. */
export const CONFLICT_REACH_DAYS = 4 * MOVE_REACH_DAYS

const UNMOVED: Moved & { readonly movedFrom: null } = {
  movedFrom: null,
  movedBy: null,
  movedSource: null,
}

/** The date by which a visit is known. */
export function occurrenceOf(visit: Pick<Placed, 'date' | 'movedFrom'>): LocalDate {
  return visit.movedFrom ?? visit.date
}

/** Where the work of a rule's date goes, or null where a holiday cancels it. A move by a person beats the calendar. */
export function placeOf(
  date: LocalDate,
  move: ScheduleMove | undefined,
  holidays: HolidaysOn | null,
): Placed | null {
  if (move !== undefined && move.to !== date)
    return { date: move.to, movedFrom: date, movedBy: move.by, movedSource: move.source }
  const effect: HolidayEffect = holidays?.(date) ?? { kind: 'stays' }
  if (effect.kind === 'skip') return null
  if (effect.kind === 'shift')
    return { date: effect.to, movedFrom: date, movedBy: 'holiday', movedSource: effect.holiday }
  if (move === undefined) return { date, ...UNMOVED }
  return { date, movedFrom: null, movedBy: move.by, movedSource: move.source }
}

/**
 * Two visits of one job on one day are one: the date whose rule it is stays, of several moved ones the earliest, and
 * the others fall out. A visit that was moved into a pause falls out too.
 */
export function withoutConflicts<Visit extends Placed>(
  visits: readonly Visit[],
  pauses: readonly DateRange[],
): Visit[] {
  const chosen = new Map<LocalDate, Visit>()
  for (const visit of visits) {
    if (visit.movedFrom !== null && pauses.some((pause) => isWithin(pause, visit.date))) continue
    const other = chosen.get(visit.date)
    if (other === undefined || isFirst(visit, other)) chosen.set(visit.date, visit)
  }
  return [...chosen.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

function isFirst(visit: Placed, other: Placed): boolean {
  if ((visit.movedFrom === null) !== (other.movedFrom === null)) return visit.movedFrom === null
  return occurrenceOf(visit) < occurrenceOf(other)
}

function isWithin(range: DateRange, date: LocalDate): boolean {
  return date >= range.from && (range.to === null || date <= range.to)
}
