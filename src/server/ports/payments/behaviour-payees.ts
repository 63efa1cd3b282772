/** Payees' accounts: what is asked of them, by when, and which bank they name. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS, instant } from '#domain/time.ts'
import { payee } from './behaviour-cast.ts'
import type { Open } from './behaviour-under-test.ts'

export function describePayees(open: Open): void {
  describe('payees', () => {
    it('makes an account once per key that still has questions to answer', async () => {
      const { payments } = await open()
      const ask = { key: randomUUID(), email: 'crew@example.test', reference: randomUUID() }
      const [one, two] = [await payments.createPayoutAccount(ask), await payments.createPayoutAccount(ask)]
      expect(one).toMatchObject({ state: 'pending', bank: null })
      expect(one.requirements.length).toBeGreaterThan(0)
      expect(two.accountId).toBe(one.accountId)
      const { accountId } = one
      const { url } = await payments.payoutAccountLink({
        accountId,
        returnUrl: 'https://crew.example.test/back',
        refreshUrl: 'https://crew.example.test/again',
      })
      expect(url).toMatch(/^https?:/)
    })

    it('is ready when they are answered, with a bank', async () => {
      const under = await open()
      const account = await payee(under)
      expect(account).toMatchObject({
        state: 'ready',
        requirements: [],
        deadline: null,
        disabledReason: null,
      })
      expect(account.bank).toMatchObject({ last4: '6789', canBePaidInstantly: true })
      const other = await payee(under)
      expect(other.bank!.fingerprint).toBe(account.bank!.fingerprint)
      expect((await payee(under, 'notInstant')).bank).toMatchObject({ canBePaidInstantly: false })
    })

    it('asks for more by a deadline, and stops payouts after it', async () => {
      const under = await open()
      const { payments, owner } = under
      const { accountId } = await payee(under)
      const deadline = instant(Math.floor(owner.now() / 1_000) * 1_000 + 5 * DAY_MS)
      await owner.restrict(accountId, { requirements: ['individual.id_number'], deadline })
      expect(await payments.readPayoutAccount(accountId)).toMatchObject({
        state: 'ready',
        requirements: ['individual.id_number'],
        deadline,
        disabledReason: null,
      })
      await owner.advance(6 * DAY_MS)
      const late = (await payments.readPayoutAccount(accountId))!
      expect(late).toMatchObject({ state: 'restricted', requirements: ['individual.id_number'] })
      expect(late.disabledReason).not.toBeNull()
    })

    it('reads no account that is not there', async () => {
      const { payments } = await open()
      expect(await payments.readPayoutAccount('acct_0000000000000000')).toBeNull()
    })
  })
}
