/** A price of its own ends on a day: its effect is shown, then it ends. */
import { useState } from 'react'
import { addDays, type LocalDate } from '#domain/time.ts'
import { type CallInput, type Reply, useAction } from '#web/api.ts'
import { useMay } from '#web/session/may.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PriceEffect } from './price-form.tsx'

export type OwnScope = Omit<CallInput<'POST /api/end-price'>['body'], 'from'>

export function EndPrice({ own, price, today }: { own: OwnScope; price: string; today: LocalDate }) {
  const { prices: text } = useText().catalogue
  const [isOpen, setIsOpen] = useState(false)
  const may = useMay()
  if (!may('catalogue')) return null
  if (!isOpen)
    return (
      <Button tone="quiet" aria-label={text.endOf(price)} onClick={() => setIsOpen(true)}>
        {text.end}
      </Button>
    )
  return <EndForm own={own} today={today} onClose={() => setIsOpen(false)} />
}

function EndForm({ own, today, onClose }: { own: OwnScope; today: LocalDate; onClose: () => void }) {
  const { prices: text } = useText().catalogue
  const draft = useDraft<{ from: string }>({ from: addDays(today, 1) })
  const [seen, setSeen] = useState<{ from: string; effect: Reply<'POST /api/preview-price-end'> }>()
  const preview = useAction('POST /api/preview-price-end')
  const end = useAction('POST /api/end-price', {
    refreshes: ['GET /api/price-list', 'GET /api/special-prices', 'GET /api/services', 'GET /api/pricing'],
  })
  const { from } = draft.values
  const isSeen = seen?.from === from
  const submit = async () => {
    const body = { ...own, from }
    if (!isSeen) {
      setSeen({ from, effect: await preview.mutateAsync({ body }) })
      return
    }
    const { customersNotified } = await end.mutateAsync({ body })
    showToast(text.endSaved(customersNotified))
    onClose()
  }
  return (
    <Form onSubmit={submit} submitLabel={isSeen ? text.endIt : text.show}>
      <DateField label={text.endsOn} min={addDays(today, 1)} {...draft.field('from')} />
      {isSeen && <PriceEffect effect={seen.effect} />}
      <Button tone="quiet" onClick={onClose}>
        {text.keep}
      </Button>
    </Form>
  )
}
