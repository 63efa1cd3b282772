/** The forms that a provider shows on pages of its own; only the embedded one shows them among ours. */
import type { Cents } from '#domain/money.ts'

export type CardDetails = {
  readonly number: string
  readonly expiresMonth: number
  readonly expiresYear: number
  readonly cvc: string
}

/** Of an account in the USA, whose owner agrees to being debited. */
export type BankAccountDetails = { readonly routingNumber: string; readonly accountNumber: string }

/** What a card's bank asks its holder about; no amount where the card is only saved. */
export type Challenge = {
  readonly brand: string
  readonly last4: string
  readonly amountCents: Cents | null
}

export type HostedForms = {
  /** A setup token for a card, or the provider's word for what is wrong with it. */
  tokeniseCard(card: CardDetails): Promise<{ setupToken: string } | { declined: string }>
  tokeniseBankAccount(account: BankAccountDetails): Promise<{ setupToken: string } | { declined: string }>
  /** The bank's question behind a client secret; null where there is none that waits. */
  readChallenge(clientSecret: string): Promise<Challenge | null>
  /** The holder's answer. False where no question waits. */
  answerChallenge(clientSecret: string, isApproved: boolean): Promise<boolean>
  /** Whose questions a link asks: null where the link is unknown, used or too old. */
  readPayoutLink(linkToken: string): Promise<{ accountId: string; returnUrl: string } | null>
  /** Answers them; the link works once. False where it does not work. */
  answerPayoutQuestions(
    linkToken: string,
    answers: { legalName: string; routingNumber: string; accountNumber: string },
  ): Promise<boolean>
  /** Webhooks that are due, signed; each is handed out once. */
  takeWebhooks(
    limit: number,
  ): Promise<readonly { body: string; signature: string; from: 'platform' | 'payees' }[]>
}
