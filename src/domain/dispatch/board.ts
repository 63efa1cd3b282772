/** The board of a market: whose lane each visit stands in and where, and what is left over. */
import type { LatLng } from '../geo.ts'
import { type Instant, instantAt, type LocalDate, type LocalTime, type Weekday, weekdayOf } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import { isMovable } from './handing.ts'
import type { LaneDay } from './lane.ts'
import type { PlacedCrew, PlacedStop } from './placement.ts'

export type BoardCrew = PlacedCrew & {
  readonly base: LatLng | null
  /** On the market's clock. */
  readonly hours: readonly {
    readonly weekday: Weekday
    readonly from: LocalTime
    readonly until: LocalTime
  }[]
}

export type BoardVisit = PlacedStop & {
  readonly date: LocalDate
  readonly crewId: string | null
  /** 0 is none. */
  readonly position: number
  readonly state: VisitState
}

export type Board<Crew extends BoardCrew, Visit extends BoardVisit> = {
  readonly crews: readonly Crew[]
  readonly visits: ReadonlyMap<string, Visit>
  /** The stops of a crew's day in their order. */
  readonly row: (crewId: string, date: LocalDate) => readonly Visit[]
  readonly day: (crew: Crew, date: LocalDate) => LaneDay
  /** What nobody has and somebody still could do, the soonest first. */
  readonly open: readonly Visit[]
}

export function boardOf<Crew extends BoardCrew, Visit extends BoardVisit>(
  {
    crews,
    visits,
    zone,
  }: { readonly crews: readonly Crew[]; readonly visits: readonly Visit[]; readonly zone: string },
  now: Instant,
): Board<Crew, Visit> {
  const rows = Map.groupBy(
    visits.filter(({ crewId }) => crewId !== null).toSorted(inLane),
    (visit) => `${visit.crewId}|${visit.date}`,
  )
  const days = new Map<string, LaneDay>()
  const row = (crewId: string, date: LocalDate): readonly Visit[] => rows.get(`${crewId}|${date}`) ?? []
  return {
    crews,
    visits: new Map(visits.map((visit) => [visit.id, visit])),
    row,
    day: (crew, date) => {
      const key = `${crew.id}|${date}`
      const known = days.get(key)
      if (known !== undefined) return known
      const day = dayOf(crew, date, zone, row(crew.id, date)[0]?.place ?? NOWHERE)
      days.set(key, day)
      return day
    },
    open: visits
      .filter((visit) => visit.crewId === null && isMovable({ ...visit, endsAt: visit.closesAt }, now))
      .toSorted((a, b) => a.closesAt - b.closesAt || (a.id < b.id ? -1 : 1)),
  }
}

/** Of a crew without a base and without stops nothing is measured. */
const NOWHERE: LatLng = { lat: 0, lng: 0 }

function dayOf(
  crew: Pick<BoardCrew, 'base' | 'hours'>,
  date: LocalDate,
  zone: string,
  otherwise: LatLng = NOWHERE,
): LaneDay {
  const hours = crew.hours.find(({ weekday }) => weekday === weekdayOf(date))
  return {
    base: crew.base ?? otherwise,
    hours:
      hours === undefined
        ? null
        : { from: instantAt(date, hours.from, zone), until: instantAt(date, hours.until, zone) },
  }
}

/** Stops without a place in the day come after those with one, by their windows. */
function inLane(a: BoardVisit, b: BoardVisit): number {
  if ((a.position === 0) !== (b.position === 0)) return a.position === 0 ? 1 : -1
  return a.position - b.position || a.opensAt - b.opensAt || (a.id < b.id ? -1 : 1)
}

/** The places of a lane that can still be taken: none before what is under way or done. */
export function firstFreePlace(row: readonly BoardVisit[]): number {
  return row.findLastIndex(({ state }) => !['scheduled', 'confirmed', 'reopened'].includes(state)) + 1
}
