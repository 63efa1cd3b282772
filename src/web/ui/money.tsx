/** `<Money amountCents={1250 as Cents} />` – `$12.50` in tabular figures; `isLarge` for the figure of a page. */
import { type Cents, formatCents } from '#domain/money.ts'

type MoneyProps = { amountCents: Cents; isLarge?: boolean; isStruck?: boolean }

export function Money({ amountCents, isLarge = false, isStruck = false }: MoneyProps) {
  const size = isLarge ? 'text-3xl font-bold tracking-tight' : 'font-medium'
  const look = `nums whitespace-nowrap ${size}`
  if (isStruck) return <s className={`${look} text-muted`}>{formatCents(amountCents)}</s>
  return <span className={look}>{formatCents(amountCents)}</span>
}
