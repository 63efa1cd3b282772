/**
 * Proves that the books agree with themselves, with our tables and with the payment provider (product §3, Ledger).
 * Our own tables are compared in one snapshot. The provider's lines are read first, page by page, into a table beside
 * ours, and what happened meanwhile is no difference.
 */

import type { ReconcileReport } from '#domain/ledger/reconcile-report.ts'
import { instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { checkBooks } from './check-queries.ts'
import { withoutExplained } from './explained-queries.ts'
import { checkHolds } from './reconcile-holds.ts'
import { reconcileProvider } from './reconcile-provider.ts'

/** `since`: the provider's side is compared from then on; our own books always whole. */
export async function reconcile(app: App, since = instant(0)): Promise<ReconcileReport> {
  const provider = await reconcileProvider(app, since)
  const books = await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(checkBooks)
  const checks = await withoutExplained(app.db, [...books, ...provider, await checkHolds(app)])
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
