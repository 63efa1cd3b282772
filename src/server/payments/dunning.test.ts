import { describe, expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, localDate, parseInstant, weekdayOf } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  chargesOf,
  type MoneyTest,
  mailsTo,
  movementsFor,
  openMoneyTest,
  saveTestCard,
  tokenise,
} from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')

describe('a declined card', () => {
  it('is tried again after 1, 3 and 7 days, with a mail each time, and then pauses the weekly jobs', async () => {
    const { test, customer, client, paymentId, crew } = await openDeclined()
    const seen = async () => {
      const { body } = await client.call('GET /api/billing')
      return [body.duePayments[0]!.state, body.duePayments[0]!.nextAttemptAt, body.isServicePaused]
    }
    expect(await seen()).toEqual(['declined', '2026-03-10T12:00:00.000Z', false])
    await test.jumpTo((MONDAY_RUN + DAY_MS) as Instant)
    expect(await seen()).toEqual(['declined', '2026-03-12T12:00:00.000Z', false])
    await test.jumpTo((MONDAY_RUN + 2 * DAY_MS) as Instant)
    expect(await chargesOf(test, paymentId)).toHaveLength(2)
    await test.jumpTo((MONDAY_RUN + 3 * DAY_MS) as Instant)
    expect(await seen()).toEqual(['declined', '2026-03-16T12:00:00.000Z', false])
    expect(await pausedJobs(test, customer.userId)).toBe(0)
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    expect(await seen()).toEqual(['declined', null, true])
    await test.jumpTo((MONDAY_RUN + 20 * DAY_MS) as Instant)
    expect(await chargesOf(test, paymentId)).toHaveLength(4)
    expect(await movementsFor(test, paymentId)).toEqual([])

    expect(await pausedJobs(test, customer.userId)).toBe(1)
    const coming = await visitsOf(test, customer.userId, '2026-03-17')
    expect(coming.length).toBeGreaterThan(0)
    expect(new Set(coming.map(({ state }) => state))).toEqual(new Set(['skipped']))
    const asked = (await mailsTo(test, customer.email)).filter(({ body }) => body.includes('/update-billing'))
    expect(asked.map(({ subject }) => subject)).toEqual([
      ...Array.from({ length: 3 }, () => 'Your payment did not go through'),
      'We paused your service',
    ])
    expect((await mailsTo(test, crew.email)).map(({ subject }) => subject)).toContain('A customer is paused')
    await test.close()
  })

  it('resumes the service once it is paid, bills nothing of the weeks between, and notifies the crew', async () => {
    const { test, customer, client, crew } = await openDeclined()
    for (const day of [1, 3, 7]) await test.jumpTo((MONDAY_RUN + day * DAY_MS) as Instant)
    await test.jumpTo((MONDAY_RUN + 9 * DAY_MS) as Instant)
    const saved = await saveTestCard(client)
    expect(saved.body.charge).toMatchObject({ state: 'paid', dueCents: 0 })
    await test.work()
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      dueCents: 0,
      isServicePaused: false,
    })
    expect(await pausedJobs(test, customer.userId)).toBe(0)
    // Paid on Wednesday the 18th: the Tuesday before stays out, the Tuesdays after are back.
    const states = Object.fromEntries(
      (await visitsOf(test, customer.userId, '2026-03-17')).map(({ date, state }) => [date, state]),
    )
    expect(states['2026-03-17']).toBe('skipped')
    expect([states['2026-03-24'], states['2026-03-31']]).toEqual(['scheduled', 'scheduled'])
    expect((await mailsTo(test, crew.email)).map(({ subject }) => subject)).toContain('A customer is back')
    await test.jumpTo((MONDAY_RUN + 14 * DAY_MS) as Instant)
    expect((await client.call('GET /api/payments')).body.payments).toHaveLength(1)
    await test.close()
  })

  it('keeps the service paused: nothing is booked anew, and what was ended is not brought back', async () => {
    const { test, customer, client, job } = await openDeclined()
    const bookFrom = (startsOn: string) =>
      client.call('POST /api/book-weekly-jobs', {
        body: {
          items: [{ propertyIds: [job.propertyId], serviceKey: 'bins', weekdays: [3], quantity: 1 }],
          startsOn: localDate(startsOn),
        },
      })
    for (const day of [1, 3]) await test.jumpTo((MONDAY_RUN + day * DAY_MS) as Instant)
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS - 60_000) as Instant)
    const ended = await client.call('POST /api/start-bulk-change', {
      body: { weeklyJobIds: [job.weeklyJobId], change: { kind: 'cancel' } },
    })
    expect(ended.status).toBe(200)
    await test.work()
    await test.jumpTo((MONDAY_RUN + 7 * DAY_MS) as Instant)
    expect((await client.call('GET /api/billing')).body.isServicePaused).toBe(true)
    const { bulkChangeId } = ended.body
    expect((await client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })).status).toBe(200)
    await test.work()
    const booked = await bookFrom('2026-03-18')
    expect([booked.status, booked.failure.code]).toEqual([409, 'payment_overdue'])
    const coming = await visitsOf(test, customer.userId, '2026-03-17')
    expect(coming.filter(({ state }) => state === 'scheduled')).toEqual([])
    await saveTestCard(client)
    await test.work()
    expect((await bookFrom('2026-03-18')).status).toBe(200)
    await test.close()
  })

  it('brings back only the weekdays that the customer still wants', async () => {
    const { test, customer, client } = await openDeclined()
    for (const day of [1, 3, 7]) await test.jumpTo((MONDAY_RUN + day * DAY_MS) as Instant)
    const { body } = await client.call('POST /api/get-weekly-jobs', { body: {} })
    const changed = await client.call('POST /api/change-weekly-job', {
      body: { weeklyJobId: body.jobs[0]!.id, from: localDate('2026-03-23'), weekdays: [5] },
    })
    expect(changed.status).toBe(200)
    await saveTestCard(client)
    await test.work()
    const coming = (await visitsOf(test, customer.userId, '2026-03-23')).filter(
      ({ state }) => state !== 'skipped',
    )
    expect(coming.length).toBeGreaterThan(1)
    expect(new Set(coming.map(({ date }) => weekdayOf(date)))).toEqual(new Set([5]))
    await test.close()
  })

  it('gives no tip: the crew would have from us what nobody pays', async () => {
    const { test, customer, client } = await openDeclined()
    const { id: visitId } = await test.app.db
      .selectFrom('visit')
      .where('customer_id', '=', customer.userId)
      .where('state', '=', 'completed')
      .select('id')
      .executeTakeFirstOrThrow()
    const tip = () => client.call('POST /api/tip-visit', { body: { visitId, amountCents: 50_000 } })
    const refused = await tip()
    expect([refused.status, refused.failure.code]).toEqual([409, 'payment_overdue'])
    await saveTestCard(client)
    await test.work()
    expect((await tip()).status).toBe(200)
    await test.close()
  })

  it('moves no deadline when the customer tries the same card', async () => {
    const { test, client, paymentId } = await openDeclined()
    for (let again = 0; again < 6; again++)
      expect((await client.call('POST /api/pay-now', { body: {} })).body.state).toBe('declined')
    expect((await client.call('GET /api/billing')).body).toMatchObject({
      isServicePaused: false,
      duePayments: [{ nextAttemptAt: '2026-03-10T12:00:00.000Z' }],
    })
    expect(await chargesOf(test, paymentId)).toHaveLength(7)
    await test.close()
  })

  it('is treated like no card at all', async () => {
    const test = await openMoneyTest(THURSDAY)
    const customer = await buildCustomer(test.app, { locale: 'es' })
    await buildCompletedVisit(test.app, { customerId: customer.userId })
    await test.jumpTo(MONDAY_RUN)
    const client = await signedIn(test, customer)
    expect((await client.call('GET /api/billing')).body.duePayments).toMatchObject([
      { state: 'declined', lastDecline: 'no_card', nextAttemptAt: '2026-03-10T12:00:00.000Z' },
    ])
    expect((await mailsTo(test, customer.email)).map(({ subject }) => subject)).toEqual(['Tu pago no pasó'])
    await test.close()
  })
})

