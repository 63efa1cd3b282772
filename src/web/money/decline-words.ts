import { useText } from '#web/text/store.ts'

/** The sentence for the provider's word for a refusal. */
export function useDeclineWords(): (code: string | null) => string {
  const { money } = useText()
  return (code) =>
    (money.declines as Readonly<Record<string, string>>)[code ?? ''] ?? money.declines.card_declined
}
