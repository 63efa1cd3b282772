import type { App } from '../app.ts'
import { undoWithdrawal } from '../commissions/take-commission.ts'
import type { Db } from '../db/client.ts'
import { notifyCrew } from './notify-crew.ts'
import { type LockedPayout, releaseEarningsOf, savePayout } from './payout-queries.ts'
import { giveUpTransfers, hasOpenTransfers } from './transfer-queries.ts'

/**
 * The crew's account cannot take the money. What was transferred comes back first; when nothing is there any more, the
 * earnings are the crew's again and wait for the next run; commissions are the sponsor's to spend again.
 */
export async function failPayout(app: App, trx: Db, payout: LockedPayout, failure: string): Promise<void> {
  await giveUpTransfers(trx, payout.id)
  await savePayout(trx, payout.id, { failure })
  if (await hasOpenTransfers(trx, payout.id)) return
  await savePayout(trx, payout.id, { state: 'failed', sentAt: null, shortSince: null })
  const now = app.ports.clock.now()
  if (payout.kind === 'commission') await undoWithdrawal(trx, payout.id, now)
  else await releaseEarningsOf(trx, payout.id)
  await notifyCrew(app, trx, payout, 'failed', now)
}
