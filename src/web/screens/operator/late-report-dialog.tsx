/** One late report with what is known of it, and the decision. */
import { useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import type { Text } from '#web/text/areas.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Facts, Part } from './facts.tsx'
import { LateReportDecision } from './late-report-decision.tsx'

type LateReport = Reply<'GET /api/late-report'>

export function LateReportDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const { lateReports: words } = useText()
  const read = useEndpoint('GET /api/late-report', { query: { id: reportId } })
  const title = read.data ? `${words.reasons[read.data.reason]} · ${read.data.propertyName}` : '…'
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      {read.isPending && <Skeleton rows={8} />}
      {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Details report={read.data} onDecided={onClose} onRefused={() => void read.refetch()} />}
    </Dialog>
  )
}

type DetailsProps = { report: LateReport; onDecided: () => void; onRefused: () => void }

function Details({ report, onDecided, onRefused }: DetailsProps) {
  const { lateReports: words } = useText()
  const format = useFormat()
  const [refusal, setRefusal] = useState<string>()
  const { timeZone, decidedAt, state } = report
  const canDecide = report.canDismiss || report.canAccept
  const time = (at: string) => format.dateTime(at, timeZone)
  return (
    <div className="grid gap-5">
      <Part title={words.why}>{whyOf(words, report, time)}</Part>
      {report.note && <Part title={words.crewNote}>{report.note}</Part>}
      <Evidence report={report} />
      {decidedAt !== null && (
        <Part title={words.decision}>
          {words.decidedBy(words.states[state], report.decidedByName ?? words.who.operator, time(decidedAt))}
          {report.decisionNote && `\n${report.decisionNote}`}
        </Part>
      )}
      {(canDecide || refusal) && (
        <section className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-semibold">{words.decide}</h3>
          {canDecide && (
            <LateReportDecision
              report={report}
              onDecided={onDecided}
              onRefused={(sentence) => {
                setRefusal(sentence)
                onRefused()
              }}
            />
          )}
          {refusal && (
            <Banner tone="danger" isAlert>
              {refusal}
            </Banner>
          )}
        </section>
      )}
    </div>
  )
}

/** Who changed the visit, and when; or that only time had passed. */
function whyOf(words: Text['lateReports'], report: LateReport, time: (at: string) => string): string {
  const { reason, changedAt, changedBy } = report
  if (reason === 'too_late') return words.tooLate
  if (changedAt === null || changedBy === null) return words.unknown
  return words.whys[reason](words.who[changedBy], time(changedAt))
}

function Evidence({ report }: { report: LateReport }) {
  const { lateReports: words, operator } = useText()
  const format = useFormat()
  const services = useServices()
  const { timeZone, distanceFeet } = report
  const visit = words.visitNow(operator.states[report.visitState], format.day(report.date))
  const facts: readonly (readonly [string, string])[] = [
    [words.crew, report.crewName],
    [words.customer, report.customerName],
    ...(report.address ? [[words.address, report.address] as const] : []),
    [words.visit, `${services.name(report.serviceKey)} · ${visit}`],
    [words.doneAt, format.dateTime(report.doneAt, timeZone)],
    [words.reportedAt, format.dateTime(report.reportedAt, timeZone)],
    [words.distance, distanceFeet === null ? words.noPlace : words.away(format.distance(distanceFeet))],
  ]
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{words.evidence}</h3>
      {report.photos.length > 0 ? (
        <PhotoStrip photos={report.photos.map((photo) => ({ ...photo, alt: words.photo }))} />
      ) : (
        <p className="text-muted">{words.noPhotos}</p>
      )}
      <Facts facts={facts} />
    </section>
  )
}
