import type { violationTrends } from '#contract/violation-trends.ts'
import type { Handlers } from '../http/handler.ts'
import { exportViolations } from './export-violations.ts'
import { readTrends } from './read-trends.ts'
import { readViolations } from './read-violations.ts'

export const violationTrendsHandlers: Handlers<typeof violationTrends> = {
  'GET /api/violation-trends': ({ app, scope, query }) => readTrends(app, scope, query),
  'GET /api/violations': ({ app, scope, query }) => readViolations(app, scope, query),
  'GET /api/violations-csv': ({ app, scope, query, locale }) => exportViolations(app, scope, query, locale),
}
