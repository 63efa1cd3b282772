/** One dispute with everything that was left behind, and the decision. */

import { dateAt, HOUR_MS } from '#domain/time.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { Only } from '#web/session/may.tsx'
import { readInstant, useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { Timeline } from '#web/ui/lists/timeline.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DecideForm } from './decide-form.tsx'
import { Part } from './part.tsx'

type Dispute = Reply<'GET /api/dispute'>
/** A window as long as the day says no hour; the day on which clocks go forward has 23. */
const WHOLE_DAY_MS = 23 * HOUR_MS

type Evidence = NonNullable<Dispute['evidence']>

export function DisputeDialog({ disputeId, onClose }: { disputeId: string; onClose: () => void }) {
  const { openDispute } = useText().feedback
  const read = useEndpoint('GET /api/dispute', { query: { id: disputeId } })
  const title = read.data ? `${openDispute.problems[read.data.problem]} · ${read.data.propertyName}` : '…'
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      {read.isPending && <Skeleton rows={8} />}
      {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Details dispute={read.data} onDecided={onClose} />}
    </Dialog>
  )
}

function Details({ dispute, onDecided }: { dispute: Dispute; onDecided: () => void }) {
  const { dispute: texts, operator } = useText().feedback
  const format = useFormat()
  const { evidence, timeZone } = dispute
  return (
    <div className="grid gap-5">
      <Part title={`${texts.customerSays}${evidence ? ` (${evidence.customerName})` : ''}`}>
        {dispute.note}
      </Part>
      {dispute.photos.length > 0 && (
        <PhotoStrip photos={dispute.photos.map((photo) => ({ ...photo, alt: texts.photo }))} />
      )}
      {dispute.crewNote && (
        <Part title={`${texts.crewSays}${evidence ? ` (${evidence.crewName})` : ''}`}>
          {dispute.crewNote}
        </Part>
      )}
      {evidence && <EvidencePart evidence={evidence} timeZone={timeZone} />}
      {dispute.decisionNote && <Part title={texts.decision}>{dispute.decisionNote}</Part>}
      <section className="grid gap-2">
        <h3 className="font-semibold">{texts.story}</h3>
        <Timeline
          label={texts.story}
          entries={dispute.timeline.map((step, index) => ({
            key: `${index}`,
            title: textFor(texts.steps, step.transition) ?? step.transition,
            at: step.at,
            when: texts.by(texts.who[step.actorRole], format.dateTime(step.at, timeZone)),
          }))}
        />
      </section>
      {dispute.canDecide && evidence && (
        <section className="grid gap-2 border-t border-line pt-4">
          <h3 className="font-semibold">{operator.decide}</h3>
          <Only may="support" isSaid>
            <DecideForm dispute={dispute} evidence={evidence} onDecided={onDecided} />
          </Only>
        </section>
      )}
    </div>
  )
}

function EvidencePart({ evidence, timeZone }: { evidence: Evidence; timeZone: string }) {
  const { operator, dispute: texts } = useText().feedback
  const format = useFormat()
  const time = (at: string | null) => (at === null ? '–' : format.dateTime(at, timeZone))
  const { earlierDisputes: earlier } = evidence
  const startsAt = readInstant(evidence.startsAt)
  const window =
    readInstant(evidence.endsAt) - startsAt >= WHOLE_DAY_MS
      ? `${format.day(dateAt(startsAt, timeZone))}, ${operator.anytime}`
      : `${time(evidence.startsAt)} – ${format.time(evidence.endsAt, timeZone)}`
  const facts: readonly (readonly [string, string])[] = [
    [
      operator.distance,
      evidence.distanceFeet === null ? operator.noDistance : format.distance(evidence.distanceFeet),
    ],
    [operator.window, window],
    [operator.started, time(evidence.startedAt)],
    [operator.completed, time(evidence.completedAt)],
    [operator.price, format.money(evidence.owedCents)],
    [operator.pay, format.money(evidence.crewPayCents)],
    [operator.earlier, operator.earlierCounts(earlier.byCustomer, earlier.aboutCrew)],
  ]
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{operator.evidence}</h3>
      {evidence.proof.length > 0 && (
        <PhotoStrip photos={evidence.proof.map((photo) => ({ ...photo, alt: texts.proof }))} />
      )}
      <Facts facts={facts} />
      {evidence.messages.length > 0 && (
        <>
          <h4 className="text-sm font-semibold">{operator.messages}</h4>
          <ul className="grid gap-1 text-sm">
            {evidence.messages.map((message) => (
              <li key={message.at + message.text} className="wrap-anywhere">
                <span className="text-muted">{time(message.at)} · </span>
                {message.text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
