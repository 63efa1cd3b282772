/** A customer saves a card or a bank account; what a declined one left due is paid at once. */

import type { Language } from '#domain/language.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { App } from '../app.ts'
import { attachCard, keepCard, reasonOfDecline } from '../cards/attach-card.ts'
import { chooseMethod } from '../cards/card-queries.ts'
import { type CardOnFile, readCard } from '../cards/read-card.ts'
import { inTransaction } from '../db/client.ts'
import type { BankAccountDetails, CardDetails } from '../ports/payments/hosted-forms.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { asksFirst, type DueResult, payDue } from './pay-due.ts'

export type SavedCard = {
  /** Null where its bank asks a question first: the same token is brought again after the answer. */
  readonly card: CardOnFile | null
  readonly charge: DueResult
}

export async function saveCard(
  app: App,
  scope: CustomerScope,
  { setupToken, isForOrder = false }: { setupToken: string; isForOrder?: boolean },
): Promise<SavedCard> {
  const now = app.ports.clock.now()
  const { userId } = scope
  const attached = await attachCard(app, scope, setupToken)
  if ('nextAction' in attached)
    return { card: null, charge: await asksFirst(app, userId, attached.nextAction) }
  const { method, customerId } = attached
  if (isForOrder && method.kind !== 'card') throw new Refused('no_card')
  await inTransaction(
    app.db,
    async (trx) => {
      // An order's card pays bills, too, where no bank account does.
      await keepCard(trx, { userId, customerId, method, paysBills: !isForOrder, now })
    },
    { isolation: 'read committed' },
  )
  const { kind, brand, last4, expiresMonth: expires_month, expiresYear: expires_year } = method
  const card = readCard({ kind, brand, last4, expires_month, expires_year }, now, scope.timeZone)
  return { card, charge: await payDue(app, userId) }
}

/** One of the two that are on file pays bills from now on. */
export async function choosePaymentMethod(
  app: App,
  { userId }: CustomerScope,
  kind: 'card' | 'bank_account',
): Promise<void> {
  const isChosen = await inTransaction(app.db, (trx) => chooseMethod(trx, userId, kind), {
    isolation: 'read committed',
  })
  if (!isChosen) throw new Refused('no_card')
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

/** The embedded provider's form for bank debits. */
export async function tokeniseDemoBankAccount(
  app: App,
  { locale, ...account }: BankAccountDetails & { readonly locale: Language },
): Promise<{ setupToken: string }> {
  const forms = app.ports.payments.hostedForms
  if (forms === null) throw new Refused('not_found')
  const made = await forms.tokeniseBankAccount(account)
  if (!('declined' in made)) return made
  const reason = 'account_not_a_test_account'
  throw new Refused(reason, { fields: { accountNumber: refusalSentence(reason, locale) } })
}
