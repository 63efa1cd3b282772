/** Refunds: found by our reference, never more than was charged, pending for days, failing after all. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { charged, expectFailure, losingAnswer, movementsOf, usd } from './behaviour-cast.ts'
import type { Open, PaymentsUnderTest } from './behaviour-under-test.ts'
import type { Refund } from './port.ts'

export function describeRefunds(open: Open): void {
  describe('refunds', () => {
    it('refunds a part once per key, and the charge says so', async () => {
      const under = await open()
      const { payments } = under
      const { intentId } = await charged(under, 1_000)
      const ask = { key: randomUUID(), intentId, ...usd(300), reference: randomUUID() }
      const [one, two] = await Promise.all([payments.createRefund(ask), payments.createRefund(ask)])
      expect(one).toMatchObject({ intentId, state: 'succeeded', ...usd(300), reference: ask.reference })
      expect(two.refundId).toBe(one.refundId)
      expect(await payments.readRefund(one.refundId)).toEqual(one)
      expect(await payments.readCharge(intentId)).toMatchObject({ refundedCents: 300 })
    })

    it('never refunds more than was charged, even when refunds race', async () => {
      const under = await open()
      const { intentId } = await charged(under, 1_000)
      const all = await Promise.allSettled(Array.from({ length: 6 }, () => refund(under, intentId, 300)))
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await under.payments.readCharge(intentId)).toMatchObject({ refundedCents: 900 })
      await expectFailure(refund(under, intentId, 101), 'refused')
    })

    it('gives nothing back of a charge that took nothing', async () => {
      const under = await open()
      const { intentId } = await charged(under, 700, 'declinesCharges')
      await expectFailure(refund(under, intentId, 100), 'refused')
    })

    it('is found by our reference where its answer was lost and the key forgotten', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 1_000)
      const ask = { key: randomUUID(), intentId, ...usd(300), reference: randomUUID() }
      await losingAnswer(under, 'createRefund', () => payments.createRefund(ask))
      await owner.forgetKeys()
      const found = await payments.findRefund({ intentId, reference: ask.reference })
      expect(found).toMatchObject({ state: 'succeeded', ...usd(300) })
      expect(await payments.findRefund({ intentId, reference: randomUUID() })).toBeNull()
    })

    it('is pending for days and then ends', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 1_000)
      owner.slowRefunds(2 * DAY_MS, 'succeeded')
      const { refundId, state } = await refund(under, intentId, 300)
      expect(state).toBe('pending')
      await expectFailure(refund(under, intentId, 701), 'refused')
      await owner.advance(2 * DAY_MS)
      expect(await payments.readRefund(refundId)).toMatchObject({ state: 'succeeded' })
    })

    it.each(['pending', 'succeeded'] as const)(
      'fails after it was %s, and the money is ours again',
      async (was) => {
        const under = await open()
        const { payments, owner } = under
        const { intentId } = await charged(under, 1_000)
        if (was === 'pending') owner.slowRefunds(DAY_MS, 'failed')
        else owner.refundsFailLater(DAY_MS)
        const { refundId, state } = await refund(under, intentId, 300)
        expect(state).toBe(was)
        await owner.advance(DAY_MS)
        const failed = await payments.readRefund(refundId)
        expect(failed).toMatchObject({ state: 'failed' })
        expect(failed!.failure).not.toBeNull()
        expect(await payments.readCharge(intentId)).toMatchObject({ refundedCents: 0 })
        const moved = await movementsOf(under, [refundId])
        expect(moved.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
      },
    )

    it('lists one that was made at the provider itself, as nobody’s', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 1_000)
      const ours = await refund(under, intentId, 100)
      await owner.refundByHand({ intentId, amountCents: usd(250).amountCents })
      const listed = await payments.listRefunds(intentId)
      expect(listed).toHaveLength(2)
      expect(listed).toContainEqual(ours)
      expect(listed).toContainEqual(expect.objectContaining({ ...usd(250), reference: null }))
      expect(await payments.readCharge(intentId)).toMatchObject({ refundedCents: 350 })
    })
  })
}

function refund({ payments }: PaymentsUnderTest, intentId: string, amountCents: number): Promise<Refund> {
  return payments.createRefund({
    key: randomUUID(),
    intentId,
    ...usd(amountCents),
    reference: randomUUID(),
  })
}
