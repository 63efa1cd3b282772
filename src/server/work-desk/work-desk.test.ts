/** The pages of an operator for what is not a person. */
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const operator = await signedIn(testApp, await buildOperator(app, { name: 'Ines Keller' }))

async function build() {
  const customer = await buildCustomer(app, { name: 'Jane Cole', phone: '+13035550131' })
  const crew = await buildCrew(app, { name: 'Maria Lopez', phone: '+13035550132' })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Maple House' })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
  return { customer, crew, job, visitId }
}

const read = async (visitId: Awaited<ReturnType<typeof build>>['visitId']) =>
  (await operator.call('GET /api/operator-visit', { query: { id: visitId } })).body
const timeline = async (id: Awaited<ReturnType<typeof build>>['visitId']) =>
  (await operator.call('GET /api/history', { query: { of: 'visit', id } })).body.events

describe('the page of a visit', () => {
  test('says whom it concerns and what can be done now, by the rules of its lifecycle', async () => {
    const { customer, crew, visitId } = await build()
    expect(await read(visitId)).toMatchObject({
      id: visitId,
      state: 'confirmed',
      timeZone: 'America/Denver',
      customer: { id: customer.userId, name: 'Jane Cole', phone: '+13035550131' },
      crew: { id: crew.userId, name: 'Maria Lopez' },
      acts: ['assign', 'release', 'complete', 'skip', 'move'],
      payments: [],
      earnings: [],
    })
    await operator.call('POST /api/skip-visit', {
      body: { visitId },
      headers: { 'acting-for': customer.userId },
    })
    expect((await read(visitId)).acts).toEqual(['unskip'])
  })

  test('tells who was asked, the steps, the money, the words and the notes, latest first', async () => {
    const { customer, crew, visitId } = await build()
    const at = { headers: { 'acting-for': crew.userId, 'acting-reason': 'Called' } }
    await operator.call('POST /api/complete-visit', {
      body: { visitId, note: 'Seen by the neighbour' },
      ...at,
    })
    const about = { kind: 'visit' as const, id: visitId }
    const note = await operator.call('POST /api/add-person-note', {
      body: { id: customer.userId, text: 'Pleased', about },
    })
    expect(note.status).toBe(200)
    const events = await timeline(visitId)
    expect(events.map(({ kind, title }) => `${kind} ${title}`).sort()).toEqual(
      [
        'step complete',
        'earning visit',
        'journal visit_completed',
        'note Pleased',
        'operator complete_visit_for',
        ...events.filter(({ kind }) => kind === 'notice').map(({ title }) => `notice ${title}`),
      ].sort(),
    )
    expect(events.find(({ kind }) => kind === 'step')).toMatchObject({
      by: 'operator',
      name: 'Ines Keller',
      note: 'Seen by the neighbour',
    })
    expect(events.map(({ at: when }) => when)).toEqual(
      events
        .map(({ at: when }) => when)
        .toSorted()
        .toReversed(),
    )
    expect((await read(visitId)).earnings).toMatchObject([{ kind: 'visit', crewName: 'Maria Lopez' }])
    const notes = await operator.call('GET /api/person-notes', {
      query: { id: customer.userId, aboutId: visitId },
    })
    expect(notes.body.notes).toMatchObject([{ text: 'Pleased', about }])
  })

  test('shows the charge that the visit is on', async () => {
    const { customer, visitId } = await build()
    const payment = await app.db
      .insertInto('payment')
      .values({
        customer_id: customer.userId,
        period_start: localDate('2026-02-23'),
        period_end: localDate('2026-03-01'),
        state: 'paid',
        subtotal_cents: cents(4200),
        total_cents: cents(4200),
        created_at: toTimestamp(app.ports.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('payment_line')
      .values({
        payment_id: payment.id,
        visit_id: visitId,
        kind: 'visit',
        description: 'Bins',
        amount_cents: cents(4200),
      })
      .execute()
    expect((await read(visitId)).payments).toMatchObject([
      { id: payment.id, state: 'paid', totalCents: 4200 },
    ])
    expect(await timeline(visitId)).toMatchObject([
      { kind: 'payment', paymentId: payment.id, amountCents: 4200 },
    ])
  })

  test('is of the own market only, and a note is about a thing of its person only', async () => {
    const { visitId } = await build()
    const other = await build()
    const wrong = await operator.call('POST /api/add-person-note', {
      body: { id: other.customer.userId, text: 'x', about: { kind: 'visit', id: visitId } },
    })
    expect(wrong.status).toBe(404)
    await app.db
      .insertInto('market')
      .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
      .execute()
    await app.db
      .updateTable('users')
      .set({ market_id: 'elsewhere' })
      .where('id', '=', other.customer.userId)
      .execute()
    const query = { id: other.visitId }
    const answers = [
      await operator.call('GET /api/operator-visit', { query }),
      await operator.call('GET /api/history', { query: { of: 'visit', ...query } }),
      await operator.call('POST /api/send-door-link', { body: { visitId: other.visitId } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('a visit given to another crew is off the list of the first, and both are notified', async () => {
    const { crew, visitId } = await build()
    const next = await buildCrew(app, { name: 'Nia Next' })
    const given = await operator.call('POST /api/assign-visit', { body: { visitId, crewId: next.userId } })
    expect(given.status).toBe(200)
    const titles = await app.db
      .selectFrom('notice')
      .where('user_id', 'in', [crew.userId, next.userId])
      .orderBy('title')
      .select(['title', 'user_id'])
      .execute()
    expect(titles).toEqual([
      { title: 'A visit is yours', user_id: next.userId },
      { title: 'A visit went to another crew', user_id: crew.userId },
    ])
  })

  test('sends the crew the link to the door', async () => {
    const { crew, visitId } = await build()
    expect((await operator.call('POST /api/send-door-link', { body: { visitId } })).status).toBe(200)
    const notice = await app.db
      .selectFrom('notice')
      .where('user_id', '=', crew.userId)
      .select(['title', 'url'])
      .executeTakeFirstOrThrow()
    expect(notice.title).toBe('Your stop: Maple House')
    expect(notice.url).toMatch(/^\/go\/[0-9A-Z]{8}$/)
    await app.db.updateTable('visit').set({ crew_id: null }).where('id', '=', visitId).execute()
    const refused = await operator.call('POST /api/send-door-link', { body: { visitId } })
    expect(refused.failure.code).toBe('no_crew')
  })
})

describe('the page of a place, and of a weekly job', () => {
  test('shows whose it is, its work with the crews that have it, and its visits only', async () => {
    const { customer, crew, job, visitId } = await build()
    const elsewhere = await buildWeeklyJob(app, { customerId: customer.userId, name: 'Lake House' })
    await buildVisit(app, elsewhere)
    const now = toTimestamp(app.ports.clock.now())
    const assignment = {
      weekly_job_id: job.weeklyJobId,
      weekday: 2 as const,
      from_date: localDate('2026-03-02'),
    }
    const former = await buildCrew(app, { name: 'Old Crew' })
    await app.db
      .insertInto('assignment')
      .values([
        { ...assignment, crew_id: former.userId, taken_at: now, released_at: now, is_late_release: true },
        { ...assignment, crew_id: crew.userId, taken_at: now },
      ])
      .execute()
    const place = await operator.call('GET /api/operator-place', { query: { id: job.propertyId } })
    expect(place.body).toMatchObject({
      name: 'Maple House',
      customer: { id: customer.userId, name: 'Jane Cole' },
      complex: null,
      jobs: [{ id: job.weeklyJobId, serviceKey: 'bins', weekdays: [2], crewNames: ['Maria Lopez'] }],
    })
    const read = await operator.call('GET /api/operator-job', { query: { id: job.weeklyJobId } })
    expect(read.body).toMatchObject({ placeName: 'Maple House', customer: { id: customer.userId } })
    expect(read.body.crews).toMatchObject([
      { name: 'Maria Lopez', releasedAt: null, isLate: false },
      { name: 'Old Crew', isLate: true },
    ])
    for (const of of [{ propertyId: job.propertyId }, { weeklyJobId: job.weeklyJobId }]) {
      const query = { id: customer.userId, when: 'coming' as const, ...of }
      const { visits } = (await operator.call('GET /api/person-visits', { query })).body
      expect(visits.map(({ id }) => id)).toEqual([visitId])
    }
  })

  test('is asked for by one id, of the own market', async () => {
    const { customer, job } = await build()
    const both = { id: job.propertyId, complexId: job.propertyId as never }
    expect((await operator.call('GET /api/operator-place', { query: both })).status).toBe(400)
    await app.db
      .updateTable('users')
      .set({ market_id: 'elsewhere' })
      .where('id', '=', customer.userId)
      .execute()
    const answers = [
      await operator.call('GET /api/operator-place', { query: { id: job.propertyId } }),
      await operator.call('GET /api/operator-job', { query: { id: job.weeklyJobId } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })
})
