/** `<Money amountCents={1250 as Cents} />` – `$12.50` in tabular figures; `isLarge` for the figure of a page. */
import type { Cents } from '#domain/money.ts'
import { useAmountText } from './amounts-alike.tsx'

type MoneyProps = { amountCents: Cents; isLarge?: boolean; isStruck?: boolean }

export function Money({ amountCents, isLarge = false, isStruck = false }: MoneyProps) {
  const text = useAmountText(amountCents)
  const size = isLarge ? 'text-3xl font-bold tracking-tight' : 'font-medium'
  const look = `nums whitespace-nowrap ${size}`
  if (isStruck) return <s className={`${look} text-muted`}>{text}</s>
  return <span className={look}>{text}</span>
}
