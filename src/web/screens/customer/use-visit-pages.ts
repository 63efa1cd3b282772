/** Visits a page at a time, growing as the reader asks for more. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { call } from '#web/api.ts'

export type VisitQuery = Omit<BodyInput<Contract['POST /api/get-visits']>, 'cursor'>

export function useVisitPages(query: VisitQuery) {
  const pages = useInfiniteQuery({
    queryKey: ['POST /api/get-visits', query],
    queryFn: ({ pageParam, signal }) =>
      call('POST /api/get-visits', {
        body: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  const first = pages.data?.pages[0]
  return {
    ...pages,
    visits: pages.data?.pages.flatMap((page) => page.visits) ?? [],
    totalCount: first?.totalCount ?? 0,
    countByState: first?.countByState ?? {},
  }
}
