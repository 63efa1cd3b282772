/** Webhooks and the lists that report what a lost one would have brought; movements, which are the provider's books. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { instant, MINUTE_MS } from '#domain/time.ts'
import { charged, payee, usd } from './behaviour-cast.ts'
import type { Open, PaymentsUnderTest } from './behaviour-under-test.ts'
import type { ProviderEvent } from './port.ts'

export function describeEvents(open: Open): void {
  describe('events', () => {
    it('reports by signed webhooks and by a list alike what happened, oldest first', async () => {
      const under = await open()
      const { payments, owner } = under
      const since = instant(Math.floor(owner.now() / 1_000) * 1_000)
      const { intentId } = await charged(under, 1_000)
      const events = await eventsOf(under)
      expect(events.some((event) => event.objectId === intentId && isOfCharge(event))).toBe(true)
      const listed: ProviderEvent[] = []
      for await (const event of payments.listEvents(since)) listed.push(event)
      expect(listed.map(({ createdAt }) => createdAt)).toEqual(
        listed.map(({ createdAt }) => createdAt).toSorted((a, b) => a - b),
      )
      for (const event of events) expect(listed).toContainEqual(event)
    })

    it('says at whose account it happened, under a secret of its own', async () => {
      const under = await open()
      const { payments, owner } = under
      const { accountId } = await payee(under)
      const hooks = (await owner.takeWebhooks()).filter(({ from }) => from === 'payees')
      expect(hooks.length).toBeGreaterThan(0)
      const read = payments.readWebhook(hooks[0]!)
      expect(read).toMatchObject({ state: 'event', event: { accountId } })
      expect(payments.readWebhook({ ...hooks[0]!, from: 'platform' })).toEqual({ state: 'forged' })
    })

    it('reads no webhook that was changed, is old, or was never signed', async () => {
      const { payments, owner } = await open()
      const now = owner.now()
      const good = await owner.sign({ at: now, isOtherMode: false, from: 'platform' })
      expect(payments.readWebhook(good)).toMatchObject({ state: 'event' })
      expect(payments.readWebhook({ ...good, body: `${good.body} ` })).toEqual({ state: 'forged' })
      expect(payments.readWebhook({ ...good, signature: '' })).toEqual({ state: 'forged' })
      expect(payments.readWebhook({ ...good, signature: `t=1,v1=${'0'.repeat(64)}` })).toEqual({
        state: 'forged',
      })
      const old = await owner.sign({ at: instant(now - 6 * MINUTE_MS), isOtherMode: false, from: 'platform' })
      expect(payments.readWebhook(old)).toEqual({ state: 'forged' })
    })

    it('ignores what is signed but of another mode', async () => {
      const { payments, owner } = await open()
      const other = await owner.sign({ at: owner.now(), isOtherMode: true, from: 'platform' })
      expect(payments.readWebhook(other)).toEqual({ state: 'ignored' })
    })
  })

  describe('movements', () => {
    it('lists what moved our balance, with its sign, fee and name, oldest first', async () => {
      const under = await open()
      const { payments, owner } = under
      const since = owner.now()
      const charge = await charged(under, 4_321)
      const reference = randomUUID()
      await owner.advance(1_000)
      const { refundId } = await payments.createRefund({
        key: randomUUID(),
        intentId: charge.intentId,
        ...usd(21),
        reference,
      })
      const mine = []
      for await (const movement of payments.listMovements(since))
        if (movement.objectId === charge.intentId || movement.objectId === refundId) mine.push(movement)
      expect(mine).toMatchObject([
        { kind: 'charge', ...usd(4_321), reference: charge.reference },
        { kind: 'refund', amountCents: -21, feeCents: 0, reference },
      ])
      expect(mine[0]!.feeCents).toBe((await payments.readCharge(charge.intentId))!.feeCents)
    })

    it('has in its balance what came in, less the fee', async () => {
      const under = await open()
      const total = async () => {
        const { availableCents, pendingCents, currency } = await under.payments.readBalance()
        expect(currency).toBe('usd')
        return availableCents + pendingCents
      }
      const before = await total()
      const { intentId } = await charged(under, 5_000)
      const { feeCents } = (await under.payments.readCharge(intentId))!
      expect(await total()).toBe(before + 5_000 - feeCents!)
    })
  })
}

async function eventsOf({ payments, owner }: PaymentsUnderTest): Promise<ProviderEvent[]> {
  const read = (await owner.takeWebhooks()).map((hook) => payments.readWebhook(hook))
  return read.flatMap((each) => (each.state === 'event' ? [each.event] : []))
}

function isOfCharge({ subject }: ProviderEvent): boolean {
  return subject === 'charge' || subject === 'hold_or_charge'
}
