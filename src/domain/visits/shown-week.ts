/** The week of visits that a customer's jobs show. */
import { addDays, type LocalDate } from '../time.ts'
import { VISIT_STATES } from './graph.ts'

const VISITS_AT_ONCE = 100
/** What will not happen any more stands in the table, not in the week. */
const SHOWN_STATES = VISIT_STATES.filter((state) => state !== 'cancelled')

export function shownWeek(monday: LocalDate) {
  return { from: monday, to: addDays(monday, 6), states: SHOWN_STATES, limit: VISITS_AT_ONCE }
}
