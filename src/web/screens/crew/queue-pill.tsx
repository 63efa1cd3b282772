/** Whether everything is sent, in one small button; behind it the list of what is not. */
import { useState } from 'react'
import { isUnsent, type QueueEntry } from '#domain/offline/entry.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { QueueSheet } from './queue-sheet.tsx'

export function QueuePill({ entries }: { entries: readonly QueueEntry[] }) {
  const { offline } = useText()
  const [isOpen, setOpen] = useState(false)
  const waiting = entries.filter(isUnsent).length
  const looks = new Set(
    entries.filter(({ state }) => state === 'conflict' || state === 'refused').map(({ visitId }) => visitId),
  ).size
  if (waiting + looks === 0 && !isOpen) return null
  return (
    <div className="flex flex-wrap gap-2">
      {waiting > 0 && (
        <Button icon="clock" onClick={() => setOpen(true)}>
          {offline.waits(waiting)}
        </Button>
      )}
      {looks > 0 && (
        <Button icon="warning" onClick={() => setOpen(true)}>
          {offline.look(looks)}
        </Button>
      )}
      <QueueSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
