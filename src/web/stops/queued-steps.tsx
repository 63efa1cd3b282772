/** What was done at this stop and waits on the phone: when it was, and why it waits if somebody said so. */
import { isUnsent, type QueueEntry } from '#domain/offline/entry.ts'
import { discard, retryAll } from '#web/offline/queue/acts.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConflictCard } from './conflict-card.tsx'
import type { QueuedStop } from './queued-stop.ts'

export function QueuedSteps({ stop }: { stop: QueuedStop }) {
  const { offline } = useText()
  const texts = useActTexts()
  const steps = stop.queued.filter(({ act }) => act.kind !== 'photo')
  // What is ticked shows that itself.
  const waiting = steps.filter((entry) => isUnsent(entry) && entry.act.kind !== 'mark')
  const failed = steps.find(({ failure, state }) => failure?.sentence && state !== 'conflict')
  return (
    <>
      <ConflictCard entries={stop.queued} />
      {waiting.map((entry) => (
        <p key={entry.id} className="nums font-medium text-info">
          {entry.act.kind === 'complete'
            ? offline.willBeSent(texts.timeOf(entry))
            : `${texts.nameOf(entry)} · ${offline.waiting}`}
        </p>
      ))}
      {failed && (
        <Banner
          tone="danger"
          isAlert
          actions={
            // A code that does not count never will.
            failed.act.kind === 'pass' && failed.state === 'refused' ? (
              <Button onClick={() => void discard([failed.id])}>{offline.ready}</Button>
            ) : (
              <Button onClick={() => void retryAll(stop.visitId)}>{offline.retry}</Button>
            )
          }
        >
          {failed.failure?.sentence}
        </Banner>
      )}
    </>
  )
}

/** `Started 2:05 PM`: an act with its own time, at the place. */
export function useActTexts() {
  const { offline } = useText()
  const format = useFormat()
  const timeOf = ({ at, timeZone }: QueueEntry) => format.time(at, timeZone)
  return {
    timeOf,
    nameOf: (entry: QueueEntry): string => {
      if (entry.act.kind === 'complete') return offline.done(timeOf(entry))
      if (entry.act.kind === 'photo') return `${offline.photo(1)} ${timeOf(entry)}`
      if (entry.act.kind === 'mark') return offline.ticked(timeOf(entry))
      if (entry.act.kind === 'pass') return offline.passed(timeOf(entry))
      if (entry.act.kind === 'late') return offline.late(entry.act.minutes, timeOf(entry))
      if (entry.act.kind === 'on_time') return offline.onTime(timeOf(entry))
      if (entry.act.kind === 'ill') return offline.ill(timeOf(entry))
      return (entry.act.step === 'en_route' ? offline.way : offline.started)(timeOf(entry))
    },
  }
}
