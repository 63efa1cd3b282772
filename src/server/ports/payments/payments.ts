/** The port: what an adapter to a payment provider can do. `port.ts` has the words, `failure.ts` what may go wrong. */
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { HostedForms } from './hosted-forms.ts'
import type {
  Amount,
  BankPayout,
  Charge,
  Chargeback,
  ChargebackEvidence,
  Currency,
  FraudWarning,
  Hold,
  HoldPage,
  MethodSetup,
  Movement,
  PaymentMethod,
  PayoutAccount,
  ProviderEvent,
  ReadWebhook,
  Refund,
  Reversal,
  SavedMethod,
  Transfer,
} from './port.ts'

type Asked = { readonly key: string }
type CardCharge = Asked &
  Amount & {
    readonly customerId: string
    readonly methodId: string
    /** Our name for what is charged: comes back with the charge and in the movements. */
    readonly reference: string
    readonly attempt: number
  }

/** Where the provider's news go, and whether what moves is real money. */
export type House = { readonly origin: string; readonly isProduction: boolean }

/** What is well, doubtful or wrong, in a sentence for the person who sets it up. */
export type Finding = { readonly state: 'good' | 'doubtful' | 'wrong'; readonly sentence: string }

export type Payments = {
  readonly name: 'embedded' | 'stripe'
  /** What the browser needs for the provider's own script; null where the forms are among our pages. */
  readonly browser: { readonly publishableKey: string; readonly scriptUrl: string } | null
  /** The smallest charge that it takes. */
  readonly minimumChargeCents: Cents
  /** Whether keys, account and webhooks are as they must be, asked there; null where there is nobody to ask. */
  readonly diagnose: ((house: House) => Promise<Finding[]>) | null

  createCustomer(
    input: Asked & { email: string; name: string; reference: string },
  ): Promise<{ customerId: string }>
  /** A form for a card or bank account, used again without the customer being there. */
  createMethodSetup(
    input: Asked & { customerId: string; kinds: readonly PaymentMethod['kind'][] },
  ): Promise<MethodSetup>
  /** What came of the form. Throws `refused` where the token is unknown, used for somebody else or too old. */
  saveMethod(input: Asked & { customerId: string; setupToken: string }): Promise<SavedMethod>
  /** Null where it is gone or taken off. */
  readMethod(methodId: string): Promise<PaymentMethod | null>

  /** Moves nothing yet. */
  createCharge(input: CardCharge): Promise<Charge>
  /** Takes the money, once. Off session nobody can answer the bank's question: it is then `declined`. */
  confirmCharge(input: Asked & { intentId: string; isOffSession: boolean }): Promise<Charge>
  /** Ends a charge that has not been taken; one that has stays as it is, and says so. */
  cancelCharge(input: Asked & { intentId: string }): Promise<Charge>
  /** Null also for a hold that was not taken: it charged nothing. */
  readCharge(intentId: string): Promise<Charge | null>

  /** Holds nothing yet. */
  createHold(input: CardCharge): Promise<Hold>
  confirmHold(input: Asked & { intentId: string; isOffSession: boolean }): Promise<Hold>
  /**
   * Takes at most what is held. Where nothing is held any more, the charge is `declined` with `hold_expired`,
   * `hold_released` or `hold_captured`, and no money has moved.
   */
  capture(input: Asked & { intentId: string; amountCents: Cents }): Promise<Charge>
  /** Releases a hold; one that is gone or taken already stays as it is. */
  release(input: Asked & { intentId: string }): Promise<Hold>
  readHold(intentId: string): Promise<Hold | null>
  /** The holds that stand and were made since then, oldest first, some at a time, for reconciling. */
  listHolds(since: Instant): AsyncIterable<HoldPage>

  /** Throws `refused` beyond what is left of the charge. */
  createRefund(input: Asked & Amount & { intentId: string; reference: string }): Promise<Refund>
  readRefund(refundId: string): Promise<Refund | null>
  /** The one we asked for under this reference; null where it was never made. */
  findRefund(input: { intentId: string; reference: string }): Promise<Refund | null>
  /** All of one charge, those made at the provider itself too. */
  listRefunds(intentId: string): Promise<readonly Refund[]>

  createPayoutAccount(input: Asked & { email: string; reference: string }): Promise<PayoutAccount>
  /** A single-use page of the provider where the payee answers its questions. */
  payoutAccountLink(input: {
    accountId: string
    returnUrl: string
    refreshUrl: string
  }): Promise<{ url: string }>
  readPayoutAccount(accountId: string): Promise<PayoutAccount | null>

  /** Throws `balance` where ours is short (never with a source charge), `account` where theirs cannot take it. */
  createTransfer(
    input: Asked & Amount & { accountId: string; reference: string; sourceIntentId: string | null },
  ): Promise<Transfer>
  readTransfer(transferId: string): Promise<Transfer | null>
  findTransfer(input: { accountId: string; reference: string }): Promise<Transfer | null>
  /** Takes a transfer back as far as the payee's balance has it; throws `account` where it has not. */
  reverseTransfer(input: Asked & Amount & { transferId: string; reference: string }): Promise<Reversal>
  findReversal(input: { transferId: string; reference: string }): Promise<Reversal | null>

  /** Throws `account` where the payee's bank account cannot take it, `balance` where their balance has not arrived. */
  createBankPayout(
    input: Asked & Amount & { accountId: string; reference: string; speed: BankPayout['speed'] },
  ): Promise<BankPayout>
  readBankPayout(input: { accountId: string; payoutId: string }): Promise<BankPayout | null>
  findBankPayout(input: { accountId: string; reference: string; since: Instant }): Promise<BankPayout | null>

  readChargeback(chargebackId: string): Promise<Chargeback | null>
  sendEvidence(input: Asked & { chargebackId: string; evidence: ChargebackEvidence }): Promise<Chargeback>
  /** The loss is taken at once: nothing can be sent any more. */
  acceptChargeback(input: Asked & { chargebackId: string }): Promise<Chargeback>
  readFraudWarning(warningId: string): Promise<FraudWarning | null>

  readBalance(): Promise<{ availableCents: number; pendingCents: number; currency: Currency }>
  /** Everything that moved the platform's balance since a moment, oldest first, for reconciling. */
  listMovements(since: Instant): AsyncIterable<Movement>

  /** `payees`: events that happened at payees' accounts come signed with a secret of their own. */
  readWebhook(input: { body: string; signature: string; from: 'platform' | 'payees' }): ReadWebhook
  /** What happened since a moment, oldest first: what a lost webhook would have brought. */
  listEvents(since: Instant): AsyncIterable<ProviderEvent>

  /** Null for a provider with pages of its own. */
  readonly hostedForms: HostedForms | null
}
