/** Replaces a declined card by a mailed link, without signing in, and pays what is due. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { attachCard, keepCard } from '../cards/attach-card.ts'
import { openMethodForm } from '../cards/open-card-form.ts'
import { findLast4 } from '../cards/card-queries.ts'
import { inTransaction } from '../db/client.ts'
import type { MethodSetup } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import { asksFirst, type DueResult, payDue } from './pay-due.ts'
import { dueCentsOf, readPayer } from './payment-queries.ts'
import { paymentTexts } from './texts.ts'
import { consumeUpdateBillingToken, mintUpdateBillingToken, readUpdateBillingToken } from './token-queries.ts'

type WithToken = { readonly token: string; readonly locale: Language }

/** What a link from a mail is for. Throws not_found where it cannot be used: unknown, used and expired look alike. */
export async function readUpdateBilling(
  app: App,
  { token, locale }: WithToken,
): Promise<{ firstName: string; dueCents: number; cardLast4: string | null }> {
  const userId = await readUpdateBillingToken(app.db, token, app.ports.clock.now())
  if (userId === null) throw linkIsDead(locale)
  const [payer, cardLast4, dueCents] = await Promise.all([
    readPayer(app.db, userId),
    findLast4(app.db, userId),
    dueCentsOf(app.db, userId),
  ])
  return { firstName: firstName(payer.name), dueCents, cardLast4 }
}

/** The provider's own form for whoever holds the link; uses nothing up. */
export async function openFormByLink(app: App, { token, locale }: WithToken): Promise<MethodSetup | null> {
  const userId = await readUpdateBillingToken(app.db, token, app.ports.clock.now())
  if (userId === null) throw linkIsDead(locale)
  return openMethodForm(app, { ...(await readPayer(app.db, userId)), userId })
}

export type ReplacedCard = DueResult & {
  /** Null where its bank asks a question first: the same token is brought again after the answer. */
  readonly card: { readonly brand: string; readonly last4: string } | null
  /** Opens the page again where the new card was declined, too, or its bank asks about the payment. */
  readonly nextToken: string | null
}

/** The link is used up once the provider has taken the new card; a card that it refuses leaves the link good. */
export async function replaceCard(
  app: App,
  { token, setupToken, locale }: WithToken & { setupToken: string },
): Promise<ReplacedCard> {
  const now = app.ports.clock.now()
  const userId = await readUpdateBillingToken(app.db, token, now)
  if (userId === null) throw linkIsDead(locale)
  const payer = await readPayer(app.db, userId)
  const attached = await attachCard(app, { ...payer, userId }, setupToken)
  if ('nextAction' in attached)
    return { ...(await asksFirst(app, userId, attached.nextAction)), card: null, nextToken: null }
  const { method, customerId } = attached
  await inTransaction(
    app.db,
    async (trx) => {
      if ((await consumeUpdateBillingToken(trx, token, now)) === null) throw linkIsDead(locale)
      await keepCard(trx, { userId, customerId, method, now })
    },
    { isolation: 'read committed' },
  )
  const charge = await payDue(app, userId)
  const isOpen = charge.state === 'declined' || charge.state === 'requires_action'
  return {
    ...charge,
    card: { brand: method.brand, last4: method.last4 },
    nextToken: isOpen ? await mintUpdateBillingToken(app.db, userId, now) : null,
  }
}

/** After the bank's question was answered: the same payment goes on. The link stays good until it is used. */
export async function payByLink(app: App, { token, locale }: WithToken): Promise<DueResult> {
  const userId = await readUpdateBillingToken(app.db, token, app.ports.clock.now())
  if (userId === null) throw linkIsDead(locale)
  return payDue(app, userId)
}

function linkIsDead(locale: Language): Refused {
  return new Refused('not_found', { sentence: paymentTexts[locale].linkIsDead })
}
