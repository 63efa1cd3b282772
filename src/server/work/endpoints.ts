import type { work } from '#contract/work.ts'
import type { Handlers } from '../http/handler.ts'
import { completeVisit } from './complete-visit.ts'
import { crewVisitsPage } from './crew-visits.ts'
import { dayOf } from './day.ts'
import { startVisit } from './start-visit.ts'

export const workHandlers: Handlers<typeof work> = {
  'GET /api/day': ({ app, scope, query }) => dayOf(app, scope, query.date),
  'POST /api/start-visit': ({ app, scope, body }) => startVisit(app, scope, body),
  'POST /api/complete-visit': ({ app, scope, body }) => completeVisit(app, scope, body),
  'POST /api/get-crew-visits': ({ app, scope, body }) => crewVisitsPage(app, scope, body),
}
