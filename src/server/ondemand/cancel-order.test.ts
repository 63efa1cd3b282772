import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, type Instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { ProviderFailure } from '#server/ports/payments/failure.ts'
import { buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, type MoneyTest, openMoneyTest } from '#testing/build-money.ts'
import {
  buildAcceptedOrder,
  buildDraft,
  buildOrder,
  completeWork,
  heldAtProvider,
  holdsOf,
  orderRow,
  paymentOf,
} from '#testing/build-order.ts'
import { askHold } from './ask-hold.ts'

const THURSDAY = parseInstant('2026-03-05T17:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

/** Crews of the test before are far away by now. */
const open = async () => {
  const test = await openMoneyTest(THURSDAY)
  await test.app.db.updateTable('users').set({ lat: 10, lng: 10 }).where('type', '=', 'Crew').execute()
  return test
}

async function later(test: MoneyTest, minutes: number): Promise<void> {
  test.clock.set((THURSDAY + minutes * MINUTE_MS) as Instant)
  await test.work()
}

describe('cancelling an order', () => {
  it('costs nothing while nobody has it, and releases the card', async () => {
    const test = await open()
    const { client, orderId, visitId } = await buildOrder(test)
    const body = { orderId, expectedFeeCents: cents(0) }
    const cancelled = await client.call('POST /api/cancel-on-demand', { body })
    expect(cancelled.body).toEqual({ ok: true, feeCents: 0 })
    expect((await client.call('POST /api/cancel-on-demand', { body })).body).toEqual({
      ok: true,
      feeCents: 0,
    })
    await test.work()
    expect((await orderRow(test, orderId)).state).toBe('cancelled')
    expect((await holdsOf(test, orderId)).map(({ state }) => state)).toEqual(['released'])
    const offers = await test.app.db
      .selectFrom('offer')
      .where('visit_id', '=', visitId)
      .select('state')
      .execute()
    expect(offers.filter(({ state }) => state === 'open')).toEqual([])
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })

  it('takes the fee that was shown from the hold, and pays the crew its share', async () => {
    const test = await open()
    const { client, crew, orderId } = await buildAcceptedOrder(test)
    await later(test, 6)
    const shown = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(shown.body.cancellation).toEqual({ feeCents: 2_280, freeUntil: null })
    const less = await client.call('POST /api/cancel-on-demand', {
      body: { orderId, expectedFeeCents: cents(2_279) },
    })
    expect([less.status, less.failure.code]).toEqual([409, 'fee_changed'])
    const done = await client.call('POST /api/cancel-on-demand', {
      body: { orderId, expectedFeeCents: cents(2_280) },
    })
    expect(done.body.feeCents).toBe(2_280)
    await test.work()
    expect(await paymentOf(test, orderId)).toMatchObject({
      kind: 'fee',
      state: 'paid',
      total_cents: cents(2_280),
    })
    const [hold] = await holdsOf(test, orderId)
    expect(hold!.state).toBe('captured')
    expect(await test.bank.readCharge(hold!.provider_intent_id!)).toMatchObject({ amountCents: 2_280 })
    const earnings = await test.app.db.selectFrom('earning').selectAll().execute()
    expect(earnings).toMatchObject([{ crew_id: crew.userId, kind: 'adjustment', amount_cents: cents(1_596) }])
    const notices = await test.app.db
      .selectFrom('notice')
      .where('user_id', '=', crew.userId)
      .where('event', '=', 'job_changed')
      .select('id')
      .execute()
    expect(notices).toHaveLength(1)
    const { payment } = (await client.call('GET /api/on-demand-order', { query: { id: orderId } })).body
    const receipt = await client.call('GET /api/payment', { query: { id: payment!.id } })
    expect(receipt.body).toMatchObject({ lines: [{ kind: 'fee', amountCents: 2_280 }] })
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })

  it('leaves what a crew without signal did unbilled: the fee stands for it', async () => {
    const test = await open()
    const { client, crewClient, orderId, visitId } = await buildAcceptedOrder(test)
    await later(test, 6)
    await client.call('POST /api/cancel-on-demand', { body: { orderId, expectedFeeCents: cents(2_280) } })
    expect((await completeWork(crewClient, visitId)).failure.code).toBe('visit_cancelled')
    const operator = await signedIn(test, await buildOperator(test.app))
    const { lateCompletions } = (await crewClient.call('GET /api/my-late-completions')).body
    const lateCompletionId = lateCompletions[0]!.id
    const opened = await operator.call('GET /api/late-completion', { query: { id: lateCompletionId } })
    expect(opened.body).toMatchObject({ canAccept: false, canDismiss: true, ifAccepted: null })
    const refused = await operator.call('POST /api/accept-late-completion', { body: { lateCompletionId } })
    expect([refused.status, refused.failure.code]).toEqual([409, 'fee_charged'])
    expect(
      (await operator.call('POST /api/dismiss-late-completion', { body: { lateCompletionId } })).status,
    ).toBe(200)
    await test.work()
    expect(await paymentOf(test, orderId)).toMatchObject({ kind: 'fee', state: 'paid' })
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })

  it('is no longer possible once the work has begun', async () => {
    const test = await open()
    const { client, crewClient, orderId, visitId } = await buildAcceptedOrder(test)
    await crewClient.call('POST /api/start-visit', { body: { visitId: visitId } })
    const refused = await client.call('POST /api/cancel-on-demand', {
      body: { orderId, expectedFeeCents: cents(99_999) },
    })
    expect([refused.status, refused.failure.code]).toEqual([409, 'wrong_state'])
    await test.close()
  })

  it('threats S3: against a crew that completes at the same moment ends in one of two ways, and is charged alike', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const test = await open()
      const { client, crewClient, orderId, visitId, quote } = await buildAcceptedOrder(test)
      await later(test, 6)
      await Promise.all([
        completeWork(crewClient, visitId),
        // After the photos, when the completion itself is about to come.
        new Promise((resolve) => setTimeout(resolve, 40 * round)).then(() =>
          client.call('POST /api/cancel-on-demand', { body: { orderId, expectedFeeCents: cents(2_280) } }),
        ),
      ])
      await test.work()
      const { state } = await orderRow(test, orderId)
      ends.add(state)
      const payment = await paymentOf(test, orderId)
      const charged = state === 'done' ? quote.totalCents : 2_280
      expect(['done', 'cancelled']).toContain(state)
      expect(payment).toMatchObject({ state: 'paid', total_cents: charged })
      expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
      await test.close()
    }
    expect(ends.size).toBeGreaterThan(0)
  })

  it('is one cancellation however often and at once it is sent', async () => {
    const test = await open()
    const { client, orderId } = await buildAcceptedOrder(test)
    await later(test, 6)
    const body = { orderId, expectedFeeCents: cents(2_280) }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.call('POST /api/cancel-on-demand', { body })),
    )
    for (const answer of answers) expect(answer.body).toEqual({ ok: true, feeCents: 2_280 })
    await test.work()
    expect(await test.app.db.selectFrom('payment').select('id').execute()).toHaveLength(1)
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })
})

