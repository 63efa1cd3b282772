import type { visits } from '#contract/visits.ts'
import type { Handlers } from '../http/handler.ts'
import { exportVisits } from './export-visits.ts'
import { readVisit, readVisits } from './read-visits.ts'

export const visitsHandlers: Handlers<Omit<typeof visits, 'GET /api/customer-summary'>> = {
  'POST /api/get-visits': ({ app, scope, body }) => readVisits(app, scope, body),
  'GET /api/export-visits': async ({ app, scope, query, locale }) => exportVisits(app, scope, query, locale),
  'GET /api/visit': ({ app, scope, query }) => readVisit(app, scope, query.id),
}
