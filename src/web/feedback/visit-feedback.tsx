/** What is said after the work, on the page of a visit: stars both ways, a tip, a dispute and what became of it. */
import { useEndpoint } from '#web/api.ts'
import { DisputeCard } from './dispute-card.tsx'
import type { FeedbackReader } from './feedback.types.ts'
import { OpenDispute } from './open-dispute.tsx'
import { RateCard } from './rate-card.tsx'
import { TipCard } from './tip-card.tsx'

/** Nothing stands here before the work is done. */
export function VisitFeedback({
  visitId,
  timeZone,
  reader,
}: {
  visitId: string
  timeZone: string
  reader: FeedbackReader
}) {
  const read = useEndpoint('GET /api/visit-feedback', { query: { visitId } })
  if (!read.data || read.data.revealsAt === null) return null
  const feedback = read.data
  return (
    <>
      {feedback.dispute && <DisputeCard disputeId={feedback.dispute.id} reader={reader} />}
      {(feedback.canRate || feedback.own || feedback.theirs) && (
        <RateCard feedback={feedback} reader={reader} timeZone={timeZone} />
      )}
      <TipCard feedback={feedback} reader={reader} />
      {feedback.canDispute && <OpenDispute feedback={feedback} timeZone={timeZone} />}
    </>
  )
}
