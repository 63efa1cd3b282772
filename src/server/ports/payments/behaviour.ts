/** What every payment provider must do, whichever stands behind the port. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { instant } from '#domain/time.ts'
import type { Card, Movement, Payments } from './port.ts'

export type PaymentsUnderTest = {
  readonly payments: Payments
  /** A token for a card that succeeds, that is declined when saved, that is declined when charged. */
  tokenFor(card: 'good' | 'declinesSaving' | 'declinesCharges'): Promise<string>
  /** Answers the questions about an account, as its owner does on the provider's page. */
  makeReady(accountId: string): Promise<void>
}

export function describePayments(name: string, open: () => Promise<PaymentsUnderTest>): void {
  describe(name, () => {
    it('charges a saved card once per key, however often and at once it is asked', async () => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('good'))
      const ask = {
        key: randomUUID(),
        customerId,
        methodId: card.methodId,
        amountCents: cents(1_234),
        reference: 'a',
      }
      const charges = await Promise.all(Array.from({ length: 10 }, () => payments.charge(ask)))
      expect(new Set(charges.map((charge) => charge.intentId)).size).toBe(1)
      expect(charges[0]).toMatchObject({
        state: 'succeeded',
        amountCents: 1_234,
        reference: 'a',
        declineCode: null,
      })
      expect(await payments.readCharge(charges[0]!.intentId)).toEqual(charges[0])
    })

    it('refuses a key that was used for something else', async () => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('good'))
      const ask = {
        key: randomUUID(),
        customerId,
        methodId: card.methodId,
        amountCents: cents(500),
        reference: 'a',
      }
      await payments.charge(ask)
      await expect(payments.charge({ ...ask, amountCents: cents(600) })).rejects.toThrow(/key/)
    })

    it.each([-1, 0, 0.5, Number.NaN, 2 ** 53])('refuses to charge %d cents', async (amount) => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('good'))
      const ask = { key: randomUUID(), customerId, methodId: card.methodId, reference: 'a' }
      await expect(payments.charge({ ...ask, amountCents: amount as never })).rejects.toThrow()
    })

    it('says why a card is declined, when it is saved and when it is charged', async () => {
      const { payments, ...cast } = await open()
      const { customerId } = await payments.createCustomer({
        key: randomUUID(),
        email: 'a@example.test',
        name: 'A',
      })
      const setupToken = await cast.tokenFor('declinesSaving')
      expect(await payments.saveCard({ key: randomUUID(), customerId, setupToken })).toHaveProperty(
        'declined',
      )
      const bad = await customerWithCard(payments, await cast.tokenFor('declinesCharges'))
      const charge = await payments.charge({
        key: randomUUID(),
        customerId: bad.customerId,
        methodId: bad.card.methodId,
        amountCents: cents(700),
        reference: 'a',
      })
      expect(charge).toMatchObject({ state: 'declined', declineCode: 'card_declined', feeCents: 0 })
    })

    it('gives the same fingerprint to the same card, whoever saves it', async () => {
      const { payments, ...cast } = await open()
      const one = await customerWithCard(payments, await cast.tokenFor('good'))
      const other = await customerWithCard(payments, await cast.tokenFor('good'))
      expect(other.card.fingerprint).toBe(one.card.fingerprint)
      expect(other.card.methodId).not.toBe(one.card.methodId)
    })

    it('never refunds more than was charged, even when refunds race', async () => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('good'))
      const { intentId } = await payments.charge({
        key: randomUUID(),
        customerId,
        methodId: card.methodId,
        amountCents: cents(1_000),
        reference: 'a',
      })
      const refunds = await Promise.all(
        Array.from({ length: 8 }, () =>
          payments.refund({ key: randomUUID(), intentId, amountCents: cents(300) }),
        ),
      )
      expect(refunds.filter((refund) => refund.state === 'succeeded')).toHaveLength(3)
      expect((await payments.readCharge(intentId))!.refundedCents).toBe(900)
    })

    it('sends money only to an account whose questions are answered, once per key', async () => {
      const { payments, ...cast } = await open()
      const account = await payments.createPayoutAccount({ key: randomUUID(), email: 'crew@example.test' })
      expect(account).toMatchObject({ state: 'pending' })
      expect(account.requirements.length).toBeGreaterThan(0)
      const { accountId } = account
      const early = { key: randomUUID(), accountId, amountCents: cents(900), reference: 'p' }
      expect(await payments.transfer(early)).toMatchObject({ state: 'failed' })
      await cast.makeReady(accountId)
      expect(await payments.readPayoutAccount(accountId)).toMatchObject({ state: 'ready', requirements: [] })
      const ask = { key: randomUUID(), accountId, amountCents: cents(900), reference: 'p' }
      const sent = await Promise.all([payments.transfer(ask), payments.transfer(ask), payments.transfer(ask)])
      expect(new Set(sent.map((transfer) => transfer.payoutId)).size).toBe(1)
      expect(sent[0]).toMatchObject({ amountCents: 900, reference: 'p', failure: null })
    })

    it('lists every movement with its amount, oldest first', async () => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('good'))
      const charge = await payments.charge({
        key: randomUUID(),
        customerId,
        methodId: card.methodId,
        amountCents: cents(4_321),
        reference: 'listed',
      })
      const refund = await payments.refund({
        key: randomUUID(),
        intentId: charge.intentId,
        amountCents: cents(21),
      })
      const movements: Movement[] = []
      for await (const movement of payments.listMovements(instant(0))) movements.push(movement)
      const mine = movements.filter(
        (each) => (each.kind === 'charge' || each.kind === 'refund') && each.intentId === charge.intentId,
      )
      expect(mine).toMatchObject([
        { kind: 'charge', amountCents: 4_321, refundedCents: 21, reference: 'listed' },
        { kind: 'refund', amountCents: 21, refundId: refund.refundId },
      ])
    })

    it('holds an amount, takes a part of it once, and charges no more than that', async () => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('good'))
      const ask = {
        key: randomUUID(),
        customerId,
        methodId: card.methodId,
        amountCents: cents(9_000),
        reference: 'h',
      }
      const holds = await Promise.all([
        payments.authorise(ask),
        payments.authorise(ask),
        payments.authorise(ask),
      ])
      expect(new Set(holds.map((hold) => hold.intentId)).size).toBe(1)
      const { intentId } = holds[0]
      expect(holds[0]).toMatchObject({ state: 'held', amountCents: 9_000, reference: 'h', declineCode: null })
      expect(await payments.readHold(intentId)).toEqual(holds[0])
      expect(await payments.readCharge(intentId)).toBeNull()
      await expect(
        payments.capture({ key: randomUUID(), intentId, amountCents: cents(9_001) }),
      ).rejects.toThrow()
      const take = { key: randomUUID(), intentId, amountCents: cents(4_000) }
      const charges = await Promise.all(Array.from({ length: 5 }, () => payments.capture(take)))
      expect(charges[0]).toMatchObject({ intentId, state: 'succeeded', amountCents: 4_000, reference: 'h' })
      for (const charge of charges) expect(charge).toEqual(charges[0])
      expect(await payments.readCharge(intentId)).toEqual(charges[0])
      expect(await payments.readHold(intentId)).toMatchObject({ state: 'captured' })
      expect(await payments.capture({ ...take, key: randomUUID() })).toMatchObject({
        state: 'declined',
        declineCode: 'hold_captured',
      })
      expect(await payments.refund({ key: randomUUID(), intentId, amountCents: cents(4_001) })).toMatchObject(
        {
          state: 'failed',
        },
      )
    })

    it('releases a hold, which then gives nothing and stays released', async () => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('good'))
      const ask = { customerId, methodId: card.methodId, amountCents: cents(500), reference: 'h' }
      const { intentId } = await payments.authorise({ ...ask, key: randomUUID() })
      expect(await listedHolds(payments, intentId)).toBe(1)
      const release = { key: randomUUID(), intentId }
      expect(await payments.release(release)).toMatchObject({ state: 'released' })
      expect(await payments.release(release)).toMatchObject({ state: 'released' })
      expect(await listedHolds(payments, intentId)).toBe(0)
      const charge = await payments.capture({ key: randomUUID(), intentId, amountCents: cents(500) })
      expect(charge).toMatchObject({ state: 'declined', declineCode: 'hold_released', feeCents: 0 })
      expect(await payments.readCharge(intentId)).toBeNull()
    })

    it('holds nothing on a card that is declined', async () => {
      const { payments, ...cast } = await open()
      const { customerId, card } = await customerWithCard(payments, await cast.tokenFor('declinesCharges'))
      const ask = { customerId, methodId: card.methodId, amountCents: cents(500), reference: 'h' }
      expect(await payments.authorise({ ...ask, key: randomUUID() })).toMatchObject({
        state: 'declined',
        declineCode: 'card_declined',
      })
    })

    it('reads no webhook that it has not signed', async () => {
      const { payments } = await open()
      const body = JSON.stringify({ id: 'evt_1', type: 'payout.paid', data: { object: { id: 'po_1' } } })
      expect(payments.readWebhook(body, '')).toBeNull()
      expect(payments.readWebhook(body, `t=1,v1=${'0'.repeat(64)}`)).toBeNull()
    })
  })
}

async function listedHolds(payments: Payments, intentId: string): Promise<number> {
  let count = 0
  for await (const hold of payments.listHolds()) if (hold.intentId === intentId) count += 1
  return count
}

async function customerWithCard(
  payments: Payments,
  setupToken: string,
): Promise<{ customerId: string; card: Card }> {
  const { customerId } = await payments.createCustomer({
    key: randomUUID(),
    email: 'customer@example.test',
    name: 'A customer',
  })
  const card = await payments.saveCard({ key: randomUUID(), customerId, setupToken })
  if ('declined' in card) throw new Error(`the card was declined: ${card.declined}`)
  return { customerId, card }
}
