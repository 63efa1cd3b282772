/** Late reports: those that wait for a decision, oldest first, and those decided, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LateReportDialog } from './late-report-dialog.tsx'

type Listed = Reply<'POST /api/get-late-reports'>['reports'][number]
const LOOK_EVERY_MS = 60_000

export function LateReports() {
  const { lateReports: words } = useText()
  const [shown, setShown] = useState<'waiting' | 'decided'>('waiting')
  const [opened, setOpened] = useState<string>()
  const isDecided = shown === 'decided'
  const read = useInfiniteQuery({
    queryKey: ['POST /api/get-late-reports', isDecided],
    queryFn: ({ pageParam }) =>
      call('POST /api/get-late-reports', {
        body: { isDecided, ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: LOOK_EVERY_MS,
  })
  const reports = read.data?.pages.flatMap((page) => page.reports) ?? []
  const options = [
    { value: 'waiting' as const, label: words.toDecide(read.data?.pages[0]?.waitingCount ?? 0) },
    { value: 'decided' as const, label: words.decided },
  ]
  return (
    <Page title={words.title} subtitle={words.subtitle}>
      <ChipGroup
        label={words.title}
        isLabelHidden
        name="shown"
        options={options}
        value={shown}
        onChange={setShown}
      />
      <Card isFlush>
        {read.isPending && <Skeleton rows={5} />}
        {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {read.isSuccess && reports.length === 0 && <Nothing isDecided={isDecided} />}
        {reports.length > 0 && (
          <List label={words.title}>
            {reports.map((report) => (
              <ReportRow key={report.id} report={report} onOpen={() => setOpened(report.id)} />
            ))}
          </List>
        )}
        {read.hasNextPage && (
          <div className="p-4 text-center">
            <Button isBusy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
              {words.more}
            </Button>
          </div>
        )}
      </Card>
      {opened !== undefined && <LateReportDialog reportId={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function Nothing({ isDecided }: { isDecided: boolean }) {
  const { lateReports: words } = useText()
  if (isDecided) return <EmptyState icon="clock" title={words.noneDecided} />
  return (
    <EmptyState icon="check" title={words.none}>
      {words.noneHelp}
    </EmptyState>
  )
}

function ReportRow({ report, onOpen }: { report: Listed; onOpen: () => void }) {
  const { lateReports: words } = useText()
  const format = useFormat()
  const services = useServices()
  const { state, note, timeZone } = report
  const time = (at: string) => format.dateTime(at, timeZone)
  return (
    <ListRow
      icon={services.icon(report.serviceKey)}
      title={`${words.reasons[report.reason]} · ${report.propertyName}`}
      detail={
        <>
          <span className="block">
            {`${words.by(report.crewName, report.customerName)} · ${words.photos(report.photoCount)}`}
          </span>
          {note && <span className="line-clamp-2 block">{note}</span>}
          <span className="block">{words.times(time(report.doneAt), time(report.reportedAt))}</span>
        </>
      }
      state={<StateBadge state={state} label={words.states[state]} />}
      actions={
        <Button aria-label={`${words.open}: ${report.propertyName}`} onClick={onOpen}>
          {words.open}
        </Button>
      }
    />
  )
}
