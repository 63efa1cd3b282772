import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, movementsFor, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { crewAverages } from '../crews/queries.ts'
import { askForRatingLater } from './ask-for-rating.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const UNDO_OVER = instant(THURSDAY + 10 * MINUTE_MS)

async function openDone() {
  const test = await openMoneyTest(THURSDAY)
  const { app } = test
  const [customer, crew, operator, stranger, otherCrew] = [
    await buildCustomer(app, { name: 'Ada Vargas' }),
    await buildCrew(app, { name: 'Marco Ruiz' }),
    await buildOperator(app),
    await buildCustomer(app),
    await buildCrew(app),
  ]
  const visit = await buildCompletedVisit(app, { customerId: customer.userId, crewId: crew.userId })
  return {
    test,
    visitId: visit.visitId,
    customer,
    crew,
    asCustomer: await signedIn(test, customer),
    asCrew: await signedIn(test, crew),
    asOperator: await signedIn(test, operator),
    strangers: [await signedIn(test, stranger), await signedIn(test, otherCrew)],
  }
}

describe('a rating', () => {
  it('stays hidden from the other side, and can be changed, until both have rated', async () => {
    const { test, visitId, asCustomer, asCrew } = await openDone()
    const first = await asCustomer.call('POST /api/rate-visit', {
      body: { visitId, stars: 2, note: 'Late' },
    })
    expect(first.body).toMatchObject({ own: { stars: 2 }, theirs: null, canRate: true, isRevealed: false })
    const read = () => asCrew.call('GET /api/visit-feedback', { query: { visitId } })
    expect((await read()).body).toMatchObject({ theirs: null, crew: { stars: null, count: 0 } })
    await asCustomer.call('POST /api/rate-visit', { body: { visitId, stars: 4, note: 'Fine after all' } })
    const both = await asCrew.call('POST /api/rate-visit', { body: { visitId, stars: 5 } })
    expect(both.body).toMatchObject({
      own: { stars: 5 },
      theirs: { stars: 4, note: 'Fine after all' },
      isRevealed: true,
      canRate: false,
      crew: { stars: 4, count: 1 },
    })
    const late = await asCustomer.call('POST /api/rate-visit', { body: { visitId, stars: 1 } })
    expect([late.status, late.failure.code]).toEqual([409, 'already_rated'])
    await test.close()
  })

  it('is seen after a week whoever rated, and counts for the crew from then on', async () => {
    const { test, visitId, crew, asCustomer, asCrew } = await openDone()
    await asCustomer.call('POST /api/rate-visit', { body: { visitId, stars: 3 } })
    const averageAt = async (now: number) =>
      (await crewAverages(test.app.db, [crew.userId], now as Instant)).get(crew.userId)
    expect(await averageAt(THURSDAY + 7 * DAY_MS - 1)).toEqual({ stars: null, count: 0 })
    expect(await averageAt(THURSDAY + 7 * DAY_MS)).toEqual({ stars: 3, count: 1 })
    test.clock.set((THURSDAY + 7 * DAY_MS) as Instant)
    expect((await asCrew.call('GET /api/visit-feedback', { query: { visitId } })).body.theirs).toMatchObject({
      stars: 3,
    })
    // The crew may still say its own, once.
    expect((await asCrew.call('POST /api/rate-visit', { body: { visitId, stars: 4 } })).status).toBe(200)
    expect((await asCrew.call('POST /api/rate-visit', { body: { visitId, stars: 5 } })).status).toBe(409)
    await test.close()
  })

  it('is between one and five, of one’s own visit, and an operator sees both sides at once', async () => {
    const { test, visitId, asCustomer, asOperator, strangers } = await openDone()
    const wrong = await asCustomer.call('POST /api/rate-visit', { body: { visitId, stars: 6 } })
    expect([wrong.status, wrong.failure.fields]).toEqual([400, { stars: 'Choose one to five stars.' }])
    const unknown = crypto.randomUUID() as typeof visitId
    for (const client of strangers)
      for (const id of [visitId, unknown]) {
        expect((await client.call('POST /api/rate-visit', { body: { visitId: id, stars: 5 } })).status).toBe(
          404,
        )
        expect((await client.call('GET /api/visit-feedback', { query: { visitId: id } })).status).toBe(404)
      }
    await asCustomer.call('POST /api/rate-visit', { body: { visitId, stars: 5 } })
    const seen = await asOperator.call('GET /api/visit-feedback', { query: { visitId } })
    expect(seen.body).toMatchObject({ own: { stars: 5 }, canRate: false })
    await test.close()
  })

  it('given twice at once by both sides is one each', async () => {
    const { test, visitId, asCustomer, asCrew } = await openDone()
    const answers = await Promise.all(
      [asCustomer, asCrew, asCustomer, asCrew].map((client) =>
        client.call('POST /api/rate-visit', { body: { visitId, stars: 5 } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
    const rows = await test.app.db
      .selectFrom('rating')
      .where('visit_id', '=', visitId)
      .select('side')
      .execute()
    expect(rows.map(({ side }) => side).toSorted()).toEqual(['crew', 'customer'])
    await test.close()
  })
})

describe('asking for a rating', () => {
  async function asked(prepare: (opened: Awaited<ReturnType<typeof openDone>>) => Promise<unknown>) {
    const opened = await openDone()
    const { test, visitId, customer } = opened
    await askForRatingLater(
      test.app.db,
      [{ visit: { id: visitId, marketId: customer.scope.marketId } }],
      test.clock.now(),
    )
    await prepare(opened)
    await test.jumpTo((THURSDAY + 2 * HOUR_MS) as Instant)
    const notices = await test.app.db
      .selectFrom('notice')
      .where('user_id', '=', customer.userId)
      .where('key', 'like', 'ask-rating:%')
      .select('title')
      .execute()
    await test.close()
    return notices.map(({ title }) => title)
  }

  it('comes some hours after the work, by the crew’s name', async () => {
    expect(await asked(async () => {})).toEqual(['How did Marco do?'])
  })

  it.each<[string, (opened: Awaited<ReturnType<typeof openDone>>) => Promise<unknown>]>([
    [
      'was rated',
      ({ asCustomer, visitId }) => asCustomer.call('POST /api/rate-visit', { body: { visitId, stars: 5 } }),
    ],
    [
      'was reported',
      ({ asCustomer, visitId }) =>
        asCustomer.call('POST /api/open-dispute', {
          body: { visitId, problem: 'damage', note: 'The gate is bent.' },
        }),
    ],
    [
      'was reopened',
      ({ test, visitId }) =>
        test.app.db.updateTable('visit').set({ state: 'reopened' }).where('id', '=', visitId).execute(),
    ],
    [
      'follows another that was asked for within two weeks',
      async ({ test, customer }) => {
        const { visitId } = await buildCompletedVisit(test.app, { customerId: customer.userId })
        await askForRatingLater(
          test.app.db,
          [{ visit: { id: visitId, marketId: customer.scope.marketId } }],
          (THURSDAY - 4 * HOUR_MS) as Instant,
        )
        await test.work()
        await test.app.db.deleteFrom('notice').where('user_id', '=', customer.userId).execute()
      },
    ],
  ])('does not come where the visit %s', async (_name, prepare) => {
    expect(await asked(prepare)).toEqual([])
  })
})

describe('a tip', () => {
  it('is charged with the next bill, once, and goes to the crew whole', async () => {
    const { test, visitId, crew, asCustomer, asCrew } = await openDone()
    await saveTestCard(asCustomer)
    const given = await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 500 } })
    expect(given.body).toMatchObject({ tipCents: 500, canTip: false })
    await test.jumpTo(UNDO_OVER)
    expect((await asCustomer.call('GET /api/billing')).body.nextCharge.totalCents).toBe(2_500)
    await test.jumpTo(MONDAY_RUN)
    const [payment] = (await asCustomer.call('GET /api/payments')).body.payments
    expect(payment).toMatchObject({ totalCents: 2_500, state: 'paid' })
    expect((await asCustomer.call('GET /api/billing')).body.nextCharge.totalCents).toBe(0)
    expect(await movementsFor(test, payment!.id)).toMatchObject([{ amountCents: 2_500 }])
    const receipt = await asCustomer.call('GET /api/payment', { query: { id: payment!.id } })
    expect(receipt.body).toMatchObject({
      lines: [
        { kind: 'visit', amountCents: 2_000 },
        { kind: 'tip', amountCents: 500 },
      ],
    })
    const earnings = await test.app.db
      .selectFrom('earning')
      .where('crew_id', '=', crew.userId)
      .orderBy('kind')
      .select(['kind', 'amount_cents', 'available_at'])
      .execute()
    expect(earnings).toMatchObject([
      { kind: 'tip', amount_cents: 500 },
      { kind: 'visit', amount_cents: 1_400 },
    ])
    expect((await asCrew.call('GET /api/visit-feedback', { query: { visitId } })).body.tipCents).toBe(500)
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    expect((await asCustomer.call('GET /api/payments')).body.payments).toHaveLength(1)
    await test.close()
  })

  it('given after its visit was billed stands on the next bill alone', async () => {
    const { test, visitId, asCustomer } = await openDone()
    await saveTestCard(asCustomer)
    await test.jumpTo(MONDAY_RUN)
    await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 300 } })
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    const { payments } = (await asCustomer.call('GET /api/payments')).body
    expect(payments.map(({ totalCents, state }) => [totalCents, state])).toEqual([
      [300, 'paid'],
      [2_000, 'paid'],
    ])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('field 21: sent twice, or ten times at once, is one tip', async () => {
    const { test, visitId, asCustomer } = await openDone()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 700 } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const other = await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 900 } })
    expect([other.status, other.failure.code]).toEqual([409, 'already_tipped'])
    await test.jumpTo(UNDO_OVER)
    const tips = await test.app.db
      .selectFrom('tip')
      .where('visit_id', '=', visitId)
      .select('amount_cents')
      .execute()
    expect(tips).toEqual([{ amount_cents: 700 }])
    expect((await reconcile(test.app)).checks.flatMap(({ differences }) => differences)).toEqual([])
    await test.close()
  })

  it('is for the customer of the visit alone, within bounds', async () => {
    const { test, visitId, asCustomer, asCrew, strangers } = await openDone()
    for (const amountCents of [99, 50_001, -500])
      expect((await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents } })).status).toBe(
        400,
      )
    const tooMuch = { body: { visitId, amountCents: 50_001 } }
    const inEnglish = await asCustomer.call('POST /api/tip-visit', tooMuch)
    expect(inEnglish.failure.fields).toEqual({ amountCents: 'A tip is from $1 to $500.' })
    await asCustomer.call('POST /api/update-profile', { body: { locale: 'es' } })
    const inSpanish = await asCustomer.call('POST /api/tip-visit', tooMuch)
    expect(inSpanish.failure.error).toBe('Una propina es de $1 a $500.')
    const body = { visitId, amountCents: 500 }
    expect((await strangers[0]!.call('POST /api/tip-visit', { body })).status).toBe(404)
    expect((await asCrew.call('POST /api/tip-visit', { body })).status).toBe(403)
    await test.close()
  })

  it('can be taken back while the crew knows nothing of it, and leaves no trace', async () => {
    const { test, visitId, asCustomer, asCrew } = await openDone()
    const given = await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 500 } })
    expect(given.body.tipUndoableUntil).toBe(new Date(UNDO_OVER).toISOString())
    const seen = await asCrew.call('GET /api/visit-feedback', { query: { visitId } })
    expect(seen.body).toMatchObject({ tipCents: null, tipUndoableUntil: null })
    const undo = () => asCustomer.call('POST /api/undo-tip', { body: { visitId } })
    await undo()
    expect((await undo()).body).toMatchObject({ tipCents: null, tipUndoableUntil: null, canTip: true })
    await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 1_000 } })
    await test.jumpTo(instant(UNDO_OVER + MINUTE_MS))
    const after = await asCrew.call('GET /api/visit-feedback', { query: { visitId } })
    expect(after.body.tipCents).toBe(1_000)
    const journals = await test.app.db
      .selectFrom('ledger_journal')
      .where('kind', '=', 'tip_given')
      .where('subject_id', '=', visitId)
      .select('key')
      .execute()
    expect(journals).toHaveLength(1)
    await test.close()
  })

  it('stays once the crew has it, and is nobody else’s to take back', async () => {
    const { test, visitId, asCustomer, asCrew, strangers } = await openDone()
    await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 500 } })
    const body = { visitId }
    expect((await strangers[0]!.call('POST /api/undo-tip', { body })).status).toBe(404)
    expect((await asCrew.call('POST /api/undo-tip', { body })).status).toBe(403)
    await test.jumpTo(UNDO_OVER)
    const late = await asCustomer.call('POST /api/undo-tip', { body })
    expect([late.status, late.failure.code]).toEqual([409, 'already_tipped'])
    await test.close()
  })

  it('is not given for work that is being redone by then', async () => {
    const { test, visitId, asCustomer } = await openDone()
    await asCustomer.call('POST /api/tip-visit', { body: { visitId, amountCents: 500 } })
    await test.app.db.updateTable('visit').set({ state: 'reopened' }).where('id', '=', visitId).execute()
    await test.jumpTo(UNDO_OVER)
    expect(await test.app.db.selectFrom('tip').select('id').execute()).toEqual([])
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })
})
