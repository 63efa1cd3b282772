/** Debits of bank accounts: on their way for days, then paid or returned. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { charged, customerWithCard, expectFailure, movementsOf, newCustomer } from './behaviour-cast.ts'
import type { Open } from './behaviour-under-test.ts'

/** Four banking days and a weekend. */
const LONG_ENOUGH_MS = 7 * DAY_MS

export function describeDebits(open: Open): void {
  describe('bank debits', () => {
    it('keeps a bank account on file as what it is, without a date', async () => {
      const { method } = await customerWithCard(await open(), 'bankAccount')
      expect(method).toMatchObject({
        kind: 'bank_account',
        last4: '6789',
        expiresMonth: null,
        expiresYear: null,
        brand: expect.stringMatching(/bank/i) as string,
      })
    })

    it('is processing for days, moves nothing meanwhile, and is paid then', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId, state } = await charged(under, 40_000, 'bankAccount')
      expect(state).toBe('processing')
      await owner.advance(DAY_MS)
      expect((await payments.readCharge(intentId))?.state).toBe('processing')
      expect(await movementsOf(under, [intentId])).toEqual([])
      const kept = await payments.cancelCharge({ key: randomUUID(), intentId })
      expect(kept.state).toBe('processing')
      await owner.advance(LONG_ENOUGH_MS)
      expect(await payments.readCharge(intentId)).toMatchObject({
        state: 'succeeded',
        amountCents: 40_000,
        method: { kind: 'bank_account', last4: '6789' },
      })
    })

    it('may be returned at the end of its days, with the bank’s reason', async () => {
      const under = await open()
      const { intentId, state } = await charged(under, 40_000, 'returnsDebits')
      expect(state).toBe('processing')
      await under.owner.advance(LONG_ENOUGH_MS)
      expect(await under.payments.readCharge(intentId)).toMatchObject({
        state: 'declined',
        declineCode: 'insufficient_funds',
      })
    })

    it('is taken by no form for cards', async () => {
      const under = await open()
      const customerId = await newCustomer(under)
      const setup = await under.payments.createMethodSetup({ key: randomUUID(), customerId, kinds: ['card'] })
      await under.owner.fillSetup(setup, 'bankAccount').catch(() => undefined)
      const save = under.payments.saveMethod({
        key: randomUUID(),
        customerId,
        setupToken: setup.setupToken,
      })
      await expectFailure(save, 'refused')
    })
  })
}
