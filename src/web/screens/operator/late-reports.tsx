/** Late reports: those that wait for a decision, oldest first, and those decided, newest first. */

import { useState } from 'react'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { LateReportDialog } from './late-report-dialog.tsx'

type Listed = Reply<'POST /api/get-late-reports'>['reports'][number]
const LOOK_EVERY_MS = 60_000

export function LateReports() {
  const { lateReports: words } = useText()
  const [shown, setShown] = useState<'waiting' | 'decided'>('waiting')
  const [opened, setOpened] = useState<string>()
  const isDecided = shown === 'decided'
  const read = useEndpointPages(
    'POST /api/get-late-reports',
    { body: { isDecided } },
    (page) => page.reports,
    {
      refetchMs: LOOK_EVERY_MS,
    },
  )
  const options = [
    { value: 'waiting' as const, label: words.toDecide(read.first?.waitingCount ?? 0) },
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
      <PagedList pages={read} label={words.title} more={words.more} empty={<Nothing isDecided={isDecided} />}>
        {(report) => <ReportRow key={report.id} report={report} onOpen={() => setOpened(report.id)} />}
      </PagedList>
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
