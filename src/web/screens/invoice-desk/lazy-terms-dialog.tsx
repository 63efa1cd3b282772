/** The dialog of terms with its search of people, downloaded when it opens. */
import { type ComponentProps, lazy, Suspense } from 'react'

const Dialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }))

export function TermsDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  )
}
