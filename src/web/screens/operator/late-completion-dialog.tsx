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
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Facts, Part } from './facts.tsx'
import { LateCompletionDecision } from './late-completion-decision.tsx'

type LateCompletion = Reply<'GET /api/late-completion'>

export function LateCompletionDialog({
  lateCompletionId,
  onClose,
}: {
  lateCompletionId: string
  onClose: () => void
}) {
  const { lateCompletions: words } = useText()
  const read = useEndpoint('GET /api/late-completion', { query: { id: lateCompletionId } })
  const title = read.data ? `${words.reasons[read.data.reason]} · ${read.data.propertyName}` : '…'
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
  const { lateCompletions: words } = useText()
  const format = useFormat()
  const [refusal, setRefusal] = useState<string>()
  const { timeZone, decidedAt, state } = late
  const canDecide = late.canDismiss || late.canAccept
  const time = (at: string) => format.dateTime(at, timeZone)
  return (
    <div className="grid gap-5">
      <Part title={words.why}>{whyOf(words, late, time)}</Part>
      {late.note && <Part title={words.crewNote}>{late.note}</Part>}
      <Evidence late={late} />
      {decidedAt !== null && (
        <Part title={words.decision}>
          {words.decidedBy(words.states[state], late.decidedByName ?? words.who.operator, time(decidedAt))}
          {late.decisionNote && `\n${late.decisionNote}`}
        </Part>
      )}
      {(canDecide || refusal) && (
        <section className="grid gap-3 border-t border-line pt-4">
          <h3 className="font-semibold">{words.decide}</h3>
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
function whyOf(words: Text['lateCompletions'], late: LateCompletion, time: (at: string) => string): string {
  const { reason, changedAt, changedBy } = late
  if (reason === 'too_late') return words.tooLate
  if (changedAt === null || changedBy === null) return words.unknown
  return words.whys[reason](words.who[changedBy], time(changedAt))
}

function Evidence({ late }: { late: LateCompletion }) {
  const { lateCompletions: words, operator } = useText()
  const format = useFormat()
  const services = useServices()
  const { timeZone, distanceFeet } = late
  const visit = words.visitNow(operator.states[late.visitState], format.day(late.date))
  const facts: readonly (readonly [string, string])[] = [
    [words.crew, late.crewName],
    [words.customer, late.customerName],
    ...(late.address ? [[words.address, late.address] as const] : []),
    [words.visit, `${services.name(late.serviceKey)} · ${visit}`],
    [words.doneAt, format.dateTime(late.doneAt, timeZone)],
    [words.receivedAt, format.dateTime(late.receivedAt, timeZone)],
    [words.distance, distanceFeet === null ? words.noPlace : words.away(format.distance(distanceFeet))],
  ]
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{words.evidence}</h3>
      {late.photos.length > 0 ? (
        <PhotoStrip photos={late.photos.map((photo) => ({ ...photo, alt: words.photo }))} />
      ) : (
        <p className="text-muted">{words.noPhotos}</p>
      )}
      <Facts facts={facts} />
    </section>
  )
}
