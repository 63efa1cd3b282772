/**
 * Brings a payout as far as it goes now: transfers out of the charges that paid for the work, then one payout to the
 * bank. Each is asked for once, outside any transaction: what is known by its id is only read, what has no answer is
 * looked for by our reference before it is asked again.
 */
import type { PayoutId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { findPayout } from './payout-queries.ts'
import { planPayout } from './plan-payout.ts'
import { sendToBank } from './send-to-bank.ts'
import { sendTransfers } from './send-transfers.ts'

/** Throws ProviderFailure ('unavailable') where the provider did not answer; asking again finds out. */
export async function sendPayout(app: App, payoutId: PayoutId): Promise<void> {
  const { state } = await findPayout(app.db, payoutId)
  if (state === 'sending') {
    await planPayout(app, payoutId)
    await sendTransfers(app, payoutId)
  }
  await sendToBank(app, payoutId)
}
