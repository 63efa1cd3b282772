/** The two forms of the board, of which a device needs one. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

const TimeLines = lazy(async () => ({ default: (await import('./desk.tsx')).Desk }))
const Lanes = lazy(async () => ({ default: (await import('./lanes-list.tsx')).LanesList }))

export function Desk(props: ComponentProps<typeof TimeLines>) {
  return (
    <Suspense fallback={<SkeletonCard rows={10} />}>
      <TimeLines {...props} />
    </Suspense>
  )
}

export function LanesList(props: ComponentProps<typeof Lanes>) {
  return (
    <Suspense fallback={<SkeletonCard rows={10} />}>
      <Lanes {...props} />
    </Suspense>
  )
}
