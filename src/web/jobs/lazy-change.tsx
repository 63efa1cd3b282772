/** The form that changes a weekly job, fetched when somebody opens it. */
import { lazy, Suspense } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { WeeklyJob } from './weekly-job.data.ts'

const Form = lazy(async () => ({ default: (await import('./change-form.tsx')).ChangeForm }))

export function ChangeForm(props: { job: WeeklyJob; onDone: () => void }) {
  return (
    <PartBoundary>
      <Suspense fallback={<Skeleton rows={6} />}>
        <Form {...props} />
      </Suspense>
    </PartBoundary>
  )
}
