/** Days and hours are those of the place, on the route, on the bill and on the day of pay (field 3, 4, 5). */
import { describe, expect, test } from 'vitest'
import type { UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import { localDate, parseInstant, type Weekday } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildProperty, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { planVisits } from './plan-visits.ts'

type Money = Awaited<ReturnType<typeof openMoneyTest>>

async function work(money: Money, crew: { userId: UserId }, visitId: VisitId) {
  const client = await signedIn(money, crew)
  for (const answer of [
    await client.call('POST /api/start-visit', { body: { visitId } }),
    await client.call('POST /api/complete-visit', { body: { visitId } }),
  ])
    expect(answer.status).toBe(200)
}

describe('field 3: an evening in Denver that is the next day in UTC', () => {
  test('is on its own day’s route, week’s bill and week of pay', async () => {
    const money = await openMoneyTest(parseInstant('2026-07-05T12:00:00Z'))
    const { app, clock } = money
    await app.db.updateTable('service').set({ photos_required: 0 }).where('key', '=', 'bins').execute()
    const [customer, crew] = [await buildCustomer(app), await buildCrew(app)]
    await saveTestCard(await signedIn(money, customer))
    const job = await buildWeeklyJob(app, {
      customerId: customer.userId,
      weekdays: [1, 7],
      window: { from: '19:00', until: '21:00' },
    })
    const assigned = { crewId: crew.userId, state: 'confirmed' } as const
    const [sunday, monday] = [
      await buildVisit(app, job, { ...assigned, date: localDate('2026-07-05') }),
      await buildVisit(app, job, { ...assigned, date: localDate('2026-07-06') }),
    ]
    const route = async () => {
      const { body } = await (await signedIn(money, crew)).call('GET /api/day')
      return [body.today, body.stops.map((stop) => stop.visitId)]
    }
    clock.set(parseInstant('2026-07-06T01:30:00Z'))
    expect(await route()).toEqual(['2026-07-05', [sunday]])
    await work(money, crew, sunday)
    await money.jumpTo(parseInstant('2026-07-06T12:00:00Z'))
    clock.set(parseInstant('2026-07-07T01:30:00Z'))
    expect(await route()).toEqual(['2026-07-06', [monday]])
    await work(money, crew, monday)
    await money.jumpTo(parseInstant('2026-07-13T12:00:00Z'))

    const client = await signedIn(money, customer)
    const { payments } = (await client.call('GET /api/payments')).body
    const bills = await Promise.all(
      payments.map(async ({ id, periodStart, periodEnd }) => {
        const { body } = await client.call('GET /api/payment', { query: { id } })
        const days = body.lines.filter((line) => line.kind === 'visit').map((line) => line.date)
        return [periodStart, periodEnd, days]
      }),
    )
    expect(bills).toEqual([
      ['2026-07-06', '2026-07-12', ['2026-07-06']],
      ['2026-06-29', '2026-07-05', ['2026-07-05']],
    ])
    const pay = (await (await signedIn(money, crew)).call('GET /api/crew-payments')).body
    expect(
      pay.weeks
        .filter(({ visitCount }) => visitCount > 0)
        .map(({ weekStart, visitCount }) => [weekStart, visitCount]),
    ).toEqual([
      ['2026-07-06', 1],
      ['2026-06-29', 1],
    ])
    await money.close()
  })
})

describe('field 4: a customer in New York, a place in Phoenix, a crew in Denver', () => {
  test('all read the hours and the zone of the place, whatever their own', async () => {
    const money = await openMoneyTest(parseInstant('2026-07-06T12:00:00Z'))
    const { app } = money
    const customer = await buildCustomer(app, { timeZone: 'America/New_York' })
    const crew = await buildCrew(app, { timeZone: 'America/Denver' })
    const propertyId = await buildProperty(app, customer.userId, { timeZone: 'America/Phoenix' })
    const booked = await (await signedIn(money, customer)).call('POST /api/book-weekly-jobs', {
      body: {
        items: [
          {
            propertyIds: [propertyId],
            serviceKey: 'bins',
            weekdays: [2] as Weekday[],
            windowStart: '07:00',
            windowEnd: '09:00',
            quantity: 1,
          },
        ],
        startsOn: localDate('2026-07-07'),
      },
    })
    const weeklyJobId = booked.body.weeklyJobIds[0] as WeeklyJobId
    const took = await (await signedIn(money, crew)).call('POST /api/take-weekly-job', {
      body: { weeklyJobId, weekdays: [2] },
    })
    expect(took.status).toBe(200)
    money.clock.set(parseInstant('2026-07-07T13:00:00Z'))
    const hours = {
      date: '2026-07-07',
      startsAt: '2026-07-07T14:00:00.000Z',
      endsAt: '2026-07-07T16:00:00.000Z',
      timeZone: 'America/Phoenix',
    }
    const ofCustomer = await signedIn(money, customer)
    const { body: mine } = await ofCustomer.call('POST /api/get-visits', {
      body: { from: '2026-07-07', to: '2026-07-07' },
    })
    expect(mine.visits).toMatchObject([hours])
    const { body: day } = await (await signedIn(money, crew)).call('GET /api/day')
    const { date: _, ...stop } = hours
    expect(day.stops).toMatchObject([{ ...stop, window: { from: '07:00', until: '09:00' } }])
    for (const user of [customer, crew]) {
      const client = await signedIn(money, user)
      const seen = await client.call('GET /api/visit', { query: { id: mine.visits[0]!.id } })
      expect(seen.body).toMatchObject(hours)
    }
    await money.close()
  })
})

describe('field 5: an offset that is said in July', () => {
  test('is no zone: it comes from the place, and four in the afternoon is four in December, too', async () => {
    const money = await openMoneyTest(parseInstant('2026-07-06T12:00:00Z'))
    const { app } = money
    const customer = await buildCustomer(app)
    const client = await signedIn(money, customer)
    const place = { name: 'Cabin', address: '1234 N Vine St, Denver, CO', ...CIVIC_CENTER }
    const said = await client.call('POST /api/add-property', {
      body: { ...place, timeZone: '-0600' } as never,
    })
    expect([said.status, said.failure.code]).toEqual([400, 'bad_input'])

    const upload = await client.call('POST /api/upload-property-csv', {
      file: {
        type: 'text/csv',
        content: `id,name,lat,lng,timezone\n1,Lodge,${CIVIC_CENTER.lat},${CIVIC_CENTER.lng},-0600`,
      },
    })
    const { importId, mapping } = upload.body
    await client.call('POST /api/start-property-import', { body: { importId, mapping } })
    await money.work()
    await client.call('POST /api/add-property', { body: place })
    const { body: properties } = await client.call('GET /api/properties')
    expect(properties.map(({ name }) => name).sort()).toEqual(['Cabin', 'Lodge'])
    for (const { id } of properties) {
      const { body } = await client.call('GET /api/property', { query: { id } })
      expect(body.timeZone).toBe('America/Denver')
    }
    for (const { id: propertyId } of properties) {
      const job = await buildWeeklyJob(app, {
        customerId: customer.userId,
        propertyId: propertyId,
        startsOn: localDate('2026-07-06'),
        weekdays: [7],
        window: { from: '16:00', until: '18:00' },
      })
      money.clock.set(parseInstant('2026-07-06T12:00:00Z'))
      await planVisits(app, { weeklyJobIds: [job.weeklyJobId] })
      money.clock.set(parseInstant('2026-11-30T12:00:00Z'))
      await planVisits(app, { weeklyJobIds: [job.weeklyJobId] })
      const rows = await app.db
        .selectFrom('visit')
        .where('weekly_job_id', '=', job.weeklyJobId)
        .where('date', 'in', [localDate('2026-07-12'), localDate('2026-12-06')])
        .orderBy('date')
        .select('starts_at')
        .execute()
      expect(rows.map((row) => new Date(row.starts_at).toISOString())).toEqual([
        '2026-07-12T22:00:00.000Z',
        '2026-12-06T23:00:00.000Z',
      ])
    }
    await money.close()
  })
})
