/**
 * A day of a market as one question to the routing engine: every crew that works, everything that can still be done, and
 * who may do what by the rule that dispatchers see while they drag.
 */
import type { LatLng } from '../geo.ts'
import type { DrivingMatrix, RoutingAnswer, RoutingProblem } from '../routing/types.ts'
import { type Instant, type LocalDate, MINUTE_MS } from '../time.ts'
import { type Board, type BoardCrew, type BoardVisit, firstFreePlace } from './board.ts'
import { freedomOf } from './handing.ts'
import { driveLane, type Drive } from './lane.ts'
import { type BreakKind, breaksOfCrew } from './placement.ts'

export type PlannedVisit = BoardVisit & { readonly isStanding: boolean }

export type DayPart<Crew extends BoardCrew, Visit extends PlannedVisit> = {
  readonly date: LocalDate
  readonly crews: readonly Crew[]
  /** What is to be put somewhere: with its crew where only that one may have it. */
  readonly visits: readonly Visit[]
}

/** Why a visit stays open: what keeps the last crews from it; `full` where some could, but have no room. */
type WhyOpen = BreakKind | 'full'

export type DayAnswer = {
  /** By crew, what can be put into an order; what is under way stands before it. */
  readonly lanes: ReadonlyMap<string, readonly string[]>
  readonly open: ReadonlyMap<string, WhyOpen>
}

type Question<Crew extends BoardCrew, Visit extends PlannedVisit> = {
  readonly board: Board<Crew, Visit>
  readonly part: DayPart<Crew, Visit>
  readonly now: Instant
  readonly drive: Drive
}

/** So much driving is worth a visit that is done: all of them, wherever somebody can. */
const PRIZE_SECONDS = 4 * 3_600
/** Beyond that many a question is put in two, each with the crews and the visits of its side. */
const MOST_PLACES = 900

export function partsOfDay<Crew extends BoardCrew, Visit extends PlannedVisit>(
  board: Board<Crew, Visit>,
  date: LocalDate,
  now: Instant,
): DayPart<Crew, Visit>[] {
  const crews = board.crews.filter(
    (crew) => crew.base !== null && !crew.isFrozen && board.day(crew, date).hours !== null,
  )
  const coming = new Map(crews.map((crew) => [crew.id, crew]))
  const visits = [...board.visits.values()].filter(
    (visit) => visit.date === date && freedomOfVisit(visit, coming, now) !== 'fixed',
  )
  return split({ date, crews, visits })
}

function freedomOfVisit(visit: PlannedVisit, coming: ReadonlyMap<string, BoardCrew>, now: Instant) {
  const crew = visit.crewId === null ? undefined : coming.get(visit.crewId)
  return freedomOf({ ...visit, endsAt: visit.closesAt }, crew !== undefined && canCome(crew, visit, now), now)
}

function canCome(crew: BoardCrew, visit: PlannedVisit, now: Instant): boolean {
  const day = { base: crew.base ?? visit.place, hours: null }
  return !breaksOfCrew({ crew, day, row: [], stop: visit, now }).some(({ kind }) => kind === 'day_off')
}

/** Along the longer side of the city, through its middle. */
function split<Crew extends BoardCrew, Visit extends PlannedVisit>(
  part: DayPart<Crew, Visit>,
): DayPart<Crew, Visit>[] {
  const { crews, visits, date } = part
  if (crews.length + visits.length <= MOST_PLACES || crews.length < 2) return [part]
  const bases = crews.map(({ base }) => base!)
  const wide = spread(bases, 'lng') > spread(bases, 'lat') ? 'lng' : 'lat'
  const middle = bases.map((base) => base[wide]).toSorted((a, b) => a - b)[Math.floor(bases.length / 2)]!
  const isLow = new Map(crews.map((crew) => [crew.id, crew.base![wide] < middle]))
  const side = (isWanted: boolean): DayPart<Crew, Visit> => ({
    date,
    crews: crews.filter(({ id }) => isLow.get(id) === isWanted),
    visits: visits.filter(
      ({ crewId, place }) => (isLow.get(crewId ?? '') ?? place[wide] < middle) === isWanted,
    ),
  })
  const [low, high] = [side(true), side(false)]
  if (low.crews.length === 0 || high.crews.length === 0) return [part]
  return [...split(low), ...split(high)]
}

function spread(places: readonly LatLng[], side: keyof LatLng): number {
  const all = places.map((place) => place[side])
  return Math.max(...all) - Math.min(...all)
}

/** The places of the matrix: where each crew is when it is free, its base, and each visit. */
export function placesOf<Crew extends BoardCrew, Visit extends PlannedVisit>(
  question: Question<Crew, Visit>,
): LatLng[] {
  const { crews, visits } = question.part
  return [
    ...crews.map((crew) => begunBy(question, crew).place),
    ...crews.map(({ base }) => base!),
    ...visits.map(({ place }) => place),
  ]
}

