import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, type Instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { enqueue } from '#server/tasks/queue.ts'
import { runDueTasks } from '#server/workers/run-tasks.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  type MoneyTest,
  mailsTo,
  movementsFor,
  openMoneyTest,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

describe('the payout run', () => {
  it('pays everything available on Wednesday 06:00 local, with a statement of its visits', async () => {
    const { test, crew, client } = await open()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { priceCents: 2_000, tipCents: 300 })
    test.clock.advance(MINUTE_MS)
    await earn(test, crew.userId, { priceCents: 1_000 })
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      pendingCents: 2_400,
      availableCents: 0,
      paidCents: 0,
      nextPayout: { paysAt: '2026-03-11T12:00:00.000Z', amountCents: 2_400, waitsFor: null },
      instantPayout: null,
      weeks: [
        {
          weekStart: '2026-03-02',
          visitCount: 2,
          earnedCents: 2_400,
          pendingCents: 2_400,
          payouts: [{ payoutId: null, paysOn: '2026-03-11', state: 'next', amountCents: 2_400 }],
        },
      ],
    })
    await test.jumpTo((WEDNESDAY_RUN - 1) as Instant)
    expect((await client.call('GET /api/crew-payments')).body).toMatchObject({
      pendingCents: 0,
      availableCents: 2_400,
      payouts: [],
    })
    await test.jumpTo(WEDNESDAY_RUN)
    const { body } = await client.call('GET /api/crew-payments')
    expect(body).toMatchObject({
      availableCents: 0,
      paidCents: 2_400,
      // This week has nothing yet, and stands there all the same.
      weeks: [{ weekStart: '2026-03-09', earnedCents: 0, payouts: [] }, { paidCents: 2_400 }],
      payouts: [
        {
          state: 'paid',
          payoutKind: 'weekly',
          periodStart: '2026-03-04',
          periodEnd: '2026-03-10',
          amountCents: 2_400,
        },
      ],
    })
    const id = body.payouts[0]!.id
    const statement = await client.call('GET /api/payment', { query: { id: id } })
    expect(statement.body).toMatchObject({
      kind: 'statement',
      earnedCents: 2_400,
      lines: [
        { kind: 'visit', date: '2026-03-05', amountCents: 1_700 },
        { kind: 'visit', amountCents: 700 },
      ],
    })
    expect((await mailsTo(test, crew.email)).map(({ subject }) => subject)).toEqual(['We sent you $24'])
    const stranger = await signedIn(test, await buildCrew(test.app))
    expect((await stranger.call('GET /api/payment', { query: { id: id } })).status).toBe(404)
    const customer = await signedIn(test, await buildCustomer(test.app))
    expect((await customer.call('GET /api/payment', { query: { id: id } })).status).toBe(404)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('ux 22: says of a week that two payouts share how much each brings; ux 4: and who gave a tip', async () => {
    const { test, crew, client } = await open()
    await connectPayoutAccount(client)
    const { visitId } = await earn(test, crew.userId, { priceCents: 1_000 })
    // Sunday evening: available on Wednesday evening, when the payout of that morning is over.
    await test.jumpTo(parseInstant('2026-03-09T00:00:00Z'))
    await earn(test, crew.userId, { priceCents: 2_000 })
    await test.app.db
      .insertInto('earning')
      .values({
        crew_id: crew.userId,
        visit_id: visitId,
        kind: 'tip',
        amount_cents: cents(300),
        earned_at: toTimestamp(test.clock.now()),
        available_at: toTimestamp(test.clock.now()),
      })
      .execute()
    const weeks = async () => (await client.call('GET /api/crew-payments')).body.weeks
    const later = { payoutId: null, paysOn: '2026-03-18', state: 'later', amountCents: 1_400 }
    expect(await weeks()).toMatchObject([
      {
        weekStart: '2026-03-02',
        earnedCents: 2_400,
        tipCents: 300,
        payouts: [{ payoutId: null, paysOn: '2026-03-11', state: 'next', amountCents: 1_000 }, later],
      },
    ])
    await test.jumpTo(WEDNESDAY_RUN)
    const { body } = await client.call('GET /api/crew-payments')
    const payoutId = body.payouts[0]!.id
    expect(body.weeks[1]!.payouts).toEqual([
      { payoutId, paysOn: '2026-03-11', state: 'paid', amountCents: 1_000 },
      { ...later, state: 'next' },
    ])
    for (const { earnedCents, payouts } of body.weeks)
      expect(payouts.reduce((sum, part) => sum + part.amountCents, 0)).toBe(earnedCents)
    const statement = await client.call('GET /api/payment', { query: { id: payoutId } })
    const names = 'lines' in statement.body ? statement.body.lines : []
    expect(names).toMatchObject([
      { kind: 'visit', fromName: null },
      { kind: 'tip', fromName: expect.stringMatching(/^\S+$/) },
    ])
    await test.close()
  })

  it('holds an earning back to the last millisecond of three days, and counts it in one sum', async () => {
    const { test, crew, client } = await open()
    await earn(test, crew.userId, { priceCents: 1_000 })
    const sums = async (at: number) => {
      test.clock.set(at as Instant)
      const { body } = await client.call('GET /api/crew-payments')
      return [body.pendingCents, body.availableCents, body.paidCents]
    }
    expect(await sums(THURSDAY + 3 * DAY_MS - 1)).toEqual([700, 0, 0])
    expect(await sums(THURSDAY + 3 * DAY_MS)).toEqual([0, 700, 0])
    await test.close()
  })

  it('pays each crew once, however often and at once it runs', async () => {
    const { test, crew, client } = await open()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, {})
    test.clock.set(WEDNESDAY_RUN)
    const { id: marketId } = await test.app.db.selectFrom('market').select('id').executeTakeFirstOrThrow()
    for (let run = 0; run < 5; run++)
      await enqueue(test.app.db, 'pay_crews', { marketId, at: WEDNESDAY_RUN }, { now: WEDNESDAY_RUN })
    await Promise.all([runDueTasks(test.app), runDueTasks(test.app), runDueTasks(test.app)])
    await test.work()
    const { body } = await client.call('GET /api/crew-payments')
    expect(body).toMatchObject({ paidCents: 1_400, payouts: [{ state: 'paid' }] })
    expect(await movementsFor(test, body.payouts[0]!.id)).toHaveLength(1)
    await test.close()
  })

  it.each(['before', 'after'] as const)('pays once when the line breaks %s the call', async (moment) => {
    const { test, crew, client } = await open()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, {})
    test.bank.faults.breaksLine = (call) => call.operation === 'createTransfer' && call.moment === moment
    await test.jumpTo(WEDNESDAY_RUN)
    expect((await client.call('GET /api/crew-payments')).body.payouts).toMatchObject([{ state: 'sending' }])
    test.bank.faults.breaksLine = () => false
    await test.jumpTo((WEDNESDAY_RUN + 20 * MINUTE_MS) as Instant)
    const { body } = await client.call('GET /api/crew-payments')
    expect(body.payouts).toMatchObject([{ state: 'paid' }])
    expect(await movementsFor(test, body.payouts[0]!.id)).toHaveLength(1)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('lets money wait without a payout account, while frozen and below a dollar, and says why', async () => {
    const { test, crew, client } = await open()
    await earn(test, crew.userId, {})
    const frozen = await buildCrew(test.app, { frozenUntil: (WEDNESDAY_RUN + DAY_MS) as Instant })
    const frozenClient = await signedIn(test, frozen)
    await connectPayoutAccount(frozenClient)
    await earn(test, frozen.userId, {})
    const small = await buildCrew(test.app)
    const smallClient = await signedIn(test, small)
    await connectPayoutAccount(smallClient)
    await earn(test, small.userId, { priceCents: 142 })
    await test.jumpTo(WEDNESDAY_RUN)
    const seen = async (who: typeof client) => {
      const { body } = await who.call('GET /api/crew-payments')
      return [body.payouts.length, body.availableCents, body.nextPayout.waitsFor]
    }
    expect(await seen(client)).toEqual([0, 1_400, 'no_payout_account'])
    expect(await seen(frozenClient)).toEqual([0, 1_400, 'account_frozen'])
    expect(await seen(smallClient)).toEqual([0, 99, 'below_minimum'])
    await connectPayoutAccount(await signedIn(test, crew))
    await test.jumpTo((WEDNESDAY_RUN + 7 * DAY_MS) as Instant)
    expect(await seen(client)).toEqual([1, 0, 'nothing_available'])
    expect(await seen(frozenClient)).toEqual([1, 0, 'nothing_available'])
    await test.close()
  })
})

