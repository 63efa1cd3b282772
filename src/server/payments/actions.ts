/** What customers do about paying: save a card, pay now, replace a declined card by a mailed link. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { Language } from '#domain/language.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { CardDetails } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { attachCard, type CardOnFile, keepCard, reasonOfDecline, toCardOnFile } from './cards.ts'
import { readPayer } from './dunning.ts'
import { dueCentsOf } from './locked-payment.ts'
import { type DueResult, payDue } from './pay-due.ts'
import { paymentTexts } from './texts.ts'
import {
  consumeUpdateBillingToken,
  mintUpdateBillingToken,
  readUpdateBillingToken,
} from './update-billing-token.ts'

/** Keeps a card and charges what a declined one left due. */
export async function saveCard(
  app: App,
  scope: CustomerScope,
  { setupToken }: { setupToken: string },
): Promise<{ card: CardOnFile; charge: DueResult }> {
  const now = app.ports.clock.now()
  const { userId } = scope
  const { card, customerId } = await attachCard(app, scope, setupToken)
  await inTransaction(app.db, (trx) => keepCard(trx, { userId, customerId, card, now }), {
    isolation: 'read committed',
  })
  return { card: toCardOnFile(rowOf(card), now, scope.timeZone), charge: await payDue(app, userId) }
}

export async function payNow(app: App, scope: CustomerScope): Promise<DueResult> {
  const card = await app.db
    .selectFrom('payment_method')
    .where('user_id', '=', scope.userId)
    .select('user_id')
    .executeTakeFirst()
  if (card === undefined && (await dueCentsOf(app.db, scope.userId)) > 0) throw new Refused('no_card')
  return payDue(app, scope.userId)
}

/** What a link from a mail is for. Throws not_found where it cannot be used: unknown, used and expired look alike. */
export async function readUpdateBilling(
  app: App,
  { token, locale }: { token: string; locale: Language },
): Promise<{ firstName: string; dueCents: number; cardLast4: string | null }> {
  const userId = await readUpdateBillingToken(app.db, token, app.ports.clock.now())
  if (userId === null) throw linkIsDead(locale)
  const [payer, card, dueCents] = await Promise.all([
    readPayer(app.db, userId),
    app.db.selectFrom('payment_method').where('user_id', '=', userId).select('last4').executeTakeFirst(),
    dueCentsOf(app.db, userId),
  ])
  return { firstName: firstName(payer.name), dueCents, cardLast4: card?.last4 ?? null }
}

export type UpdatedBilling = DueResult & {
  readonly card: { readonly brand: string; readonly last4: string }
  /** Opens the form again where the new card was declined, too. */
  readonly nextToken: string | null
}

/** The link is used up once the provider has taken the new card; a card that it refuses leaves the link good. */
export async function updateBilling(
  app: App,
  { token, setupToken, locale }: { token: string; setupToken: string; locale: Language },
): Promise<UpdatedBilling> {
  const now = app.ports.clock.now()
  const userId = await readUpdateBillingToken(app.db, token, now)
  if (userId === null) throw linkIsDead(locale)
  const payer = await readPayer(app.db, userId)
  const { card, customerId } = await attachCard(app, { ...payer, userId }, setupToken)
  await inTransaction(
    app.db,
    async (trx) => {
      if ((await consumeUpdateBillingToken(trx, token, now)) === null) throw linkIsDead(locale)
      await keepCard(trx, { userId, customerId, card, now })
    },
    { isolation: 'read committed' },
  )
  const charge = await payDue(app, userId)
  return {
    ...charge,
    card: { brand: card.brand, last4: card.last4 },
    nextToken: charge.state === 'declined' ? await mintUpdateBillingToken(app.db, userId, now) : null,
  }
}

/** The embedded provider's card form. Throws Refused with what is wrong with the card. */
export async function tokeniseDemoCard(
  app: App,
  { locale, ...card }: CardDetails & { readonly locale: Language },
): Promise<{ setupToken: string }> {
  const forms = app.ports.payments.hostedForms
  if (forms === null) throw new Refused('not_found')
  const made = await forms.tokeniseCard(card)
  if (!('declined' in made)) return made
  const reason = reasonOfDecline(made.declined)
  const field = reason === 'card_expired' ? 'expiresMonth' : 'number'
  throw new Refused(reason, { fields: { [field]: refusalSentence(reason, locale) } })
}

function linkIsDead(locale: Language): Refused {
  return new Refused('not_found', {
    sentence: paymentTexts[locale].linkIsDead,
  })
}

function rowOf(card: { brand: string; last4: string; expiresMonth: number; expiresYear: number }) {
  return {
    brand: card.brand,
    last4: card.last4,
    expires_month: card.expiresMonth,
    expires_year: card.expiresYear,
  }
}
