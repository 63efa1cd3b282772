/** Legal name, address, purchase order and mail addresses of a customer's coming invoices. */
import { type Reply, useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'

export type InvoiceTerms = NonNullable<Reply<'GET /api/invoices'>['terms']>

export function InvoiceDetailsDialog({ terms, onClose }: { terms: InvoiceTerms; onClose: () => void }) {
  const { details: texts } = useText().invoices
  const draft = useDraft({
    companyName: terms.companyName,
    billingAddress: terms.billingAddress,
    poNumber: terms.poNumber,
    copiesTo: terms.copiesTo.join(', '),
  })
  const save = useAction('POST /api/save-invoice-details', { refreshes: ['GET /api/invoices'] })
  const submit = async () => {
    const copiesTo = draft.values.copiesTo.split(/[,;\s]+/).filter(Boolean)
    await save.mutateAsync({ body: { ...draft.values, copiesTo } })
    draft.reset()
    showToast(texts.saved)
    onClose()
  }
  return (
    <Dialog title={texts.title} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.save}>
        <p className="text-muted">{texts.hint}</p>
        <TextField
          label={texts.company}
          hint={texts.companyHint}
          maxLength={120}
          autoComplete="organization"
          {...draft.field('companyName')}
        />
        <TextArea label={texts.address} maxLength={300} isOptional {...draft.field('billingAddress')} />
        <TextField
          label={texts.po}
          hint={texts.poHint}
          maxLength={60}
          isOptional
          {...draft.field('poNumber')}
        />
        <TextField label={texts.copies} hint={texts.copiesHint} isOptional {...draft.field('copiesTo')} />
      </Form>
    </Dialog>
  )
}
