/** `const payments = useEndpointPages('GET /api/payments', {}, (page) => page.payments)`: a page at a time, growing as asked. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { fieldsIn } from '#contract/outside.ts'
import { type CallInput, type CallKey, callWith, type Parts, type Reply } from './api.ts'
import { usePollMs } from './live-polls.ts'

/** Endpoints whose reply says from where on the next page is read. */
type PagedKey = {
  [Key in CallKey]: Reply<Key> extends { nextCursor: string | null } ? Key : never
}[CallKey]

type PageOptions = {
  refetchMs?: number
  /** Shows what was found before until the first page of another question is there. */
  keepsPrevious?: boolean
}

/** `input` as for `useEndpoint`, without a cursor. `first` is the first page, which also says how much there is in all. */
export function useEndpointPages<Key extends PagedKey, Row>(
  key: Key,
  input: CallInput<Key>,
  rowsOf: (page: Reply<Key>) => readonly Row[],
  { refetchMs, keepsPrevious = false }: PageOptions = {},
) {
  const pages = useInfiniteQuery({
    ...pagesQuery(key, input),
    refetchInterval: usePollMs(key, refetchMs),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  const read = pages.data?.pages ?? []
  return { ...pages, first: read[0], rows: read.flatMap(rowsOf) }
}

/** Begins to read the first page that a screen is about to show. */
export function prefetchPages<Key extends PagedKey>(
  client: QueryClient,
  key: Key,
  input: CallInput<Key>,
): Promise<void> {
  return client.prefetchInfiniteQuery(pagesQuery(key, input))
}

function pagesQuery<Key extends PagedKey>(key: Key, input: CallInput<Key>) {
  return infiniteQueryOptions({
    queryKey: [key, 'pages', input],
    queryFn: ({ pageParam, signal }) => callWith(key, { ...withCursor(key, input, pageParam), signal }),
    initialPageParam: '',
    getNextPageParam: (page: Reply<Key>) => page.nextCursor,
  })
}

function withCursor(key: CallKey, input: Parts, cursor: string): Parts {
  if (cursor === '') return input
  const part = key.startsWith('GET ') ? 'query' : 'body'
  return { ...input, [part]: { ...fieldsIn(input[part]), cursor } }
}