describe('a payout at once', () => {
  it('sends what is available for 1.5 %, at least 50 cents, once for ten taps', async () => {
    const { test, crew, client } = await open()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, { priceCents: 10_000 })
    test.clock.advance(3 * DAY_MS)
    expect((await client.call('GET /api/crew-payments')).body.instantPayout).toEqual({
      grossCents: 7_000,
      feeCents: 105,
      amountCents: 6_895,
    })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call('POST /api/request-instant-payout', { body: {} })),
    )
    const sent = answers.filter(({ status }) => status === 200)
    expect(sent.map(({ body }) => body)).toMatchObject([{ state: 'paid', amountCents: 6_895, feeCents: 105 }])
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ failure }) => failure.code)),
    ).toEqual(new Set(['nothing_available']))
    expect(await movementsFor(test, sent[0]!.body.payoutId)).toMatchObject([{ amountCents: -6_895 }])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('is refused without an account, while frozen, with nothing available, and to others', async () => {
    const { test, crew, client } = await open()
    const ask = (who: typeof client) => who.call('POST /api/request-instant-payout', { body: {} })
    expect((await ask(client)).failure.code).toBe('nothing_available')
    await earn(test, crew.userId, {})
    test.clock.advance(3 * DAY_MS)
    expect([(await ask(client)).status, (await ask(client)).failure.code]).toEqual([409, 'no_payout_account'])
    const frozen = await buildCrew(test.app, { frozenUntil: (WEDNESDAY_RUN + DAY_MS) as Instant })
    expect((await ask(await signedIn(test, frozen))).failure.code).toBe('account_frozen')
    expect((await ask(await signedIn(test, await buildCustomer(test.app)))).status).toBe(403)
    expect((await ask(test.client())).status).toBe(401)
    await test.close()
  })
})

