import type { dispatch } from '#contract/dispatch.ts'
import type { Handlers } from '../http/handler.ts'
import { applyPlan } from './apply-plan.ts'
import { moveVisit } from './move-visit.ts'
import { planMarket } from './plan-market.ts'
import { readDispatch } from './read-dispatch.ts'
import { readPlan } from './read-plan.ts'
import { undoPlan } from './undo-plan.ts'

export const dispatchHandlers: Handlers<typeof dispatch> = {
  'GET /api/dispatch': ({ app, scope, now, query }) => readDispatch(app.db, scope, query, now),
  'POST /api/dispatch-line': async ({ app, body }) => ({ line: await app.ports.matrix.line(body.places) }),
  'POST /api/dispatch-visit': ({ app, scope, body }) => moveVisit(app, scope, body),
  'POST /api/plan-dispatch': ({ app, scope, body }) => planMarket(app, scope, body),
  'GET /api/dispatch-plan': ({ app, scope, now, query }) => readPlan(app.db, scope, query.id, now),
  'POST /api/apply-dispatch-plan': ({ app, scope, body }) => applyPlan(app, scope, body.planId),
  'POST /api/undo-dispatch-plan': ({ app, scope, body }) => undoPlan(app, scope, body.planId),
}
