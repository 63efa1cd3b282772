/** What a plan makes of each lane, stop by stop: in which order, what comes from whom, and what goes to whom. */
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'

type Row = {
  readonly visit_id: VisitId
  readonly place_name: string
  readonly service_key: string
  readonly date: LocalDate
  readonly crew_id: UserId | null
  readonly position: number
  readonly was_crew_id: UserId | null
  readonly was_position: number
  readonly was_starts_at: Instant
}
type Lane = { readonly crew_id: UserId; readonly crew_name: string; readonly date: LocalDate }
export type PlanStop = ReturnType<typeof stopOf>

/** By `laneKey`; each lane in the order of the plan, and behind it what the crew does not keep. */
export function describePlanStops(lanes: readonly Lane[], rows: readonly Row[]): Map<string, PlanStop[]> {
  const names = new Map(lanes.map((lane) => [lane.crew_id, lane.crew_name]))
  const after = Map.groupBy(rows, (row) => laneKey(row.crew_id, row.date))
  const before = Map.groupBy(rows, (row) => laneKey(row.was_crew_id, row.date))
  return new Map(
    lanes.map(({ crew_id, date }) => {
      const key = laneKey(crew_id, date)
      const was = (before.get(key) ?? []).toSorted(asBefore)
      const will = (after.get(key) ?? []).toSorted((a, b) => a.position - b.position)
      const nameOf = (id: UserId | null) => (id === null || id === crew_id ? null : (names.get(id) ?? null))
      return [
        key,
        [
          ...will.map((row, at) => stopOf(row, at + 1, placeIn(was, row), nameOf(row.was_crew_id))),
          ...was
            .filter((row) => row.crew_id !== crew_id)
            .map((row) => stopOf(row, null, placeIn(was, row), nameOf(row.crew_id))),
        ],
      ]
    }),
  )
}

export function laneKey(crewId: UserId | null, date: LocalDate): string {
  return `${crewId ?? ''} ${date}`
}

/** As a lane is read: stops without a place come last, by their windows. */
function asBefore(a: Row, b: Row): number {
  const last = (row: Row) => (row.was_position === 0 ? 1 : 0)
  return last(a) - last(b) || a.was_position - b.was_position || a.was_starts_at - b.was_starts_at
}

function placeIn(rows: readonly Row[], { visit_id }: Row): number | null {
  const at = rows.findIndex((row) => row.visit_id === visit_id)
  return at === -1 ? null : at + 1
}

function stopOf(row: Row, place: number | null, wasPlace: number | null, otherCrewName: string | null) {
  return {
    visitId: row.visit_id,
    placeName: row.place_name,
    serviceKey: row.service_key,
    place,
    wasPlace,
    otherCrewName,
  }
}
