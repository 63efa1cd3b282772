/** The cards that the embedded provider knows, by the numbers that developers know from Stripe's test mode. */
import { createHmac } from 'node:crypto'

/** What happens to a card: when it is saved, and each time it is charged. Null means it goes well. */
export type CardBehaviour = {
  readonly brand: string
  readonly declinesSaving: string | null
  readonly declinesCharges: string | null
  /** Its bank asks the holder (3-D Secure). */
  readonly asksAtSaving: boolean
  readonly asksAtCharging: boolean
}

const GOOD = { declinesSaving: null, declinesCharges: null, asksAtSaving: false, asksAtCharging: false }

export const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': { brand: 'visa', ...GOOD },
  '4000056655665556': { brand: 'visa', ...GOOD },
  '5555555555554444': { brand: 'mastercard', ...GOOD },
  '378282246310005': { brand: 'amex', ...GOOD },
  '6011111111111117': { brand: 'discover', ...GOOD },
  '4000000000000002': bad('card_declined'),
  '4000000000009995': bad('insufficient_funds'),
  '4000000000000069': bad('expired_card'),
  '4000000000000127': bad('incorrect_cvc'),
  // Saves well, and declines whenever it is charged.
  '4000000000000341': { brand: 'visa', ...GOOD, declinesCharges: 'card_declined' },
  // Asks its holder once, when it is saved.
  '4000002500003155': { brand: 'visa', ...GOOD, asksAtSaving: true },
  // Asks its holder at every charge, so that a charge without the holder is declined.
  '4000002760003184': { brand: 'visa', ...GOOD, asksAtCharging: true },
}

function bad(decline: string): CardBehaviour {
  return { brand: 'visa', ...GOOD, declinesSaving: decline, declinesCharges: decline }
}

/** A card is good to the end of its month. */
export function isExpired(year: number, month: number, now: number): boolean {
  return now >= Date.UTC(year, month, 1)
}

/** The same number gives the same fingerprint; the number cannot be found back from it without the secret. */
export function fingerprintOf(number: string, secret: string): string {
  return createHmac('sha256', `${secret}:card`).update(number).digest('base64url').slice(0, 22)
}

/** The check digit of ISO/IEC 7812 (Luhn), on 12 to 19 digits. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
