/** What a card's fields hold while they are typed. */
import { maskOf } from '#web/ui/forms/mask.ts'

const four = maskOf('#### #### #### ####')
const amex = maskOf('#### ###### #####')
const expiry = maskOf('##/##')
const code = maskOf('####')

/** American Express prints its 15 digits 4–6–5. */
export function maskCardNumber(typed: string): string {
  return (/^3[47]/.test(typed) ? amex : four)(typed)
}

/** A first digit above 1 can only be a month: `4` becomes `04`. */
export function maskExpiry(typed: string): string {
  return expiry(/^[2-9]$/.test(typed) ? `0${typed}` : typed)
}

export function maskCardCode(typed: string): string {
  return code(typed)
}

/** `12/30` is December 2030; null where it is no month and year. */
export function readExpiry(masked: string): { expiresMonth: number; expiresYear: number } | null {
  const parts = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(masked)
  return parts === null ? null : { expiresMonth: Number(parts[1]), expiresYear: 2000 + Number(parts[2]) }
}

export function monthText({
  expiresMonth,
  expiresYear,
}: {
  expiresMonth: number
  expiresYear: number
}): string {
  return `${String(expiresMonth).padStart(2, '0')}/${expiresYear}`
}
