/** The embedded provider's form for bank debits: the account, and its owner's leave to draw from it. */
import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

type BankFormProps = {
  submitLabel: string
  onToken: (setupToken: string) => Promise<void>
  mandate: string
}

export function BankForm({ submitLabel, onToken, mandate }: BankFormProps) {
  const { invoices } = useText()
  const { payPage } = invoices
  const draft = useDraft({ routingNumber: '', accountNumber: '', isAgreed: false })
  const tokenise = useAction('POST /api/demo-bank/tokenise-bank-account')
  const submit = async () => {
    const { routingNumber, accountNumber, isAgreed } = draft.values
    if (!isAgreed) throw new FormRefusal(payPage.mandateNeeded, { isAgreed: payPage.mandateNeeded })
    const { setupToken } = await tokenise.mutateAsync({
      body: { routingNumber: routingNumber.trim(), accountNumber: accountNumber.trim(), isAgreed },
    })
    await onToken(setupToken)
    draft.reset()
  }
  return (
    <Form onSubmit={submit} submitLabel={submitLabel} icon="lock" isWide label={payPage.payWays.bank}>
      <TextField label={payPage.routing} {...draft.field('routingNumber')} inputMode="numeric" />
      <TextField
        label={payPage.account}
        {...draft.field('accountNumber')}
        inputMode="numeric"
        hint={payPage.testHint}
      />
      <CheckboxField label={mandate} {...draft.field('isAgreed')} />
    </Form>
  )
}
