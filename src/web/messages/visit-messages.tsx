/** The messages of a visit on its page: `<VisitMessages visitId={visit.id} timeZone={visit.timeZone} />`. They come with their own words. */

import { type ComponentType, lazy, Suspense } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { loadAreas } from '#web/text/store.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Props = { visitId: string; timeZone: string }

const Thread = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
  const [thread] = await Promise.all([import('./thread.tsx'), loadAreas(['notices'])])
  return { default: thread.Thread }
})

export function VisitMessages({ visitId, timeZone }: Props) {
  return (
    <div id="messages" className="scroll-mt-4">
      <PartBoundary>
        <Suspense fallback={<SkeletonCard rows={3} />}>
          <Thread key={visitId} visitId={visitId} timeZone={timeZone} />
        </Suspense>
      </PartBoundary>
    </div>
  )
}
