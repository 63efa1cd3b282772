/** The week of visits that the jobs page shows first. */
import type { QueryClient } from '@tanstack/react-query'
import { addDays, DEFAULT_TIME_ZONE, dateAt, instant, type LocalDate, mondayOf } from '#domain/time.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { prefetchPages } from '#web/endpoint-pages.ts'
import { userQuery } from '#web/session/user.ts'
import type { VisitQuery } from './use-visit-pages.ts'

const VISITS_AT_ONCE = 100
/** What will not happen any more stands in the table, not in the week. */
const SHOWN_STATES = VISIT_STATES.filter((state) => state !== 'cancelled')

export function weekFrom(monday: LocalDate): VisitQuery {
  return { from: monday, to: addDays(monday, 6), states: SHOWN_STATES, limit: VISITS_AT_ONCE }
}

export async function prefetchThisWeek(client: QueryClient): Promise<void> {
  const zone = client.getQueryData(userQuery().queryKey)?.time_zone ?? DEFAULT_TIME_ZONE
  const monday = mondayOf(dateAt(instant(Date.now()), zone))
  await prefetchPages(client, 'POST /api/get-visits', { body: weekFrom(monday) })
}
