/** What the behaviour suite asks of a provider's owner: what no customer could bring about. */
import type { Cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Payments } from './payments.ts'
import type { MethodSetup, NextAction } from './port.ts'

/** `asksAtSaving`, `asksAtCharging`: its bank asks the holder (3-D Secure). */
export type CardSort =
  | 'good'
  | 'declinesSaving'
  | 'declinesCharges'
  | 'asksAtSaving'
  | 'asksAtCharging'
  /** A bank account that pays after some days, and one whose bank returns the debit. */
  | 'bankAccount'
  | 'returnsDebits'

export type PaymentsUnderTest = {
  readonly payments: Payments
  readonly owner: ProviderOwner
}

export type ProviderOwner = {
  now(): Instant
  advance(ms: number): Promise<void>
  /** What the provider's form does in a browser. */
  fillSetup(setup: MethodSetup, card: CardSort): Promise<void>
  /** The holder answers the bank's question, in the browser. */
  answer(nextAction: NextAction, isApproved: boolean): Promise<void>
  /** A card taken off in the provider's dashboard. */
  takeMethodOff(methodId: string): Promise<void>

  /** The next call of this name breaks: `before` it had an effect, or `after` it. */
  breakNext(operation: string, moment: 'before' | 'after'): void
  /** As after a day. */
  forgetKeys(): Promise<void>
  /** Charges confirmed from now on are `processing` for as long. */
  slowCharges(ms: number): void
  /** Their fee is unknown for as long. */
  slowFees(ms: number): void
  /** Refunds made from now on are pending for as long, and end so. */
  slowRefunds(ms: number, end: 'succeeded' | 'failed'): void
  /** A refund made from now on succeeds and fails after so long. */
  refundsFailLater(ms: number): void
  refundByHand(input: { intentId: string; amountCents: Cents }): Promise<void>

  /** Answers what the provider asks about an account, as its owner does on the provider's page. */
  makeReady(accountId: string, bank?: 'good' | 'notInstant'): Promise<void>
  restrict(
    accountId: string,
    wanted: { requirements: readonly string[]; deadline: Instant | null },
  ): Promise<void>
  /** Our balance is empty from now on. */
  emptyBalance(): Promise<void>
  /** Bank payouts made from now on are in transit for as long, and end so. */
  slowPayouts(ms: number, end: 'paid' | 'failed'): void
  returnPayout(payoutId: string, failure: string): Promise<void>

  openChargeback(intentId: string): Promise<string>
  endChargeback(chargebackId: string, state: 'won' | 'lost'): Promise<void>
  warnOfFraud(intentId: string): Promise<string>

  /** From now on the provider says of an object's state a word that nobody knows. */
  lieAbout(objectId: string): Promise<void>

  /** Webhooks that were sent since, signed. */
  takeWebhooks(): Promise<readonly Webhook[]>
  /** One signed as of a time, of test or live mode. */
  sign(webhook: { at: Instant; isOtherMode: boolean; from: Webhook['from'] }): Promise<Webhook>
}

export type Webhook = {
  readonly body: string
  readonly signature: string
  readonly from: 'platform' | 'payees'
}

export type Open = () => Promise<PaymentsUnderTest>
