import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { signedIn } from '#testing/build.ts'
import { buildCompletedVisit, connectPayoutAccount, type MoneyTest, mailsTo } from '#testing/build-money.ts'
import {
  after,
  BANKS,
  earn,
  giveBank,
  heal,
  objectsAt,
  openPayoutTest,
  passTime,
  payoutsOf,
  WEDNESDAY_RUN,
} from '#testing/build-payouts.ts'

describe('what the bank does with a payout', () => {
  it('says when it arrives, and when it is there', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId)
    test.bank.faults.payoutDelayMs = 2 * DAY_MS
    await test.jumpTo(WEDNESDAY_RUN)
    const arrivesAt = new Date(WEDNESDAY_RUN + 2 * DAY_MS).toISOString()
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      sendingCents: 1_400,
      paidCents: 0,
      payouts: [{ state: 'in_transit', arrivesAt, paidAt: null }],
      ladder: [{ step: 'in_transit', arrivesAt, inBankAt: null, problem: null }],
    })
    expect(await subjects(test, crew.email)).toEqual([])
    await passTime(test, 2 * DAY_MS + 2 * HOUR_MS, 5 * HOUR_MS)
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      sendingCents: 0,
      paidCents: 1_400,
      payouts: [{ state: 'paid' }],
      ladder: [{ step: 'in_bank' }],
    })
    expect(await subjects(test, crew.email)).toEqual(['We sent you $14'])
    await test.close()
  })

  it('D16: returns it where the account is closed: it is kept, notified, and sent again without a second transfer', async () => {
    const { test, crew, client } = await openPayoutTest()
    await giveBank(test, client, BANKS.closed)
    await earn(test, crew.userId)
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      availableCents: 0,
      sendingCents: 1_400,
      payouts: [{ state: 'returned', failure: 'account_closed' }],
      ladder: [{ step: 'returned', problem: 'bank_returned' }],
      nextPayout: { waitsFor: 'nothing_available' },
    })
    expect((await client.call('GET /api/payout-account')).body).toMatchObject({
      state: 'restricted',
      asks: ['bank'],
      stoppedBecause: 'questions_open',
    })
    expect(await subjects(test, crew.email)).toEqual(['Your bank returned $14'])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.jumpTo(after(7 * DAY_MS))
    expect(await payoutsOf(client)).toMatchObject([{ state: 'returned' }])
    const again = await freshClient(test, crew)
    await giveBank(test, again, BANKS.good)
    await test.work()
    expect(await payoutsOf(again)).toMatchObject([{ state: 'paid', failure: null, amountCents: 1_400 }])
    expect(await objectsAt(test, 'transfer')).toHaveLength(1)
    expect((await objectsAt(test, 'payout')).map(({ state }) => state)).toEqual(['failed', 'paid'])
    expect(await subjects(test, crew.email)).toEqual(['Your bank returned $14', 'We sent you $14'])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('field 24: returns it days after it had arrived, and takes it again once', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId)
    await test.jumpTo(WEDNESDAY_RUN)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid' }])
    const [arrived] = await objectsAt(test, 'payout')
    await test.jumpTo(after(2 * DAY_MS))
    await test.bank.returnPayout(arrived!.id, 'account_closed')
    await test.jumpTo(after(2 * DAY_MS + MINUTE_MS))
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      paidCents: 0,
      sendingCents: 1_400,
      availableCents: 0,
      payouts: [{ state: 'returned', paidAt: null }],
    })
    const again = await freshClient(test, crew)
    await connectPayoutAccount(again)
    await test.work()
    await passTime(test, HOUR_MS, 15 * MINUTE_MS)
    expect((await again.call('GET /api/crew-payments')).body).toMatchObject({
      paidCents: 1_400,
      payouts: [{ state: 'paid' }],
    })
    expect(await objectsAt(test, 'transfer')).toHaveLength(1)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('that comes back while its webhook is lost is heard of by the next morning, and counts as paid until then', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId)
    await test.jumpTo(WEDNESDAY_RUN)
    const [arrived] = await objectsAt(test, 'payout')
    test.bank.faults.deliver = () => []
    await test.jumpTo(after(2 * DAY_MS))
    await test.bank.returnPayout(arrived!.id, 'account_closed')
    await test.jumpTo(after(2 * DAY_MS + HOUR_MS))
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid' }])
    // Events are caught up at 03:30 of the market, twenty hours later.
    await test.jumpTo(after(3 * DAY_MS))
    expect(await payoutsOf(client)).toMatchObject([{ state: 'returned' }])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('D16: is not blamed where the provider stops the account before it', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId)
    test.bank.faults.transferDelayMs = DAY_MS
    await test.jumpTo(WEDNESDAY_RUN)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'sending', isDelayed: false }])
    const accountId = await accountOf(test, crew.userId)
    const requirements = ['individual.verification.document']
    await test.bank.restrictAccount(accountId, { requirements, deadline: null })
    await passTime(test, DAY_MS + HOUR_MS, HOUR_MS + 15 * MINUTE_MS)
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      payouts: [{ state: 'returned' }],
      ladder: [{ step: 'returned', problem: 'account_blocked' }],
    })
    expect(await subjects(test, crew.email)).toEqual(['$14 waits for your payout account'])
    const again = await freshClient(test, crew)
    await giveBank(test, again, BANKS.good)
    await test.work()
    expect(await payoutsOf(again)).toMatchObject([{ state: 'paid' }])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('arrives in any order, twice, and before the call returns', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId)
    test.bank.faults.deliver = (due) => [...due, ...due].reverse()
    test.bank.faults.beforeAnswer = async ({ operation }) => {
      if (operation !== 'createBankPayout') return
      test.bank.faults.beforeAnswer = async () => {}
      await test.work()
    }
    await test.jumpTo(WEDNESDAY_RUN)
    await passTime(test, HOUR_MS, 15 * MINUTE_MS)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid' }])
    expect(await subjects(test, crew.email)).toEqual(['We sent you $14'])
    expect(await objectsAt(test, 'payout')).toHaveLength(1)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })
})

