import type { moneyDesk } from '#contract/money-desk.ts'
import type { Handlers } from '../http/handler.ts'
import { readDeskPayment } from './read-payment.ts'
import { readDeskPayout } from './read-payout.ts'
import { retryPayout } from './retry-payout.ts'
import { sendReceipt } from './send-receipt.ts'

export const moneyDeskHandlers: Handlers<typeof moneyDesk> = {
  'GET /api/operator-payment': ({ app, scope, query }) => readDeskPayment(app.db, scope, query.id),
  'GET /api/operator-payout': ({ app, scope, query }) => readDeskPayout(app.db, scope, query.id),
  'POST /api/send-receipt': async ({ app, scope, body }) => {
    await sendReceipt(app, scope, body.paymentId)
    return { ok: true }
  },
  'POST /api/retry-payout': async ({ app, scope, body }) => ({
    payoutId: await retryPayout(app, scope, body.payoutId),
  }),
}
