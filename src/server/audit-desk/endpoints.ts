import type { audit } from '#contract/audit.ts'
import type { Handlers } from '../http/handler.ts'
import { exportLog } from './export-log.ts'
import { readLog } from './read-log.ts'

export const auditHandlers: Handlers<typeof audit> = {
  'GET /api/audit-log': ({ app, scope, query }) => readLog(app.db, scope, query),
  'GET /api/audit-log-csv': ({ app, scope, query, now }) => exportLog(app.db, scope, query, now),
}
