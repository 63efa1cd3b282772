import { text } from 'node:stream/consumers'
import type { payments } from '#contract/payments.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Handlers } from '../http/handler.ts'
import { payNow, readUpdateBilling, saveCard, tokeniseDemoCard, updateBilling } from './actions.ts'
import { dueCentsOf } from './locked-payment.ts'
import { findCard, listMarketPayments, listPayments, readBilling } from './queries.ts'
import { readPayment } from './receipt.ts'
import { refundPayment } from './refund-payment.ts'
import { receiveWebhook } from './webhook.ts'
import { yearCsv } from './year-csv.ts'

export const paymentsHandlers: Handlers<typeof payments> = {
  'POST /api/get-payment-method': async ({ app, scope, now, locale }) => {
    const [card, dueCents] = await Promise.all([
      findCard(app.db, scope, now),
      dueCentsOf(app.db, scope.userId),
    ])
    const error = card?.isExpired ? { error: refusalSentence('card_expired', locale) } : {}
    return { hasCard: card !== null, card, dueCents, ...error }
  },
  'POST /api/save-card': ({ app, scope, body }) => saveCard(app, scope, body),
  'POST /api/pay-now': ({ app, scope }) => payNow(app, scope),
  'GET /api/payments': ({ app, scope, query }) => listPayments(app.db, scope, query),
  'GET /api/payment': ({ app, scope, query }) => readPayment(app.db, scope, query.id),
  'GET /api/payments-csv': ({ app, scope, query }) => yearCsv(app.db, scope, query.year),
  'GET /api/billing': ({ app, scope, now }) => readBilling(app.db, scope, now),
  'POST /api/get-update-billing': ({ app, body, locale }) => readUpdateBilling(app, { ...body, locale }),
  'POST /api/update-billing': ({ app, body, locale }) => updateBilling(app, { ...body, locale }),
  'POST /api/payment-webhook': async ({ app, file, headers }) => {
    await receiveWebhook(app, await text(file), headers['stripe-signature'])
    return { received: true }
  },
  'POST /api/demo-bank/tokenise-card': ({ app, body, locale }) => tokeniseDemoCard(app, { ...body, locale }),
  'GET /api/market-payments': ({ app, scope, query }) => listMarketPayments(app.db, scope, query),
  'POST /api/refund-payment': ({ app, scope, body }) => refundPayment(app, scope, body),
}
