/** One late completion with what is known of it, and the decision. */
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
import { Facts } from '#web/ui/lists/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LateCompletionDecision } from './late-completion-decision.tsx'
import { Part } from './part.tsx'

type LateCompletion = Reply<'GET /api/late-completion'>

export function LateCompletionDialog({
  lateCompletionId,
  onClose,
}: {
  lateCompletionId: string
  onClose: () => void
}) {
  const { lateCompletions: texts } = useText()
  const read = useEndpoint('GET /api/late-completion', { query: { id: lateCompletionId } })
  const title = read.data ? `${texts.reasons[read.data.reason]} · ${read.data.propertyName}` : '…'
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      {read.isPending && <Skeleton rows={8} />}
      {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Details late={read.data} onDecided={onClose} onRefused={() => void read.refetch()} />}
    </Dialog>
  )
}

type DetailsProps = { late: LateCompletion; onDecided: () => void; onRefused: () => void }

function Details({ late, onDecided, onRefused }: DetailsProps) {
  const { lateCompletions: texts } = useText()
  const format = useFormat()
  const [refusal, setRefusal] = useState<string>()
  const { timeZone, decidedAt, state } = late
  const canDecide = late.canDismiss || late.canAccept
  const time = (at: string) => format.dateTime(at, timeZone)
  return (
    <div className="grid gap-5">
      <Part title={texts.why}>{whyOf(texts, late, time)}</Part>
      {late.note && <Part title={texts.crewNote}>{late.note}</Part>}
      <Evidence late={late} />
      {decidedAt !== null && (
        <Part title={texts.decision}>
          {texts.decidedBy(texts.states[state], late.decidedByName ?? texts.who.operator, time(decidedAt))}
          {late.decisionNote && `\n${late.decisionNote}`}
        </Part>
      )}
      {(canDecide || refusal) && (
        <section className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-semibold">{texts.decide}</h3>
          {canDecide && (
            <LateCompletionDecision
              late={late}
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
function whyOf(texts: Text['lateCompletions'], late: LateCompletion, time: (at: string) => string): string {
  const { reason, changedAt, changedBy } = late
  if (reason === 'too_late') return texts.tooLate
  if (changedAt === null || changedBy === null) return texts.unknown
  return texts.whys[reason](texts.who[changedBy], time(changedAt))
}

function Evidence({ late }: { late: LateCompletion }) {
  const { lateCompletions: texts, operator } = useText()
  const format = useFormat()
  const services = useServices()
  const { timeZone, distanceFeet } = late
  const visit = texts.visitNow(operator.states[late.visitState], format.day(late.date))
  const facts: readonly (readonly [string, string])[] = [
    [texts.crew, late.crewName],
    [texts.customer, late.customerName],
    ...(late.address ? [[texts.address, late.address] as const] : []),
    [texts.visit, `${services.name(late.serviceKey)} · ${visit}`],
    [texts.doneAt, format.dateTime(late.doneAt, timeZone)],
    [texts.receivedAt, format.dateTime(late.receivedAt, timeZone)],
    [texts.distance, distanceFeet === null ? texts.noPlace : texts.away(format.distance(distanceFeet))],
  ]
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.evidence}</h3>
      {late.photos.length > 0 ? (
        <PhotoStrip photos={late.photos.map((photo) => ({ ...photo, alt: texts.photo }))} />
      ) : (
        <p className="text-muted">{texts.noPhotos}</p>
      )}
      <Facts facts={facts} />
    </section>
  )
}
