/** How a notice looks; screens use notice.ts. */
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from './dialog.tsx'
import { dismissNotice, type Notice } from './notice.ts'

export function NoticeDialog({ title, body = [] }: Notice) {
  const { ui } = useText()
  return (
    <Dialog
      title={title}
      isOpen
      isAlert
      onClose={dismissNotice}
      actions={
        <Button tone="primary" onClick={dismissNotice}>
          {ui.ok}
        </Button>
      }
    >
      {body.map((line) => (
        <p key={line} className="pb-2 whitespace-pre-line text-muted">
          {line}
        </p>
      ))}
    </Dialog>
  )
}