export function problemOfDay<Crew extends BoardCrew, Visit extends PlannedVisit>(
  question: Question<Crew, Visit>,
  matrix: DrivingMatrix,
): RoutingProblem {
  const { board, part, now } = question
  const { crews, visits, date } = part
  const coming = new Map<string, BoardCrew>(crews.map((crew) => [crew.id, crew]))
  const zero = Math.min(...crews.map((crew) => board.day(crew, date).hours!.from))
  const seconds = (at: number) => (at - zero) / 1_000
  return {
    matrix,
    drivingCost: { perSecond: 1, perFoot: 0 },
    vehicles: crews.map((crew, index) => ({
      startNode: index,
      endNode: crews.length + index,
      startSeconds: seconds(begunBy(question, crew).freeAt),
      endSeconds: Math.max(
        seconds(begunBy(question, crew).freeAt),
        seconds(board.day(crew, date).hours!.until),
      ),
      rangeFeet: Infinity,
      capacity: Infinity,
      skills: 0,
      fixedCost: 0,
    })),
    stops: visits.map((visit, index) => {
      const isOwn = freedomOfVisit(visit, coming, now) === 'own_crew'
      const takes = visit.serviceMinutes * MINUTE_MS
      return {
        node: 2 * crews.length + index,
        serviceSeconds: takes / 1_000,
        openSeconds: seconds(visit.opensAt),
        // Done within its window, as crews who take work by themselves are held to.
        closeSeconds: seconds(Math.max(visit.opensAt, visit.closesAt - takes)),
        prize: PRIZE_SECONDS,
        isMandatory: isOwn,
        load: 0,
        skills: 0,
        onlyVehicles: new Set(
          isOwn
            ? [crews.findIndex(({ id }) => id === visit.crewId)]
            : crews.flatMap((crew, at) => (whyNot(question, crew, visit).length === 0 ? [at] : [])),
        ),
      }
    }),
  }
}

export function answerOfDay<Crew extends BoardCrew, Visit extends PlannedVisit>(
  question: Question<Crew, Visit>,
  { routes, absentStops }: Pick<RoutingAnswer, 'routes' | 'absentStops'>,
): DayAnswer {
  const { crews, visits } = question.part
  const coming = new Map<string, BoardCrew>(crews.map((crew) => [crew.id, crew]))
  const lanes = new Map<string, string[]>(
    crews.map((crew, index) => [crew.id, routes[index]!.map((stop) => visits[stop]!.id)]),
  )
  const open = new Map<string, WhyOpen>()
  for (const stop of absentStops) {
    const visit = visits[stop]!
    const isOwn = freedomOfVisit(visit, coming, question.now) === 'own_crew'
    // Nobody takes it from its crew, though there is no good place for it.
    if (isOwn) lanes.get(visit.crewId!)!.push(visit.id)
    else open.set(visit.id, whyOpen(question, visit))
  }
  return { lanes, open }
}

/** The last thing that kept the last crews from it. */
function whyOpen<Crew extends BoardCrew, Visit extends PlannedVisit>(
  question: Question<Crew, Visit>,
  visit: Visit,
): WhyOpen {
  let left: readonly Crew[] = question.board.crews.filter(({ base }) => base !== null)
  for (const kind of ['over', 'skill', 'day_not_worked', 'day_off', 'frozen', 'blocked', 'range'] as const) {
    const fitting = left.filter((crew) => !whyNot(question, crew, visit).includes(kind))
    if (fitting.length === 0) return kind
    left = fitting
  }
  return 'full'
}

function whyNot<Crew extends BoardCrew, Visit extends PlannedVisit>(
  { board, part, now }: Question<Crew, Visit>,
  crew: Crew,
  visit: Visit,
): BreakKind[] {
  return breaksOfCrew({ crew, day: board.day(crew, part.date), row: [], stop: visit, now }).map(
    ({ kind }) => kind,
  )
}

/** Where a crew is and when it is free, once what it has begun is done. */
function begunBy<Crew extends BoardCrew, Visit extends PlannedVisit>(
  { board, part, now, drive }: Question<Crew, Visit>,
  crew: Crew,
): { readonly place: LatLng; readonly freeAt: number } {
  const day = board.day(crew, part.date)
  const row = board.row(crew.id, part.date)
  const begun = row.slice(0, firstFreePlace(row))
  const lane = driveLane(day, begun, drive, now)
  return {
    place: begun.at(-1)?.place ?? day.base,
    freeAt: Math.max(lane.stops.at(-1)?.endsAt ?? 0, day.hours!.from, now),
  }
}
