/** A word that nobody knows is never taken for a good end (D2). */
import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import { charged, expectFailure, payee, usd } from './behaviour-cast.ts'
import type { Open } from './behaviour-under-test.ts'

export function describeLies(open: Open): void {
  describe('words that nobody knows', () => {
    it('D2: throws where a charge is in no state that there is', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 900)
      await owner.lieAbout(intentId)
      await expectFailure(payments.readCharge(intentId), 'contract')
      const confirm = { key: randomUUID(), intentId, isOffSession: true }
      await expectFailure(payments.confirmCharge(confirm), 'contract')
    })

    it('D2: throws where a refund is in no state that there is', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 900)
      const ask = { key: randomUUID(), intentId, ...usd(300), reference: randomUUID() }
      const { refundId } = await payments.createRefund(ask)
      await owner.lieAbout(refundId)
      await expectFailure(payments.readRefund(refundId), 'contract')
    })

    it('D2: throws where a bank payout is in no state that there is', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 900)
      const { accountId } = await payee(under)
      const sent = { accountId, ...usd(300), reference: randomUUID() }
      await payments.createTransfer({ key: randomUUID(), ...sent, sourceIntentId: intentId })
      const ask = { key: randomUUID(), ...sent, speed: 'standard' as const }
      const { payoutId } = await payments.createBankPayout(ask)
      await owner.lieAbout(payoutId)
      await expectFailure(payments.readBankPayout({ accountId, payoutId }), 'contract')
    })

    it('D2: throws where a chargeback is in no state that there is', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 900)
      const chargebackId = await owner.openChargeback(intentId)
      await owner.lieAbout(chargebackId)
      await expectFailure(payments.readChargeback(chargebackId), 'contract')
    })
  })
}
