/** How a card gets on file. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { customerWithCard, expectFailure, filledForm, newCustomer } from './behaviour-cast.ts'
import type { Open } from './behaviour-under-test.ts'

export function describeMethods(open: Open): void {
  describe('cards on file', () => {
    it('makes a customer once per key', async () => {
      const { payments } = await open()
      const ask = { key: randomUUID(), email: 'a@example.test', name: 'A', reference: randomUUID() }
      const [one, two] = await Promise.all([payments.createCustomer(ask), payments.createCustomer(ask)])
      expect(two).toEqual(one)
    })

    it('saves the card of a form, and the same one however often it is asked', async () => {
      const under = await open()
      const { payments } = under
      const customerId = await newCustomer(under)
      const setupToken = await filledForm(under, customerId, 'good')
      const first = await payments.saveMethod({ key: randomUUID(), customerId, setupToken })
      expect(first).toMatchObject({
        state: 'saved',
        method: { kind: 'card', brand: 'visa', last4: '4242', expiresMonth: 12 },
      })
      expect(await payments.saveMethod({ key: randomUUID(), customerId, setupToken })).toEqual(first)
      if (first.state === 'saved')
        expect(await payments.readMethod(first.method.methodId)).toEqual(first.method)
    })

    it('saves no card from a form that is another’s, not filled in, or unknown', async () => {
      const under = await open()
      const { payments } = under
      const [mine, other] = [await newCustomer(under), await newCustomer(under)]
      const setupToken = await filledForm(under, mine, 'good')
      const save = (customerId: string, token: string) =>
        payments.saveMethod({ key: randomUUID(), customerId, setupToken: token })
      await expectFailure(save(other, setupToken), 'refused')
      await expectFailure(save(mine, 'seti_000000000000000000000000'), 'refused')
      const empty = await payments.createMethodSetup({ key: randomUUID(), customerId: mine, kinds: ['card'] })
      await expectFailure(save(mine, empty.setupToken), 'refused')
    })

    it('says why a card is declined when it is saved', async () => {
      const under = await open()
      const customerId = await newCustomer(under)
      const setupToken = await filledForm(under, customerId, 'declinesSaving')
      const saved = await under.payments.saveMethod({ key: randomUUID(), customerId, setupToken })
      expect(saved).toMatchObject({ state: 'declined' })
      expect(saved).toHaveProperty('declineCode', expect.stringMatching(/^[a-z_]+$/))
    })

    it.each([
      [true, { state: 'saved' }],
      [false, { state: 'declined', declineCode: 'authentication_required' }],
    ])('asks the holder of a card whose bank wants that; the holder says %s', async (isApproved, end) => {
      const under = await open()
      const { payments, owner } = under
      const customerId = await newCustomer(under)
      const setupToken = await filledForm(under, customerId, 'asksAtSaving')
      const asking = await payments.saveMethod({ key: randomUUID(), customerId, setupToken })
      expect(asking.state).toBe('requires_action')
      if (asking.state !== 'requires_action') return
      await owner.answer(asking.nextAction, isApproved)
      expect(await payments.saveMethod({ key: randomUUID(), customerId, setupToken })).toMatchObject(end)
    })

    it('gives the same fingerprint to the same card, whoever saves it', async () => {
      const under = await open()
      const [one, other] = [await customerWithCard(under), await customerWithCard(under)]
      expect(other.method.fingerprint).toBe(one.method.fingerprint)
      expect(other.methodId).not.toBe(one.methodId)
    })

    it('reads no card that was taken off', async () => {
      const under = await open()
      const { methodId } = await customerWithCard(under)
      await under.owner.takeMethodOff(methodId)
      expect(await under.payments.readMethod(methodId)).toBeNull()
    })
  })
}
