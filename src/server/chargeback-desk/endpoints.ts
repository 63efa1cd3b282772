import type { chargebacks } from '#contract/chargebacks.ts'
import type { Handlers } from '../http/handler.ts'
import { acceptChargeback } from './accept-chargeback.ts'
import { answerFraudWarning } from './answer-fraud-warning.ts'
import { lookForPayment } from './find-payment.ts'
import {
  readChargeback,
  readChargebacks,
  readFraudWarnings,
  readUnknownChargebacks,
} from './read-chargebacks.ts'
import { sendEvidence } from './send-evidence.ts'
import { writeEvidence } from './write-evidence.ts'

export const chargebackDeskHandlers: Handlers<typeof chargebacks> = {
  'POST /api/get-chargebacks': ({ app, scope, body }) => readChargebacks(app, scope, body),
  'GET /api/chargeback': ({ app, scope, query }) => readChargeback(app, scope, query.id),
  'GET /api/evidence-pdf': ({ app, scope, query }) => writeEvidence(app, scope, query),
  'POST /api/send-evidence': ({ app, scope, body }) => sendEvidence(app, scope, body),
  'POST /api/accept-chargeback': ({ app, scope, body }) => acceptChargeback(app, scope, body.chargebackId),
  'GET /api/unknown-chargebacks': ({ app, query }) => readUnknownChargebacks(app, query),
  'POST /api/look-for-payment': ({ app, scope, body }) => lookForPayment(app, scope, body.chargebackId),
  'POST /api/get-fraud-warnings': ({ app, scope, body }) => readFraudWarnings(app, scope, body),
  'POST /api/answer-fraud-warning': async ({ app, scope, body }) => {
    await answerFraudWarning(app, scope, body)
    return { ok: true }
  },
}
