import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { connectPayoutAccount, type MoneyTest, mailsTo } from '#testing/build-money.ts'
import {
  after,
  countCalls,
  earn,
  heal,
  MONDAY_RUN,
  objectsAt,
  openPayoutTest,
  passTime,
  payoutsOf,
  WEDNESDAY_RUN,
} from '#testing/build-payouts.ts'

describe('the transfers of a payout', () => {
  it('come out of the charges that paid for the work, the rest out of our balance', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { isPaid: true, priceCents: 2_000 })
    await earn(test, crew.userId, { isPaid: true, priceCents: 3_000 })
    await earn(test, crew.userId, { priceCents: 1_000 })
    await test.jumpTo(MONDAY_RUN)
    await test.jumpTo(WEDNESDAY_RUN)
    const rows = await transfersOf(test)
    expect(rows.map(({ amount_cents }) => amount_cents).toSorted((a, b) => a - b)).toEqual([
      700, 1_400, 2_100,
    ])
    expect(rows.find(({ amount_cents }) => amount_cents === 700)).toMatchObject({ source_intent_id: null })
    const paid = await test.app.db
      .selectFrom('payment')
      .select(['provider_intent_id', 'total_cents'])
      .execute()
    for (const { provider_intent_id, total_cents } of paid.filter((row) => row.provider_intent_id !== null)) {
      const out = rows.find(({ source_intent_id }) => source_intent_id === provider_intent_id)
      expect(out).toMatchObject({ amount_cents: (total_cents * 7) / 10, state: 'made' })
    }
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid', amountCents: 4_200 }])
    expect(await objectsAt(test, 'payout')).toMatchObject([{ state: 'paid', amountCents: 4_200 }])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('come out of our balance where the provider says that the charge gives nothing any more', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { isPaid: true, priceCents: 2_000 })
    await test.jumpTo(MONDAY_RUN)
    // Somebody has sent it elsewhere, in the provider's dashboard.
    const { provider_intent_id: sourceIntentId } = await test.app.db
      .selectFrom('payment')
      .select('provider_intent_id')
      .executeTakeFirstOrThrow()
    const { account_id: accountId } = await test.app.db
      .selectFrom('payout_account')
      .where('user_id', '=', crew.userId)
      .select('account_id')
      .executeTakeFirstOrThrow()
    const sent = { key: 'by hand', accountId, reference: 'by hand', sourceIntentId }
    await test.bank.createTransfer({ ...sent, amountCents: cents(1_000), currency: 'usd' })
    await test.jumpTo(WEDNESDAY_RUN)
    expect(await transfersOf(test)).toMatchObject([
      { source_intent_id: null, amount_cents: 1_400, state: 'made' },
    ])
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid', amountCents: 1_400 }])
    await test.close()
  })

  it.each(['createTransfer', 'createBankPayout'] as const)(
    'D1: are made once where the answer to %s is lost for two days and the keys are forgotten',
    async (operation) => {
      const { test, crew, client } = await openPayoutTest()
      await connectPayoutAccount(client)
      await earn(test, crew.userId, { priceCents: 2_000 })
      test.bank.faults.breaksLine = (call) => call.moment === 'after' && !call.operation.startsWith('read')
      await test.jumpTo(WEDNESDAY_RUN)
      if (operation === 'createBankPayout') {
        heal(test)
        test.bank.faults.breaksLine = (call) => call.operation !== 'createTransfer' && call.moment === 'after'
      }
      await passTime(test, 2 * DAY_MS, 3 * HOUR_MS)
      expect((await payoutsOf(client))[0]!.state).toBe('sending')
      heal(test)
      await test.bank.forgetKeys()
      await passTime(test, 2 * HOUR_MS, 30 * MINUTE_MS)
      expect(await payoutsOf(client)).toMatchObject([{ state: 'paid', amountCents: 1_400 }])
      expect(await objectsAt(test, 'transfer')).toHaveLength(1)
      expect(await objectsAt(test, 'payout')).toHaveLength(1)
      expect((await reconcile(test.app)).isBalanced).toBe(true)
      await test.close()
    },
  )

  it('are asked for a few at a time, each once, whoever dies or stays without an answer', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    for (let paid = 0; paid < 20; paid++)
      await earn(test, crew.userId, { isPaid: true, priceCents: 1_000 + paid })
    await test.jumpTo(MONDAY_RUN)
    const together = { now: 0, most: 0 }
    test.bank.faults.beforeAnswer = async ({ operation }) => {
      if (operation !== 'createTransfer') return
      together.now += 1
      together.most = Math.max(together.most, together.now)
      await new Promise((resolve) => setTimeout(resolve, 40))
      together.now -= 1
    }
    const lost = new Set<string>()
    test.bank.faults.breaksLine = ({ operation, moment, key }) => {
      const isLost = operation === 'createTransfer' && moment === 'after' && lost.size < 5 && !lost.has(key)
      if (isLost) lost.add(key)
      return isLost
    }
    await test.jumpTo(WEDNESDAY_RUN)
    expect(together.most).toBeGreaterThan(1)
    expect(together.most).toBeLessThanOrEqual(8)
    expect(lost.size).toBe(5)
    await passTime(test, HOUR_MS, 15 * MINUTE_MS)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid' }])
    const made = await objectsAt(test, 'transfer')
    expect(made).toHaveLength(20)
    expect(new Set(made.map(({ reference }) => reference)).size).toBe(20)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('come back where one was made without an answer while another was refused', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { isPaid: true, priceCents: 2_000 })
    await earn(test, crew.userId, { priceCents: 1_000 })
    await test.jumpTo(MONDAY_RUN)
    test.bank.faults.failTransfer = ({ amountCents }) => (amountCents === 700 ? 'account_invalid' : null)
    test.bank.faults.breaksLine = (call) => call.operation === 'createTransfer' && call.moment === 'after'
    await test.jumpTo(WEDNESDAY_RUN)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'sending' }])
    expect(await objectsAt(test, 'transfer')).toMatchObject([{ amountCents: 1_400 }])
    await passTime(test, HOUR_MS, 15 * MINUTE_MS)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'failed' }])
    expect(await objectsAt(test, 'reversal')).toMatchObject([{ amountCents: 1_400 }])
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({ availableCents: 2_100 })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('D16: wait where our own balance is short; the crew is notified of a delay, and of no bank', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { priceCents: 2_000 })
    test.bank.faults.isBalanceShort = () => true
    await test.jumpTo(WEDNESDAY_RUN)
    await passTime(test, DAY_MS, 6 * HOUR_MS)
    const { body } = await client.call('GET /api/crew-payments')
    expect(body).toMatchObject({
      availableCents: 0,
      sendingCents: 1_400,
      payouts: [{ state: 'sending', isDelayed: true, failure: null }],
      ladder: [{ step: 'sending', problem: 'delayed' }],
    })
    expect(await subjects(test, crew.email)).toEqual(['Your payout of $14 is a little late'])
    heal(test)
    await passTime(test, HOUR_MS, 30 * MINUTE_MS)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid', isDelayed: false }])
    expect(await subjects(test, crew.email)).toEqual([
      'Your payout of $14 is a little late',
      'We sent you $14',
    ])
    expect(await objectsAt(test, 'transfer')).toHaveLength(1)
    await test.close()
  })

  it('come back where the account stops taking them halfway, and the earnings are the crew’s again', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { isPaid: true, priceCents: 2_000 })
    await earn(test, crew.userId, { priceCents: 1_000 })
    await test.jumpTo(MONDAY_RUN)
    test.bank.faults.failTransfer = ({ amountCents }) => (amountCents === 700 ? 'account_invalid' : null)
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      availableCents: 2_100,
      payouts: [{ state: 'failed', failure: 'account_invalid' }],
    })
    expect((await transfersOf(test)).map(({ state }) => state).toSorted()).toEqual(['failed', 'reversed'])
    expect(await objectsAt(test, 'reversal')).toMatchObject([{ amountCents: 1_400 }])
    expect(await subjects(test, crew.email)).toEqual(['Your payout of $21 could not be sent'])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    heal(test)
    await test.jumpTo(after(7 * DAY_MS))
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      availableCents: 0,
      paidCents: 2_100,
    })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('are taken back once where the answer to that is lost, too', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { isPaid: true, priceCents: 2_000 })
    await earn(test, crew.userId, { priceCents: 1_000 })
    await test.jumpTo(MONDAY_RUN)
    test.bank.faults.failTransfer = ({ amountCents }) => (amountCents === 700 ? 'account_invalid' : null)
    test.bank.faults.breaksLine = (call) => call.operation === 'reverseTransfer' && call.moment === 'after'
    await test.jumpTo(WEDNESDAY_RUN)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'sending' }])
    await passTime(test, 2 * DAY_MS, 6 * HOUR_MS)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'failed' }])
    expect(await objectsAt(test, 'reversal')).toHaveLength(1)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('D1: are looked for before they are asked again, and a known one is never asked again', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, {})
    test.bank.faults.payoutDelayMs = 3 * DAY_MS
    const calls = countCalls(test)
    await test.jumpTo(WEDNESDAY_RUN)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'in_transit' }])
    await passTime(test, 3 * DAY_MS, 3 * HOUR_MS)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid' }])
    expect([calls.get('createTransfer'), calls.get('createBankPayout')]).toEqual([1, 1])
    expect(await objectsAt(test, 'payout')).toHaveLength(1)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })
})

function transfersOf({ app }: MoneyTest) {
  return app.db.selectFrom('payout_transfer').orderBy('number').selectAll().execute()
}

async function subjects(test: MoneyTest, recipient: string): Promise<string[]> {
  return (await mailsTo(test, recipient)).map(({ subject }) => subject)
}
