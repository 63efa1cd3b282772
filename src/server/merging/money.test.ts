/** What was paid before a merge: seen, given back and compared with the books as if it had always been one account. */
import { describe, expect, test } from 'vitest'
import { localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, CARDS, openMoneyTest, saveTestCard } from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
type Built = Awaited<ReturnType<typeof buildCustomer>>

const NEXT_MONDAY_RUN = parseInstant('2026-03-16T12:00:00Z')

/** Two accounts, each billed for the same week; the one that is closed has paid. */
async function open(cardOfClosed: string = CARDS.good) {
  const test = await openMoneyTest(THURSDAY)
  const { app } = test
  const operator = await signedIn(test, await buildOperator(app))
  const crewId = (await buildCrew(app)).userId
  const [kept, closed] = [await buildCustomer(app), await buildCustomer(app)]
  const clients = { kept: await signedIn(test, kept), closed: await signedIn(test, closed) }
  await saveTestCard(clients.kept, CARDS.otherGood)
  await saveTestCard(clients.closed, cardOfClosed)
  for (const { userId } of [kept, closed])
    await buildCompletedVisit(app, { customerId: userId, crewId, date: localDate('2026-03-05') })
  const merge = (method: 'kept' | 'closed' = 'kept') =>
    operator.call('POST /api/merge-accounts', {
      body: {
        keptId: kept.userId,
        closedId: closed.userId,
        name: 'kept',
        phone: 'kept',
        email: 'kept',
        method,
        reason: 'Two of one',
      },
    })
  const differences = async () => (await reconcile(app)).checks.flatMap((check) => check.differences)
  return { test, operator, crewId, kept, closed, clients, merge, differences }
}

describe('money of two accounts that become one', () => {
  test('waits until the one that is closed is square, then is all there, and the books agree', async () => {
    const { test, operator, kept, clients, merge, differences } = await open()
    expect((await merge()).failure.code).toBe('merge_money_open')
    await test.jumpTo(MONDAY_RUN)
    const paymentId = (await clients.closed.call('GET /api/payments')).body.payments[0]!.id
    expect((await merge()).status).toBe(200)
    const { payments } = (await clients.kept.call('GET /api/payments')).body
    expect(payments.map(({ state }) => state)).toEqual(['paid', 'paid'])
    expect((await clients.kept.call('GET /api/payment', { query: { id: paymentId } })).status).toBe(200)
    expect(await differences()).toEqual([])

    const body = { paymentId, reason: 'The gate was left open' }
    expect((await operator.call('POST /api/refund-payment', { body })).status).toBe(200)
    await test.work()
    const refunded = (await clients.kept.call('GET /api/payments')).body.payments
    expect(refunded.find(({ id }) => id === paymentId)).toMatchObject({ refundedCents: 2_000 })
    expect(await differences()).toEqual([])
    const person = (await operator.call('GET /api/person', { query: { id: kept.userId } })).body
    expect(person.customer).toMatchObject({ owedCents: 0, creditCents: 0 })
    await test.close()
  })

  test('the visits that moved are billed with the others, on the card that was chosen', async () => {
    const { test, crewId, kept, closed, clients, merge, differences } = await open()
    await test.jumpTo(MONDAY_RUN)
    expect((await merge('closed')).status).toBe(200)
    const { propertyId, id } = await test.app.db
      .selectFrom('weekly_job')
      .innerJoin('visit', 'visit.weekly_job_id', 'weekly_job.id')
      .innerJoin('payment_line', 'payment_line.visit_id', 'visit.id')
      .innerJoin('payment', 'payment.id', 'payment_line.payment_id')
      .where('payment.merged_from', '=', closed.userId)
      .select(['weekly_job.id', 'weekly_job.property_id as propertyId'])
      .executeTakeFirstOrThrow()
    const job = { weeklyJobId: id, propertyId, customerId: kept.userId, serviceKey: 'bins', window: null }
    await buildCompletedVisit(test.app, { job, crewId, date: localDate('2026-03-11') })
    await test.jumpTo(NEXT_MONDAY_RUN)
    const { payments } = (await clients.kept.call('GET /api/payments')).body
    expect(payments.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
    const last = await test.app.db
      .selectFrom('payment')
      .where('customer_id', '=', kept.userId)
      .where('merged_from', 'is', null)
      .orderBy('created_at', 'desc')
      .select('charged_last4')
      .executeTakeFirstOrThrow()
    expect(last.charged_last4).toBe('4242')
    expect(await differences()).toEqual([])
    await test.close()
  })

  test('a declined card hinders the merge until the money is there or written off', async () => {
    const { test, operator, clients, merge, differences } = await open(CARDS.declinesAtCharging)
    await test.jumpTo(MONDAY_RUN)
    expect((await merge()).failure.code).toBe('merge_money_open')
    const paymentId = (await clients.closed.call('GET /api/payments')).body.payments[0]!.id
    const body = { paymentId, reason: 'Moved away', keepsService: true }
    expect((await operator.call('POST /api/write-off-payment', { body })).status).toBe(200)
    expect((await merge()).status).toBe(200)
    expect(await differences()).toEqual([])
    await test.close()
  })

  test('twenty merges beside a run that bills and charges lose nothing and double nothing', async () => {
    const { test, crewId, differences } = await open()
    const { app } = test
    const pairs: (readonly [Built, Built])[] = []
    for (let index = 0; index < 10; index++) {
      const pair = [await buildCustomer(app), await buildCustomer(app)] as const
      for (const { userId } of pair) {
        await saveTestCard(await signedIn(test, { userId }))
        await buildCompletedVisit(app, { customerId: userId, crewId, date: localDate('2026-03-05') })
      }
      pairs.push(pair)
    }
    test.clock.set(MONDAY_RUN)
    const again = await signedIn(test, await buildOperator(app))
    const tries = async () => {
      for (const [kept, closed] of [...pairs, ...pairs]) {
        const answer = await again.call('POST /api/merge-accounts', {
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
        if (answer.status !== 200)
          expect(['merge_money_open', 'account_merged']).toContain(answer.failure.code)
      }
    }
    await Promise.all([test.work(), tries()])
    await test.work()
    await tries()
    const merged = await app.db.selectFrom('account_merge').select('into_id').execute()
    const into = new Set(pairs.map(([kept]) => kept.userId))
    expect(merged.filter(({ into_id }) => into.has(into_id))).toHaveLength(10)
    const payments = await app.db
      .selectFrom('payment')
      .where('customer_id', 'in', [...into])
      .select('state')
      .execute()
    expect(payments.map(({ state }) => state)).toEqual(Array(20).fill('paid'))
    expect(await differences()).toEqual([])
    await test.close()
  })
})