describe('the link in the mail about a declined card', () => {
  it('goes on paying after the new card’s bank was answered, without signing in', async () => {
    const { test, client, customer } = await openDeclined()
    const token = await linkOf(test, customer.email)
    const anybody = test.client()
    const setupToken = await tokenise(anybody, CARDS.needsHolder)
    const asked = await anybody.call('POST /api/update-billing', { body: { token, setupToken } })
    expect(asked.body).toMatchObject({ state: 'requires_action', card: { last4: '3184' } })
    const { clientSecret } = asked.body.nextAction!
    await anybody.call('POST /api/demo-bank/answer-challenge', { body: { clientSecret, isApproved: true } })
    const paid = await anybody.call('POST /api/pay-by-link', { body: { token: asked.body.nextToken! } })
    expect(paid.body).toMatchObject({ state: 'paid', paidCents: 2_000, dueCents: 0 })
    const dead = await anybody.call('POST /api/pay-by-link', { body: { token: 'A'.repeat(43) } })
    expect(dead.status).toBe(404)
    expect((await client.call('GET /api/billing')).body.dueCents).toBe(0)
    await test.close()
  })

  it('shows what is due, replaces the card and pays, once, without signing in', async () => {
    const { test, customer, paymentId } = await openDeclined()
    const anybody = test.client()
    const token = await linkOf(test, customer.email)
    // The embedded provider's form is among our pages.
    const form = await anybody.call('POST /api/open-update-billing-form', { body: { token } })
    expect(form.body).toEqual({ form: null })
    expect((await anybody.call('POST /api/get-update-billing', { body: { token } })).body).toEqual({
      firstName: 'Pat',
      dueCents: 2_000,
      cardLast4: '0341',
    })
    const setupToken = await tokenise(anybody, CARDS.good)
    const paid = await anybody.call('POST /api/update-billing', { body: { token, setupToken } })
    expect(paid.body).toEqual({
      state: 'paid',
      paidCents: 2_000,
      dueCents: 0,
      declineCode: null,
      nextAction: null,
      card: { brand: 'visa', last4: '4242' },
      nextToken: null,
    })
    const again = await anybody.call('POST /api/update-billing', {
      body: { token, setupToken: await tokenise(anybody, CARDS.good) },
    })
    const used = await anybody.call('POST /api/open-update-billing-form', { body: { token } })
    expect(used.status).toBe(404)
    const unknown = await anybody.call('POST /api/get-update-billing', { body: { token: 'A'.repeat(43) } })
    expect([again.status, again.failure]).toEqual([404, unknown.failure])
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    expect(anybody.cookies.size).toBe(0)
    await test.close()
  })

  it('is used up by one of fifty at once', async () => {
    const { test, customer, paymentId } = await openDeclined()
    const token = await linkOf(test, customer.email)
    const clients = Array.from({ length: 50 }, () => test.client())
    const answers = await Promise.all(
      clients.map(async (client) =>
        client.call('POST /api/update-billing', {
          body: { token, setupToken: await tokenise(client, CARDS.good) },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    expect(await movementsFor(test, paymentId)).toHaveLength(1)
    await test.close()
  })

  it('stays good when the provider refuses the card, and is followed by another when the charge is declined', async () => {
    const { test, customer } = await openDeclined()
    const anybody = test.client()
    const token = await linkOf(test, customer.email)
    const refused = await anybody.call('POST /api/update-billing', {
      body: { token, setupToken: await tokenise(anybody, CARDS.insufficientFunds) },
    })
    expect([refused.status, refused.failure.code]).toEqual([409, 'card_insufficient_funds'])
    const declined = await anybody.call('POST /api/update-billing', {
      body: { token, setupToken: await tokenise(anybody, CARDS.declinesAtCharging) },
    })
    expect(declined.body).toMatchObject({ state: 'declined', declineCode: 'card_declined', dueCents: 2_000 })
    const paid = await anybody.call('POST /api/update-billing', {
      body: { token: declined.body.nextToken!, setupToken: await tokenise(anybody, CARDS.good) },
    })
    expect(paid.body).toMatchObject({ state: 'paid', nextToken: null })
    await test.close()
  })

  it('is no longer good after two weeks, and is kept as a hash only', async () => {
    const { test, customer } = await openDeclined()
    const token = await linkOf(test, customer.email)
    const rows = await test.app.db.selectFrom('one_time_token').selectAll().execute()
    expect(rows.map(({ token_hash }) => token_hash.toString('base64url'))).not.toContain(token)
    test.clock.advance(14 * DAY_MS)
    const late = await test.client().call('POST /api/get-update-billing', { body: { token } })
    expect(late.status).toBe(404)
    expect((await test.client().call('POST /api/get-update-billing', { body: { token: 'x' } })).status).toBe(
      400,
    )
    await test.close()
  })
})

/** A customer with a weekly job on Tuesdays, held by a crew, whose card saves but declines: billed on Monday. */
async function openDeclined() {
  const test = await openMoneyTest(THURSDAY)
  const customer = await buildCustomer(test.app, { name: 'Pat Miller' })
  const crew = await buildCrew(test.app)
  const client = await signedIn(test, customer)
  await saveTestCard(client, CARDS.declinesAtCharging)
  const job = await buildWeeklyJob(test.app, { customerId: customer.userId, weekdays: [2] })
  await test.app.db
    .insertInto('assignment')
    .values({
      weekly_job_id: job.weeklyJobId,
      weekday: 2,
      crew_id: crew.userId,
      taken_at: toTimestamp(THURSDAY),
      from_date: localDate('2026-03-05'),
    })
    .execute()
  await buildCompletedVisit(test.app, { job, crewId: crew.userId, date: localDate('2026-03-05') })
  await test.jumpTo(MONDAY_RUN)
  const { body } = await client.call('GET /api/payments')
  return { test, customer, client, crew, job, paymentId: body.payments[0]!.id }
}

async function linkOf(test: MoneyTest, email: string): Promise<string> {
  const mails = await mailsTo(test, email)
  return /token=([A-Za-z0-9_-]{43})/.exec(mails.at(-1)!.body)![1]!
}

async function pausedJobs({ app }: MoneyTest, customerId: UserId): Promise<number> {
  const rows = await app.db
    .selectFrom('weekly_job')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'paused')
    .select('id')
    .execute()
  return rows.length
}

function visitsOf({ app }: MoneyTest, customerId: UserId, from: string) {
  return app.db
    .selectFrom('visit')
    .where('customer_id', '=', customerId)
    .where('date', '>=', localDate(from))
    .orderBy('date')
    .select(['date', 'state', 'crew_id'])
    .execute()
}
