/** What a host reads of one day before it begins: who comes to work, which guests change, and what needs the host. */
import type { PropertyId, StayId, VisitId } from '../ids.ts'
import { isOccupied, type Stay } from '../stays/stay.ts'
import {
  addDays,
  DAY_MS,
  dateAt,
  HOUR_MS,
  type Instant,
  instant,
  instantAt,
  type LocalDate,
  localTime,
} from '../time.ts'
import { daysToRead, type SeenPlace, type SeenVisit, TROUBLES, troublesOf } from './troubles.ts'

export const DIGEST_HOUR = 7
/** What was held up for longer than this is no morning's mail any more; the next one is tomorrow's. */
const LATEST_MS = 5 * HOUR_MS
/** So many days ahead something can still be helped without haste. */
const TROUBLE_DAYS = 2

/** A silence is news on its first morning; after that it comes along with whatever else there is. */
const NEWS_MS = DAY_MS

/** The most urgent first. */
const DIGEST_PROBLEMS = [
  'door_shut',
  'question',
  'missed',
  'no_crew',
  'silent_before_guests',
  ...TROUBLES,
  'silent',
] as const
export type DigestProblemKind = (typeof DIGEST_PROBLEMS)[number]

/** What tells of a place's stays has not done so for long, by the name under which its host knows it. */
export type Silence = { readonly source: string; readonly since: Instant }
export type SilenceKind = Extract<DigestProblemKind, `silent${string}`>

export type DigestVisit = SeenVisit & {
  readonly crewName: string | null
  /** Its crew stands at a door that nobody opens. */
  readonly isDoorShut: boolean
  /** Its crew asks for more work, and nobody answered. */
  readonly hasQuestion: boolean
}

export type DigestPlace = Omit<SeenPlace, 'visits'> & {
  readonly id: PropertyId
  readonly name: string
  /** Whoever cleans by itself misses no turnover of ours. */
  readonly plansTurnovers: boolean
  readonly visits: readonly DigestVisit[]
  readonly silences: readonly Silence[]
}

type At<Thing> = Thing & { readonly place: DigestPlace }

type Concern = {
  readonly date: LocalDate
  readonly visitId: VisitId | null
  readonly stayIds: readonly StayId[]
  /** Worth a mail by itself. */
  readonly isNews: boolean
}

type DigestProblem =
  | (Concern & { readonly kind: Exclude<DigestProblemKind, SilenceKind> })
  | (Concern & { readonly kind: SilenceKind; readonly silence: Silence })

export type DayDigest = {
  readonly problems: readonly At<DigestProblem>[]
  readonly visits: readonly At<{ readonly visit: DigestVisit }>[]
  readonly leaving: readonly At<{ readonly stay: Stay }>[]
  readonly coming: readonly At<{ readonly stay: Stay }>[]
}

/** The first time after an instant at which the clock of a zone shows the hour; where it is skipped, the moment after. */
export function nextDigestAt(hour: number, after: Instant, zone: string): Instant {
  const time = localTime(`${String(hour).padStart(2, '0')}:00`)
  for (let date = dateAt(after, zone); ; date = addDays(date, 1)) {
    const at = instantAt(date, time, zone)
    if (at > after) return at
  }
}

export function isTooLate(plannedAt: Instant, now: Instant): boolean {
  return now > instant(plannedAt + LATEST_MS)
}

/** What has to be known of places for it, wherever on earth they are. */
export function daysOfDigest(now: Instant): { readonly from: LocalDate; readonly to: LocalDate } {
  const today = dateAt(now, 'UTC')
  return daysToRead({ from: addDays(today, -2), to: addDays(today, TROUBLE_DAYS + 1) })
}

/** Each place by its own calendar day. */
export function digestOf(places: readonly DigestPlace[], now: Instant): DayDigest {
  const parts = places.map((place) => dayAt(place, dateAt(now, place.zone), now))
  return {
    problems: parts
      .flatMap(({ problems }) => problems)
      .toSorted((a, b) => a.rank - b.rank || (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    visits: parts
      .flatMap(({ visits }) => visits)
      .toSorted((a, b) => a.visit.startsAt - b.visit.startsAt || (a.visit.id < b.visit.id ? -1 : 1)),
    leaving: parts.flatMap(({ leaving }) => leaving).toSorted(byPlace),
    coming: parts.flatMap(({ coming }) => coming).toSorted(byPlace),
  }
}

function byPlace(a: { readonly place: DigestPlace }, b: { readonly place: DigestPlace }): number {
  return a.place.name.localeCompare(b.place.name)
}

export function isNothing({ problems, visits, leaving, coming }: DayDigest): boolean {
  const news = problems.filter(({ isNews }) => isNews)
  return news.length + visits.length + leaving.length + coming.length === 0
}

function dayAt(place: DigestPlace, today: LocalDate, now: Instant) {
  const stays = place.stays.filter(isOccupied)
  const at = <Thing>(thing: Thing) => ({ ...thing, place })
  return {
    problems: problemsAt(place, today, now).map((problem) => ({
      ...at(problem),
      rank: DIGEST_PROBLEMS.indexOf(problem.kind),
    })),
    visits: place.visits
      .filter(({ date, state }) => date === today && state !== 'cancelled' && state !== 'skipped')
      .map((visit) => at({ visit })),
    leaving: stays.filter(({ checkOut }) => checkOut === today).map((stay) => at({ stay })),
    coming: stays.filter(({ checkIn }) => checkIn === today).map((stay) => at({ stay })),
  }
}

function problemsAt(place: DigestPlace, today: LocalDate, now: Instant): DigestProblem[] {
  const ofVisits = place.visits.flatMap((visit): DigestProblem[] => {
    const kind = problemOf(visit, today)
    return kind === null ? [] : [{ kind, date: visit.date, visitId: visit.id, stayIds: [], isNews: true }]
  })
  const days = { from: today, to: addDays(today, TROUBLE_DAYS) }
  const ofStays = troublesOf(place, days, today)
    .filter(({ kind }) => kind !== 'no_turnover' || place.plansTurnovers)
    .map(({ kind, date, stayIds, visitIds }) => ({
      kind,
      date,
      visitId: visitIds[0] ?? null,
      stayIds,
      isNews: true,
    }))
  return [...ofVisits, ...ofStays, ...silencesAt(place, days, now)]
}

/** Guests who may have moved or cancelled meanwhile are worth a look before they come. */
function silencesAt(
  { stays, silences }: DigestPlace,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  now: Instant,
): DigestProblem[] {
  const next = stays
    .filter((stay) => isOccupied(stay) && stay.checkIn >= from && stay.checkIn <= to)
    .toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1))[0]
  return silences.map((silence) =>
    next === undefined
      ? {
          kind: 'silent',
          date: from,
          visitId: null,
          stayIds: [],
          silence,
          isNews: now - silence.since < NEWS_MS,
        }
      : {
          kind: 'silent_before_guests',
          date: next.checkIn,
          visitId: null,
          stayIds: [next.id],
          silence,
          isNews: true,
        },
  )
}

/** One at most of each visit: what stands first is what has to be seen to. */
function problemOf(visit: DigestVisit, today: LocalDate): Exclude<DigestProblemKind, SilenceKind> | null {
  if (visit.isDoorShut) return 'door_shut'
  if (visit.hasQuestion) return 'question'
  const { date, state, crewName } = visit
  if (state === 'missed') return date >= addDays(today, -1) && date <= today ? 'missed' : null
  const isOpen = state === 'scheduled' || state === 'reopened'
  return isOpen && crewName === null && date >= today && date <= addDays(today, 1) ? 'no_crew' : null
}
