import type { visits } from '#contract/visits.ts'
import type { Handlers } from '../http/handler.ts'
import { readSummary } from './read-summary.ts'

export const homeHandlers: Handlers<Pick<typeof visits, 'GET /api/customer-summary'>> = {
  'GET /api/customer-summary': ({ app, scope }) => readSummary(app, scope),
}
