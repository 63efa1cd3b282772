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
  const texts = useText().diagnostics.jobs
  const visits = useEndpointPages('POST /api/get-crew-visits', { body: {} }, (page) => page.visits)
  const { rows } = visits
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="wide">
      {visits.isPending && <Skeleton rows={5} />}
      {visits.isLoadingError && <ErrorState error={visits.error} onRetry={() => void visits.refetch()} />}
      {visits.isSuccess && rows.length === 0 && <EmptyState icon="calendar" title={texts.none} />}
      {rows.length > 0 && (
        <Card isFlush>
          <DataTable
            label={texts.title}
            columns={columnsIn(texts)}
            rows={rows}
            rowKey={({ visitId }) => visitId}
          />
        </Card>
      )}
      {visits.hasNextPage && (
        <Button onClick={() => void visits.fetchNextPage()} isBusy={visits.isFetchingNextPage}>
          {texts.more}
        </Button>
      )}
    </Page>
  )
}

type Texts = ReturnType<typeof useText>['diagnostics']['jobs']

function columnsIn(texts: Texts): Column<Visit>[] {
  return [
    { key: 'visit', title: texts.visit, cell: ({ visitId }) => <code className="text-xs">{visitId}</code> },
    { key: 'state', title: texts.state, cell: ({ state }) => <code>{state}</code> },
    { key: 'place', title: texts.place, cell: ({ propertyName }) => propertyName },
    { key: 'date', title: texts.date, cell: ({ date, timeZone }) => `${date} ${timeZone}` },
    { key: 'starts', title: texts.starts, cell: ({ startsAt }) => startsAt },
    { key: 'ends', title: texts.ends, cell: ({ endsAt }) => endsAt },
    { key: 'flagged', title: texts.flagged, cell: ({ isFlagged }) => (isFlagged ? texts.yes : texts.no) },
  ]
}
