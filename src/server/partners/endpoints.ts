import type { partners } from '#contract/partners.ts'
import type { Handlers } from '../http/handler.ts'
import { confirmPartnerStatement } from './confirm-statement.ts'
import { discardPartnerStatement } from './discard-statement.ts'
import { matchPartnerCrew } from './match-crew.ts'
import { movePartnerLine } from './move-line.ts'
import { previewPartnerStatement } from './preview-statement.ts'
import { readPartnerPayouts } from './read-earned.ts'
import { readPartnerStatement, readPartnerStatements } from './read-statements.ts'
import { recordPartnerPayment, voidPartnerPayment } from './record-payment.ts'
import { uploadPartnerStatement } from './upload-statement.ts'

export const partnersHandlers: Handlers<typeof partners> = {
  'POST /api/upload-partner-statement': ({ app, scope, file, query }) =>
    uploadPartnerStatement(app, scope, { file, ...query }),
  'POST /api/preview-partner-statement': ({ app, scope, body, now }) =>
    previewPartnerStatement(app, scope, body, now),
  'POST /api/confirm-partner-statement': ({ app, scope, body }) => confirmPartnerStatement(app, scope, body),
  'POST /api/discard-partner-statement': async ({ app, scope, body }) => {
    await discardPartnerStatement(app, scope, body.statementId)
    return { ok: true }
  },
  'POST /api/match-partner-crew': ({ app, scope, body }) => matchPartnerCrew(app, scope, body),
  'POST /api/move-partner-line': async ({ app, scope, body }) => {
    await movePartnerLine(app, scope, body)
    return { ok: true }
  },
  'POST /api/record-partner-payment': ({ app, scope, body }) => recordPartnerPayment(app, scope, body),
  'POST /api/void-partner-payment': ({ app, scope, body }) => voidPartnerPayment(app, scope, body.paymentId),
  'GET /api/partner-statements': ({ app, scope, query }) => readPartnerStatements(app.db, scope, query),
  'GET /api/partner-statement': ({ app, scope, query, now }) =>
    readPartnerStatement(app.db, scope, query, now),
  'GET /api/partner-payouts': ({ app, scope, query, now }) => readPartnerPayouts(app.db, scope, query, now),
}
