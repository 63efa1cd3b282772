/** What is said after the work, on the page of a visit: stars both ways and a tip; a dispute and what became of it. */
import { lazy, Suspense } from 'react'
import type { Cents } from '#domain/money.ts'
import { useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import type { FeedbackReader } from './feedback.types.ts'
import { OpenDispute } from './open-dispute.tsx'
import { RateCard } from './rate-card.tsx'
import { TipPart } from './tip-part.tsx'

/** Few visits have one. */
const DisputeCard = lazy(async () => ({ default: (await import('./dispute-card.tsx')).DisputeCard }))

type Said = { visitId: string; timeZone: string }

/** Nothing stands here before the work is done. */
export function VisitFeedback({
  visitId,
  timeZone,
  reader,
  totalCents = null,
}: Said & { reader: FeedbackReader; totalCents?: Cents | null }) {
  const mayTip = useMayHere()('pay')
  const read = useEndpoint('GET /api/visit-feedback', { query: { visitId } })
  if (!read.data || read.data.revealsAt === null) return null
  const feedback = read.data
  const tip = mayTip && (
    <TipPart feedback={feedback} reader={reader} timeZone={timeZone} totalCents={totalCents} />
  )
  const isRated = feedback.canRate || feedback.own !== null || feedback.theirs !== null
  return (
    <>
      {feedback.dispute && (
        <PartBoundary>
          <Suspense fallback={<SkeletonCard rows={3} />}>
            <DisputeCard disputeId={feedback.dispute.id} reader={reader} />
          </Suspense>
        </PartBoundary>
      )}
      {isRated && (
        <RateCard feedback={feedback} reader={reader} timeZone={timeZone}>
          {tip}
        </RateCard>
      )}
      {!isRated && tip}
    </>
  )
}

/** Quiet, and below all else: most visits have nothing to report. */
export function SomethingWrong({ visitId, timeZone }: Said) {
  const read = useEndpoint('GET /api/visit-feedback', { query: { visitId } })
  if (!read.data?.canDispute) return null
  return <OpenDispute feedback={read.data} timeZone={timeZone} />
}
