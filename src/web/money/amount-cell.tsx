import type { Cents } from '#domain/money.ts'
import { Money } from '#web/ui/money.tsx'

/** The cell of a table's column of amounts. */
export function amountCell({ amountCents }: { readonly amountCents: Cents }) {
  return <Money amountCents={amountCents} />
}
