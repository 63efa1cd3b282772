import type { corrections } from '#contract/corrections.ts'
import type { Handlers } from '../http/handler.ts'
import { changeCredit, previewCreditChange } from './change-credit.ts'
import { findCustomers, listCreditChanges } from './correction-queries.ts'
import { previewWriteOff, resumeService, writeOffPayment } from './write-off-payment.ts'

const ok = { ok: true } as const

export const correctionsHandlers: Handlers<typeof corrections> = {
  'POST /api/find-credit-customers': async ({ app, scope, body }) => ({
    customers: await findCustomers(app.db, scope, body.search),
  }),
  'POST /api/preview-credit-change': ({ app, scope, body }) => previewCreditChange(app, scope, body),
  'POST /api/change-credit': ({ app, scope, body }) => changeCredit(app, scope, body),
  'GET /api/credit-changes': ({ app, scope, query }) => listCreditChanges(app.db, scope, query),
  'POST /api/preview-write-off': ({ app, scope, body }) => previewWriteOff(app, scope, body.paymentId),
  'POST /api/write-off-payment': async ({ app, scope, body }) => ({
    ...ok,
    ...(await writeOffPayment(app, scope, body)),
  }),
  'POST /api/resume-service': async ({ app, scope, body }) => {
    await resumeService(app, scope, body.customerId)
    return ok
  },
}
