/** Holds: taken once, whole or in part, or released, or too old. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant } from '#domain/time.ts'
import { chargeOf, expectFailure, losingAnswer, movementsOf, usd } from './behaviour-cast.ts'
import type { CardSort, Open, PaymentsUnderTest } from './behaviour-under-test.ts'
import type { Hold } from './port.ts'

export function describeHolds(open: Open): void {
  describe('holds', () => {
    it('holds an amount when it is confirmed, and has charged nothing', async () => {
      const under = await open()
      const { payments, owner } = under
      const ask = await chargeOf(under, 9_000)
      const created = await payments.createHold(ask)
      expect(created).toMatchObject({ state: 'created', ...usd(9_000), expiresAt: null })
      const hold = await confirmed(under, created)
      expect(hold).toMatchObject({ state: 'held', reference: ask.reference, declineCode: null })
      expect(hold.expiresAt! - owner.now()).toBeGreaterThan(DAY_MS)
      expect(await payments.readHold(hold.intentId)).toEqual(hold)
      expect(await payments.readCharge(hold.intentId)).toBeNull()
      expect(await movementsOf(under, [hold.intentId])).toEqual([])
      expect(await listedHolds(under, hold.intentId)).toBe(1)
    })

    it('takes a part once, however often and at once it is asked, and no more than is held', async () => {
      const under = await open()
      const { payments } = under
      const { intentId, reference } = await held(under, 9_000)
      const tooMuch = { key: randomUUID(), intentId, amountCents: cents(9_001) }
      await expectFailure(payments.capture(tooMuch), 'contract')
      const take = { key: randomUUID(), intentId, amountCents: cents(4_000) }
      const charges = await Promise.all(Array.from({ length: 3 }, () => payments.capture(take)))
      for (const charge of charges)
        expect(charge).toMatchObject({ intentId, state: 'succeeded', ...usd(4_000), reference })
      expect(await payments.readCharge(intentId)).toMatchObject({ state: 'succeeded', ...usd(4_000) })
      expect(await payments.readHold(intentId)).toMatchObject({ state: 'captured', ...usd(9_000) })
      expect(await movementsOf(under, [intentId])).toMatchObject([{ kind: 'charge', ...usd(4_000) }])
      expect(await listedHolds(under, intentId)).toBe(0)
    })

    it('gives nothing a second time', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await held(under, 900)
      const take = { intentId, amountCents: cents(400) }
      await losingAnswer(under, 'capture', () => payments.capture({ ...take, key: randomUUID() }))
      await owner.forgetKeys()
      const again = await payments.capture({ ...take, key: randomUUID() })
      expect(again).toMatchObject({ state: 'declined', declineCode: 'hold_captured', feeCents: null })
      expect(await payments.readCharge(intentId)).toMatchObject({ state: 'succeeded', ...usd(400) })
      expect(await movementsOf(under, [intentId])).toHaveLength(1)
    })

    it('is released, gives nothing then, and stays released', async () => {
      const under = await open()
      const { payments } = under
      const { intentId } = await held(under, 500)
      const release = () => payments.release({ key: randomUUID(), intentId })
      expect(await release()).toMatchObject({ state: 'released' })
      expect(await release()).toMatchObject({ state: 'released' })
      expect(await listedHolds(under, intentId)).toBe(0)
      const charge = await payments.capture({ key: randomUUID(), intentId, amountCents: cents(500) })
      expect(charge).toMatchObject({ state: 'declined', declineCode: 'hold_released' })
      expect(await payments.readCharge(intentId)).toBeNull()
    })

    it('is listed from a moment on, so that whoever stopped goes on', async () => {
      const under = await open()
      const early = await held(under, 500)
      await under.owner.advance(HOUR_MS)
      const between = under.owner.now()
      await under.owner.advance(HOUR_MS)
      const late = await held(under, 700)
      expect(await listedHolds(under, early.intentId)).toBe(1)
      expect(await listedHolds(under, late.intentId)).toBe(1)
      expect(await listedHolds(under, early.intentId, between)).toBe(0)
      expect(await listedHolds(under, late.intentId, between)).toBe(1)
      const untils = await Array.fromAsync(under.payments.listHolds(instant(0)), ({ until }) => until)
      expect(untils).toEqual([...untils].sort((one, other) => one - other))
      expect(await listedHolds(under, late.intentId, untils.at(-1))).toBe(0)
    })

    it('field 26: releases itself after some days', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId, expiresAt } = await held(under, 500)
      await owner.advance(expiresAt! - owner.now())
      expect(await payments.readHold(intentId)).toMatchObject({ state: 'expired' })
      const charge = await payments.capture({ key: randomUUID(), intentId, amountCents: cents(500) })
      expect(charge).toMatchObject({ state: 'declined', declineCode: 'hold_expired' })
    })

    it('holds nothing on a card that is declined', async () => {
      const under = await open()
      const hold = await confirmed(
        under,
        await under.payments.createHold(await chargeOf(under, 500, 'declinesCharges')),
      )
      expect(hold).toMatchObject({ state: 'declined', declineCode: 'card_declined' })
    })

    it('asks the holder who is there, and holds then', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await payments.createHold(await chargeOf(under, 500, 'asksAtCharging'))
      const asking = await payments.confirmHold({ key: randomUUID(), intentId, isOffSession: false })
      expect(asking.state).toBe('requires_action')
      await owner.answer(asking.nextAction!, true)
      expect(await payments.readHold(intentId)).toMatchObject({ state: 'held' })
    })

    it('reads no hold where a charge is, nor one that is not there', async () => {
      const under = await open()
      const { intentId } = await under.payments.createCharge(await chargeOf(under, 500))
      expect(await under.payments.readHold(intentId)).toBeNull()
      expect(await under.payments.readHold('pi_000000000000000000000000')).toBeNull()
    })
  })
}

async function held(under: PaymentsUnderTest, amountCents: number, card?: CardSort): Promise<Hold> {
  return confirmed(under, await under.payments.createHold(await chargeOf(under, amountCents, card)))
}

function confirmed({ payments }: PaymentsUnderTest, { intentId }: Hold): Promise<Hold> {
  return payments.confirmHold({ key: randomUUID(), intentId, isOffSession: true })
}

async function listedHolds(
  { payments }: PaymentsUnderTest,
  intentId: string,
  since = instant(0),
): Promise<number> {
  let count = 0
  for await (const { holds } of payments.listHolds(since))
    count += holds.filter((hold) => hold.intentId === intentId).length
  return count
}
