/**
 * Proves that the books agree with themselves, with our tables and with the payment provider (product §3, Ledger).
 * Reads only. Our own tables are compared in one snapshot; the provider is listed first and then looked for in our
 * tables, so that what happens meanwhile is no difference.
 */

import type { ReconcileReport } from '#domain/ledger/reconcile-report.ts'
import type { App } from '../app.ts'
import { checkBooks } from './check-queries.ts'
import { checkHolds } from './reconcile-holds.ts'
import { checkProvider } from './reconcile-provider.ts'

export async function reconcile(app: App): Promise<ReconcileReport> {
  const books = await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(checkBooks)
  const checks = [...books, ...(await checkProvider(app)), await checkHolds(app)]
  const isBalanced = checks.every(({ differences }) => differences.length === 0)
  if (!isBalanced)
    app.log.error(
      {
        code: 'reconcile_difference',
        differences: checks.flatMap(({ differences }) => differences).slice(0, 20),
      },
      'the books do not agree',
    )
  return { isBalanced, checks }
}
