/** How well the crew kept its word, from what it is counted, and why it matters. */
import { type Reply, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePercent } from './release-cost.tsx'
import { useSpanText } from './release-rule.tsx'

export function ReliabilityCard() {
  const { reliability: texts } = useText().assignments
  const reliability = useEndpoint('POST /api/get-reliability')
  return (
    <Card title={texts.title}>
      {reliability.isPending && <Skeleton rows={3} />}
      {reliability.isLoadingError && (
        <ErrorState error={reliability.error} onRetry={() => void reliability.refetch()} />
      )}
      {reliability.data && <Counted reliability={reliability.data} />}
    </Card>
  )
}

function Counted({ reliability }: { reliability: Reply<'POST /api/get-reliability'> }) {
  const { reliability: texts } = useText().assignments
  const percent = usePercent()
  const spanText = useSpanText()
  const { share, kept, lateReleases, missed, windowDays, noticeHours, graceMinutes } = reliability
  const counts = [
    [texts.kept, kept],
    [texts.lateReleases, lateReleases],
    [texts.missed, missed],
  ] as const
  return (
    <div className="grid gap-3">
      <p className="nums text-3xl font-bold">{share === null ? texts.none : percent(share)}</p>
      {share === null ? (
        <p className="text-muted">{texts.noneBody}</p>
      ) : (
        <dl className="grid grid-cols-3 gap-2 crowded:grid-cols-1">
          {counts.map(([label, count]) => (
            <div key={label} className="flex flex-col-reverse justify-end">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="nums font-semibold">{count}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-sm text-muted">
        {texts.explained(windowDays, spanText(noticeHours * 60), spanText(graceMinutes))}
      </p>
    </div>
  )
}
