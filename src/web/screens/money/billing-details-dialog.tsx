/** Legal name, address, tax number and order number of a customer's papers; on terms, who else gets invoices by mail. */
import { type Reply, useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea, TextField } from '#web/ui/forms/text-field.tsx'

export type Details = Reply<'GET /api/billing-details'>

type DialogProps = { details: Details; isOnTerms: boolean; onClose: () => void }

export function BillingDetailsDialog({ details, isOnTerms, onClose }: DialogProps) {
  const { details: texts } = useText().invoices
  const draft = useDraft({ ...details, copiesTo: details.copiesTo.join(', ') })
  const save = useAction('POST /api/save-billing-details', {
    refreshes: ['GET /api/billing-details', 'GET /api/invoices', 'GET /api/payment'],
  })
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
        <p className="text-muted">{isOnTerms ? texts.hintOnTerms : texts.hint}</p>
        <TextField
          label={texts.company}
          hint={texts.companyHint}
          maxLength={120}
          autoComplete="organization"
          isOptional
          {...draft.field('companyName')}
        />
        <TextArea label={texts.address} maxLength={300} isOptional {...draft.field('billingAddress')} />
        <TextField label={texts.taxNumber} maxLength={60} isOptional {...draft.field('taxNumber')} />
        <TextField
          label={texts.po}
          hint={texts.poHint}
          maxLength={60}
          isOptional
          {...draft.field('poNumber')}
        />
        {isOnTerms && (
          <TextField label={texts.copies} hint={texts.copiesHint} isOptional {...draft.field('copiesTo')} />
        )}
      </Form>
    </Dialog>
  )
}
