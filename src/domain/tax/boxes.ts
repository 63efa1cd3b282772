/**
 * Into which box of its form each figure of a year goes. Forms change: whoever files checks this against the form of the
 * year, and what is filed is for a tax adviser to say.
 */
import type { Cents } from '../money.ts'
import { STATES } from './exemption.ts'

/** Gross in the year, its transactions, and gross month by month. */
type YearFigures = {
  readonly grossCents: Cents
  readonly transactionCount: number
  /** January to December. */
  readonly months: readonly Cents[]
}

type Box = { readonly name: string } & (
  | { readonly cents: (year: YearFigures) => Cents }
  | { readonly count: (year: YearFigures) => number }
)

const MONTH_BOXES = [...'abcdefghijkl']

export const FORM_BOXES: Readonly<Record<'nec' | 'k', readonly Box[]>> = {
  nec: [{ name: 'nec_box_1', cents: ({ grossCents }) => grossCents }],
  k: [
    { name: 'k_box_1a', cents: ({ grossCents }) => grossCents },
    { name: 'k_box_3', count: ({ transactionCount }) => transactionCount },
    ...MONTH_BOXES.map((letter, month) => ({
      name: `k_box_5${letter}`,
      cents: ({ months }: YearFigures) => months[month]!,
    })),
  ],
}

/** Of an address as `1450 S Pearl St, Denver, CO 80210`; empty where it names none. */
export function taxpayerStateOf(address: string | null): string {
  const [, letters = ''] = /,\s*([A-Z]{2})(?:\s+\d{5}(?:-\d{4})?)?$/.exec(address?.trim() ?? '') ?? []
  return STATES.find((state) => state === letters) ?? ''
}
