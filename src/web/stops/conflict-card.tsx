/** The visit changed while the phone was offline: what happened, that nothing is lost, and what the office made of it. */
import { isUnsent, type QueueEntry } from '#domain/offline/entry.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { discard } from '#web/offline/queue/acts.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type Late = Reply<'GET /api/my-late-completions'>['lateCompletions'][number]

/** `entries` are those of one visit. */
export function ConflictCard({ entries }: { entries: readonly QueueEntry[] }) {
  const { offline } = useText()
  const format = useFormat()
  const conflict = entries.find(({ state }) => state === 'conflict')
  const isReported = entries.some(
    ({ act, state, failure }) =>
      act.kind === 'complete' && state === 'conflict' && failure?.code !== 'not_found',
  )
  const lateCompletions = useEndpoint('GET /api/my-late-completions', {}, { isEnabled: isReported })
  if (!conflict) return null
  const late = lateCompletions.data?.lateCompletions.find(({ visitId }) => visitId === conflict.visitId)
  const photos = entries.filter(({ act }) => act.kind === 'photo')
  const safe = Math.max(late?.photoCount ?? 0, photos.filter(({ state }) => state === 'safe').length)
  const here = photos.filter(({ state }) => state !== 'safe')
  const sentences = [
    changeOf(offline, format, { late, conflict }),
    ...(safe > 0 ? [offline.changed.photosSafe(safe)] : []),
    ...(here.length > 0 ? [offline.changed.photosHere(here.length)] : []),
    isReported ? officeOf(offline, late) : offline.changed.noNeed,
  ]
  // Photos that nobody has yet leave this phone only at their own word.
  const done = entries.filter((each) => !here.includes(each) && !isUnsent(each)).map(({ id }) => id)
  return (
    <Banner
      tone="warn"
      title={conflict.placeName}
      actions={here.length === 0 && <Button onClick={() => void discard(done)}>{offline.ready}</Button>}
    >
      {sentences.join(' ')}
    </Banner>
  )
}

type Change = { late: Late | undefined; conflict: QueueEntry }

function changeOf(offline: Text['offline'], format: Format, { late, conflict }: Change): string {
  const { changed } = offline
  const reason = late?.reason ?? REASON_OF[conflict.failure?.code ?? '']
  if (reason === 'too_late') return changed.tooLate
  if (late?.changedAt == null) return conflict.failure?.sentence || changed.unknown
  const time = format.time(late.changedAt, late.timeZone)
  const isCustomers = late.changedBy === 'customer'
  if (reason === 'cancelled') return (isCustomers ? changed.cancelledByCustomer : changed.cancelled)(time)
  if (reason === 'skipped') return (isCustomers ? changed.skippedByCustomer : changed.skipped)(time)
  return changed.reassigned(time)
}

const REASON_OF: Readonly<Record<string, Late['reason']>> = { too_late: 'too_late' }

function officeOf(offline: Text['offline'], late: Late | undefined): string {
  if (late?.state === 'accepted') return offline.changed.accepted
  return late?.state === 'dismissed'
    ? offline.changed.dismissed(late.decisionNote)
    : offline.changed.officeNotified
}
