import type { ledger } from '#contract/ledger.ts'
import type { Handlers } from '../http/handler.ts'
import { readBalances } from './queries.ts'
import { reconcile } from './reconcile.ts'

const MOST_DIFFERENCES = 200

export const ledgerHandlers: Handlers<typeof ledger> = {
  'GET /api/ledger-balances': ({ app, scope }) => readBalances(app.db, scope),
  'POST /api/run-reconcile': async ({ app, now }) => {
    const report = await reconcile(app)
    return {
      isBalanced: report.isBalanced,
      checks: report.checks.map(({ differences, ...check }) => ({
        ...check,
        differenceCount: differences.length,
      })),
      differences: report.checks
        .flatMap(({ name, differences }) => differences.map((each) => ({ check: name, ...each })))
        .slice(0, MOST_DIFFERENCES),
      ranAt: now,
    }
  },
}
