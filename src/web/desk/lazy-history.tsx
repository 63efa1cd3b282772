/** A history comes when somebody opens it: pages of operators show it on one of their tabs. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

const Part = lazy(async () => ({ default: (await import('./history-part.tsx')).HistoryPart }))

export function HistoryPart(props: ComponentProps<typeof Part>) {
  return (
    <Suspense fallback={<SkeletonCard rows={5} />}>
      <Part {...props} />
    </Suspense>
  )
}
