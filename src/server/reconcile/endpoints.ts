import type { reconcile } from '#contract/reconcile.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import type { Handlers } from '../http/handler.ts'
import { countOpen, listDifferences } from './difference-queries.ts'
import { readDifference } from './read-difference.ts'
import { listCounts, listRuns } from './run-queries.ts'
import { saveExplanation } from './save-explanation.ts'
import { startRun } from './start-run.ts'

export const reconcileHandlers: Handlers<typeof reconcile> = {
  'POST /api/run-reconcile': ({ app, scope, now }) =>
    inTransaction(
      app.db,
      async (trx) => {
        const started = await startRun(trx, { kind: 'complete', requestedBy: scope.userId, now })
        if (started.isNew)
          await recordAudit(trx, {
            at: now,
            actorId: scope.userId,
            concerns: 'every market',
            action: 'run_reconcile',
            subject: started.runId,
          })
        return started
      },
      { isolation: 'read committed' },
    ),
  'GET /api/reconcile-runs': async ({ app, scope, query }) => {
    const { rows, nextCursor } = await listRuns(app.db, scope, query)
    return { runs: rows, openCount: await countOpen(app.db, scope), nextCursor }
  },
  'GET /api/reconcile-run': async ({ app, scope, query }) => ({
    checks: await listCounts(app.db, scope, query.id),
  }),
  'GET /api/reconcile-differences': ({ app, scope, query }) => listDifferences(app.db, scope, query),
  'GET /api/reconcile-difference': ({ app, scope, query }) => readDifference(app.db, scope, query.id),
  'POST /api/explain-difference': async ({ app, scope, body }) => {
    await saveExplanation(app, scope, body)
    return { ok: true } as const
  },
}
