/** A customer with a code takes it before it books; the price is then asked for again. */
import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { referralCodes } from '#web/session/referral.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

export function CouponField({ onTaken }: { onTaken: () => void }) {
  const { coupon: texts } = useText().ondemand
  const [isOpen, setIsOpen] = useState(false)
  const draft = useDraft({ code: referralCodes().coupon ?? '' })
  const use = useAction('POST /api/use-coupon')
  const submit = async () => {
    const { name } = await use.mutateAsync({ body: { code: draft.values.code.trim() } })
    draft.reset({ code: '' })
    setIsOpen(false)
    showToast(texts.used(name))
    onTaken()
  }
  if (!isOpen)
    return (
      <Button tone="quiet" icon="gift" onClick={() => setIsOpen(true)}>
        {texts.open}
      </Button>
    )
  return (
    <Card title={texts.code}>
      <Form onSubmit={submit} submitLabel={texts.use} tone="secondary">
        <TextField label={texts.code} maxLength={32} autoCapitalize="characters" {...draft.field('code')} />
      </Form>
    </Card>
  )
}
