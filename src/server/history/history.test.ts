/** One reader for the histories of all things: each event once, latest first, by kind, on the clock of the place. */
import { describe, expect, test } from 'vitest'
import type { HistoryGroup, HistoryOf } from '#contract/history.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant, localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const operator = await signedIn(testApp, await buildOperator(app, { name: 'Ines Keller' }))

const read = async (of: HistoryOf, id: string, only?: HistoryGroup) =>
  (await operator.call('GET /api/history', { query: { of, id, ...(only === undefined ? {} : { only }) } }))
    .body

/** Over all pages. */
async function readAll(of: HistoryOf, id: string) {
  const seen: Awaited<ReturnType<typeof read>>['events'] = []
  let cursor: string | undefined
  do {
    const { body } = await operator.call('GET /api/history', {
      query: { of, id, ...(cursor === undefined ? {} : { cursor }) },
    })
    seen.push(...body.events)
    cursor = body.nextCursor ?? undefined
  } while (cursor !== undefined)
  return seen
}

async function build() {
  const customer = await buildCustomer(app, { name: 'Jane Cole' })
  const crew = await buildCrew(app, { name: 'Maria Lopez' })
  const propertyId = await buildProperty(app, customer.userId, {
    name: 'Maple House',
    timeZone: 'America/New_York',
  })
  const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId })
  return { customer, crew, propertyId, job }
}

