/** A page for testing: the crew's jobs with their states as stored. It is not there in production. */

import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Visit = Reply<'POST /api/get-crew-visits'>['visits'][number]

export function MyJobsStaging() {
  const words = useText().diagnostics.jobs
  const visits = useEndpointPages('POST /api/get-crew-visits', { body: {} }, (page) => page.visits)
  const { rows } = visits
  return (
    <Page title={words.title} subtitle={words.subtitle} width="wide">
      {visits.isPending && <Skeleton rows={5} />}
      {visits.isError && <ErrorState error={visits.error} onRetry={() => void visits.refetch()} />}
      {visits.isSuccess && rows.length === 0 && <EmptyState icon="calendar" title={words.none} />}
      {rows.length > 0 && (
        <Card isFlush>
          <DataTable
            label={words.title}
            columns={columnsIn(words)}
            rows={rows}
            rowKey={({ visitId }) => visitId}
          />
        </Card>
      )}
      {visits.hasNextPage && (
        <Button onClick={() => void visits.fetchNextPage()} isBusy={visits.isFetchingNextPage}>
          {words.more}
        </Button>
      )}
    </Page>
  )
}

type Words = ReturnType<typeof useText>['diagnostics']['jobs']

function columnsIn(words: Words): Column<Visit>[] {
  return [
    { key: 'visit', title: words.visit, cell: ({ visitId }) => <code className="text-xs">{visitId}</code> },
    { key: 'state', title: words.state, cell: ({ state }) => <code>{state}</code> },
    { key: 'place', title: words.place, cell: ({ propertyName }) => propertyName },
    { key: 'date', title: words.date, cell: ({ date, timeZone }) => `${date} ${timeZone}` },
    { key: 'starts', title: words.starts, cell: ({ startsAt }) => startsAt },
    { key: 'ends', title: words.ends, cell: ({ endsAt }) => endsAt },
    { key: 'flagged', title: words.flagged, cell: ({ isFlagged }) => (isFlagged ? words.yes : words.no) },
  ]
}
