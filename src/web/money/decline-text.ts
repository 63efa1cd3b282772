import { isFinalReturn } from '#domain/billing/dunning.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'

/** The sentence for the provider's word for a refusal. */
export function useDeclineText(): (code: string | null) => string {
  const { money } = useText()
  return (code) =>
    isFinalReturn(code)
      ? money.declines.debit_refused
      : (textFor(money.declines, code) ?? money.declines.card_declined)
}
