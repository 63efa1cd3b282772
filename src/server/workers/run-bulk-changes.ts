/** One change of many weekly jobs: a part of it each time. */
import { runBulk } from '../bulk/run-bulk.ts'
import type { Task } from '../tasks/task.ts'
import { customerOf } from './queries.ts'

export const runBulkChangeTask: Task<'run_bulk_change'> = {
  kind: 'run_bulk_change',
  tries: 8,
  outside: async (app, { bulkChangeId, customerId }) => {
    const scope = await customerOf(app.db, customerId)
    if (scope !== null) await runBulk(app, scope, bulkChangeId)
  },
}
