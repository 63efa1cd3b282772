/** Charges: created, which moves nothing, then confirmed, which works once. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS } from '#domain/time.ts'
import {
  charged,
  chargeOf,
  customerWithCard,
  expectFailure,
  losingAnswer,
  movementsOf,
  usd,
} from './behaviour-cast.ts'
import type { Open } from './behaviour-under-test.ts'

export function describeCharges(open: Open): void {
  describe('charges', () => {
    it('creates what moves nothing, and takes the money when it is confirmed, with fee and card', async () => {
      const under = await open()
      const { payments } = under
      const ask = await chargeOf(under, 1_234)
      const created = await payments.createCharge(ask)
      expect(created).toMatchObject({ state: 'created', ...usd(1_234), reference: ask.reference, attempt: 1 })
      expect(created).toMatchObject({ feeCents: null, refundedCents: 0, method: null })
      expect(await movementsOf(under, [created.intentId])).toEqual([])
      const { intentId } = created
      const taken = await payments.confirmCharge({ key: randomUUID(), intentId, isOffSession: true })
      expect(taken).toMatchObject({ intentId, state: 'succeeded', declineCode: null, nextAction: null })
      expect(taken.method).toEqual({ kind: 'card', brand: 'visa', last4: '4242' })
      const read = (await payments.readCharge(intentId))!
      expect(read).toMatchObject({ state: 'succeeded', ...usd(1_234) })
      expect(read.feeCents).toBeGreaterThan(0)
    })

    it('creates once per key, however often and at once it is asked', async () => {
      const under = await open()
      const ask = await chargeOf(under, 500)
      const made = await Promise.all(Array.from({ length: 5 }, () => under.payments.createCharge(ask)))
      expect(new Set(made.map((charge) => charge.intentId)).size).toBe(1)
    })

    it('refuses a key that was used for something else', async () => {
      const under = await open()
      const ask = await chargeOf(under, 500)
      await under.payments.createCharge(ask)
      await expectFailure(under.payments.createCharge({ ...ask, ...usd(600) }), 'contract')
    })

    it('takes the money once, however often, at once and under whichever keys it is confirmed', async () => {
      const under = await open()
      const { payments } = under
      const { intentId } = await payments.createCharge(await chargeOf(under, 900))
      const confirm = () => payments.confirmCharge({ key: randomUUID(), intentId, isOffSession: true })
      const answers = await Promise.all([confirm(), confirm(), confirm()])
      await under.owner.forgetKeys()
      answers.push(await confirm())
      for (const answer of answers) expect(['succeeded', 'processing', 'created']).toContain(answer.state)
      expect((await payments.readCharge(intentId))!.state).toBe('succeeded')
      const moved = await movementsOf(under, [intentId])
      expect(moved).toMatchObject([{ kind: 'charge', ...usd(900) }])
    })

    it.each(['createCharge', 'confirmCharge'] as const)(
      'has moved the money at most once where the answer to %s was lost, and forgotten its keys',
      async (operation) => {
        const under = await open()
        const { payments } = under
        const ask = await chargeOf(under, 900)
        if (operation === 'createCharge')
          await losingAnswer(under, operation, () => payments.createCharge(ask))
        const { intentId } = await payments.createCharge(ask)
        const confirm = { key: randomUUID(), intentId, isOffSession: true }
        if (operation === 'confirmCharge')
          await losingAnswer(under, operation, () => payments.confirmCharge(confirm))
        await under.owner.forgetKeys()
        expect(await payments.confirmCharge(confirm)).toMatchObject({ state: 'succeeded' })
        expect(await movementsOf(under, [intentId])).toHaveLength(1)
      },
    )

    it.each(['createCharge', 'confirmCharge'] as const)(
      'has done nothing where %s failed before',
      async (call) => {
        const under = await open()
        const { payments, owner } = under
        const ask = await chargeOf(under, 900)
        if (call === 'createCharge') {
          owner.breakNext(call, 'before')
          await expectFailure(payments.createCharge(ask), 'unavailable')
        }
        const { intentId } = await payments.createCharge(ask)
        if (call === 'confirmCharge') {
          owner.breakNext(call, 'before')
          const confirm = { key: randomUUID(), intentId, isOffSession: true }
          await expectFailure(payments.confirmCharge(confirm), 'unavailable')
        }
        expect(await payments.readCharge(intentId)).toMatchObject({ state: 'created' })
      },
    )

    it.each([-1, 0, 0.5, Number.NaN, 2 ** 53])('refuses to charge %d cents', async (amount) => {
      const under = await open()
      const ask = await chargeOf(under, 100)
      await expectFailure(under.payments.createCharge({ ...ask, amountCents: amount as never }), 'contract')
    })

    it('refuses a card that is another customer’s, or was taken off', async () => {
      const under = await open()
      const { payments, owner } = under
      const taken = async (asked: typeof ask) => {
        const { intentId } = await payments.createCharge(asked)
        return payments.confirmCharge({ key: randomUUID(), intentId, isOffSession: true })
      }
      const ask = await chargeOf(under, 500)
      const other = await customerWithCard(under)
      await expectFailure(taken({ ...ask, methodId: other.methodId }), 'refused')
      await owner.takeMethodOff(ask.methodId)
      await expectFailure(taken({ ...ask, key: randomUUID() }), 'refused')
    })

    it('says why a card is declined, and that nothing was charged', async () => {
      const under = await open()
      const charge = await charged(under, 700, 'declinesCharges')
      expect(charge).toMatchObject({ state: 'declined', declineCode: 'card_declined', feeCents: null })
      expect(await movementsOf(under, [charge.intentId])).toEqual([])
    })

    it('declines without the holder what the holder’s bank asks about', async () => {
      const charge = await charged(await open(), 700, 'asksAtCharging')
      expect(charge).toMatchObject({ state: 'declined', declineCode: 'authentication_required' })
    })

    it.each([
      [true, { state: 'succeeded' }],
      [false, { state: 'declined', declineCode: 'authentication_required' }],
    ])('asks the holder who is there; the holder says %s', async (isApproved, end) => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await payments.createCharge(await chargeOf(under, 700, 'asksAtCharging'))
      const asking = await payments.confirmCharge({ key: randomUUID(), intentId, isOffSession: false })
      expect(asking).toMatchObject({ state: 'requires_action' })
      await owner.answer(asking.nextAction!, isApproved)
      expect(await payments.readCharge(intentId)).toMatchObject(end)
    })

    it('cancels what was not taken, and says where it was', async () => {
      const under = await open()
      const { payments } = under
      const { intentId } = await payments.createCharge(await chargeOf(under, 700))
      const cancel = (id: string) => payments.cancelCharge({ key: randomUUID(), intentId: id })
      expect(await cancel(intentId)).toMatchObject({ state: 'canceled' })
      expect(await cancel(intentId)).toMatchObject({ state: 'canceled' })
      const late = await payments.confirmCharge({ key: randomUUID(), intentId, isOffSession: true })
      expect(late).toMatchObject({ state: 'canceled' })
      const declined = await charged(under, 700, 'declinesCharges')
      expect(await cancel(declined.intentId)).toMatchObject({ state: 'canceled' })
      const taken = await charged(under, 700)
      expect(await cancel(taken.intentId)).toMatchObject({ state: 'succeeded' })
    })

    it('processes for days and takes the money once, and cannot be cancelled meanwhile', async () => {
      const under = await open()
      const { payments, owner } = under
      owner.slowCharges(3 * DAY_MS)
      const { intentId, state } = await charged(under, 700)
      expect(state).toBe('processing')
      const confirm = { key: randomUUID(), intentId, isOffSession: true }
      expect(await payments.confirmCharge(confirm)).toMatchObject({ state: 'processing' })
      expect(await payments.cancelCharge({ key: randomUUID(), intentId })).toMatchObject({
        state: 'processing',
      })
      await owner.advance(3 * DAY_MS)
      expect(await payments.readCharge(intentId)).toMatchObject({ state: 'succeeded' })
    })

    it('knows the fee later where it does not know it at once', async () => {
      const under = await open()
      const { payments, owner } = under
      owner.slowFees(DAY_MS)
      const charge = await charged(under, 700)
      expect(charge).toMatchObject({ state: 'succeeded', feeCents: null })
      await owner.advance(DAY_MS)
      expect((await payments.readCharge(charge.intentId))!.feeCents).toBeGreaterThan(0)
    })

    it('reads no charge that is not there', async () => {
      const { payments } = await open()
      expect(await payments.readCharge('pi_000000000000000000000000')).toBeNull()
      expect(payments.minimumChargeCents).toBe(cents(50))
    })
  })
}
