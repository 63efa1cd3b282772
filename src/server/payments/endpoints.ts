import { text } from 'node:stream/consumers'
import type { payments } from '#contract/payments.ts'
import { refusalSentence } from '#domain/sentences.ts'
import { answerChallenge, readChallenge } from '../cards/answer-challenge.ts'
import { openCardForm, openMethodForm } from '../cards/open-card-form.ts'
import type { Handlers } from '../http/handler.ts'
import { receiveWebhook } from '../provider-events/receive-webhook.ts'
import { payNow } from './pay-due.ts'
import { dueCentsOf } from './payment-queries.ts'
import { findMethods, listMarketPayments, listPayments } from './queries.ts'
import { readPayment } from './receipt-queries.ts'
import { openFormByLink, payByLink, readUpdateBilling, replaceCard } from './replace-card.ts'
import { choosePaymentMethod, saveCard, tokeniseDemoBankAccount, tokeniseDemoCard } from './save-card.ts'

export const paymentsHandlers: Handlers<typeof payments> = {
  'POST /api/get-payment-method': async ({ app, scope, now, locale }) => {
    const [{ card, otherMethod }, dueCents] = await Promise.all([
      findMethods(app.db, scope, now),
      dueCentsOf(app.db, scope.userId),
    ])
    const orderCard = [card, otherMethod].find((method) => method?.kind === 'card') ?? null
    const error = card?.isExpired ? { error: refusalSentence('card_expired', locale) } : {}
    return { hasCard: card !== null, card, orderCard, dueCents, ...error }
  },
  'POST /api/open-update-billing-form': async ({ app, body, locale }) => ({
    form: await openFormByLink(app, { ...body, locale }),
  }),
  'POST /api/open-card-form': async ({ app, scope, body }) => ({
    form: await (body.takesBankAccounts ? openMethodForm : openCardForm)(app, scope),
  }),
  'POST /api/save-card': ({ app, scope, body }) => saveCard(app, scope, body),
  'POST /api/choose-payment-method': async ({ app, scope, body }) => {
    await choosePaymentMethod(app, scope, body.kind)
    return { ok: true }
  },
  'POST /api/pay-now': ({ app, scope }) => payNow(app, scope),
  'GET /api/payments': ({ app, scope, query }) => listPayments(app.db, scope, query),
  'GET /api/payment': ({ app, scope, query }) => readPayment(app, scope, query.id),
  'POST /api/get-update-billing': ({ app, body, locale }) => readUpdateBilling(app, { ...body, locale }),
  'POST /api/update-billing': ({ app, body, locale }) => replaceCard(app, { ...body, locale }),
  'POST /api/pay-by-link': ({ app, body, locale }) => payByLink(app, { ...body, locale }),
  'POST /api/payment-webhook': async ({ app, file, headers }) => {
    const delivery = { body: await text(file), signature: headers['stripe-signature'] }
    await receiveWebhook(app, { ...delivery, from: 'platform' })
    return { received: true }
  },
  'POST /api/payee-webhook': async ({ app, file, headers }) => {
    const delivery = { body: await text(file), signature: headers['stripe-signature'] }
    await receiveWebhook(app, { ...delivery, from: 'payees' })
    return { received: true }
  },
  'POST /api/demo-bank/get-challenge': ({ app, body }) => readChallenge(app, body.clientSecret),
  'POST /api/demo-bank/answer-challenge': async ({ app, body }) => {
    await answerChallenge(app, body)
    return { ok: true }
  },
  'POST /api/demo-bank/tokenise-card': ({ app, body, locale }) => tokeniseDemoCard(app, { ...body, locale }),
  'POST /api/demo-bank/tokenise-bank-account': ({ app, body, locale }) =>
    tokeniseDemoBankAccount(app, { ...body, locale }),
  'GET /api/market-payments': ({ app, scope, query }) => listMarketPayments(app.db, scope, query),
}