describe('the payout account', () => {
  it('is ready only after the provider’s questions are answered; the link works once and for its crew', async () => {
    const { test, client } = await open()
    const state = async () => (await client.call('GET /api/payout-account')).body
    expect(await state()).toMatchObject({ state: 'none', requirements: [], asks: [], bank: null })
    const { body } = await client.call('POST /api/connect-payout-account', { body: {} })
    expect(await state()).toMatchObject({
      state: 'pending',
      requirements: [expect.any(String), expect.any(String)],
    })
    const link = new URL(body.url).searchParams.get('link')!
    expect((await client.call('POST /api/demo-bank/get-payout-link', { body: { link } })).body).toEqual({
      ok: true,
    })
    const answers = { link, legalName: 'A Crew', routingNumber: '110000000', accountNumber: '000123456789' }
    const wrong = await client.call('POST /api/demo-bank/answer-payout-questions', {
      body: { ...answers, routingNumber: '110000001' },
    })
    expect([wrong.status, wrong.failure.fields]).toEqual([
      400,
      { routingNumber: 'Check the routing number.' },
    ])
    const answered = await client.call('POST /api/demo-bank/answer-payout-questions', { body: answers })
    expect(answered.body.returnUrl).toContain('/stripe-connect?returned=1')
    expect(await state()).toEqual({
      state: 'ready',
      requirements: [],
      asks: [],
      deadline: null,
      stoppedBecause: null,
      bank: { name: 'Test bank', last4: '6789', canBePaidInstantly: true },
    })
    const again = await client.call('POST /api/demo-bank/answer-payout-questions', { body: answers })
    const dead = await client.call('POST /api/demo-bank/get-payout-link', { body: { link: 'A'.repeat(32) } })
    expect([again.status, dead.status]).toEqual([404, 404])
    await test.close()
  })

  it('is connected only with a password given just now', async () => {
    const { test, client } = await open()
    test.clock.advance(16 * MINUTE_MS)
    const refused = await client.call('POST /api/connect-payout-account', { body: {} })
    expect([refused.status, refused.failure.code]).toEqual([403, 'password_needed'])
    await test.close()
  })

  it('becomes known by a webhook alone, and is for crews', async () => {
    const { test, crew, client } = await open()
    const { body } = await client.call('POST /api/connect-payout-account', { body: {} })
    await test.client().call('POST /api/demo-bank/answer-payout-questions', {
      body: {
        link: new URL(body.url).searchParams.get('link')!,
        legalName: 'A Crew',
        routingNumber: '110000000',
        accountNumber: '000123456789',
      },
    })
    await test.jumpTo((THURSDAY + 2 * MINUTE_MS) as Instant)
    const account = await test.app.db
      .selectFrom('payout_account')
      .where('user_id', '=', crew.userId)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(account.state).toBe('ready')
    const operator = await signedIn(test, await buildOperator(test.app))
    expect((await operator.call('POST /api/connect-payout-account', { body: {} })).status).toBe(403)
    expect((await test.client().call('GET /api/payout-account')).status).toBe(401)
    expect((await test.client().call('GET /api/crew-payments')).status).toBe(401)
    await test.close()
  })
})

describe('the operator’s list of payouts', () => {
  it('shows every crew’s, by state', async () => {
    const { test, crew, client } = await open()
    await connectPayoutAccount(client)
    await earn(test, crew.userId, {})
    await test.jumpTo(WEDNESDAY_RUN)
    const operator = await signedIn(test, await buildOperator(test.app))
    const paid = await operator.call('GET /api/market-payouts', { query: { state: 'paid' } })
    expect(paid.body.payouts[0]).toMatchObject({
      amountCents: 1_400,
      crewName: expect.stringContaining('Crew'),
    })
    expect((await client.call('GET /api/market-payouts')).status).toBe(403)
    await test.close()
  })
})

async function open() {
  const test = await openMoneyTest(THURSDAY)
  const crew = await buildCrew(test.app)
  return { test, crew, client: await signedIn(test, crew) }
}

function earn(
  test: MoneyTest,
  crewId: Awaited<ReturnType<typeof buildCrew>>['userId'],
  price: { priceCents?: number; tipCents?: number },
) {
  return buildCompletedVisit(test.app, { crewId, date: localDate('2026-03-05'), ...price })
}
