/** The way to report a problem; what it asks comes when it is opened. */
import { lazy, Suspense, useState } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import type { Feedback } from './feedback.types.ts'

const DisputeSheet = lazy(async () => ({ default: (await import('./dispute-sheet.tsx')).DisputeSheet }))

export function OpenDispute({ feedback, timeZone }: { feedback: Feedback; timeZone: string }) {
  const { openDispute } = useText().feedback
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid justify-items-start gap-1 px-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted">{openDispute.ask}</span>
        <Button tone="quiet" onClick={() => setOpen(true)}>
          {openDispute.button}
        </Button>
      </div>
      {feedback.disputableUntil !== null && (
        <p className="text-sm text-muted">
          {openDispute.until(format.dateTime(feedback.disputableUntil, timeZone))}
        </p>
      )}
      {isOpen && (
        <PartBoundary isQuiet>
          <Suspense>
            <DisputeSheet visitId={feedback.visitId} onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  )
}
