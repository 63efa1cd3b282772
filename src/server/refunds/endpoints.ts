import type { refunds } from '#contract/refunds.ts'
import type { Handlers } from '../http/handler.ts'
import { refundPayment } from './refund-payment.ts'
import { listFailedRefunds } from './refund-queries.ts'
import { retryRefund } from './retry-refund.ts'

export const refundsHandlers: Handlers<typeof refunds> = {
  'POST /api/refund-payment': ({ app, scope, body }) => refundPayment(app, scope, body),
  'POST /api/retry-refund': ({ app, scope, body }) => retryRefund(app, scope, body),
  'GET /api/failed-refunds': ({ app, scope, query }) => listFailedRefunds(app.db, scope, query.cursor),
}
