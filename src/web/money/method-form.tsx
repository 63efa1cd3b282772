/** A card or a bank account: a form of ours for each where the provider's pages are ours, else the provider's for both. */
import { useState } from 'react'
import { useConfig } from '#web/session/config.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { BankForm } from './bank-form.tsx'
import { CardForm, type CardFormProps } from './card-form.tsx'

/** `mandate`: what the owner of a bank account agrees to. */
type Props = Omit<CardFormProps, 'takesBankAccounts'> & { mandate: string }

export function MethodForm({ mandate, ...form }: Props) {
  const { payPage } = useText().invoices
  const config = useConfig()
  const [way, setWay] = useState<'card' | 'bank'>('card')
  return (
    <div className="grid gap-4">
      {config?.cardScript === null && (
        <ChipGroup
          label={payPage.way}
          name="way"
          options={[
            { value: 'card' as const, label: payPage.payWays.card },
            { value: 'bank' as const, label: payPage.payWays.bank },
          ]}
          value={way}
          onChange={setWay}
        />
      )}
      {way === 'bank' ? (
        <BankForm submitLabel={form.submitLabel} onToken={form.onToken} mandate={mandate} />
      ) : (
        <CardForm {...form} takesBankAccounts />
      )}
    </div>
  )
}
