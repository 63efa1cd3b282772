/** How the items of a list are put in order, and what a place keeps of its rows. */
import type { ServiceItem } from './items.ts'

/** With the item at `from` moved to `to`; as it was where there is no such place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

type Arranged = { readonly key?: string | undefined; readonly isLeftOut: boolean; readonly own: unknown }

/** Nothing where the rows are as the service has them: its order is then followed when an operator changes it. */
export function keptOf<Row extends Arranged>(service: readonly ServiceItem[], rows: readonly Row[]): Row[] {
  const isAsService =
    rows.length === service.length &&
    rows.every(({ key, isLeftOut, own }, index) => key === service[index]?.key && !isLeftOut && own === null)
  return isAsService ? [] : [...rows]
}