describe('a crew that does not come', () => {
  it('costs the customer nothing, gives a credit, and the next order uses it', async () => {
    const test = await open()
    const { client, orderId } = await buildAcceptedOrder(test)
    await later(test, 15 * 60)
    const { body } = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(body).toMatchObject({ progress: 'missed', creditCents: 1_000, payment: null })
    expect((await holdsOf(test, orderId)).map(({ state }) => state)).toEqual(['released'])
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    test.clock.set((THURSDAY + DAY_MS) as Instant)
    const next = await buildAcceptedOrder(test, { client, card: null })
    await completeWork(next.crewClient, next.visitId)
    await test.work()
    expect(await paymentOf(test, next.orderId)).toMatchObject({
      state: 'paid',
      credit_cents: cents(1_000),
      total_cents: next.quote.totalCents - 1_000,
    })
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })
})

describe('a door that stays closed', () => {
  it('costs the call-out fee, taken from the hold, and pays the crew its share', async () => {
    const test = await open()
    const { client, crew, crewClient, orderId, visitId } = await buildAcceptedOrder(test)
    const content = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const photo = await crewClient.call('POST /api/upload-visit-photo', {
      query: { visitId },
      file: { type: 'image/jpeg', content },
    })
    const { photoId } = photo.body.photo
    const reported = await crewClient.call('POST /api/report-access-problem', {
      body: { visitId, reason: 'nobody_home', note: '', contact: 'rang', photoId, ...CIVIC_CENTER },
    })
    const { problemId } = reported.body
    await later(test, 15)
    const ended = await crewClient.call('POST /api/end-visit-without-access', { body: { problemId } })
    expect(ended.body).toMatchObject({ state: 'missed', feeCents: 5_700 })
    await test.work()
    const { body } = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(body).toMatchObject({ progress: 'no_access', payment: { state: 'paid', totalCents: 5_700 } })
    const [hold] = await holdsOf(test, orderId)
    expect(await test.bank.readCharge(hold!.provider_intent_id!)).toMatchObject({ amountCents: 5_700 })
    const earnings = await test.app.db.selectFrom('earning').selectAll().execute()
    expect(earnings).toMatchObject([{ crew_id: crew.userId, amount_cents: cents(4_560) }])
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })
})

