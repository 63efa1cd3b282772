/** Rows a page at a time: waiting, failed, empty, there, and a button while there are more. */
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { List } from './list.tsx'

type Pages<Row> = MorePages & {
  readonly rows: readonly Row[]
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  readonly isRefetchError: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}
type MorePages = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

type PagedListProps<Row> = {
  pages: Pages<Row>
  label: string
  more: string
  empty: ReactNode
  children: (row: Row) => ReactNode
}

export function PagedList<Row>({ pages, label, more, empty, children }: PagedListProps<Row>) {
  return (
    <Card isFlush>
      {pages.isPending && <Skeleton rows={5} />}
      {pages.isError && !pages.isRefetchError && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && empty}
      {pages.rows.length > 0 && <List label={label}>{pages.rows.map(children)}</List>}
      <MoreRows pages={pages}>{more}</MoreRows>
    </Card>
  )
}

/** Nothing once all pages are there. */
export function MoreRows({ pages, children }: { pages: MorePages; children: ReactNode }) {
  if (!pages.hasNextPage) return null
  return (
    <div className="p-4 text-center">
      <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {children}
      </Button>
    </div>
  )
}