describe('a payout at once', () => {
  it('is offered only where the bank takes it; the weekly one goes there all the same', async () => {
    const { test, crew, client } = await openPayoutTest()
    await giveBank(test, client, BANKS.notInstant)
    await earn(test, crew.userId)
    test.clock.advance(3 * DAY_MS)
    expect((await client.call('GET /api/crew-payments')).body.instantPayout).toBeNull()
    const refused = await client.call('POST /api/request-instant-payout', { body: {} })
    expect([refused.status, refused.failure.code]).toEqual([409, 'bank_not_instant'])
    await test.jumpTo(WEDNESDAY_RUN)
    expect(await payoutsOf(client)).toMatchObject([{ state: 'paid', payoutKind: 'weekly' }])
    await test.close()
  })

  it('that comes back gives its fee back, and goes out again the ordinary way', async () => {
    const { test, crew, client } = await openPayoutTest()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { priceCents: 10_000 })
    test.clock.advance(3 * DAY_MS)
    test.bank.faults.failPayout = () => 'account_closed'
    const made = await client.call('POST /api/request-instant-payout', { body: {} })
    expect(made.body).toMatchObject({ state: 'returned', amountCents: 6_895, feeCents: 105 })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    heal(test)
    const again = await freshClient(test, crew)
    await giveBank(test, again, BANKS.good)
    await test.work()
    expect((await again.call('GET /api/crew-payments')).body).toMatchObject({
      availableCents: 105,
      paidCents: 6_895,
    })
    expect((await objectsAt(test, 'payout')).map(({ state }) => state)).toEqual(['failed', 'paid'])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })
})

it('D17: two missed Wednesdays are caught up at once', async () => {
  const { test, crew, client } = await openPayoutTest()
  await connectPayoutAccount(client)
  await earn(test, crew.userId)
  const nextWeek = parseInstant('2026-03-12T18:00:00Z')
  await buildCompletedVisit(test.app, { crewId: crew.userId, completedAt: nextWeek })
  // Nothing has run since that Thursday.
  await test.jumpTo(instant(WEDNESDAY_RUN + 7 * DAY_MS + HOUR_MS))
  const made = (await payoutsOf(client)).map(({ state, amountCents, periodEnd }) => [
    periodEnd,
    state,
    amountCents,
  ])
  expect(made.toSorted()).toEqual([
    ['2026-03-10', 'paid', 1_400],
    ['2026-03-17', 'paid', 1_400],
  ])
  expect((await client.call('GET /api/crew-payments')).body.availableCents).toBe(0)
  expect((await reconcile(test.app)).isBalanced).toBe(true)
  await test.close()
})

async function accountOf({ app }: MoneyTest, crewId: Crew['userId']): Promise<string> {
  const { account_id } = await app.db
    .selectFrom('payout_account')
    .where('user_id', '=', crewId)
    .select('account_id')
    .executeTakeFirstOrThrow()
  return account_id
}

type Crew = Awaited<ReturnType<typeof openPayoutTest>>['crew']

/** With a password given just now, as changing the account needs. */
function freshClient(test: MoneyTest, crew: Crew) {
  return signedIn(test, crew)
}

async function subjects(test: MoneyTest, recipient: string): Promise<string[]> {
  return (await mailsTo(test, recipient)).map(({ subject }) => subject)
}
