/** Codes by which a phone or a mailbox signs in. */

export const CODE_DIGITS = 6
export const CODE_MINUTES = 10
/** After so many wrong ones a code is worth nothing. */
export const CODE_TRIES = 5
export const RESEND_SECONDS = 30

/** What opens everything in a demo city, where no text leaves the house. */
export const DEMO_CODE = '202611'

/** The digits of what was typed or pasted: `123 456`, `123-456`, or a whole message that was pasted. */
export function codeIn(text: string): string {
  const together = /(?<!\d)\d(?:[\s-]?\d){5}(?!\d)/.exec(text)?.[0] ?? text
  return together.replace(/\D/g, '').slice(0, CODE_DIGITS)
}
