/** An amount as a partner's file writes it, as exact cents: what is not exactly dollars and cents is refused. */
import { type Cents, cents } from '../money.ts'

/** No single line of a statement is worth more; what is came into the wrong column. */
export const LARGEST_LINE_CENTS = cents(2_000_000)

export type AmountFault =
  | 'amount_unreadable'
  | 'amount_negative'
  | 'amount_zero'
  | 'amount_exponent'
  | 'amount_beyond_cents'
  | 'amount_too_large'

/** `$1,234.50`, `1234.5`, `12 USD`. Never rounds: digits stay text until they are whole cents. */
export function readAmount(text: string): { readonly amountCents: Cents } | { readonly fault: AmountFault } {
  const written = text.trim()
  if (/^[-−–]|[-−–]$|^\$\s*[-−–]|^\(.*\)$/.test(written)) return { fault: 'amount_negative' }
  const digits = written
    .replace(/^(?:\$|US\$|USD)\s*/, '')
    .replace(/\s*USD$/, '')
    .replace(/^\+/, '')
  if (/^[\d.,]+e[+-]?\d+$/i.test(digits)) return { fault: 'amount_exponent' }
  const [, whole, decimals = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(digits) ?? []
  if (whole === undefined) return { fault: 'amount_unreadable' }
  if (decimals.length > 2) return { fault: 'amount_beyond_cents' }
  const inCents = BigInt(whole.replaceAll(',', '') + decimals.padEnd(2, '0'))
  if (inCents === 0n) return { fault: 'amount_zero' }
  if (inCents > BigInt(LARGEST_LINE_CENTS)) return { fault: 'amount_too_large' }
  return { amountCents: cents(Number(inCents)) }
}
