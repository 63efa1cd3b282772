/** Gives what a customer typed into the provider's form to the provider, and keeps what it says of the card. */
import { createHash } from 'node:crypto'
import type { UserId } from '#domain/ids.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { noteMark } from '../commissions/check-sponsorships.ts'
import type { Db } from '../db/client.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import type { MethodSetup, NextAction, PaymentMethod } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import { findCardOf, saveMethod } from './card-queries.ts'

export type CardHolder = { readonly userId: UserId; readonly email: string; readonly name: string }

type Attached =
  | { readonly method: PaymentMethod; readonly customerId: string }
  /** The holder must answer the bank first; the same token is brought again then. */
  | { readonly nextAction: NextAction }

/** What the provider's own form in the browser needs. */
export async function openSetup(
  app: App,
  holder: CardHolder,
  kinds: readonly PaymentMethod['kind'][],
): Promise<MethodSetup> {
  const customerId = await customerOf(app, holder)
  const key = `setup:${kinds.join('+')}:${holder.userId}:${app.ports.clock.now()}`
  return app.ports.payments.createMethodSetup({ key, customerId, kinds })
}

/** Outside any transaction. Throws Refused with the provider's reason. */
export async function attachCard(app: App, holder: CardHolder, setupToken: string): Promise<Attached> {
  const customerId = await customerOf(app, holder)
  const key = `card:${holder.userId}:${shortHash(setupToken)}`
  const saved = await app.ports.payments
    .saveMethod({ key, customerId, setupToken })
    .catch((error: unknown) => {
      const isStale = error instanceof ProviderFailure && error.kind === 'refused'
      throw isStale ? new Refused('card_form_expired') : error
    })
  if (saved.state === 'declined') throw new Refused(reasonOfDecline(saved.declineCode))
  return saved.state === 'saved' ? { method: saved.method, customerId } : { nextAction: saved.nextAction }
}

/** In the caller's transaction. */
export async function keepCard(
  db: Db,
  card: { userId: UserId; customerId: string; method: PaymentMethod; paysBills?: boolean; now: Instant },
): Promise<void> {
  await saveMethod(db, { paysBills: true, ...card })
  // Nobody sponsors themself: whoever has the same card is no sponsor.
  await noteMark(db, { userId: card.userId, kind: 'card', mark: card.method.fingerprint, now: card.now })
}

const REASON_OF_DECLINE: Readonly<Record<string, RefusalReason>> = {
  insufficient_funds: 'card_insufficient_funds',
  expired_card: 'card_expired',
  incorrect_cvc: 'card_cvc_wrong',
  incorrect_number: 'card_number_wrong',
  not_a_test_card: 'card_not_a_test_card',
  token_expired: 'card_form_expired',
}

/** The provider's word for what is wrong with a card, as one of our reasons. */
export function reasonOfDecline(declined: string): RefusalReason {
  return REASON_OF_DECLINE[declined] ?? 'card_declined'
}

/** Under the key stand the very words that are sent, so a person who is renamed breaks no second try. */
async function customerOf(app: App, { userId, email, name }: CardHolder): Promise<string> {
  const known = await findCardOf(app.db, userId)
  if (known !== undefined) return known.customerId
  const key = `customer:${userId}:${shortHash(`${email} ${name}`)}`
  const { customerId } = await app.ports.payments.createCustomer({ key, email, name, reference: userId })
  return customerId
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
