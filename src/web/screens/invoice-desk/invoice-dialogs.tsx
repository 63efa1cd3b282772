/** What an operator writes down about one invoice: money that came by check or wire, or that it is void. */
import { localDate } from '#domain/time.ts'
import { type Reply, useAction } from '#web/api.ts'
import { readDollars } from '#web/money/dollars.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const refreshes = [
  'GET /api/invoice',
  'GET /api/market-invoices',
  'GET /api/ageing',
  'GET /api/terms',
] as const
const WAYS = ['check', 'wire', 'other'] as const
type Way = (typeof WAYS)[number]
type DialogProps = { invoice: Reply<'GET /api/invoice'>; onClose: () => void }

export function RecordDialog({ invoice, onClose }: DialogProps) {
  const { invoiceDesk: texts } = useText()
  const format = useFormat()
  const today = String(invoice.today)
  const draft = useDraft<{ way: Way; amountCents: string; reference: string; receivedOn: string }>({
    way: 'check',
    amountCents: (invoice.openCents / 100).toFixed(2),
    reference: '',
    receivedOn: today,
  })
  const record = useAction('POST /api/record-invoice-payment', { refreshes })
  const submit = async () => {
    const { way, reference, receivedOn } = draft.values
    const amountCents = readDollars(draft.values.amountCents)
    if (amountCents === null) throw new FormRefusal(texts.amountWrong, { amountCents: texts.amountWrong })
    const done = await record.mutateAsync({
      body: { invoiceId: invoice.id, way, amountCents, reference, receivedOn: localDate(receivedOn) },
    })
    draft.reset()
    showToast(texts.recorded(format.money(done.openCents)))
    onClose()
  }
  return (
    <Dialog title={texts.recordTitle(invoice.number)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.record}>
        <SelectField
          label={texts.way}
          options={WAYS.map((value) => ({ value, label: texts.ways[value] }))}
          {...draft.field('way')}
        />
        <TextField
          label={texts.amount}
          hint={texts.amountHint}
          inputMode="decimal"
          {...draft.field('amountCents')}
        />
        <TextField label={texts.reference} maxLength={80} {...draft.field('reference')} />
        <DateField label={texts.receivedOn} max={today} {...draft.field('receivedOn')} />
      </Form>
    </Dialog>
  )
}

export function VoidDialog({ invoice, onClose }: DialogProps) {
  const { invoiceDesk: texts } = useText()
  const draft = useDraft({ reason: '', isReplaced: false })
  const remove = useAction('POST /api/void-invoice', { refreshes })
  const submit = async () => {
    const done = await remove.mutateAsync({ body: { invoiceId: invoice.id, ...draft.values } })
    draft.reset()
    showToast(texts.voided(done.creditNoteNumber))
    onClose()
  }
  return (
    <Dialog title={texts.voidTitle(invoice.number)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={texts.void} tone="danger">
        <p className="text-muted">{texts.voidBody}</p>
        <TextField label={texts.reason} maxLength={300} {...draft.field('reason')} />
        {/* What was credited in part stands on the old bill: another over the whole would ask for too much. */}
        {invoice.creditedCents === 0 && (
          <CheckboxField label={texts.replace} {...draft.field('isReplaced')} />
        )}
      </Form>
    </Dialog>
  )
}
