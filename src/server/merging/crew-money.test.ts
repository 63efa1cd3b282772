/** What a crew was paid before a merge stays on its own forms, is read by whoever it was, and what comes back is the crew's. */
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, mailsTo, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { after, BANKS, giveBank, objectsAt, passTime, WEDNESDAY_RUN } from '#testing/build-payouts.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')

/** A crew with two accounts and one bank; a customer has paid for what one of them did. */
async function open({ keptHasBank = true } = {}) {
  const test = await openMoneyTest(THURSDAY)
  const { app } = test
  const operator = await signedIn(test, await buildOperator(app))
  const [kept, closed] = [
    await buildCrew(app, { name: 'Rosa Vega' }),
    await buildCrew(app, { name: 'Rosa V' }),
  ]
  const [client, before] = [await signedIn(test, kept), await signedIn(test, closed)]
  await giveBank(test, before, BANKS.good)
  if (keptHasBank) await giveBank(test, client, BANKS.good)
  const customer = await buildCustomer(app)
  await saveTestCard(await signedIn(test, customer))
  const { visitId } = await buildCompletedVisit(app, {
    customerId: customer.userId,
    crewId: closed.userId,
    date: localDate('2026-03-05'),
  })
  const merge = (keptId = kept.userId, closedId = closed.userId) =>
    operator.call('POST /api/merge-accounts', {
      body: {
        keptId,
        closedId,
        name: 'kept',
        phone: 'kept',
        email: 'kept',
        method: 'kept',
        reason: 'Registered twice',
      },
    })
  const differences = async () => (await reconcile(app)).checks.flatMap((check) => check.differences)
  return { test, operator, kept, closed, client, customer, visitId, merge, differences }
}

