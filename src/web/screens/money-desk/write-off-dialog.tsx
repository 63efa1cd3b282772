/** What writing a payment off would do, and the reason for it. */
import { useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Owed = { readonly id: string; readonly customerName: string }

export function WriteOffDialog({ payment, onClose }: { payment: Owed; onClose: () => void }) {
  const { writeOff: text } = useText().books
  const format = useFormat()
  const effect = useEndpoint('POST /api/preview-write-off', { body: { paymentId: payment.id } })
  const draft = useDraft({ reason: '', keepsService: true })
  const write = useAction('POST /api/write-off-payment', {
    refreshes: [
      'GET /api/market-payments',
      'GET /api/ledger-balances',
      'GET /api/payment',
      'GET /api/operator-payment',
      'GET /api/history',
    ],
  })
  const submit = async () => {
    await write.mutateAsync({ body: { paymentId: payment.id, ...draft.values } })
    draft.reset()
    showToast(text.done)
    onClose()
  }
  return (
    <Dialog title={text.title(payment.customerName)} isOpen onClose={onClose}>
      {effect.isPending && <SkeletonCard rows={3} />}
      {effect.isError && <ErrorState error={effect.error} onRetry={() => void effect.refetch()} />}
      {effect.data && (
        <Form
          onSubmit={submit}
          submitLabel={text.submit(format.money(effect.data.amountCents))}
          tone="danger"
        >
          <p className="text-muted">
            {text.effect(format.money(effect.data.amountCents))} {effect.data.isServicePaused && text.paused}
          </p>
          <TextField label={text.reason} maxLength={300} {...draft.field('reason')} />
          <CheckboxField label={text.keeps} hint={text.keepsHint} {...draft.field('keepsService')} />
        </Form>
      )}
    </Dialog>
  )
}
