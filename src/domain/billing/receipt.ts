/** What a receipt names, on the screen and on paper. */
import type { JournalKind } from '../ledger/journal-kinds.ts'

/** In the order in which they stand. */
export const RECEIPT_LINES = ['visit', 'tip', 'fee', 'coupon', 'tax', 'credit', 'invoice'] as const
type ReceiptLine = (typeof RECEIPT_LINES)[number]

/** What is paid for, an invoice among it; the others are sums below. */
const WORK_LINES = ['visit', 'tip', 'fee', 'invoice'] as const satisfies readonly ReceiptLine[]
type WorkLine = (typeof WORK_LINES)[number]

export function isWork<Line extends { readonly kind: ReceiptLine }>(
  line: Line,
): line is Line & { readonly kind: WorkLine } {
  return WORK_LINES.some((kind) => kind === line.kind)
}

export type LineTexts = Readonly<Record<WorkLine | 'call_out', (name: string) => string>>

type ReadLine = {
  readonly kind: WorkLine
  /** A crew came in vain and is paid for its trip. */
  readonly isCallOut: boolean
  readonly serviceName: string | null
  readonly description: string
}

/** In the language of the texts. */
export function lineText(texts: LineTexts, { kind, isCallOut, serviceName, description }: ReadLine): string {
  return texts[kind === 'visit' && isCallOut ? 'call_out' : kind](serviceName ?? description)
}

/** `Coupon SPRING26`: by its code, where that is known. */
export function couponText(word: string, codes: readonly string[]): string {
  return codes.length === 0 ? word : `${word} ${codes.join(', ')}`
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
}

/** Of a card, as its people write it; one that we do not know stands as the provider names it. */
export function brandName(brand: string): string {
  return BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
}

/** As people read it out and type it: the first eight signs of its id. */
export function paperNumber(id: string): string {
  const [first = ''] = id.split('-')
  return `${first.slice(0, 4)}-${first.slice(4, 8)}`.toUpperCase()
}

/** What of the books a customer is shown; what a crew, a sponsor or the provider gets or loses is not theirs to see. */
export const RECEIPT_JOURNALS = [
  'payment_succeeded',
  'credit_used',
  'invoice_issued',
  'invoice_paid',
  'refunded',
  'refund_failed',
  'chargeback_taken',
  'chargeback_won',
  'written_off',
] as const satisfies readonly JournalKind[]
