/** Codes of a round that wait on this phone, and those that did not count, each with the reason. */
import { writeCheckpointCode } from '#domain/complexes/checkpoints.ts'
import { isUnsent } from '#domain/offline/entry.ts'
import { discard } from '#web/offline/queue/acts.ts'
import { useQueue } from '#web/offline/use-queue.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

export function QueuedPasses({ visitId }: { visitId: string }) {
  const texts = useText().complexes.points
  const { entries } = useQueue()
  return entries.map((entry) => {
    if (entry.visitId !== visitId || entry.act.kind !== 'pass') return null
    if (isUnsent(entry))
      return (
        <Banner key={entry.id} icon="clock">
          {texts.waiting(writeCheckpointCode(entry.act.code))}
        </Banner>
      )
    if (entry.state !== 'refused' || !entry.failure) return null
    return (
      <Banner
        key={entry.id}
        tone="danger"
        isAlert
        title={writeCheckpointCode(entry.act.code)}
        actions={<Button onClick={() => void discard([entry.id])}>{texts.ok}</Button>}
      >
        {entry.failure.sentence}
      </Banner>
    )
  })
}
