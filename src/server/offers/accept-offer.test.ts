import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfferId, UserId, VisitId } from '#domain/ids.ts'
import { HOUR_MS, instant, MINUTE_MS } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCrewIn,
  buildCrewsIn,
  buildOpenVisit,
  createTowns,
  offersOf,
  openOfferOf,
  startOffering,
} from '#testing/build-offers.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
const nextTown = createTowns()
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** A visit of today that waits for the answers of some crews. */
async function offered(crewCount: number, input: Parameters<typeof buildOpenVisit>[2] = {}) {
  const town = nextTown()
  const crews = await buildCrewsIn(testApp, town, crewCount)
  const visit = await buildOpenVisit(testApp.app, town, input)
  await startOffering(testApp, visit.visitId)
  await testApp.work()
  return { town, crews, ...visit }
}

async function accept(crew: { client: Awaited<ReturnType<typeof signedIn>> }, offerId: OfferId) {
  return crew.client.call('POST /api/accept-offer', { body: { offerId } })
}

function visitRow(visitId: VisitId) {
  return testApp.app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()
}

function steps(visitId: VisitId, transition: string) {
  return testApp.app.db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .where('transition', '=', transition)
    .select('actor_id')
    .execute()
}

/** One end of every race: at most one crew has the visit, says so in one accepted offer, and nothing is left open. */
async function expectOneEnd(visitId: VisitId, winners: readonly string[]): Promise<void> {
  const [visit, offers] = [await visitRow(visitId), await offersOf(testApp.app, visitId)]
  const accepted = offers.filter((offer) => offer.state === 'accepted').map((offer) => offer.crew_id)
  expect(accepted).toEqual(winners)
  if (winners.length > 0) expect(visit).toMatchObject({ crew_id: winners[0], state: 'confirmed' })
}

