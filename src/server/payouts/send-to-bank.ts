/**
 * From the crew's balance at the provider to the bank. A payout that the bank sends back lies in that balance: it goes
 * to the bank again, and no second transfer is made.
 */

import type { PayoutId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { isAccountReady } from '../payout-accounts/account-queries.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import { nextAsk } from './ask-again.ts'
import { type LockedPayout, lockPayout, savePayout } from './payout-queries.ts'
import { bankReference, settleBankPayout, settleRefusedByAccount } from './settle-bank-payout.ts'
import { hasOpenTransfers } from './transfer-queries.ts'

export async function sendToBank(app: App, payoutId: PayoutId): Promise<void> {
  const { payments } = app.ports
  const begun = await inTransaction(app.db, (trx) => beginAsk(app, trx, payoutId), {
    isolation: 'read committed',
    isStep: false,
  })
  if (begun === null) return
  const { payout, isNew } = begun
  const accountId = payout.provider_account_id
  if (payout.provider_payout_id !== null) {
    // Known by its id: only read, however long it takes (D1).
    const known = await payments.readBankPayout({ accountId, payoutId: payout.provider_payout_id })
    if (known === null)
      throw new ProviderFailure('contract', `the provider does not know ${payout.provider_payout_id}`)
    return settleBankPayout(app, payoutId, known)
  }
  const reference = bankReference(payout)
  try {
    const made =
      (isNew ? null : await payments.findBankPayout({ accountId, reference, since: payout.created_at })) ??
      (await payments.createBankPayout({
        key: `payout:${reference}:${payout.ask_number}`,
        accountId,
        amountCents: cents(payout.amount_cents),
        currency: 'usd',
        reference,
        // What the bank sent back goes the ordinary way.
        speed: payout.kind === 'instant' && payout.bank_number === 1 ? 'instant' : 'standard',
      }))
    await settleBankPayout(app, payoutId, made)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.kind === 'account') return settleRefusedByAccount(app, payoutId, reference, error)
    // The transfers have not arrived yet: asked again later, under another key.
    if (error.kind === 'balance') return savePayout(app.db, payoutId, { askedAt: null })
    throw error
  }
}

/** Writes which ask it is before anybody is asked. Null where there is nothing to ask. */
async function beginAsk(
  app: App,
  trx: Db,
  payoutId: PayoutId,
): Promise<{ payout: LockedPayout; isNew: boolean } | null> {
  const payout = (await lockPayout(trx, payoutId))!
  if (payout.provider_payout_id !== null)
    return payout.state === 'in_transit' ? { payout, isNew: false } : null
  if (payout.state === 'sending' && (await hasOpenTransfers(trx, payoutId))) return null
  if (payout.state === 'returned' && payout.asked_at === null && !(await isAccountReady(trx, payout)))
    return null
  if (payout.state !== 'sending' && payout.state !== 'returned') return null
  const now = app.ports.clock.now()
  const isNew = payout.bank_number === 0 || (payout.state === 'returned' && payout.asked_at === null)
  const bank_number = isNew ? payout.bank_number + 1 : payout.bank_number
  const ask_number = isNew ? 1 : nextAsk(payout, now)
  const isNewKey = isNew || ask_number !== payout.ask_number
  if (isNewKey)
    await savePayout(trx, payoutId, { bankNumber: bank_number, askNumber: ask_number, askedAt: now })
  return { payout: { ...payout, bank_number, ask_number }, isNew }
}
