import type { work } from '#contract/work.ts'
import type { Handlers } from '../http/handler.ts'
import { completeVisit } from './complete-visit.ts'
import { markItem } from './mark-item.ts'
import { readCrewVisits } from './read-crew-visits.ts'
import { readDay } from './read-day.ts'
import { startVisit } from './start-visit.ts'

export const workHandlers: Handlers<typeof work> = {
  'GET /api/day': ({ app, scope, query }) => readDay(app, scope, query.date),
  'POST /api/start-visit': ({ app, scope, body }) => startVisit(app, scope, body),
  'POST /api/complete-visit': ({ app, scope, body }) => completeVisit(app, scope, body),
  'POST /api/mark-item': ({ app, scope, body }) => markItem(app, scope, body),
  'POST /api/get-crew-visits': ({ app, scope, body }) => readCrewVisits(app, scope, body),
}
