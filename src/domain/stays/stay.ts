/**
 * Stays: when guests, the owner or nobody at all have a place to themselves, whoever told us. Days are the place's own;
 * names of guests are nobody's business here and are never kept.
 */
import type { PropertyId, StayId } from '../ids.ts'
import { addDays, daysBetween, type LocalDate, type LocalTime } from '../time.ts'

/** `block`: closed without anybody sleeping there. */
export type StayKind = 'stay' | 'owner' | 'block'

/** Where a reservation was made, as far as its source says. @public */
export const PLATFORMS = ['airbnb', 'vrbo', 'booking', 'google', 'hospitable', 'direct', 'other'] as const
export type Platform = (typeof PLATFORMS)[number]

/** What is true of a reservation, or what one source says of it. */
export type StayFacts = {
  readonly kind: StayKind
  /** The source does not tell a stay from a block: it is held to be a stay. */
  readonly isGuess: boolean
  readonly state: 'booked' | 'cancelled'
  readonly checkIn: LocalDate
  readonly checkOut: LocalDate
  /** Null where nobody says: the place's usual time. */
  readonly checkInTime: LocalTime | null
  readonly checkOutTime: LocalTime | null
  readonly guests: number | null
  readonly pets: number | null
  /** Null where a feed carries what was booked elsewhere, too. */
  readonly platform: Platform | null
  /** The platform's own number of the reservation. */
  readonly code: string | null
}

export type Stay = StayFacts & { readonly id: StayId; readonly propertyId: PropertyId }

/** @public */
export function nightsOf({ checkIn, checkOut }: Pick<StayFacts, 'checkIn' | 'checkOut'>): number {
  return daysBetween(checkIn, checkOut)
}

/** Whether somebody sleeps there: what makes work. */
export function isOccupied({ kind, state }: Pick<StayFacts, 'kind' | 'state'>): boolean {
  return state === 'booked' && kind !== 'block'
}

/** Closed, or guests of whom the platform says no more: nobody can tell. */
export function isClosedGuess({
  kind,
  isGuess,
  state,
}: Pick<StayFacts, 'kind' | 'isGuess' | 'state'>): boolean {
  return state === 'booked' && kind === 'block' && isGuess
}

/** Two different stays that want the same night: somebody has to say which of them is real. The day of change is none. @public */
export function overlapsOf<Each extends StayFacts>(stays: readonly Each[]): (readonly [Each, Each])[] {
  const inOrder = stays.filter(isOccupied).sort((a, b) => (a.checkIn < b.checkIn ? -1 : 1))
  const pairs: (readonly [Each, Each])[] = []
  for (const [at, first] of inOrder.entries())
    for (const second of inOrder.slice(at + 1)) {
      if (second.checkIn >= first.checkOut) break
      pairs.push([first, second])
    }
  return pairs
}

/** The first day whose stays are kept: those that ended before it are forgotten. */
export function firstDayKept(today: LocalDate, daysKept: number): LocalDate {
  return addDays(today, -daysKept)
}
