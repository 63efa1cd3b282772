/** The customers' credit, downloaded when its tab is opened. */
import { lazy, Suspense } from 'react'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

const Panel = lazy(async () => ({ default: (await import('./operator-credit.tsx')).CreditPanel }))

export function CreditPanel() {
  return (
    <Suspense fallback={<SkeletonCard rows={4} />}>
      <Panel />
    </Suspense>
  )
}