describe('money of two accounts of one crew', () => {
  test('waits until the one that is closed is paid, then stays with it and is read from the other', async () => {
    const { test, operator, kept, closed, client, merge, differences } = await open()
    expect((await merge()).failure.code).toBe('merge_earnings_left')
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await merge()).status).toBe(200)

    const own = (await client.call('GET /api/crew-payments')).body
    expect(own).toMatchObject({
      paidCents: 0,
      payouts: [],
      account: null,
      accounts: [{ id: closed.userId, name: 'Rosa V' }],
    })
    const account = closed.userId
    const earlier = (await client.call('GET /api/crew-payments', { query: { account } })).body
    expect(earlier).toMatchObject({
      paidCents: 1_400,
      account: { name: 'Rosa V' },
      payouts: [{ state: 'paid' }],
    })
    const statement = await client.call('GET /api/payment', {
      query: { id: earlier.payouts[0]!.id },
    })
    expect(statement.body).toMatchObject({ kind: 'statement', crewName: 'Rosa V', earnedCents: 1_400 })
    expect((await client.call('GET /api/tax-year')).body).toMatchObject({ paidCents: 0 })
    expect((await client.call('GET /api/tax-year', { query: { account } })).body).toMatchObject({
      paidCents: 1_400,
      w9: 'complete',
      account: { name: 'Rosa V' },
    })
    expect(
      (await client.call('POST /api/write-earnings-csv', { body: { year: 2026, account } })).body,
    ).toEqual({ isReady: false })
    await test.work()
    const csv = await client.call('GET /api/earnings-csv', { query: { year: 2026, account } })
    expect(csv.text).toContain('14.00')
    const person = await operator.call('GET /api/person-money', { query: { id: closed.userId } })
    expect(person.body.rows).toMatchObject([{ amountCents: 1_400, state: 'paid' }])

    const stranger = await signedIn(test, await buildCrew(test.app))
    for (const key of ['GET /api/crew-payments', 'GET /api/tax-year'] as const)
      expect((await stranger.call(key, { query: { account } })).status).toBe(404)
    expect((await stranger.call('GET /api/payment', { query: { id: earlier.payouts[0]!.id } })).status).toBe(
      404,
    )
    await client.call('POST /api/export-data')
    await test.work()
    const [file] = (await client.call('GET /api/data-exports')).body
    const exported = await client.call('GET /api/data-export.json', { query: { id: file!.id } })
    expect(JSON.parse(exported.text)).toMatchObject({ payouts: [{ amount_cents: 1_400 }] })
    expect(await differences()).toEqual([])
    expect(kept.userId).not.toBe(closed.userId)
    await test.close()
  })

  test('what a refund takes back of its work is owed by the account that stays', async () => {
    const { test, operator, kept, closed, client, customer, merge, differences } = await open()
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await merge()).status).toBe(200)
    const paymentId = (await (await signedIn(test, customer)).call('GET /api/payments')).body.payments[0]!.id
    const body = { paymentId, reason: 'The gate was left open', clawsBackCrewPay: true }
    expect((await operator.call('POST /api/refund-payment', { body })).status).toBe(200)
    await test.work()
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({ debtCents: 1_400 })
    const taken = await test.app.db
      .selectFrom('earning')
      .where('kind', '=', 'clawback')
      .where('crew_id', 'in', [kept.userId, closed.userId])
      .select(['crew_id', 'amount_cents'])
      .execute()
    expect(taken).toEqual([{ crew_id: kept.userId, amount_cents: -1_400 }])
    expect(await differences()).toEqual([])
    await test.close()
  })

  test.each([
    ['each account has its own bank account', true],
    ['the payout account went along', false],
  ])(
    'a payout that its bank returns days later is said to the crew that goes on: %s',
    async (_how, keptHasBank) => {
      const { test, kept, client, merge, differences } = await open({ keptHasBank })
      await test.jumpTo(WEDNESDAY_RUN)
      const [arrived] = await objectsAt(test, 'payout')
      expect((await merge()).status).toBe(200)
      await test.jumpTo(after(2 * DAY_MS))
      await test.bank.returnPayout(arrived!.id, 'account_closed')
      await test.jumpTo(after(2 * DAY_MS + MINUTE_MS))
      const subjects = (await mailsTo(test, kept.email)).map(({ subject }) => subject)
      expect(subjects).toContain('Your bank returned $14')
      expect(await differences()).toEqual([])
      if (!keptHasBank) {
        await giveBank(test, await signedIn(test, kept), BANKS.good)
        await test.work()
        await passTime(test, HOUR_MS, 15 * MINUTE_MS)
        const [account] = (await client.call('GET /api/crew-payments')).body.accounts.map(({ id }) => id)
        const earlier = (await client.call('GET /api/crew-payments', { query: { account } })).body
        expect(earlier.payouts).toMatchObject([{ state: 'paid' }])
      }
      await test.close()
    },
  )

  test('twenty merges beside a run that pays lose nothing and pay nothing twice', async () => {
    const { test, differences } = await open()
    const { app } = test
    const pairs: (readonly [Awaited<ReturnType<typeof buildCrew>>, Awaited<ReturnType<typeof buildCrew>>])[] =
      []
    for (let index = 0; index < 8; index++) {
      const pair = [await buildCrew(app), await buildCrew(app)] as const
      for (const crew of pair) {
        await giveBank(test, await signedIn(test, crew), BANKS.good)
        await buildCompletedVisit(app, { crewId: crew.userId, date: localDate('2026-03-05') })
      }
      pairs.push(pair)
    }
    test.clock.set(WEDNESDAY_RUN)
    const again = await signedIn(test, await buildOperator(app))
    const tries = async () => {
      for (const [kept, closed] of [...pairs, ...pairs]) {
        const { status, failure } = await again.call('POST /api/merge-accounts', {
          body: {
            keptId: kept.userId,
            closedId: closed.userId,
            name: 'kept',
            phone: 'kept',
            email: 'kept',
            method: 'kept',
            reason: 'Two of one',
          },
        })
        if (status !== 200) expect(['merge_earnings_left', 'account_merged']).toContain(failure.code)
      }
    }
    await Promise.all([test.work(), tries()])
    await test.work()
    await tries()
    const crews = pairs.flat().map(({ userId }) => userId)
    const merged = await app.db
      .selectFrom('account_merge')
      .where('from_id', 'in', crews)
      .select('from_id')
      .execute()
    expect(merged).toHaveLength(8)
    const payouts = await app.db
      .selectFrom('payout')
      .where('crew_id', 'in', crews)
      .select(['crew_id', 'state'])
      .execute()
    expect(payouts.map(({ state }) => state)).toEqual(Array(16).fill('paid'))
    expect(await differences()).toEqual([])
    await test.close()
  })
})
