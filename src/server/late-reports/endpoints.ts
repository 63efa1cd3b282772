import type { lateReports } from '#contract/late-reports.ts'
import type { Handlers } from '../http/handler.ts'
import { decideLateReport } from './decide.ts'
import { readMine, readReport, readReports } from './read.ts'

export const lateReportsHandlers: Handlers<typeof lateReports> = {
  'GET /api/my-late-reports': ({ app, scope }) => readMine(app, scope),
  'POST /api/get-late-reports': ({ app, scope, body }) => readReports(app, scope, body),
  'GET /api/late-report': ({ app, scope, query }) => readReport(app, scope, query.id),
  'POST /api/accept-late-report': ({ app, scope, body }) =>
    decideLateReport(app, scope, { ...body, step: 'accept' }),
  'POST /api/dismiss-late-report': ({ app, scope, body }) =>
    decideLateReport(app, scope, { ...body, step: 'dismiss' }),
}
