/**
 * `<AmountsAlike>` stands around whatever people read as one list: where one amount in it has cents, all are shown with
 * cents, so that `$56` never stands beside `$36.50`. `List`, `VirtualList` and `DataTable` have one of their own.
 */
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { type Cents, formatCents, isWholeDollars } from '#domain/money.ts'

const Alike = createContext({ hasCents: false, noteCents: () => {} })

export function AmountsAlike({ children }: { children: ReactNode }) {
  const [hasCents, setHasCents] = useState(false)
  const alike = useMemo(() => ({ hasCents, noteCents: () => setHasCents(true) }), [hasCents])
  return <Alike value={alike}>{children}</Alike>
}

/** An amount as the list around it shows them; nothing where there is none. */
export function useAmountText(amountCents: Cents): string
export function useAmountText(amountCents: Cents | null): string | null
export function useAmountText(amountCents: Cents | null): string | null {
  const { hasCents, noteCents } = useContext(Alike)
  const isUneven = amountCents !== null && !isWholeDollars(amountCents)
  useLayoutEffect(() => {
    if (isUneven) noteCents()
  }, [isUneven, noteCents])
  return amountCents === null ? null : formatCents(amountCents, { hasCents })
}
