/** Sends a payout outside any transaction under a key of its own, so that it is sent once. */
import type { PayoutId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { findPayout } from './payout-queries.ts'
import { settleTransfer } from './settle-transfer.ts'

/** Throws ProviderUnavailable where the provider did not answer; asking again finds out. */
export async function sendPayout(app: App, payoutId: PayoutId): Promise<void> {
  const payout = await findPayout(app.db, payoutId)
  if (payout.state !== 'sending') return
  const transfer = await app.ports.payments.transfer({
    key: `payout:${payoutId}`,
    accountId: payout.provider_account_id,
    amountCents: cents(payout.amount_cents),
    reference: payoutId,
  })
  await settleTransfer(app, payoutId, transfer)
}
