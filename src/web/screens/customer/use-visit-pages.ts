/** Visits a page at a time, with what is counted over all of them. */
import type { CallInput } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'

export type VisitQuery = Omit<CallInput<'POST /api/get-visits'>['body'], 'cursor'>

export function useVisitPages(query: VisitQuery) {
  const pages = useEndpointPages('POST /api/get-visits', { body: query }, (page) => page.visits, {
    keepsPrevious: true,
  })
  const { totalCount = 0, countByState = {} } = pages.first ?? {}
  return { ...pages, visits: pages.rows, totalCount, countByState }
}