describe('accepting', () => {
  test('gives the visit to the crew, notifies the customer of who comes, and ends the others’ offers', async () => {
    const { crews, visitId, customerId } = await offered(3)
    const [winner, other] = crews
    const offerId = await openOfferOf(testApp.app, visitId, winner!.userId)
    const won = await accept(winner!, offerId)
    expect(won.body).toEqual({ offerId, visitId, state: 'accepted', payCents: 700 })
    expect(await visitRow(visitId)).toMatchObject({ crew_id: winner!.userId, state: 'confirmed' })
    expect((await offersOf(testApp.app, visitId)).map((offer) => offer.state).sort()).toEqual([
      'accepted',
      'lost',
      'lost',
    ])
    await testApp.work()
    const mails = await testApp.app.db
      .selectFrom('outbox_message')
      .where('user_id', '=', customerId)
      .where('channel', '=', 'mail')
      .select('body')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body).toContain(`/visit/${visitId}`)
    const lost = await other!.client.call('GET /api/offers')
    expect(lost.body.offers).toEqual([])
    const reading = await winner!.client.call('GET /api/offer', { query: { offerId } })
    expect(reading.body).toMatchObject({
      state: 'accepted',
      visitId,
      exactPlace: { address: '101 W Colfax Ave, Denver' },
    })
  })

  test('ux 3: an accepted visit of today is given back within two hours without a mark', async () => {
    const { crews, visitId } = await offered(1)
    const { client, userId } = crews[0]!
    await accept(crews[0]!, await openOfferOf(testApp.app, visitId, userId))
    expect((await client.call('POST /api/release-visit', { body: { visitId } })).body.isLate).toBe(false)
    expect((await client.call('POST /api/get-reliability')).body).toMatchObject({
      share: null,
      lateReleases: 0,
    })
  })

  test('field 13, threats S1: of fifty at once one wins; the others learn that it is taken; again it counts once', async () => {
    const { app } = testApp
    const town = nextTown()
    const crews = await buildCrewsIn(testApp, town, 50)
    const { visitId, customerId } = await buildOpenVisit(app, town)
    await startOffering(testApp, visitId)
    for (const _ of [1, 2, 3, 4]) {
      await testApp.work()
      testApp.clock.advance(10 * MINUTE_MS)
    }
    const offers = await Promise.all(crews.map((crew) => openOfferOf(app, visitId, crew.userId)))
    const answers = await Promise.all(crews.map((crew, index) => accept(crew, offers[index]!)))
    const winner = answers.findIndex((answer) => answer.status === 200)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const { status, failure } of answers.filter((_, index) => index !== winner)) {
      expect([status, failure.code]).toEqual([409, 'offer_taken'])
      expect(failure.error).toMatch(/^This offer has been taken\./)
    }
    await expectOneEnd(visitId, [crews[winner]!.userId])
    expect(await steps(visitId, 'accept_offer')).toHaveLength(1)
    const again = await accept(crews[winner]!, offers[winner]!)
    expect([again.status, again.body]).toEqual([200, answers[winner]!.body])
    await testApp.work()
    const notice = await app.db
      .selectFrom('outbox_message')
      .where('user_id', '=', customerId)
      .where('channel', '=', 'mail')
      .select('id')
      .execute()
    expect(notice).toHaveLength(1)
    expect(await steps(visitId, 'accept_offer')).toHaveLength(1)
  })

  test('field 15, threats S2: of two overlapping offers accepted by one crew at once the second is refused', async () => {
    const { app } = testApp
    for (let round = 0; round < 4; round++) {
      const town = nextTown()
      const crew = await buildCrewIn(testApp, town)
      const visits = [
        await buildOpenVisit(app, town, {
          serviceKey: 'handyman',
          window: { from: '12:00', until: '13:30' },
        }),
        await buildOpenVisit(app, town, {
          serviceKey: 'handyman',
          window: { from: '12:15', until: '13:45' },
        }),
      ]
      for (const { visitId } of visits) await startOffering(testApp, visitId)
      await testApp.work()
      const offers = await Promise.all(visits.map(({ visitId }) => openOfferOf(app, visitId, crew.userId)))
      const answers = await Promise.all(offers.map((offerId) => accept(crew, offerId)))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      expect(answers.find((answer) => answer.status === 409)!.failure.code).toBe('overlapping_work')
    }
  })

  test('field 16: is refused by what the work takes, and on a day off that covers it', async () => {
    const { app, clock } = testApp
    const late = await offered(1, { serviceKey: 'handyman', window: { from: '12:00', until: '13:30' } })
    const offerId = await openOfferOf(app, late.visitId, late.crews[0]!.userId)
    const off = await offered(1)
    await app.db
      .insertInto('time_off')
      .values({
        crew_id: off.crews[0]!.userId,
        from_date: (await visitRow(off.visitId)).date,
        to_date: (await visitRow(off.visitId)).date,
        created_at: new Date(clock.now()),
      })
      .execute()
    const onDayOff = await accept(off.crews[0]!, await openOfferOf(app, off.visitId, off.crews[0]!.userId))
    expect(onDayOff.failure.code).toBe('day_not_worked')
    // Three and a half hours of work begin before the offered hour and end in it.
    const long = await buildWeeklyJob(app, {
      at: late.town,
      serviceKey: 'turnover',
      window: { from: '09:30', until: '12:45' },
    })
    await buildVisit(app, long, { crewId: late.crews[0]!.userId, state: 'confirmed', quantity: 4 })
    expect((await accept(late.crews[0]!, offerId)).failure.code).toBe('overlapping_work')
  })

  test('keeps what was promised: the raise is paid whole, by the platform', async () => {
    const { app } = testApp
    const { crews, visitId } = await offered(7)
    testApp.clock.advance(10 * MINUTE_MS)
    await testApp.work()
    const later = (await offersOf(app, visitId)).find((offer) => offer.wave === 1)!
    const crew = crews.find(({ userId }) => userId === later.crew_id)!
    await accept(crew, later.id)
    const day = await crew.client.call('GET /api/day')
    expect(day.body.stops).toMatchObject([{ visitId, payCents: 735 }])
    const seen = await crew.client.call('GET /api/visit', { query: { id: visitId } })
    expect(seen.body).toMatchObject({ crewPayCents: 735 })
    await app.db.updateTable('service').set({ photos_required: 0 }).where('key', '=', 'bins').execute()
    const done = await crew.client.call('POST /api/complete-visit', { body: { visitId } })
    expect(done.body).toMatchObject({ state: 'completed', payCents: 735 })
    const { rows } = await postings(visitId)
    expect(Object.fromEntries(rows.map((row) => [row.kind, row.amount_cents]))).toEqual({
      customer_receivable: 1_000,
      crew_payable: -735,
      platform_revenue: -265,
    })
    const earning = await app.db.selectFrom('earning').where('visit_id', '=', visitId).selectAll().execute()
    expect(earning).toMatchObject([{ amount_cents: 735 }])
  })
})

async function postings(visitId: VisitId) {
  const rows = await testApp.app.db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_journal', 'ledger_journal.id', 'ledger_posting.journal_id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .where('ledger_journal.subject_id', '=', visitId)
    .select(['ledger_account.kind', 'ledger_posting.amount_cents'])
    .execute()
  return { rows }
}

