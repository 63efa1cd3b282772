/** A visit's button and dialog to move it, whose form is fetched when it is opened. */
import { lazy, Suspense, useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const MoveForm = lazy(async () => ({ default: (await import('./move-form.tsx')).MoveForm }))

type VisitCard = Reply<'POST /api/get-visits'>['visits'][number]

export function MoveButton({ visit, isQuiet = false }: { visit: VisitCard; isQuiet?: boolean }) {
  const texts = useText().schedule.move
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...(isQuiet ? { tone: 'quiet' } : { icon: 'calendar' })} onClick={() => setIsOpen(true)}>
        {texts.button}
      </Button>
      {isOpen && <MoveSheet visit={visit} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export function MoveSheet({ visit, onClose }: { visit: VisitCard; onClose: () => void }) {
  const texts = useText().schedule.move
  const job = useEndpoint('GET /api/weekly-job', { query: { id: visit.weeklyJobId! } })
  return (
    <Sheet title={texts.title} isOpen onClose={onClose}>
      {job.isPending && <Skeleton rows={6} />}
      {job.data && (
        <PartBoundary>
          <Suspense fallback={<Skeleton rows={6} />}>
            <MoveForm visit={visit} job={job.data} onDone={onClose} />
          </Suspense>
        </PartBoundary>
      )}
    </Sheet>
  )
}
