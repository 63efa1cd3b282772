import type { approvals } from '#contract/approvals.ts'
import type { Handlers } from '../http/handler.ts'
import { askApproval } from './ask-approval.ts'
import { decideApprovalOf } from './decide-approval.ts'
import { readApproval, readApprovalsOf } from './read-approval.ts'

export const approvalsHandlers: Handlers<typeof approvals> = {
  'POST /api/ask-approval': ({ app, scope, session, body }) =>
    askApproval(app, scope, session?.staffRole ?? null, body),
  'GET /api/approval': ({ app, scope, query, now }) => readApproval(app.db, scope, query.id, now),
  'GET /api/payment-approvals': async ({ app, scope, query, now }) => ({
    approvals: await readApprovalsOf(app.db, scope, query.paymentId, now),
  }),
  'POST /api/decide-approval': ({ app, scope, session, body }) =>
    decideApprovalOf(app, scope, session?.staffRole ?? null, body),
}
