/** Yes or no before work is taken; and a kind answer when somebody was faster. */
import type { ReactNode } from 'react'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ReleaseRule } from './release-rule.tsx'
import { isLost } from './taking.ts'

type TakeSheetProps = {
  title: string
  error: Error | null
  isBusy: boolean
  isReady?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export function TakeSheet(props: TakeSheetProps) {
  const { title, error, isBusy, isReady = true, onConfirm, onClose, children } = props
  const { crew, ui } = useText()
  const hasLost = error !== null && isLost(error)
  return (
    <Sheet
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button isLarge onClick={onClose}>
            {hasLost ? crew.jobs.seeOpen : ui.cancel}
          </Button>
          {!hasLost && (
            <Button
              tone="primary"
              icon="check"
              isLarge
              isBusy={isBusy}
              disabled={!isReady}
              onClick={onConfirm}
            >
              {crew.jobs.yes}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {error && (
          <Banner
            tone={hasLost ? 'warn' : 'danger'}
            isAlert
            {...(hasLost ? { title: crew.jobs.lostTitle } : {})}
          >
            {error.message}
          </Banner>
        )}
        {!hasLost && children}
        {!hasLost && <ReleaseRule />}
      </div>
    </Sheet>
  )
}
