import type { PayoutId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { planTransfers } from '#domain/payouts/transfers.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { lockPayout } from './payout-queries.ts'
import { hasTransfers, insertTransfers, lockSources } from './transfer-queries.ts'

/** Decides once out of which charges a payout is sent. */
export function planPayout(app: App, payoutId: PayoutId): Promise<void> {
  return inTransaction(
    app.db,
    async (trx) => {
      const payout = (await lockPayout(trx, payoutId))!
      if (payout.state !== 'sending' || (await hasTransfers(trx, payoutId))) return
      const sources = await lockSources(trx, payoutId)
      await insertTransfers(trx, payoutId, planTransfers(cents(payout.amount_cents), sources))
    },
    { isolation: 'read committed', isStep: false },
  )
}
