import { describe, expect, it } from 'vitest'
import { HOUR_MS, type Instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, movementsFor, openMoneyTest, saveTestCard } from '#testing/build-money.ts'

/** The week in which the clocks go forward: 72 hours are 72 hours. */
const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WORDS = 'Two cans were left in the alley.'
/** One white pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4////fwAJ+wP9KobjigAAAABJRU5ErkJggg==',
  'base64',
)

async function openDone(priceCents = 2_000) {
  const test = await openMoneyTest(THURSDAY)
  const { app } = test
  const [customer, crew, operator] = [
    await buildCustomer(app),
    await buildCrew(app),
    await buildOperator(app),
  ]
  const clients = {
    asCustomer: await signedIn(test, customer),
    asCrew: await signedIn(test, crew),
    asOperator: await signedIn(test, operator),
  }
  await saveTestCard(clients.asCustomer)
  const { visitId } = await buildCompletedVisit(app, {
    customerId: customer.userId,
    crewId: crew.userId,
    priceCents,
  })
  const dispute = (problem: 'not_done' | 'damage' = 'not_done') =>
    clients.asCustomer.call('POST /api/open-dispute', { body: { visitId, problem, note: WORDS } })
  return { test, visitId, customer, crew, operator, ...clients, dispute }
}

type Opened = Awaited<ReturnType<typeof openDone>>

async function openWithDispute(priceCents?: number) {
  const opened = await openDone(priceCents)
  const { body } = await opened.dispute('damage')
  return { ...opened, disputeId: body.disputeId }
}

async function balanced({ test }: Pick<Opened, 'test'>) {
  expect((await reconcile(test.app)).checks.flatMap(({ differences }) => differences)).toEqual([])
  await test.close()
}

describe('opening a dispute', () => {
  it('is kept with its note and photos, the crew is notified, answered once and decided with the evidence at hand', async () => {
    const { test, visitId, crew, asCustomer, asCrew, asOperator, disputeId } = await openWithDispute()
    const photo = { query: { disputeId }, file: { type: 'image/png', content: PICTURE } }
    const sent = await asCustomer.call('POST /api/upload-dispute-photo', photo)
    const again = await asCustomer.call('POST /api/upload-dispute-photo', photo)
    expect([sent.body.photoCount, again.body.photoCount]).toEqual([1, 1])
    const notices = await test.app.db
      .selectFrom('notice')
      .where('user_id', '=', crew.userId)
      .where('event', '=', 'dispute')
      .select('title')
      .execute()
    expect(notices).toEqual([{ title: 'A customer reported a problem' }])
    const answer = { disputeId, note: 'The alley was blocked by a truck.' }
    expect((await asCrew.call('POST /api/answer-dispute', { body: answer })).body.state).toBe('answered')
    await asCrew.call('POST /api/answer-dispute', { body: { disputeId, note: 'Something else.' } })
    const seen = await asOperator.call('GET /api/dispute', { query: { id: disputeId } })
    expect(seen.body).toMatchObject({
      visitId,
      state: 'answered',
      note: WORDS,
      crewNote: 'The alley was blocked by a truck.',
      photos: [{ width: 1 }],
      canDecide: true,
      timeline: [{ transition: 'open' }, { transition: 'answer' }],
      evidence: { owedCents: 2_000, crewPayCents: 1_400, refundsTo: 'credit', visitState: 'completed' },
    })
    const list = await asOperator.call('POST /api/get-disputes', { body: {} })
    expect(list.body).toMatchObject({ disputes: [{ id: disputeId, owedCents: 2_000 }], openCount: 1 })
    for (const client of [asCustomer, asCrew]) {
      const own = await client.call('GET /api/dispute', { query: { id: disputeId } })
      expect(own.body).toMatchObject({ canDecide: false, evidence: null })
    }
    await test.close()
  })

  it('can be made for 72 hours to the moment, once', async () => {
    const { test, dispute } = await openDone()
    test.clock.set((THURSDAY + 72 * HOUR_MS + 1) as Instant)
    const late = await dispute()
    expect([late.status, late.failure.code]).toEqual([409, 'too_late'])
    test.clock.set((THURSDAY + 72 * HOUR_MS) as Instant)
    const both = await Promise.all([dispute('damage'), dispute('damage')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.failure.code).toBe('already_disputed')
    await test.close()
  })

  it('can be taken back and made again', async () => {
    const { test, asCustomer, asOperator, disputeId, dispute } = await openWithDispute()
    const withdrawn = await asCustomer.call('POST /api/withdraw-dispute', { body: { disputeId } })
    expect(withdrawn.body.state).toBe('withdrawn')
    expect((await asCustomer.call('POST /api/withdraw-dispute', { body: { disputeId } })).status).toBe(200)
    const decided = await asOperator.call('POST /api/decide-dispute', {
      body: { disputeId, decision: 'reject', note: 'No.' },
    })
    expect(decided.failure.code).toBe('dispute_decided')
    expect((await dispute('damage')).status).toBe(200)
    await test.close()
  })

  it('is nobody else’s business: others’ ids are not found', async () => {
    const { test, visitId, asCustomer, asCrew, disputeId } = await openWithDispute()
    const { app } = test
    const stranger = await signedIn(test, await buildCustomer(app))
    const otherCrew = await signedIn(test, await buildCrew(app))
    const body = { disputeId, note: 'x' }
    const complaint = { visitId, problem: 'damage', note: 'x' } as const
    const file = { type: 'image/png', content: PICTURE }
    const statuses = [
      await stranger.call('GET /api/dispute', { query: { id: disputeId } }),
      await otherCrew.call('GET /api/dispute', { query: { id: disputeId } }),
      await stranger.call('POST /api/open-dispute', { body: complaint }),
      await stranger.call('POST /api/withdraw-dispute', { body: { disputeId } }),
      await stranger.call('POST /api/upload-dispute-photo', { query: { disputeId }, file }),
      await otherCrew.call('POST /api/answer-dispute', { body }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
    const decision = { disputeId, decision: 'reject', note: 'x' } as const
    const forbidden = [
      await asCustomer.call('POST /api/decide-dispute', { body: decision }),
      await asCrew.call('POST /api/decide-dispute', { body: decision }),
      await asCustomer.call('POST /api/answer-dispute', { body }),
      await asCrew.call('POST /api/get-disputes', { body: {} }),
    ].map(({ status }) => status)
    expect(forbidden).toEqual([403, 403, 403, 403])
    await test.close()
  })

  it('takes six photos and no more', async () => {
    const { test, asCustomer, disputeId } = await openWithDispute()
    await test.app.db
      .insertInto('photo')
      .values(
        Array.from({ length: 6 }, (_, index) => ({
          owner_id: test.app.db
            .selectFrom('dispute')
            .where('id', '=', disputeId)
            .select('customer_id') as never,
          dispute_id: disputeId,
          storage_key: `disputes/test/${disputeId}-${index}`,
          sha256: Buffer.from([index]),
          width: 1,
          height: 1,
          size_bytes: 1,
          created_at: new Date(THURSDAY) as never,
        })),
      )
      .execute()
    const seventh = await asCustomer.call('POST /api/upload-dispute-photo', {
      query: { disputeId },
      file: { type: 'image/png', content: PICTURE },
    })
    expect(seventh.failure.code).toBe('too_many_photos')
    await test.close()
  })
})

describe('a small dispute', () => {
  it('is settled at once as credit, which the next bill uses up', async () => {
    const { test, asCustomer, dispute } = await openDone(1_200)
    const { body } = await dispute()
    expect(body).toMatchObject({ state: 'refunded', amountCents: 1_200 })
    const read = await asCustomer.call('GET /api/dispute', { query: { id: body.disputeId } })
    expect(read.body).toMatchObject({ isAutomatic: true, amountCents: 1_200, refundedTo: 'credit' })
    await test.jumpTo(MONDAY_RUN)
    const [payment] = (await asCustomer.call('GET /api/payments')).body.payments
    expect(payment).toMatchObject({ totalCents: 0, state: 'paid' })
    expect(await movementsFor(test, payment!.id)).toEqual([])
    await balanced({ test })
  })

  it('goes back to the card where the visit is paid', async () => {
    const { test, asCustomer, dispute, visitId } = await openDone(1_200)
    // Done on Sunday night, billed on Monday morning: still within 72 hours.
    await test.app.db
      .updateTable('visit')
      .set({ completed_at: new Date(MONDAY_RUN - 8 * HOUR_MS) as never })
      .where('id', '=', visitId)
      .execute()
    await test.jumpTo(MONDAY_RUN)
    expect((await dispute()).body).toMatchObject({ state: 'refunded', amountCents: 1_200 })
    const [payment] = (await asCustomer.call('GET /api/payments')).body.payments
    expect(payment).toMatchObject({ totalCents: 1_200, refundedCents: 1_200 })
    await balanced({ test })
  })

  it('waits for a person where the month’s budget is used up, also by disputes opened at once', async () => {
    const { test, customer, crew, asCustomer } = await openDone(1_200)
    const others = await Promise.all(
      [1, 2, 3].map(() =>
        buildCompletedVisit(test.app, {
          customerId: customer.userId,
          crewId: crew.userId,
          priceCents: 1_200,
        }),
      ),
    )
    const answers = await Promise.all(
      others.map(({ visitId }) =>
        asCustomer.call('POST /api/open-dispute', { body: { visitId, problem: 'not_done', note: WORDS } }),
      ),
    )
    expect(answers.map(({ body }) => body.state).toSorted()).toEqual(['open', 'refunded', 'refunded'])
    await balanced({ test })
  })

  it('while a refund of its payment runs refunds no more than was paid', async () => {
    const { test, asCustomer, asOperator, dispute, visitId } = await openDone(1_200)
    await test.app.db
      .updateTable('visit')
      .set({ completed_at: new Date(MONDAY_RUN - 8 * HOUR_MS) as never })
      .where('id', '=', visitId)
      .execute()
    await test.jumpTo(MONDAY_RUN)
    const [payment] = (await asCustomer.call('GET /api/payments')).body.payments
    await Promise.all([
      asOperator.call('POST /api/refund-payment', {
        body: { paymentId: payment!.id, reason: 'All of it' },
      }),
      dispute(),
    ])
    const [after] = (await asCustomer.call('GET /api/payments')).body.payments
    expect(after!.refundedCents).toBe(1_200)
    await balanced({ test })
  })
})

describe('a decision', () => {
  it('for money takes back the crew’s part where it says so, before the bill', async () => {
    const { test, crew, asCustomer, asOperator, disputeId } = await openWithDispute()
    const decided = await asOperator.call('POST /api/decide-dispute', {
      body: {
        disputeId,
        decision: 'refund',
        note: 'Half was done.',
        amountCents: 1_000,
        takesBackCrewPay: true,
      },
    })
    expect(decided.body).toMatchObject({ state: 'refunded', amountCents: 1_000 })
    const earned = await test.app.db
      .selectFrom('earning')
      .where('crew_id', '=', crew.userId)
      .orderBy('amount_cents')
      .select(['kind', 'amount_cents'])
      .execute()
    expect(earned).toEqual([
      { kind: 'clawback', amount_cents: -700 },
      { kind: 'visit', amount_cents: 1_400 },
    ])
    await test.jumpTo(MONDAY_RUN)
    expect((await asCustomer.call('GET /api/payments')).body.payments[0]).toMatchObject({ totalCents: 1_000 })
    await balanced({ test })
  })

  it('for money after the bill goes to the card, never above the price of the visit', async () => {
    const { test, asCustomer, asOperator, disputeId } = await openWithDispute()
    await test.jumpTo(MONDAY_RUN)
    const body = { disputeId, decision: 'refund', note: 'All of it.', takesBackCrewPay: true } as const
    const tooMuch = await asOperator.call('POST /api/decide-dispute', {
      body: { ...body, amountCents: 2_001 },
    })
    expect([tooMuch.status, tooMuch.failure.code]).toEqual([409, 'refund_above_paid'])
    expect((await asOperator.call('POST /api/decide-dispute', { body })).body.amountCents).toBe(2_000)
    const [payment] = (await asCustomer.call('GET /api/payments')).body.payments
    expect(payment).toMatchObject({ refundedCents: 2_000 })
    await balanced({ test })
  })

  it('for money wants the second factor of an owner, as every refund does; support needs none', async () => {
    const { test, operator, disputeId } = await openWithDispute()
    const owner = await signedIn(test, operator, { hasSecondFactor: false })
    const refund = { disputeId, decision: 'refund', note: 'All of it.' } as const
    const refused = await owner.call('POST /api/decide-dispute', { body: refund })
    expect([refused.status, refused.failure.code]).toEqual([403, 'second_factor_needed'])
    const support = await buildOperator(test.app, { staffRole: 'support' })
    const helper = await signedIn(test, support, { hasSecondFactor: false })
    expect((await helper.call('POST /api/decide-dispute', { body: refund })).body.state).toBe('refunded')
    await test.close()
  })

  it('to do it once more books a visit that costs the customer nothing and pays the crew where it says so', async () => {
    const { test, crew, asOperator, asCustomer, disputeId } = await openWithDispute()
    const date = localDate('2026-03-07')
    const redo = { disputeId, decision: 'redo', note: 'Again on Saturday.', date, crew: 'same' } as const
    const past = await asOperator.call('POST /api/decide-dispute', {
      body: { ...redo, date: localDate('2026-03-04') },
    })
    expect([past.status, past.failure.fields]).toEqual([400, { date: 'Choose a day from today on.' }])
    const decided = await asOperator.call('POST /api/decide-dispute', { body: { ...redo, isCrewPaid: true } })
    const { redoVisitId } = decided.body
    const visit = await test.app.db
      .selectFrom('visit')
      .where('id', '=', redoVisitId!)
      .select(['crew_id', 'date', 'state', 'weekly_job_id', 'price_lines'])
      .executeTakeFirstOrThrow()
    expect(visit).toMatchObject({
      crew_id: crew.userId,
      date,
      state: 'scheduled',
      price_lines: [
        { kind: 'service', amountCents: 0 },
        { kind: 'offer_raise', amountCents: 1_400 },
      ],
    })
    const seen = await asCustomer.call('GET /api/dispute', { query: { id: disputeId } })
    expect(seen.body).toMatchObject({
      state: 'redo',
      redo: { visitId: redoVisitId, date, state: 'scheduled' },
    })
    await balanced({ test })
  })

  it('to let others do it puts the visit into offers, and they are paid', async () => {
    const { test, asOperator, disputeId } = await openWithDispute()
    const decided = await asOperator.call('POST /api/decide-dispute', {
      body: { disputeId, decision: 'redo', note: 'Others.', date: localDate('2026-03-07'), crew: 'offer' },
    })
    const offering = await test.app.db
      .selectFrom('offering')
      .innerJoin('visit', 'visit.id', 'offering.visit_id')
      .where('visit_id', '=', decided.body.redoVisitId!)
      .select(['visit.crew_id', 'visit.price_lines'])
      .executeTakeFirstOrThrow()
    expect(offering).toMatchObject({ crew_id: null, price_lines: [{}, { amountCents: 1_400 }] })
    await test.close()
  })

  it('is made once where two operators decide at once', async () => {
    const { test, asOperator, disputeId } = await openWithDispute()
    const other = await signedIn(test, await buildOperator(test.app))
    const answers = await Promise.all([
      asOperator.call('POST /api/decide-dispute', {
        body: { disputeId, decision: 'refund', note: 'Money.' },
      }),
      other.call('POST /api/decide-dispute', {
        body: { disputeId, decision: 'refund', note: 'Money, too.' },
      }),
      other.call('POST /api/decide-dispute', { body: { disputeId, decision: 'reject', note: 'No.' } }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const audit = await test.app.db
      .selectFrom('audit_entry')
      .where('subject', '=', disputeId)
      .where('action', '=', 'decide_dispute')
      .selectAll()
      .execute()
    expect(audit).toHaveLength(1)
    await balanced({ test })
  })

  it('needs a note', async () => {
    const { test, asOperator, disputeId } = await openWithDispute()
    const silent = await asOperator.call('POST /api/decide-dispute', {
      body: { disputeId, decision: 'reject', note: '  ' },
    })
    expect([silent.status, silent.failure.fields]).toEqual([400, { note: 'Fill this in.' }])
    await test.close()
  })
})
