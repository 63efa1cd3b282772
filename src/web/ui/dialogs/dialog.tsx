/**
 * `<Dialog title=… isOpen onClose={…} actions={<Button…/>}>…</Dialog>` – the browser's own modal dialog: focus stays
 * inside, Escape and the close button call `onClose`. `<Sheet …/>` is the same, at the bottom on phones and at
 * the side of a desk, where what it is about stays in sight.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { openModal } from './open-modal.ts'

type DialogProps = {
  title: string
  isOpen: boolean
  /** Without it the dialog cannot be closed by the reader. */
  onClose?: () => void
  actions?: ReactNode
  isSheet?: boolean
  isWide?: boolean
  isAlert?: boolean
  children?: ReactNode
}

export function Dialog({ title, isOpen, onClose, actions, isSheet, isWide, isAlert, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { ui } = useText()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !isOpen) return
    const leave = openModal(dialog)
    return () => {
      leave()
      dialog.close()
      document.documentElement.style.overflow = ''
    }
  }, [isOpen])
  if (!isOpen) return null
  return (
    <dialog
      ref={ref}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      className={`max-h-[92dvh] flex-col border border-line bg-card text-ink shadow-high open:flex ${isSheet ? sheetLook : 'animate-rise m-auto rounded-3xl'} w-[calc(100%-1.5rem)] ${isWide ? 'max-w-2xl desk:max-w-2xl' : 'max-w-md'}`}
    >
      <header className="flex items-start justify-between gap-2 px-5 pt-4">
        <h2 id={id} className="pt-2 text-xl font-semibold">
          {title}
        </h2>
        {onClose && <IconButton icon="close" label={ui.close} onClick={onClose} />}
      </header>
      <div className="min-h-0 overflow-y-auto px-5 pt-2 pb-5">{children}</div>
      {actions && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</footer>
      )}
    </dialog>
  )
}

const sheetLook =
  'animate-up sm:animate-rise desk:animate-side mx-auto mt-auto mb-0 w-full! rounded-t-3xl sm:m-auto sm:w-[calc(100%-1.5rem)]! sm:rounded-3xl pb-safe desk:mr-0 desk:h-dvh desk:max-h-dvh desk:rounded-r-none'

export function Sheet(props: Omit<DialogProps, 'isSheet'>) {
  return <Dialog {...props} isSheet />
}
