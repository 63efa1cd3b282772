/** Which turnovers the stays of a place ask for: one between who leaves and who comes, in the hours that are free. */
import type { StayId } from '../ids.ts'
import { isClosedGuess, isOccupied, nightsOf, type Stay } from '../stays/stay.ts'
import {
  HOUR_MS,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  localTime,
} from '../time.ts'

/** The key of the service that they are. */
export const TURNOVER_SERVICE = 'turnover'

export type TurnoverRule = {
  readonly isOn: boolean
  /** What the price counts at least. */
  readonly bedrooms: number
  /** Where a source says no time of its own. */
  readonly checkInTime: LocalTime
  readonly checkOutTime: LocalTime
  /** By when it is done where nobody comes that day. */
  readonly finishBy: LocalTime
  /** Some platforms call guests' days and closed ones alike: the host says that those are guests'. */
  readonly countsClosed: boolean
}

export const DEFAULT_TURNOVER_RULE: TurnoverRule = {
  isOn: false,
  bedrooms: 1,
  checkInTime: localTime('16:00'),
  checkOutTime: localTime('11:00'),
  finishBy: localTime('20:00'),
  countsClosed: false,
}

/** What the crew wants to know of who left and who comes. */
export type TurnoverFacts = {
  /** The next guests come on the day on which these leave. */
  readonly isSameDay: boolean
  readonly guests: number | null
  readonly nights: number
  readonly pets: number | null
}

export type Turnover = {
  /** Of whom it follows: several where two tell of the same night, as a house and its room do. */
  readonly stayIds: readonly StayId[]
  readonly date: LocalDate
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly quantity: number
  readonly facts: TurnoverFacts
}

/** Guests to a bedroom: more of them are a made-up bed more, and count as a bedroom for each two. */
const GUESTS_PER_BEDROOM = 2
const MOST_QUANTITY = 100
/** However soon the next guests come, a crew is given so long. */
const LEAST_WINDOW_MS = HOUR_MS

/** In the order of their days, at most one a day. While others still sleep there, nobody cleans. */
export function wantedTurnovers(rule: TurnoverRule, stays: readonly Stay[], zone: string): Turnover[] {
  if (!rule.isOn) return []
  const occupied = stays.filter((stay) => isOccupied(stay) || (rule.countsClosed && isClosedGuess(stay)))
  const leaving = Map.groupBy(occupied, ({ checkOut }) => checkOut)
  return [...leaving]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .filter(([date]) => !occupied.some(({ checkIn, checkOut }) => checkIn < date && date < checkOut))
    .map(([date, group]) => turnoverOn(date, group, { rule, occupied, zone }))
}

/** By the place's size, or by its guests where they are more than fit. */
export function quantityFor({ bedrooms }: Pick<TurnoverRule, 'bedrooms'>, guests: number | null): number {
  return Math.min(MOST_QUANTITY, Math.max(bedrooms, Math.ceil((guests ?? 0) / GUESTS_PER_BEDROOM)))
}

type Place = { readonly rule: TurnoverRule; readonly occupied: readonly Stay[]; readonly zone: string }

function turnoverOn(date: LocalDate, leaving: readonly Stay[], { rule, occupied, zone }: Place): Turnover {
  const coming = occupied.filter(({ checkIn }) => checkIn === date)
  const leaves = latest(leaving.map(({ checkOutTime }) => checkOutTime ?? rule.checkOutTime))
  const until =
    coming.length === 0
      ? rule.finishBy
      : earliest(coming.map(({ checkInTime }) => checkInTime ?? rule.checkInTime))
  const startsAt = instantAt(date, leaves, zone)
  const guests = most(leaving.map((stay) => stay.guests))
  return {
    stayIds: leaving.map(({ id }) => id).toSorted(),
    date,
    startsAt,
    endsAt: instant(Math.max(instantAt(date, until, zone), startsAt + LEAST_WINDOW_MS)),
    quantity: quantityFor(rule, guests),
    facts: {
      isSameDay: coming.length > 0,
      guests,
      nights: Math.max(...leaving.map(nightsOf)),
      pets: most(leaving.map((stay) => stay.pets)),
    },
  }
}

function latest(times: readonly LocalTime[]): LocalTime {
  return times.reduce((a, b) => (a > b ? a : b))
}

function earliest(times: readonly LocalTime[]): LocalTime {
  return times.reduce((a, b) => (a < b ? a : b))
}

function most(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : Math.max(...known)
}
