/** The filters that somebody keeps of a queue; it opens with the one that is its default. */
import type { QUEUE_OWNERS, Queue } from '#contract/queue-kinds.ts'
import { type Reply, useEndpoint } from '#web/api.ts'

export type Filter = {
  readonly owner: (typeof QUEUE_OWNERS)[number]
  readonly serviceKey: string
  readonly text: string
  readonly waitsHours: number
}
export type Kept = Reply<'GET /api/queue-filters'>['filters'][number]

export const NO_FILTER: Filter = { owner: 'anyone', serviceKey: '', text: '', waitsHours: 0 }

export function useFilters(kind: Queue) {
  const { data, isError } = useEndpoint('GET /api/queue-filters')
  const kept = (data?.filters ?? []).filter((filter) => filter.kind === kind)
  const byDefault = kept.find(({ isDefault }) => isDefault)
  return {
    kept,
    /** A queue is shown whole where its filters cannot be read. */
    isReady: data !== undefined || isError,
    first: byDefault === undefined ? NO_FILTER : filterOf(byDefault),
  }
}

export function filterOf({ owner, serviceKey, text, waitsHours }: Kept): Filter {
  return { owner, serviceKey, text, waitsHours }
}

export function isSame(one: Filter, other: Filter): boolean {
  return (
    one.owner === other.owner &&
    one.serviceKey === other.serviceKey &&
    one.text === other.text &&
    one.waitsHours === other.waitsHours
  )
}
