/** What a reservation at Hospitable says of a stay, and of which of our places. */
import type { PropertyId } from '../ids.ts'
import type { Platform } from '../stays/stay.ts'
import type { Reported } from '../stays/truth.ts'
import {
  dateAt,
  isLocalDate,
  isLocalTime,
  type LocalDate,
  type LocalTime,
  parseInstant,
  timeAt,
} from '../time.ts'

export type Reservation = {
  readonly id: string
  readonly platform: string
  readonly code: string | null
  /** Also several: a house, and the room in it that was booked. */
  readonly rentalIds: readonly string[]
  readonly category: string
  /** With an offset, as `2026-12-10T11:00:00-06:00`. */
  readonly checkIn: string
  readonly checkOut: string
  readonly guests: number | null
  readonly pets: number | null
}

export type MatchedRental = {
  readonly hospitableId: string
  readonly parentId: string | null
  readonly propertyId: PropertyId
}

const PLATFORM_OF: Readonly<Record<string, Platform>> = {
  airbnb: 'airbnb',
  homeaway: 'vrbo',
  booking: 'booking',
  direct: 'direct',
}

/** Null where its days are none. Asked for, declined and unknown are no bookings. */
export function reportOf(reservation: Reservation, zone: string): Reported | null {
  const [arrival, departure] = [clockOf(reservation.checkIn, zone), clockOf(reservation.checkOut, zone)]
  if (arrival === null || departure === null || departure.date <= arrival.date) return null
  return {
    externalId: reservation.id,
    kind: 'stay',
    isGuess: false,
    state: reservation.category === 'accepted' ? 'booked' : 'cancelled',
    checkIn: arrival.date,
    checkOut: departure.date,
    checkInTime: arrival.time,
    checkOutTime: departure.time,
    guests: reservation.guests,
    pets: reservation.pets,
    platform: Object.hasOwn(PLATFORM_OF, reservation.platform) ? PLATFORM_OF[reservation.platform]! : 'other',
    code: reservation.code,
  }
}

/**
 * The wall clock as it is written (field 5): the host says eleven o'clock, whatever offset the property had when somebody
 * looked it up. Only an instant of no offset is turned into the place's time.
 */
function clockOf(text: string, zone: string): { date: LocalDate; time: LocalTime } | null {
  const [, date = '', time = '', offset] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? []
  if (!isLocalDate(date) || !isLocalTime(time)) return null
  if (offset !== 'Z') return { date, time }
  const at = parseInstant(`${date}T${time}:00Z`)
  return { date: dateAt(at, zone), time: timeAt(at, zone) }
}

/** One place, so that a house and its room booked together are one stay: that of the whole. */
export function placeOf(rentalIds: readonly string[], rentals: readonly MatchedRental[]): PropertyId | null {
  const booked = rentals.filter(({ hospitableId }) => rentalIds.includes(hospitableId))
  const isPart = ({ parentId }: MatchedRental) => booked.some(({ hospitableId }) => hospitableId === parentId)
  return booked.find((rental) => !isPart(rental))?.propertyId ?? booked[0]?.propertyId ?? null
}
