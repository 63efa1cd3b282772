import type { ReactNode } from 'react'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'

type ReleaseSheetProps = {
  title: string
  isBusy: boolean
  error: Error | null
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** Asks before work is released; keeping it is the nearer button. */
export function ReleaseSheet({ title, isBusy, error, onClose, onConfirm, children }: ReleaseSheetProps) {
  const { crew } = useText()
  return (
    <Sheet
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button isLarge onClick={onClose}>
            {crew.assignments.keep}
          </Button>
          <Button tone="danger" isLarge isBusy={isBusy} onClick={onConfirm}>
            {crew.assignments.release}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {error && (
          <Banner tone="danger" isAlert>
            {error.message}
          </Banner>
        )}
        {children}
      </div>
    </Sheet>
  )
}
