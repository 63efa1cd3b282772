import { describe, expect, it } from 'vitest'
import { HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { receiveChargeback } from './receive-chargeback.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('a chargeback', () => {
  it.each(['won', 'lost'] as const)(
    'that is %s is booked once, notified to the operators, and agrees with the provider',
    async (end) => {
      const { test, operator, sponsorClient, intentId } = await openPaid()
      const { chargebackId } = await test.bank.openChargeback({ intentId })
      await test.jumpTo(instant(MONDAY_RUN + HOUR_MS))
      expect(await noticesOf(operator)).toContain('A chargeback of $20')
      expect(await balanceOf(test, 'chargeback_losses')).toBe(2_000)
      // Nobody earns on what the bank has taken, until it is won.
      expect((await sponsorClient.call('GET /api/commissions')).body.reversedCents).toBe(100)
      await isBalanced(test)
      await test.bank.endChargeback(chargebackId, end)
      await test.jumpTo(instant(MONDAY_RUN + 2 * HOUR_MS))
      // Received again and again, and in any order: it says how it stands.
      await Promise.all(Array.from({ length: 5 }, () => receiveChargeback(test.app, chargebackId)))
      expect(await balanceOf(test, 'chargeback_losses')).toBe(end === 'won' ? 0 : 2_000)
      const { body } = await sponsorClient.call('GET /api/commissions')
      expect(body.reversedCents).toBe(end === 'won' ? 0 : 100)
      await isBalanced(test)
      await test.close()
    },
  )

  it('is booked whole where its end arrives first', async () => {
    const { test, intentId } = await openPaid()
    const { chargebackId } = await test.bank.openChargeback({ intentId })
    await test.bank.endChargeback(chargebackId, 'won')
    await receiveChargeback(test.app, chargebackId)
    expect(await balanceOf(test, 'chargeback_losses')).toBe(0)
    await isBalanced(test)
    await test.close()
  })
})

it('the operators are notified of an early warning of fraud once', async () => {
  const { test, operator, intentId } = await openPaid()
  await test.bank.warnOfFraud({ intentId })
  await test.jumpTo(instant(MONDAY_RUN + HOUR_MS))
  const notices = (await noticesOf(operator)).filter((title) => title === 'A payment may be a fraud')
  expect(notices).toHaveLength(1)
  await test.close()
})

async function openPaid() {
  const test = await openMoneyTest(THURSDAY)
  const sponsor = await buildCustomer(test.app)
  const customer = await buildCustomer(test.app, { sponsorId: sponsor.userId })
  await saveTestCard(await signedIn(test, customer))
  await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-05') })
  const operator = await signedIn(test, await buildOperator(test.app))
  await test.jumpTo(MONDAY_RUN)
  const { provider_intent_id } = await test.app.db
    .selectFrom('payment')
    .where('customer_id', '=', customer.userId)
    .select('provider_intent_id')
    .executeTakeFirstOrThrow()
  return { test, operator, sponsorClient: await signedIn(test, sponsor), intentId: provider_intent_id! }
}

type Test = Awaited<ReturnType<typeof openPaid>>['test']

async function noticesOf(client: Awaited<ReturnType<typeof openPaid>>['operator']): Promise<string[]> {
  const { body } = await client.call('POST /api/get-notices', { body: {} })
  return body.notices.map(({ title }) => title)
}

async function balanceOf({ app }: Test, kind: string): Promise<number> {
  const row = await app.db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .where('ledger_account.kind', '=', kind)
    .select((eb) => eb.fn.sum<string | null>('amount_cents').as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total ?? 0)
}

async function isBalanced(test: Test) {
  expect((await reconcile(test.app)).checks.flatMap(({ differences }) => differences)).toEqual([])
}
