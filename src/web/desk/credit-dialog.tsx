/** Credit given or taken by hand: its effect is shown, then it is done. */
import { useState } from 'react'
import { type Cents, cents } from '#domain/money.ts'
import { type Reply, useAction } from '#web/api.ts'
import { readDollars } from '#web/money/dollars.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useSecondPerson } from './use-second-person.ts'

type Customer = Reply<'POST /api/find-credit-customers'>['customers'][number]
type Effect = Reply<'POST /api/preview-credit-change'>
type Change = { readonly kind: 'given' | 'taken'; readonly amountCents: Cents }

export function CreditDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { credit: text } = useText().books
  const format = useFormat()
  const draft = useDraft({ amountCents: '', reason: '' })
  const [kind, setKind] = useState<Change['kind']>('given')
  const [shown, setShown] = useState<{ change: Change; effect: Effect }>()
  const preview = useAction('POST /api/preview-credit-change')
  const change = useAction('POST /api/change-credit', {
    refreshes: [
      'POST /api/find-credit-customers',
      'GET /api/credit-changes',
      'GET /api/ledger-balances',
      'GET /api/market-payments',
    ],
  })
  const askInstead = useSecondPerson()
  const typed = draft.values.amountCents.trim() === '' ? null : readDollars(draft.values.amountCents)
  const amountCents = typed === null ? null : cents(typed)
  const isShown = shown?.change.kind === kind && shown.change.amountCents === amountCents
  const submit = async () => {
    if (amountCents === null) throw new FormRefusal(text.amountWrong, { amountCents: text.amountWrong })
    const wanted = { customerId: customer.id, kind, amountCents }
    if (!isShown) {
      setShown({ change: { kind, amountCents }, effect: await preview.mutateAsync({ body: wanted }) })
      return
    }
    const { reason } = draft.values
    try {
      await change.mutateAsync({ body: { ...wanted, reason } })
      showToast(text.done)
    } catch (error) {
      const wish = { kind: 'credit', customerId: customer.id, amountCents, reason } as const
      if (!(await askInstead(error, wish))) throw error
    }
    draft.reset()
    onClose()
  }
  const label = kind === 'given' ? text.doGive : text.doTake
  return (
    <Dialog title={text.changeOf(customer.name)} isOpen onClose={onClose}>
      <Form
        onSubmit={submit}
        submitLabel={isShown && amountCents !== null ? label(format.money(amountCents)) : text.show}
        tone={isShown && kind === 'taken' ? 'danger' : 'primary'}
      >
        <p className="text-muted">{text.has(format.money(customer.creditCents))}</p>
        <ChipGroup
          label={text.change}
          isLabelHidden
          name="kind"
          options={[
            { value: 'given' as const, label: text.give },
            { value: 'taken' as const, label: text.take },
          ]}
          value={kind}
          onChange={setKind}
        />
        <TextField label={text.amount} inputMode="decimal" {...draft.field('amountCents')} />
        <TextField label={text.reason} maxLength={300} {...draft.field('reason')} />
        {isShown && shown && <Shown effect={shown.effect} />}
      </Form>
    </Dialog>
  )
}

function Shown({ effect }: { effect: Effect }) {
  const { credit: text } = useText().books
  const format = useFormat()
  return (
    <Banner tone="info">
      {text.after(format.money(effect.creditBeforeCents), format.money(effect.creditAfterCents))}
      {effect.pays.map(({ paymentId, amountCents, periodStart, periodEnd }) => (
        <span key={paymentId} className="block">
          {text.pays(format.money(amountCents), format.dateRange(periodStart, periodEnd))}
        </span>
      ))}
    </Banner>
  )
}
