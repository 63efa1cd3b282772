/** What cardholders' banks take back, and what they warn of. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { charged, expectFailure, movementsOf, usd } from './behaviour-cast.ts'
import type { Open } from './behaviour-under-test.ts'
import type { ChargebackEvidence } from './port.ts'

const EVIDENCE: ChargebackEvidence = {
  customerName: 'A customer',
  customerEmail: 'customer@example.test',
  serviceDate: '2026-03-02',
  productDescription: 'Bins brought out',
  refundPolicy: 'Told before booking',
  statement: 'The visit was done; photos are in the document.',
  document: { name: 'evidence.pdf', type: 'application/pdf', bytes: new Uint8Array([37, 80, 68, 70]) },
}

export function describeChargebacks(open: Open): void {
  describe('chargebacks', () => {
    it.each([
      ['won', 0],
      ['lost', -1_000],
    ] as const)('takes the amount and a fee, takes the evidence, and is %s', async (end, sum) => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 1_000)
      const chargebackId = await owner.openChargeback(intentId)
      const opened = (await payments.readChargeback(chargebackId))!
      expect(opened).toMatchObject({ intentId, state: 'needs_evidence', isReturn: false, ...usd(1_000) })
      expect(opened.evidenceDueAt!).toBeGreaterThan(owner.now())
      expect(opened.reason).toMatch(/^[a-z_]+$/)
      const evidence = { key: randomUUID(), chargebackId, evidence: EVIDENCE }
      expect(await payments.sendEvidence(evidence)).toMatchObject({ state: 'under_review' })
      await owner.endChargeback(chargebackId, end)
      expect(await payments.readChargeback(chargebackId)).toMatchObject({ state: end })
      const moved = await movementsOf(under, [chargebackId])
      expect(moved.reduce((total, { amountCents }) => total + amountCents, 0)).toBe(sum)
      expect(moved.reduce((total, { feeCents }) => total + feeCents, 0)).toBeGreaterThan(0)
    })

    it('says of a bank debit that came back that it is lost, and takes no answer', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 1_000, 'bankAccount')
      await owner.advance(7 * DAY_MS)
      expect(await payments.readCharge(intentId)).toMatchObject({ state: 'succeeded' })
      const chargebackId = await owner.openChargeback(intentId)
      expect(await payments.readChargeback(chargebackId)).toMatchObject({
        intentId,
        state: 'lost',
        isReturn: true,
        reason: 'insufficient_funds',
        ...usd(1_000),
      })
      await expectFailure(
        payments.sendEvidence({ key: randomUUID(), chargebackId, evidence: EVIDENCE }),
        'refused',
      )
      const moved = await movementsOf(under, [chargebackId])
      expect(moved.reduce((total, { amountCents }) => total + amountCents, 0)).toBe(-1_000)
    })

    it('keeps a charge from being refunded besides', async () => {
      const under = await open()
      const { intentId } = await charged(under, 1_000)
      await under.owner.openChargeback(intentId)
      const ask = { key: randomUUID(), intentId, ...usd(100), reference: randomUUID() }
      await expectFailure(under.payments.createRefund(ask), 'refused')
    })

    it('takes no evidence when it is decided', async () => {
      const under = await open()
      const { intentId } = await charged(under, 1_000)
      const chargebackId = await under.owner.openChargeback(intentId)
      await under.owner.endChargeback(chargebackId, 'lost')
      const evidence = { key: randomUUID(), chargebackId, evidence: EVIDENCE }
      await expectFailure(under.payments.sendEvidence(evidence), 'refused')
    })

    it('is lost at once where it is accepted, and cannot be accepted when it was fought', async () => {
      const under = await open()
      const { payments, owner } = under
      const accepted = await owner.openChargeback((await charged(under, 1_000)).intentId)
      expect(await payments.acceptChargeback({ key: randomUUID(), chargebackId: accepted })).toMatchObject({
        state: 'lost',
      })
      const fought = await owner.openChargeback((await charged(under, 1_000)).intentId)
      await payments.sendEvidence({ key: randomUUID(), chargebackId: fought, evidence: EVIDENCE })
      const accept = payments.acceptChargeback({ key: randomUUID(), chargebackId: fought })
      await expectFailure(accept, 'refused')
    })

    it('reads an early warning of fraud', async () => {
      const under = await open()
      const { intentId } = await charged(under, 1_000)
      const warningId = await under.owner.warnOfFraud(intentId)
      expect(await under.payments.readFraudWarning(warningId)).toEqual({
        warningId,
        intentId,
        isActionable: true,
      })
    })

    it('reads nothing that is not there', async () => {
      const { payments } = await open()
      expect(await payments.readChargeback('dp_000000000000000000000000')).toBeNull()
      expect(await payments.readFraudWarning('issfr_00000000000000000000')).toBeNull()
    })
  })
}
