/** What is chosen on the board, by its lanes, its tray or its map alike: a visit, and with it its crew, or a crew alone. */
import { useCallback, useState } from 'react'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Crew, ShownBoard, Visit } from './use-board.ts'

type Chosen = { readonly visitId?: VisitId; readonly crewId?: UserId }

export type Selection = ReturnType<typeof useSelection>

export function useSelection(board: ShownBoard) {
  const [chosen, setChosen] = useState<Chosen>({})
  const chooseVisit = useCallback((visitId: VisitId) => setChosen({ visitId }), [])
  const chooseCrew = useCallback((crewId: UserId) => setChosen({ crewId }), [])
  const clear = useCallback(() => setChosen({}), [])
  const visit = board.visits.get(chosen.visitId ?? '')
  // Whose the visit is by now: the choice goes with it where it is moved.
  const crewId = visit === undefined ? chosen.crewId : visit.crewId
  const crew = board.crews.find(({ id }) => id === crewId)
  return { visitId: chosen.visitId, crew, route: routeOf(board, crew, visit), chooseVisit, chooseCrew, clear }
}

export type ChosenRoute = { readonly crew: Crew; readonly date: LocalDate; readonly row: readonly Visit[] }

/** The day of the visit; else today where it is shown, or the first day on which the crew has anything. */
function routeOf(
  board: ShownBoard,
  crew: Crew | undefined,
  visit: Visit | undefined,
): ChosenRoute | undefined {
  if (crew === undefined) return undefined
  const own = [...board.visits.values()].filter(({ crewId }) => crewId === crew.id)
  const first = own.map(({ date }) => date).toSorted()[0]
  const today = own.find(({ date }) => date === board.today)?.date
  const date = visit?.date ?? today ?? first
  return date === undefined ? undefined : { crew, date, row: board.row(crew.id, date) }
}