describe('the history of', () => {
  test('a person has what operators changed, from what to what, and where it signed in', async () => {
    const { customer } = await build()
    await signedIn(testApp, customer)
    await operator.call('POST /api/correct-person', {
      body: {
        id: customer.userId,
        name: 'Jane Kohl',
        phone: '',
        email: customer.email,
        locale: 'en',
        reason: 'Married',
      },
    })
    const { events, groups } = await read('person', customer.userId)
    expect(groups).toEqual(['work', 'sign_ins', 'words', 'notes', 'changes', 'money'])
    expect(events.find(({ kind }) => kind === 'operator')).toMatchObject({
      title: 'correct_person',
      note: 'Married',
      name: 'Ines Keller',
      entry: { detail: { before: { name: 'Jane Cole' }, after: { name: 'Jane Kohl' } } },
    })
    expect(events.filter(({ kind }) => kind === 'sign_in')).toHaveLength(1)
    const signIns = await read('person', customer.userId, 'sign_ins')
    expect(signIns.events.map(({ kind }) => kind)).toEqual(['sign_in'])
  })

  test('a sign-in stays when its session ends', async () => {
    const { customer } = await build()
    const client = await signedIn(testApp, customer)
    await client.call('POST /api/sign-out')
    expect((await read('person', customer.userId, 'sign_ins')).events).toHaveLength(1)
  })

  test('a place has its jobs, visits, notes and what was done to its jobs, on its own clock', async () => {
    const { customer, propertyId, job } = await build()
    await buildVisit(app, job, { date: localDate('2026-02-24'), state: 'missed' })
    const acting = { headers: { 'acting-for': customer.userId, 'acting-reason': 'Called' } }
    await operator.call('POST /api/cancel-weekly-job', { body: { weeklyJobId: job.weeklyJobId }, ...acting })
    await operator.call('POST /api/add-person-note', {
      body: { id: customer.userId, text: 'Dog', about: { kind: 'place', id: propertyId } },
    })
    const { timeZone, events } = await read('place', propertyId)
    expect(timeZone).toBe('America/New_York')
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'job_made',
      'note',
      'notice',
      'operator',
      'place_made',
      'visit',
    ])
    expect(events.find(({ kind }) => kind === 'operator')).toMatchObject({
      title: 'cancel_weekly_job_for',
      entry: { people: [{ id: customer.userId, name: 'Jane Cole' }] },
    })
  })

  test('a place and a weekly job have what their people received, of their visits and of themselves', async () => {
    const { customer, propertyId, job } = await build()
    const visitId = await buildVisit(app, job, { state: 'scheduled' })
    const other = await buildWeeklyJob(app, { customerId: customer.userId })
    const otherVisit = await buildVisit(app, other, { state: 'scheduled' })
    const acting = { headers: { 'acting-for': customer.userId, 'acting-reason': 'Called' } }
    for (const each of [visitId, otherVisit])
      expect(
        (await operator.call('POST /api/skip-visit', { body: { visitId: each }, ...acting })).status,
      ).toBe(200)
    const body = { weeklyJobId: job.weeklyJobId }
    await operator.call('POST /api/cancel-weekly-job', { body, ...acting })
    const received = async (of: HistoryOf, id: string) =>
      (await read(of, id, 'words')).events.map(({ title, name }) => `${name}: ${title}`).toSorted()
    const expected = ['Jane Cole: We ended weekly work for you', 'Jane Cole: We skipped a visit for you']
    expect(await received('job', job.weeklyJobId)).toEqual(expected)
    expect(await received('place', propertyId)).toEqual(expected)
    expect(await received('job', other.weeklyJobId)).toEqual(['Jane Cole: We skipped a visit for you'])
  })

  test('a weekly job has its crews, its skipped and its past dates, each once over the pages', async () => {
    const { job, crew } = await build()
    const made: string[] = []
    for (let back = 1; back <= 90; back++) {
      const date = new Date(TEST_START - back * DAY_MS).toISOString().slice(0, 10)
      made.push(await buildVisit(app, job, { date: localDate(date), state: 'missed' }))
    }
    await app.db
      .insertInto('assignment')
      .values({
        weekly_job_id: job.weeklyJobId,
        weekday: 2,
        crew_id: crew.userId,
        taken_at: toTimestamp(instant(TEST_START - 40 * DAY_MS)),
        from_date: localDate('2026-02-01'),
        released_at: toTimestamp(instant(TEST_START - 10 * DAY_MS)),
        is_late_release: true,
      })
      .execute()
    const seen = await readAll('job', job.weeklyJobId)
    expect(seen.flatMap(({ kind, visitId }) => (kind === 'visit' ? [visitId] : [])).toSorted()).toEqual(
      made.toSorted(),
    )
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(seen.filter(({ kind }) => kind === 'taken' || kind === 'released')).toMatchObject([
      { kind: 'released', name: 'Maria Lopez', state: 'late' },
      { kind: 'taken', name: 'Maria Lopez' },
    ])
  })

  test('money is not there for a role that may not see it', async () => {
    const { customer } = await build()
    await app.db
      .insertInto('credit_change')
      .values({
        customer_id: customer.userId,
        operator_id: (await buildOperator(app)).userId,
        kind: 'given',
        amount_cents: cents(500),
        reason: 'Late',
        created_at: toTimestamp(TEST_START),
      })
      .execute()
    const dispatcher = await buildOperator(app)
    await app.db
      .updateTable('users')
      .set({ staff_role: 'dispatcher' })
      .where('id', '=', dispatcher.userId)
      .execute()
    const client = await signedIn(testApp, dispatcher)
    const own = await client.call('GET /api/history', { query: { of: 'person', id: customer.userId } })
    expect(own.body.groups).not.toContain('money')
    expect(own.body.events.map(({ kind }) => kind)).not.toContain('credit')
    expect((await read('person', customer.userId)).events.map(({ kind }) => kind)).toContain('credit')
  })

  test('things of another market are not found', async () => {
    const { customer, propertyId, job } = await build()
    const visitId = await buildVisit(app, job)
    await app.db
      .insertInto('market')
      .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
      .execute()
    await app.db
      .updateTable('users')
      .set({ market_id: 'elsewhere' })
      .where('id', '=', customer.userId)
      .execute()
    const asked = [
      ['person', customer.userId],
      ['place', propertyId],
      ['job', job.weeklyJobId],
      ['visit', visitId],
    ] as const
    for (const [of, id] of asked)
      expect((await operator.call('GET /api/history', { query: { of, id } })).status).toBe(404)
  })
})
