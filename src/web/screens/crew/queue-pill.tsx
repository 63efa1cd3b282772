/** Whether everything is sent, in one small button; behind it the list of what is not. */

import { lazy, Suspense, useEffect, useState } from 'react'
import { isUnsent, type QueueEntry } from '#domain/offline/entry.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'

const bringSheet = () => import('./queue-sheet.tsx')
const QueueSheet = lazy(async () => ({ default: (await bringSheet()).QueueSheet }))
/** The sheet comes after the first screen, and is on the phone from then on. */
const BRING_AFTER_MS = 1_500

export function QueuePill({ entries }: { entries: readonly QueueEntry[] }) {
  const { offline } = useText()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void bringSheet().catch(() => undefined), BRING_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
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
      {isOpen && (
        <PartBoundary onMissing={() => setOpen(false)}>
          <Suspense>
            <QueueSheet isOpen onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}
