/** Everything that is on this phone only, by visit, and what changed meanwhile. */
import { isUnsent, type QueueEntry } from '#domain/offline/entry.ts'
import { retryAll } from '#web/offline/queue/acts.ts'
import { sendsWhenClosed } from '#web/offline/queue/tabs.ts'
import { useQueue } from '#web/offline/use-queue.ts'
import { ConflictCard } from '#web/stops/conflict-card.tsx'
import { useActTexts } from '#web/stops/queued-steps.tsx'
import { QueuedPhotos } from '#web/stops/stop-photos.tsx'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'

export function QueueSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { offline } = useText()
  const { entries, isLasting } = useQueue()
  // What is safe is shown only beside what is not.
  const open = Map.groupBy(entries, ({ visitId }) => visitId)
  const visits = [...open.values()].filter((some) => some.some(({ state }) => state !== 'safe'))
  const isWaiting = entries.some(isUnsent)
  const isChanged = entries.some(({ state }) => state === 'conflict')
  const canSend = isWaiting || entries.some(({ state }) => state === 'refused')
  return (
    <Sheet
      title={isChanged && !isWaiting ? offline.looked : offline.title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        canSend && (
          <Button tone="primary" isLarge onClick={() => void retryAll()}>
            {offline.sendNow}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {!isLasting && <Banner tone="warn">{offline.notLasting}</Banner>}
        {visits.length === 0 && <p className="text-muted">{offline.nothing}</p>}
        {isWaiting && isLasting && (
          <p className="text-muted">{sendsWhenClosed() ? offline.goes : offline.goesWhenOpen}</p>
        )}
        {visits.map((some) => (
          <OneVisit key={some[0]!.visitId} entries={some} />
        ))}
      </div>
    </Sheet>
  )
}

function OneVisit({ entries }: { entries: readonly QueueEntry[] }) {
  const { offline } = useText()
  const texts = useActTexts()
  const steps = entries.filter(({ act, state }) => act.kind !== 'photo' && state !== 'conflict')
  const photos = entries.filter(({ act }) => act.kind === 'photo')
  // Of what the office has received the card above says all.
  const isWithOffice =
    steps.every(({ state }) => state === 'safe') && photos.every(({ state }) => state === 'safe')
  if (isWithOffice) return <ConflictCard entries={entries} />
  return (
    <section aria-label={entries[0]!.placeName} className="grid gap-2">
      <ConflictCard entries={entries} />
      <h3 className="font-semibold">{entries[0]!.placeName}</h3>
      <ul className="grid gap-1">
        {steps.map((entry) => (
          <li key={entry.id} className="grid">
            <span className="nums flex justify-between gap-3">
              <span>{texts.nameOf(entry)}</span>
              <span className="text-muted">{offline.states[entry.state]}</span>
            </span>
            {entry.failure?.sentence && <span className="text-sm text-danger">{entry.failure.sentence}</span>}
          </li>
        ))}
      </ul>
      <QueuedPhotos entries={photos} first={1} />
    </section>
  )
}