describe('field 14: an acceptance that races', () => {
  const ROUNDS = 5

  test('an operator who assigns ends with one crew', async () => {
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    for (let round = 0; round < ROUNDS; round++) {
      const { crews, visitId } = await offered(2)
      const [taker, given] = crews
      const offerId = await openOfferOf(testApp.app, visitId, taker!.userId)
      const [won, assigned] = await Promise.all([
        accept(taker!, offerId),
        operator.call('POST /api/assign-visit', { body: { visitId, crewId: given!.userId } }),
      ])
      // The operator may give an accepted visit to another crew: whoever was last has it.
      expect(assigned.status).toBe(200)
      expect(won.status === 200 || won.failure.code === 'offer_taken').toBe(true)
      expect(await visitRow(visitId)).toMatchObject({
        crew_id: given!.userId,
        state: 'confirmed',
        offer_raise_cents: 0,
      })
      const states = (await offersOf(testApp.app, visitId)).map((offer) => offer.state)
      expect(states).not.toContain('open')
      expect(states).not.toContain('accepted')
    }
  })

  test('the deadline is either in time or refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { crews, visitId } = await offered(1)
      const offerId = await openOfferOf(testApp.app, visitId, crews[0]!.userId)
      testApp.clock.advance(10 * MINUTE_MS - (round % 2))
      const [answer] = await Promise.all([accept(crews[0]!, offerId), testApp.work()])
      if (round % 2 === 0) expect(answer.failure.code).toBe('offer_expired')
      else expect(answer.status).toBe(200)
      await expectOneEnd(visitId, answer.status === 200 ? [crews[0]!.userId] : [])
    }
  })

  test('a customer who skips ends with a skipped visit or with one that its crew was notified of', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { crews, visitId, customerId } = await offered(1)
      const customer = await signedIn(testApp, { userId: customerId })
      const offerId = await openOfferOf(testApp.app, visitId, crews[0]!.userId)
      const [answer, skipped] = await Promise.all([
        accept(crews[0]!, offerId),
        customer.call('POST /api/skip-visit', { body: { visitId } }),
      ])
      const visit = await visitRow(visitId)
      expect([skipped.status, visit.state]).toEqual([200, 'skipped'])
      expect(visit.crew_id).toBe(answer.status === 200 ? crews[0]!.userId : null)
      if (answer.status !== 200) expect(answer.failure.code).toBe('no_longer_open')
      expect((await offersOf(testApp.app, visitId)).map((offer) => offer.state)).not.toContain('open')
    }
  })

  test('a customer who ends the job ends with a cancelled visit that nobody has, and a crew that won is notified', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { crews, visitId, customerId, weeklyJobId } = await offered(1)
      const customer = await signedIn(testApp, { userId: customerId })
      const offerId = await openOfferOf(testApp.app, visitId, crews[0]!.userId)
      const [answer, ended] = await Promise.all([
        accept(crews[0]!, offerId),
        customer.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } }),
      ])
      expect([ended.status, ended.body.cancelledVisitCount]).toEqual([200, 1])
      expect((await visitRow(visitId)).state).toBe('cancelled')
      if (answer.status !== 200) expect(answer.failure.code).toBe('no_longer_open')
      expect((await offersOf(testApp.app, visitId)).map((offer) => offer.state)).toEqual(['withdrawn'])
      await testApp.work()
      const notices = await testApp.app.db
        .selectFrom('outbox_message')
        .where('user_id', '=', crews[0]!.userId)
        .where('subject', '=', 'A weekly job ended')
        .select('id')
        .execute()
      expect(notices).toHaveLength(answer.status === 200 ? 1 : 0)
    }
  })

  test('threats S6: a freeze comes before it or after it', async () => {
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    for (let round = 0; round < ROUNDS; round++) {
      const { crews, visitId } = await offered(1)
      const offerId = await openOfferOf(testApp.app, visitId, crews[0]!.userId)
      const until = new Date(testApp.clock.now() + HOUR_MS).toISOString()
      const [answer, frozen] = await Promise.all([
        accept(crews[0]!, offerId),
        operator.call('POST /api/freeze-user', {
          body: { userId: crews[0]!.userId, until, notes: 'Please call us.' },
        }),
      ])
      expect(frozen.status).toBe(200)
      if (answer.status !== 200) expect([answer.status, answer.failure.code]).toEqual([403, 'account_frozen'])
      await expectOneEnd(visitId, answer.status === 200 ? [crews[0]!.userId] : [])
    }
  })

  test('a payout account that is lost takes the work from nobody: its money waits', async () => {
    const { crews, visitId } = await offered(1)
    const crew = crews[0]!
    const offerId = await openOfferOf(testApp.app, visitId, crew.userId)
    const [answer] = await Promise.all([
      accept(crew, offerId),
      testApp.app.db
        .insertInto('payout_account')
        .values({ user_id: crew.userId, account_id: 'acct_lost', state: 'restricted' })
        .execute(),
    ])
    expect(answer.status).toBe(200)
    const read = await crew.client.call('GET /api/offer', { query: { offerId } })
    expect(read.body).toMatchObject({ state: 'accepted', payoutWarning: 'restricted' })
  })

  test('threats S6: is refused until the very instant at which the freeze ends', async () => {
    const { app, clock } = testApp
    const { crews, visitId } = await offered(1)
    const crew = crews[0]!
    const offerId = await openOfferOf(app, visitId, crew.userId)
    const freeze = async (userId: UserId, until: number) =>
      app.db
        .updateTable('users')
        .set({ frozen_until: new Date(until) })
        .where('id', '=', userId)
        .execute()
    await freeze(crew.userId, clock.now() + 1)
    const read = await crew.client.call('GET /api/offer', { query: { offerId } })
    expect(read.body).toMatchObject({ state: 'open', hindrance: 'account_frozen' })
    expect((await accept(crew, offerId)).failure.code).toBe('account_frozen')
    await freeze(crew.userId, instant(clock.now()))
    expect((await accept(crew, offerId)).status).toBe(200)
  })
})
