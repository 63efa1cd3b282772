/** The map of the board, and below it on a phone what was chosen on it: downloaded when they are shown. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

const CityMap = lazy(async () => ({ default: (await import('./dispatch-map.tsx')).DispatchMap }))

const Chosen = lazy(async () => ({ default: (await import('./inspector.tsx')).Inspector }))

export function DispatchMap(props: ComponentProps<typeof CityMap>) {
  return (
    <Suspense fallback={<SkeletonCard rows={3} />}>
      <CityMap {...props} />
    </Suspense>
  )
}

export function ChosenVisit(props: ComponentProps<typeof Chosen>) {
  return (
    <Suspense fallback={null}>
      <Chosen {...props} />
    </Suspense>
  )
}
