/** Pickups that follow the stays of a place: none where nobody stayed, one more after a long or large stay, none before a check-out. */
import type { CheckOut } from '../schedule/exceptions.ts'
import { occurrenceOf } from '../schedule/moves.ts'
import { type Series, type SeriesVisit, seriesVisits } from '../schedule/series.ts'
import { isClosedGuess, isOccupied, nightsOf, type Stay } from '../stays/stay.ts'
import {
  addDays,
  HOUR_MS,
  type Instant,
  instantAt,
  type LocalDate,
  type LocalTime,
  localTime,
} from '../time.ts'

/** Whose weekly work follows stays; a lawn grows without guests, and what operators add is held to be like it. */
export const PICKUP_SERVICES: readonly string[] = ['bins', 'recycling']

export type PickupRule = {
  readonly isOn: boolean
  /** Where a source says no time of its own. */
  readonly checkOutTime: LocalTime
  /** From so many nights on a stay gets a pickup of its own; null: however long it is, none. */
  readonly extraNights: number | null
  readonly extraGuests: number | null
  /** As with turnovers: days that a platform only calls closed are guests'. */
  readonly countsClosed: boolean
}

export const DEFAULT_PICKUP_RULE: PickupRule = {
  isOn: false,
  checkOutTime: localTime('11:00'),
  extraNights: 7,
  extraGuests: 8,
  countsClosed: false,
}

export const MOST_EXTRA_NIGHTS = 60
export const MOST_EXTRA_GUESTS = 50

/** Guests book late: what lies further ahead is left as the rule of the job has it. */
const VACANT_WITHIN_DAYS = 7

type ExtraPickup = { readonly nights: number; readonly guests: number | null }

export type PickupDay = CheckOut & { readonly extra: ExtraPickup | null }

export type PickupPlan = {
  /** Dates of the rule on which nobody is to come, since nobody stayed. */
  readonly vacant: readonly LocalDate[]
  /** Days of a check-out, in their order. */
  readonly days: readonly PickupDay[]
}

export type PickupFacts = {
  readonly stays: readonly Stay[]
  /** Whether everything that tells of stays can be believed: silence is no vacancy. */
  readonly isReliable: boolean
  /** When the last pickup before today began; null where nobody has come yet. */
  readonly lastAt: Instant | null
  /** Dates that the host brought back. */
  readonly kept: readonly LocalDate[]
  /** What was vacant until now: within its hours a pickup is not taken away any more. */
  readonly wasVacant: readonly LocalDate[]
  /** Days on which others of the same service come: one trip takes what a stay left. */
  readonly beside?: readonly LocalDate[]
  readonly today: LocalDate
  readonly to: LocalDate
  readonly now: Instant
}

/** Of the series as its rule has it, without what stays said of it before. Said again it is the same. */
export function planPickups(rule: PickupRule, series: Series, facts: PickupFacts): PickupPlan {
  if (!rule.isOn) return { vacant: [], days: [] }
  const occupied = facts.stays.filter(
    (stay) => isOccupied(stay) || (rule.countsClosed && isClosedGuess(stay)),
  )
  const checkOuts = checkOutsOf(rule, occupied, facts)
  const visitsWith = (extras: readonly LocalDate[]) =>
    seriesVisits({ ...series, stayDays: { checkOuts, extras } }, facts.today, facts.to)
  const ofRule = visitsWith([])
  const comes = new Set([...ofRule.map(({ date }) => date), ...(facts.beside ?? [])])
  const days = checkOuts.map((day) => ({ ...day, extra: extraOn(day.date, rule, occupied, comes) }))
  const extras = days.filter(({ extra }) => extra !== null).map(({ date }) => date)
  return { days, vacant: vacantOf(visitsWith(extras), new Set(extras), { rule, occupied, facts, series }) }
}

/** The latest of each day. */
function checkOutsOf(
  rule: PickupRule,
  occupied: readonly Stay[],
  { today, to }: Pick<PickupFacts, 'today' | 'to'>,
): CheckOut[] {
  const leaving = Map.groupBy(occupied, ({ checkOut }) => checkOut)
  return [...leaving]
    .filter(([date]) => date >= today && date <= to)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, stays]) => ({
      date,
      notBefore: stays.map((stay) => leavesAt(stay, rule)).reduce((a, b) => (a > b ? a : b)),
    }))
}

function leavesAt(stay: Stay, rule: PickupRule): LocalTime {
  return stay.checkOutTime ?? rule.checkOutTime
}

/** None while others still sleep there, nor where one of the same service comes that day or the next anyway. */
function extraOn(
  date: LocalDate,
  rule: PickupRule,
  occupied: readonly Stay[],
  comes: ReadonlySet<LocalDate>,
): ExtraPickup | null {
  const isMuch = (stay: Stay) =>
    (rule.extraNights !== null && nightsOf(stay) >= rule.extraNights) ||
    (rule.extraGuests !== null && stay.guests !== null && stay.guests >= rule.extraGuests)
  const leaving = occupied.filter((stay) => stay.checkOut === date && isMuch(stay))
  if (leaving.length === 0) return null
  if (occupied.some(({ checkIn, checkOut }) => checkIn < date && date < checkOut)) return null
  if (comes.has(date) || comes.has(addDays(date, 1))) return null
  const guests = leaving.map((stay) => stay.guests).filter((count) => count !== null)
  return {
    nights: Math.max(...leaving.map(nightsOf)),
    guests: guests.length === 0 ? null : Math.max(...guests),
  }
}

type Place = {
  readonly rule: PickupRule
  readonly occupied: readonly Stay[]
  readonly facts: PickupFacts
  readonly series: Series
}

function vacantOf(visits: readonly SeriesVisit[], extras: ReadonlySet<LocalDate>, place: Place): LocalDate[] {
  const { isReliable, kept, wasVacant, now, today } = place.facts
  const until = addDays(today, VACANT_WITHIN_DAYS)
  const vacant: LocalDate[] = []
  let lastAt = place.facts.lastAt
  for (const visit of visits) {
    const date = occurrenceOf(visit)
    const isOpen = visit.startsAt > now || wasVacant.includes(date)
    const isVacant =
      isReliable &&
      isOpen &&
      visit.date <= until &&
      !extras.has(date) &&
      !kept.includes(date) &&
      !hasStayed(visit, lastAt, place)
    if (isVacant) vacant.push(date)
    else lastAt = visit.startsAt
  }
  return vacant
}

/** A night before this pickup whose guests were still there when the last one came. */
function hasStayed(visit: SeriesVisit, lastAt: Instant | null, { rule, occupied, series }: Place): boolean {
  return occupied.some(
    (stay) =>
      stay.checkIn < visit.date &&
      (lastAt === null || instantAt(stay.checkOut, leavesAt(stay, rule), series.zone) > lastAt),
  )
}

/** Whatever was read so long ago is silence. */
const RELIABLE_WITHIN_MS = 36 * HOUR_MS

export type SourceHealth = {
  /** Null where it was never read. */
  readonly goodAt: Instant | null
  /** In a row; 0 where the last reading was good. */
  readonly failures: number
  /** Paused, silent, in doubt or cut off. */
  readonly isStopped: boolean
}

/** One that fails is enough to skip nothing, and so is none at all. */
export function areReliable(sources: readonly SourceHealth[], now: Instant): boolean {
  return (
    sources.length > 0 &&
    sources.every(
      ({ goodAt, failures, isStopped }) =>
        goodAt !== null && failures === 0 && !isStopped && now - goodAt <= RELIABLE_WITHIN_MS,
    )
  )
}
