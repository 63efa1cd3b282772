/** What giving work back means, before the button: which visits go, what pay is lost, what it does to reliability. */
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useMomentText, useSpanText } from './release-rule.tsx'

export type Cost = Reply<'POST /api/preview-release-assignment'>
const SHOWN = 6

export function ReleaseCost({ cost, isPending }: { cost: Cost | undefined; isPending: boolean }) {
  const { assignments } = useText()
  const format = useFormat()
  if (isPending) return <Skeleton rows={3} />
  if (cost === undefined) return <p>{assignments.release.costUnknown}</p>
  const { visits, lateCount } = cost
  if (visits.length === 0) return <p>{assignments.cost.nothing}</p>
  const pay = format.money(cost.lostPayCents)
  return (
    <div className="grid gap-3">
      <p className="font-semibold">
        {visits.length === 1
          ? assignments.cost.one(format.longDay(visits[0]!.date), pay)
          : assignments.cost.visits(assignments.visits(visits.length), pay)}
      </p>
      {visits.length > 1 && <VisitsToGo visits={visits} />}
      {lateCount > 0 ? <LateWarning cost={cost} /> : <FreeUntil visits={visits} />}
    </div>
  )
}

function FreeUntil({ visits }: { visits: Cost['visits'] }) {
  const { cost } = useText().assignments
  const momentText = useMomentText()
  const first = visits.toSorted((one, other) => one.freeUntil.localeCompare(other.freeUntil))[0]
  return first && <p>{cost.free(momentText(first.freeUntil, first.timeZone))}</p>
}

function VisitsToGo({ visits }: { visits: Cost['visits'] }) {
  const { cost } = useText().assignments
  const format = useFormat()
  return (
    <ul className="grid gap-1 text-sm text-muted">
      {visits.slice(0, SHOWN).map((visit) => (
        <li key={visit.visitId} className="flex flex-wrap items-center gap-x-2">
          <span>
            {format.day(visit.date)} · {visit.propertyName}
          </span>
          {visit.payCents !== null && <span className="nums">{format.money(visit.payCents)}</span>}
          {visit.isLate && <Badge tone="warn">{cost.isLate}</Badge>}
        </li>
      ))}
      {visits.length > SHOWN && <li>{cost.andMore(visits.length - SHOWN)}</li>}
    </ul>
  )
}

function LateWarning({ cost: { lateCount, noticeHours, reliability, reliabilityAfter } }: { cost: Cost }) {
  const { cost } = useText().assignments
  const percent = usePercent()
  const spanText = useSpanText()
  const isChanged =
    reliabilityAfter !== null && (reliability === null || percent(reliability) !== percent(reliabilityAfter))
  return (
    <Banner tone="warn">
      {cost.late(lateCount, spanText(noticeHours * 60))}
      {isChanged && (
        <span className="nums block">
          {reliability === null
            ? cost.reliabilityNew(percent(reliabilityAfter))
            : cost.reliability(percent(reliability), percent(reliabilityAfter))}
        </span>
      )}
    </Banner>
  )
}

/** A share of 0.955 reads `96%`. */
export function usePercent(): (share: number) => string {
  const format = useFormat()
  return (share) => format.percent(Math.round(share * 100) * 100)
}
