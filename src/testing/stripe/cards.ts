/** Stripe's published test cards and bank accounts, and what each of them does (docs.stripe.com/testing). */
export type TestCard = {
  readonly number: string
  /** `pm_card_visa`: what stands for the card where no number may be sent. */
  readonly names: readonly string[]
  readonly brand?: 'visa' | 'mastercard' | 'amex' | 'discover'
  readonly funding?: 'credit' | 'debit'
  /** Whether it can be saved at all: most declined cards cannot. */
  readonly isSavedAllTheSame?: true
  readonly declines?: Decline
  /** 3-D Secure: at every payment, or until the card was once saved for later, or never again (it was). */
  readonly authentication?: 'always' | 'until_saved' | 'done'
  readonly disputes?: 'fraudulent' | 'product_not_received'
  readonly isReportedAsFraud?: true
  readonly refunds?: 'pending' | 'fails'
  /** The money can be spent at once. */
  readonly isAvailableAtOnce?: true
}

export type Decline = { readonly code: string; readonly declineCode?: string; readonly message: string }

export type TestBankAccount = {
  readonly number: string
  readonly names: readonly string[]
  readonly fails?: { readonly code: string; readonly message: string }
  readonly disputes?: true
}

export const ROUTING_NUMBER = '110000000'

const declined = (declineCode: string): Decline => ({
  code: 'card_declined',
  declineCode,
  message:
    declineCode === 'insufficient_funds'
      ? 'Your card has insufficient funds.'
      : declineCode === 'authentication_required'
        ? 'Your card was declined. This transaction requires authentication.'
        : 'Your card was declined.',
})

const CARDS: readonly TestCard[] = [
  { number: '4242424242424242', names: ['pm_card_visa', 'pm_card_us'] },
  { number: '4000056655665556', names: ['pm_card_visa_debit'], funding: 'debit' },
  { number: '5555555555554444', names: ['pm_card_mastercard'], brand: 'mastercard' },
  { number: '5200828282828210', names: ['pm_card_mastercard_debit'], brand: 'mastercard', funding: 'debit' },
  { number: '378282246310005', names: ['pm_card_amex'], brand: 'amex' },
  { number: '6011111111111117', names: ['pm_card_discover'], brand: 'discover' },
  {
    number: '4000000000000077',
    names: ['pm_card_bypassPending'],
    isAvailableAtOnce: true,
  },
  {
    number: '4000000000000002',
    names: ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'],
    declines: declined('generic_decline'),
  },
  {
    number: '4000000000009995',
    names: ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
    declines: declined('insufficient_funds'),
  },
  {
    number: '4000000000009987',
    names: ['pm_card_visa_chargeDeclinedLostCard'],
    declines: declined('lost_card'),
  },
  {
    number: '4000000000009979',
    names: ['pm_card_visa_chargeDeclinedStolenCard'],
    declines: declined('stolen_card'),
  },
  {
    number: '4000000000000069',
    names: ['pm_card_chargeDeclinedExpiredCard'],
    declines: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    names: ['pm_card_chargeDeclinedIncorrectCvc'],
    declines: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    names: ['pm_card_chargeDeclinedProcessingError'],
    declines: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  {
    number: '4000000000000341',
    names: ['pm_card_chargeCustomerFail'],
    isSavedAllTheSame: true,
    declines: declined('generic_decline'),
  },
  {
    number: '4000002500003155',
    names: ['pm_card_authenticationRequiredOnSetup'],
    authentication: 'until_saved',
  },
  {
    number: '4000002760003184',
    names: ['pm_card_authenticationRequired'],
    authentication: 'always',
  },
  {
    number: '4000003800000446',
    names: ['pm_card_authenticationRequiredSetupForOffSession'],
    authentication: 'done',
  },
  {
    number: '4000008260003178',
    names: ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds'],
    authentication: 'until_saved',
    isSavedAllTheSame: true,
    declines: declined('insufficient_funds'),
  },
  { number: '4000000000000259', names: ['pm_card_createDispute'], disputes: 'fraudulent' },
  {
    number: '4000000000002685',
    names: ['pm_card_createDisputeProductNotReceived'],
    disputes: 'product_not_received',
  },
  { number: '4000000000005423', names: ['pm_card_createIssuerFraudRecord'], isReportedAsFraud: true },
  { number: '4000000000007726', names: ['pm_card_pendingRefund'], refunds: 'pending' },
  { number: '4000000000005126', names: ['pm_card_refundFail'], refunds: 'fails' },
]

const BANK_ACCOUNTS: readonly TestBankAccount[] = [
  { number: '000123456789', names: ['pm_usBankAccount_success', 'pm_usBankAccount'] },
  {
    number: '000111111113',
    names: ['pm_usBankAccount_accountClosed'],
    fails: {
      code: 'account_closed',
      message: 'The customer bank account has been closed.',
    },
  },
  {
    number: '000222222227',
    names: ['pm_usBankAccount_insufficientFunds'],
    fails: {
      code: 'insufficient_funds',
      message: "The customer's account has insufficient funds to cover this payment.",
    },
  },
  {
    number: '000333333335',
    names: ['pm_usBankAccount_debitNotAuthorized'],
    fails: {
      code: 'debit_not_authorized',
      message: 'The customer has notified their bank that this payment was unauthorized.',
    },
  },
  { number: '000000000009', names: ['pm_usBankAccount_processing'] },
]

export function cardBy(nameOrNumber: string): TestCard | undefined {
  return CARDS.find(({ number, names }) => number === nameOrNumber || names.includes(nameOrNumber))
}

export function bankAccountBy(nameOrNumber: string): TestBankAccount | undefined {
  return BANK_ACCOUNTS.find(({ number, names }) => number === nameOrNumber || names.includes(nameOrNumber))
}
