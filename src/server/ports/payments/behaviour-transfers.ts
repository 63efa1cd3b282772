/** Money to payees' balances, from there to their banks, and back. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { charged, expectFailure, losingAnswer, movementsOf, payee, usd } from './behaviour-cast.ts'
import type { Open, PaymentsUnderTest } from './behaviour-under-test.ts'
import type { BankPayout, Transfer } from './port.ts'

/** A payout has arrived by then, whatever the weekend. */
const ARRIVED_MS = 5 * DAY_MS

export function describeTransfers(open: Open): void {
  describe('transfers', () => {
    it('sends money once per key, out of a charge', async () => {
      const under = await open()
      const { payments } = under
      const { intentId } = await charged(under, 2_000)
      const { accountId } = await payee(under)
      const ask = {
        key: randomUUID(),
        accountId,
        ...usd(900),
        reference: randomUUID(),
        sourceIntentId: intentId,
      }
      const sent = await Promise.all([payments.createTransfer(ask), payments.createTransfer(ask)])
      expect(sent[0]).toMatchObject({ accountId, ...usd(900), sourceIntentId: intentId, reversedCents: 0 })
      expect(sent[1].transferId).toBe(sent[0].transferId)
      expect(await payments.readTransfer(sent[0].transferId)).toEqual(sent[0])
      const moved = await movementsOf(under, [sent[0].transferId])
      expect(moved).toMatchObject([{ kind: 'transfer', amountCents: -900, reference: ask.reference }])
    })

    it('sends no more out of a charge than it brought', async () => {
      const under = await open()
      const { intentId } = await charged(under, 1_000)
      const { accountId } = await payee(under)
      await transfer(under, accountId, 700, intentId)
      await expectFailure(transfer(under, accountId, 301, intentId), 'refused')
    })

    it('is found by our reference where its answer was lost and the key forgotten', async () => {
      const under = await open()
      const { payments, owner } = under
      const { intentId } = await charged(under, 2_000)
      const { accountId } = await payee(under)
      const reference = randomUUID()
      const ask = { key: randomUUID(), accountId, ...usd(900), reference, sourceIntentId: intentId }
      await losingAnswer(under, 'createTransfer', () => payments.createTransfer(ask))
      await owner.forgetKeys()
      expect(await payments.findTransfer({ accountId, reference })).toMatchObject(usd(900))
      expect(await payments.findTransfer({ accountId, reference: randomUUID() })).toBeNull()
    })

    it('sends nothing to an account whose questions are open', async () => {
      const under = await open()
      const { intentId } = await charged(under, 1_000)
      const { accountId } = await under.payments.createPayoutAccount({
        key: randomUUID(),
        email: 'crew@example.test',
        reference: randomUUID(),
      })
      await expectFailure(transfer(under, accountId, 500, intentId), 'account')
    })

    it('says that our balance is short, except where a charge brought the money', async () => {
      const under = await open()
      const { accountId } = await payee(under)
      const { intentId } = await charged(under, 1_000)
      await under.owner.emptyBalance()
      await expectFailure(transfer(under, accountId, 500, null), 'balance')
      expect(await transfer(under, accountId, 500, intentId)).toMatchObject(usd(500))
    })

    it('takes a transfer back, once per key, as far as the payee has it', async () => {
      const under = await open()
      const { payments } = under
      const { intentId } = await charged(under, 2_000)
      const { accountId } = await payee(under)
      const { transferId } = await transfer(under, accountId, 900, intentId)
      const ask = { key: randomUUID(), transferId, ...usd(400), reference: randomUUID() }
      const back = await payments.reverseTransfer(ask)
      expect(await payments.reverseTransfer(ask)).toEqual(back)
      expect(await payments.readTransfer(transferId)).toMatchObject({ ...usd(900), reversedCents: 400 })
      expect(await payments.findReversal({ transferId, reference: ask.reference })).toEqual(back)
      expect(await payments.findReversal({ transferId, reference: randomUUID() })).toBeNull()
      const more = { key: randomUUID(), transferId, ...usd(501), reference: randomUUID() }
      await expectFailure(payments.reverseTransfer(more), 'refused')
      await payout(under, accountId, 500)
      const gone = { key: randomUUID(), transferId, ...usd(300), reference: randomUUID() }
      await expectFailure(payments.reverseTransfer(gone), 'account')
    })
  })

  describe('bank payouts', () => {
    it('sends to the bank what the payee has, once per key, with the day of its arrival', async () => {
      const under = await open()
      const { payments, owner } = under
      const { accountId } = await paidPayee(under, 900)
      owner.slowPayouts(2 * DAY_MS, 'paid')
      const ask = {
        key: randomUUID(),
        accountId,
        ...usd(900),
        reference: randomUUID(),
        speed: 'standard' as const,
      }
      const sent = await payments.createBankPayout(ask)
      expect(['pending', 'in_transit']).toContain(sent.state)
      expect(sent).toMatchObject({ accountId, ...usd(900), speed: 'standard', failure: null })
      expect(sent.arrivesAt).not.toBeNull()
      expect((await payments.createBankPayout(ask)).payoutId).toBe(sent.payoutId)
      await expectFailure(payout(under, accountId, 1), 'balance')
      await owner.advance(ARRIVED_MS)
      const { payoutId } = sent
      expect(await payments.readBankPayout({ accountId, payoutId })).toMatchObject({ state: 'paid' })
    })

    it('is found by our reference where its answer was lost and the key forgotten', async () => {
      const under = await open()
      const { payments, owner } = under
      const since = owner.now()
      const { accountId } = await paidPayee(under, 900)
      const reference = randomUUID()
      const ask = { key: randomUUID(), accountId, ...usd(900), reference, speed: 'standard' as const }
      await losingAnswer(under, 'createBankPayout', () => payments.createBankPayout(ask))
      await owner.forgetKeys()
      expect(await payments.findBankPayout({ accountId, reference, since })).toMatchObject(usd(900))
      expect(await payments.findBankPayout({ accountId, reference: randomUUID(), since })).toBeNull()
    })

    it('goes at once only to a bank that takes it', async () => {
      const under = await open()
      const fast = await paidPayee(under, 900)
      expect(await payout(under, fast.accountId, 900, 'instant')).toMatchObject({ speed: 'instant' })
      const slow = await paidPayee(under, 900, 'notInstant')
      await expectFailure(payout(under, slow.accountId, 900, 'instant'), 'account')
    })

    it('comes back where the bank does not take it, and lies in the payee’s balance', async () => {
      const under = await open()
      const { payments, owner } = under
      const { accountId } = await paidPayee(under, 900)
      owner.slowPayouts(DAY_MS, 'failed')
      const { payoutId } = await payout(under, accountId, 900)
      await owner.advance(ARRIVED_MS)
      const failed = await payments.readBankPayout({ accountId, payoutId })
      expect(failed).toMatchObject({ state: 'failed' })
      expect(failed!.failure).not.toBeNull()
      await owner.makeReady(accountId)
      owner.slowPayouts(0, 'paid')
      expect(await payout(under, accountId, 900)).toMatchObject(usd(900))
    })

    it('fails days after it was paid, and the account waits for another bank', async () => {
      const under = await open()
      const { payments, owner } = under
      const { accountId } = await paidPayee(under, 900)
      const { payoutId } = await payout(under, accountId, 900)
      await owner.advance(ARRIVED_MS)
      expect(await payments.readBankPayout({ accountId, payoutId })).toMatchObject({ state: 'paid' })
      await owner.returnPayout(payoutId, 'account_closed')
      expect(await payments.readBankPayout({ accountId, payoutId })).toMatchObject({
        state: 'failed',
        failure: 'account_closed',
      })
      expect((await payments.readPayoutAccount(accountId))!.state).toBe('restricted')
      await expectFailure(payout(under, accountId, 900), 'account')
    })
  })
}

function transfer(
  { payments }: PaymentsUnderTest,
  accountId: string,
  amountCents: number,
  sourceIntentId: string | null,
): Promise<Transfer> {
  const [key, reference] = [randomUUID(), randomUUID()]
  return payments.createTransfer({ key, accountId, ...usd(amountCents), reference, sourceIntentId })
}

function payout(
  { payments }: PaymentsUnderTest,
  accountId: string,
  amountCents: number,
  speed: BankPayout['speed'] = 'standard',
): Promise<BankPayout> {
  const [key, reference] = [randomUUID(), randomUUID()]
  return payments.createBankPayout({ key, accountId, ...usd(amountCents), reference, speed })
}

/** With so much in the balance, that a charge brought. */
async function paidPayee(under: PaymentsUnderTest, amountCents: number, bank?: 'good' | 'notInstant') {
  const account = await payee(under, bank)
  const { intentId } = await charged(under, amountCents * 2)
  await transfer(under, account.accountId, amountCents, intentId)
  return account
}
