/** Which nights at a complex are over and can be reported, once each and in their order. */
import type { VisitId } from '../ids.ts'
import { addDays, type LocalDate } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'

/** A night that nobody ended keeps the nights after it waiting for so long. */
export const REPORT_DAYS_BACK = 5
const NOT_DUE: ReadonlySet<VisitState> = new Set(['cancelled', 'skipped'])
const OVER: ReadonlySet<VisitState> = new Set(['completed', 'missed'])

type DueRound = { readonly visitId: VisitId; readonly date: LocalDate; readonly state: VisitState }

export type NightToReport = {
  readonly date: LocalDate
  /** Made that night; none where a round was due and nobody made it. */
  readonly made: readonly VisitId[]
  readonly notMade: readonly VisitId[]
}

/** `after`: the last night that was reported. A night with several rounds is over with the last of them. */
export function nightsToReport(
  rounds: readonly DueRound[],
  { after, today }: { readonly after: LocalDate; readonly today: LocalDate },
): NightToReport[] {
  const first = addDays(today, -REPORT_DAYS_BACK)
  const due = rounds.filter(
    ({ date, state }) => date > after && date >= first && date <= today && !NOT_DUE.has(state),
  )
  const nights = [...Map.groupBy(due, ({ date }) => date)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const open = nights.findIndex(([, night]) => !night.every(({ state }) => OVER.has(state)))
  return nights.slice(0, open === -1 ? undefined : open).map(([date, night]) => ({
    date,
    made: night.filter(({ state }) => state === 'completed').map(({ visitId }) => visitId),
    notMade: night.filter(({ state }) => state === 'missed').map(({ visitId }) => visitId),
  }))
}
