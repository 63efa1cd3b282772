/**
 * `showNotice({ title, body })` – a dialog with only an OK, for what must be read (a frozen account, a payment method
 * that fails, no location). Several wait in line. `<Notices />` is mounted once by the shell.
 */
import { useSyncExternalStore } from 'react'
import { useText } from '#web/text/store.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type Notice = { title: string; body?: readonly string[] }

let waiting: readonly Notice[] = []
const listeners = new Set<() => void>()

export function showNotice(notice: Notice): void {
  const isThere = waiting.some(
    (other) => other.title === notice.title && other.body?.join() === notice.body?.join(),
  )
  if (!isThere) publish([...waiting, notice])
}

export function Notices() {
  const { ui } = useText()
  const [notice] = useSyncExternalStore(subscribe, () => waiting)
  if (!notice) return null
  const close = () => publish(waiting.slice(1))
  return (
    <Dialog
      key={notice.title}
      title={notice.title}
      isOpen
      isAlert
      onClose={close}
      actions={
        <Button tone="primary" onClick={close}>
          {ui.ok}
        </Button>
      }
    >
      {notice.body?.map((line) => (
        <p key={line} className="pb-2 whitespace-pre-line text-muted">
          {line}
        </p>
      ))}
    </Dialog>
  )
}

function publish(next: readonly Notice[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