describe('a coupon', () => {
  it('is spoken for from the booking on, used by the work, and free again when the order ends', async () => {
    const test = await open()
    await test.app.db
      .insertInto('coupon')
      .values({ code: 'ALLFREE', name: 'All of it', credit_cents: cents(11_400) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const first = await buildAcceptedOrder(test, { couponCode: 'ALLFREE' })
    expect(first.quote.totalCents).toBe(0)
    expect(await holdsOf(test, first.orderId)).toEqual([])
    const second = await buildDraft(test, { client: first.client, card: null })
    expect(second.quote.totalCents).toBe(11_400)
    await first.client.call('POST /api/cancel-on-demand', {
      body: { orderId: first.orderId, expectedFeeCents: cents(0) },
    })
    const third = await buildAcceptedOrder(test, { client: first.client, card: null })
    expect(third.quote.totalCents).toBe(0)
    expect((await completeWork(third.crewClient, third.visitId)).status).toBe(200)
    await test.work()
    expect(await paymentOf(test, third.orderId)).toMatchObject({ state: 'paid', total_cents: cents(0) })
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })
})

describe('an order for less than a card can be charged', () => {
  it('money D16: holds nothing, is not due, and stands on the next weekly bill that is large enough', async () => {
    const test = await open()
    await test.app.db
      .insertInto('coupon')
      .values({ code: 'ALMOST', name: 'Almost all', credit_cents: cents(11_370) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { customer, client, crewClient, orderId, visitId, quote } = await buildAcceptedOrder(test, {
      couponCode: 'ALMOST',
    })
    expect(quote.totalCents).toBe(30)
    expect(await holdsOf(test, orderId)).toEqual([])
    expect((await completeWork(crewClient, visitId)).status).toBe(200)
    await test.work()
    const order = (await client.call('GET /api/on-demand-order', { query: { id: orderId } })).body
    expect(order).toMatchObject({ progress: 'done', payment: null })
    await test.jumpTo(MONDAY_RUN)
    const { body } = await client.call('GET /api/billing')
    expect(body).toMatchObject({
      dueCents: 0,
      duePayments: [],
      nextCharge: { visitCount: 1, totalCents: 30 },
    })
    await buildCompletedVisit(test.app, { customerId: customer.userId, date: localDate('2026-03-09') })
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    const { payments } = (await client.call('GET /api/payments')).body
    expect(payments).toMatchObject([{ state: 'paid', totalCents: 2_030, visitCount: 2 }])
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })
})

const ASKS = { isOffSession: true }

describe('a process that dies', () => {
  it('between the order and the card leaves a task that asks the card once', async () => {
    const test = await open()
    const { client, token, quote } = await buildDraft(test)
    test.bank.faults.breaksLine = ({ operation, moment }) =>
      operation === 'confirmHold' && moment === 'before'
    const { orderId } = (
      await client.call('POST /api/book-on-demand', { body: { token, expectedTotalCents: quote.totalCents } })
    ).body
    test.bank.faults.breaksLine = () => false
    await Promise.all([askHold(test.app, orderId, ASKS), askHold(test.app, orderId, ASKS), test.work()])
    expect((await orderRow(test, orderId)).state).toBe('booked')
    expect(await test.app.db.selectFrom('visit').select('id').execute()).toHaveLength(1)
    expect(await heldAtProvider(test, orderId)).toHaveLength(1)
    await test.close()
  })

  it('leaves nothing held that reconcile would not find', async () => {
    const test = await open()
    const { orderId } = await buildOrder(test)
    const holds = async () =>
      (await reconcile(test.app)).checks.find(({ name }) => name === 'holds at the provider')!
    expect(await holds()).toMatchObject({ count: 1, amountCents: 11_400, differences: [] })
    await test.app.db.deleteFrom('card_hold').where('order_id', '=', orderId).execute()
    expect((await holds()).differences).toMatchObject([
      { sentence: 'the provider holds 11400 cents that we know nothing of' },
    ])
    await test.close()
  })

  it.each(['capture', 'release'] as const)(
    'a broken answer to %s that is kept under its key stalls an order for hours, not for a day',
    async (operation) => {
      const test = await open()
      const accepted = operation === 'capture' ? await buildAcceptedOrder(test) : null
      const { client, orderId, visitId } = accepted ?? (await buildOrder(test))
      const real = test.bank[operation]
      const kept = new Set<string>()
      Object.assign(test.bank, {
        [operation]: (input: { key: string }) => {
          if (kept.size === 0) kept.add(input.key)
          if (kept.has(input.key)) throw new ProviderFailure('unavailable', 'broken')
          return Reflect.apply(real, test.bank, [input])
        },
      })
      if (accepted !== null) await completeWork(accepted.crewClient, visitId)
      else await client.call('POST /api/cancel-on-demand', { body: { orderId, expectedFeeCents: cents(0) } })
      await test.work()
      await test.jumpTo((THURSDAY + 2 * HOUR_MS) as Instant)
      Object.assign(test.bank, { [operation]: real })
      expect((await holdsOf(test, orderId))[0]!.state).toBe(operation === 'capture' ? 'captured' : 'released')
      await test.close()
    },
  )

  it('asks the provider again until the hold is released', async () => {
    const test = await open()
    const { client, orderId } = await buildOrder(test)
    test.bank.faults.breaksLine = ({ operation }) => operation === 'release'
    await client.call('POST /api/cancel-on-demand', { body: { orderId, expectedFeeCents: cents(0) } })
    await test.work()
    expect((await holdsOf(test, orderId))[0]!.state).toBe('releasing')
    test.bank.faults.breaksLine = () => false
    await test.jumpTo((THURSDAY + HOUR_MS) as Instant)
    expect((await holdsOf(test, orderId))[0]!.state).toBe('released')
    await test.close()
  })
})
