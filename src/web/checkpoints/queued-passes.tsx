/** Codes of a round that wait on this phone, and those that did not count, each with the reason. */
import { useEffect, useRef } from 'react'
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
      <RefusedPass
        key={entry.id}
        id={entry.id}
        code={writeCheckpointCode(entry.act.code)}
        sentence={entry.failure.sentence}
      />
    )
  })
}

/** Above the buildings, while it was typed below them: whoever typed it must see it. */
function RefusedPass({ id, code, sentence }: { id: string; code: string; sentence: string }) {
  const texts = useText().complexes.points
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <Banner
        tone="danger"
        isAlert
        title={code}
        actions={<Button onClick={() => void discard([id])}>{texts.ok}</Button>}
      >
        {sentence}
      </Banner>
    </div>
  )
}
