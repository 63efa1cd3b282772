import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, Sheet } from '#web/ui/dialogs/dialog.tsx'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { showNotice } from '#web/ui/dialogs/notice.ts'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

export function OverlaySamples() {
  const [open, setOpen] = useState<'dialog' | 'sheet'>()
  const close = () => setOpen(undefined)
  const ask = async () => {
    const values = await openPrompt({
      title: 'Skip this date?',
      body: 'The crew is told at once.',
      inputs: [{ name: 'reason', label: 'Reason', isOptional: true }],
      submitLabel: 'Skip',
    })
    showToast(values ? `Skipped. ${values.reason ?? ''}` : 'Nothing changed.', {
      tone: values ? 'good' : 'info',
    })
  }
  return (
    <Card
      title="Overlays"
      actions={
        <Menu
          label="More"
          items={[
            { label: 'Change', icon: 'settings', onSelect: () => undefined },
            { label: 'Remove', icon: 'bin', isDanger: true, onSelect: () => undefined },
          ]}
        />
      }
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button onClick={() => void ask()}>Prompt</Button>
        <Button
          onClick={() =>
            void confirmPrompt({ title: 'Cancel the visit?', submitLabel: 'Cancel visit', isDanger: true })
          }
        >
          Confirm
        </Button>
        <Button onClick={() => showNotice({ title: 'Your Account Is Frozen', body: ['Until March 3.'] })}>
          Notice
        </Button>
        <Button onClick={() => showToast('Skipped Tuesday.', { undo: () => showToast('Back again.') })}>
          Toast with undo
        </Button>
        <Button onClick={() => showToast('That did not work.', { tone: 'danger' })}>Bad toast</Button>
      </div>
      <Dialog
        title="A dialog"
        isOpen={open === 'dialog'}
        onClose={close}
        actions={
          <Button tone="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <p className="text-muted">Something that must be read before going on.</p>
      </Dialog>
      <Sheet title="A sheet" isOpen={open === 'sheet'} onClose={close}>
        <p className="text-muted">On phones it comes from below.</p>
      </Sheet>
    </Card>
  )
}
