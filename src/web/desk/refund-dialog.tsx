/** Money of a payment back to its customer, whole or in part. */
import { addCents, type Cents, subtractCents } from '#domain/money.ts'
import { useAction } from '#web/api.ts'
import { readDollars } from '#web/money/dollars.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useSecondPerson } from './use-second-person.ts'

type Refundable = {
  readonly id: string
  readonly customerName: string
  readonly totalCents: Cents
  readonly creditCents: Cents
  readonly refundedCents: Cents
}

export function RefundDialog({ payment, onClose }: { payment: Refundable; onClose: () => void }) {
  const { money } = useText()
  const format = useFormat()
  const draft = useDraft({ amountCents: '', reason: '', clawsBackCrewPay: false })
  const refund = useAction('POST /api/refund-payment', {
    refreshes: [
      'GET /api/market-payments',
      'GET /api/ledger-balances',
      'GET /api/payment',
      'GET /api/operator-visit',
      'GET /api/operator-payment',
      'GET /api/history',
    ],
  })
  const askInstead = useSecondPerson()
  const submit = async () => {
    const { amountCents: typed, ...rest } = draft.values
    const amountCents = typed.trim() === '' ? undefined : readDollars(typed)
    if (amountCents === null)
      throw new FormRefusal(money.operator.refundAmountWrong, {
        amountCents: money.operator.refundAmountWrong,
      })
    const body = { paymentId: payment.id, amountCents, ...rest }
    try {
      const done = await refund.mutateAsync({ body })
      showToast(money.operator.refunded(format.money(done.amountCents)))
    } catch (error) {
      if (!(await askInstead(error, { kind: 'refund', ...body }))) throw error
    }
    draft.reset()
    onClose()
  }
  const left = subtractCents(addCents(payment.totalCents, payment.creditCents), payment.refundedCents)
  return (
    <Dialog title={money.operator.refundTitle(payment.customerName)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={money.operator.refund} tone="danger">
        <p className="text-muted">{money.operator.refundable(format.money(left))}</p>
        <TextField
          label={money.operator.refundAmount}
          hint={money.operator.refundAmountHint}
          inputMode="decimal"
          isOptional
          {...draft.field('amountCents')}
        />
        <TextField label={money.operator.reason} maxLength={300} {...draft.field('reason')} />
        <CheckboxField
          label={money.operator.clawBack}
          hint={money.operator.clawBackHint}
          {...draft.field('clawsBackCrewPay')}
        />
      </Form>
    </Dialog>
  )
}
