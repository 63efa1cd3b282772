/** What is said after the work, fetched when a visit is done: the pages of all others do without it. */
import { lazy, Suspense } from 'react'
import type { Cents } from '#domain/money.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import type { FeedbackReader } from './feedback.types.ts'

const Feedback = lazy(async () => ({ default: (await import('./visit-feedback.tsx')).VisitFeedback }))
const Wrong = lazy(async () => ({ default: (await import('./visit-feedback.tsx')).SomethingWrong }))

type Said = { visitId: string; timeZone: string }

export function LazyFeedback(props: Said & { reader: FeedbackReader; totalCents?: Cents | null }) {
  return (
    <PartBoundary>
      <Suspense fallback={<SkeletonCard rows={3} />}>
        <Feedback {...props} />
      </Suspense>
    </PartBoundary>
  )
}

export function LazySomethingWrong(props: Said) {
  return (
    <PartBoundary isQuiet>
      <Suspense>
        <Wrong {...props} />
      </Suspense>
    </PartBoundary>
  )
}
