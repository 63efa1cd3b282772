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
