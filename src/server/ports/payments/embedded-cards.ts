/** The cards that the embedded provider knows, by the numbers that developers know from Stripe's test mode. */
import { createHmac } from 'node:crypto'

/** What happens to a card: when it is saved, and each time it is charged. Null means it goes well. */
export type CardBehaviour = {
  readonly brand: string
  readonly declinesSaving: string | null
  readonly declinesCharges: string | null
}

const GOOD = { declinesSaving: null, declinesCharges: null }

export const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': { brand: 'visa', ...GOOD },
  '4000056655665556': { brand: 'visa', ...GOOD },
  '5555555555554444': { brand: 'mastercard', ...GOOD },
  '378282246310005': { brand: 'amex', ...GOOD },
  '6011111111111117': { brand: 'discover', ...GOOD },
  '4000000000000002': { brand: 'visa', declinesSaving: 'card_declined', declinesCharges: 'card_declined' },
  '4000000000009995': {
    brand: 'visa',
    declinesSaving: 'insufficient_funds',
    declinesCharges: 'insufficient_funds',
  },
  '4000000000000069': { brand: 'visa', declinesSaving: 'expired_card', declinesCharges: 'expired_card' },
  '4000000000000127': { brand: 'visa', declinesSaving: 'incorrect_cvc', declinesCharges: 'incorrect_cvc' },
  // Saves well, and declines whenever it is charged.
  '4000000000000341': { brand: 'visa', declinesSaving: null, declinesCharges: 'card_declined' },
  // Asks for its holder at every charge, so a charge without the holder ends in `requires_action`.
  '4000002760003184': { brand: 'visa', declinesSaving: null, declinesCharges: 'authentication_required' },
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
