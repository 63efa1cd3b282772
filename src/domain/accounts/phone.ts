/** Phone numbers of the United States and Canada in one form: `+13035550123`. */

import { type Refusal, refuse } from '../refusals.ts'

/** Area and exchange codes begin with 2–9 (North American Numbering Plan). */
const NATIONAL = /^[2-9]\d{2}[2-9]\d{6}$/
const LIKELY = /^[\d\s().+-]{10,30}$/

/** Takes `(303) 555-0123`, `303.555.0123`, `1 303 555 0123`, `+1 303-555-0123`. */
export function normalisePhone(text: string): { readonly phone: string } | Refusal {
  const trimmed = text.trim()
  const digits = trimmed.replace(/\D/g, '')
  const hasCountryCode = digits.length === 11 && digits.startsWith('1')
  const national = hasCountryCode ? digits.slice(1) : digits
  const isForeign = trimmed.startsWith('+') && !hasCountryCode
  if (!LIKELY.test(trimmed) || isForeign || !NATIONAL.test(national)) return refuse('phone_invalid')
  return { phone: `+1${national}` }
}

/** `+13035550123` as `(303) 555-0123`; what is no such number stays as it is. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}

/**
 * Numbers under +1 that are dearer to text than at home, whose owners are paid for it: the Caribbean and the Atlantic
 * (North American Numbering Plan), and what callers pay for.
 */
const NOT_TEXTED = new Set(
  '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876 900'.split(' '),
)

/** Whether a code may be sent there. */
export function decideTexting(phone: string): { readonly phone: string } | Refusal {
  return NOT_TEXTED.has(phone.slice(2, 5)) ? refuse('phone_not_texted') : { phone }
}
