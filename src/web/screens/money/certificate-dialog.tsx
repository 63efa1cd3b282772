/** Handing in a certificate: state, number, days, and a picture or a PDF of it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CERTIFICATE_LIMIT_BYTES, STATES } from '#domain/tax/exemption.ts'
import type { LocalDate } from '#domain/time.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { upload } from '#web/upload.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf'

type DialogProps = {
  /** What the new one follows: the same number and state, from the day after its last. */
  replaced?: { readonly number: string; readonly issuedBy: string; readonly startsOn: LocalDate }
  onClose: () => void
}

export function CertificateDialog({ replaced, onClose }: DialogProps) {
  const { exemption: texts } = useText().tax
  const client = useQueryClient()
  const draft = useDraft<Record<'number' | 'issuedBy' | 'startsOn' | 'expiresOn', string>>({
    number: replaced?.number ?? '',
    issuedBy: replaced?.issuedBy ?? '',
    startsOn: replaced?.startsOn ?? '',
    expiresOn: '',
  })
  const [file, setFile] = useState<File | null>(null)
  const send = async () => {
    if (file === null) throw new FormRefusal(texts.needsFile)
    await upload('POST /api/add-tax-exemption', { query: draft.values, file })
    draft.reset(draft.values)
    showToast(texts.sent)
    onClose()
    await client.invalidateQueries({ queryKey: ['GET /api/tax-exemptions'] })
  }
  return (
    <Dialog title={texts.add} isOpen isWide onClose={onClose}>
      <Form submitLabel={texts.send} onSubmit={send}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={texts.number} maxLength={60} {...draft.field('number')} />
          <SelectField
            label={texts.issuedBy}
            options={[
              { value: '', label: texts.chooseState },
              ...STATES.map((state) => ({ value: state, label: state })),
            ]}
            {...draft.field('issuedBy')}
          />
          <DateField label={texts.startsOn} {...draft.field('startsOn')} />
          <DateField label={texts.expiresOn} {...draft.field('expiresOn')} />
        </div>
        <FileDrop
          label={file === null ? texts.file : texts.chosen(file.name)}
          hint={texts.fileHint}
          accept={ACCEPTED}
          maxBytes={CERTIFICATE_LIMIT_BYTES}
          icon={file === null ? 'upload' : 'check'}
          onFiles={([chosen]) => setFile(chosen ?? null)}
        />
      </Form>
    </Dialog>
  )
}
