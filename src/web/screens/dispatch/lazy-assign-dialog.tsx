/** The dialog of who could do a visit, downloaded when it opens. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'

const Dialog = lazy(async () => ({ default: (await import('#web/desk/assign-dialog.tsx')).AssignDialog }))

export function AssignDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <PartBoundary onMissing={props.onClose}>
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    </PartBoundary>
  )
}
