/** Planning everything, downloaded when it is asked for. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'

const Dialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }))

export function PlanDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <PartBoundary onMissing={props.onClose}>
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    </PartBoundary>
  )
}
