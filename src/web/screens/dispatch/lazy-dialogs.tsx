/** The dialogs of the board, downloaded when they open: who could do a visit, and planning everything. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'

const Assign = lazy(async () => ({ default: (await import('#web/desk/assign-dialog.tsx')).AssignDialog }))
const Plan = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }))

export function AssignDialog(props: ComponentProps<typeof Assign>) {
  return (
    <PartBoundary onMissing={props.onClose}>
      <Suspense fallback={null}>
        <Assign {...props} />
      </Suspense>
    </PartBoundary>
  )
}

export function PlanDialog(props: ComponentProps<typeof Plan>) {
  return (
    <PartBoundary onMissing={props.onClose}>
      <Suspense fallback={null}>
        <Plan {...props} />
      </Suspense>
    </PartBoundary>
  )
}
