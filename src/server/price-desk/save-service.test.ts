import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { addDays, dateAt, type LocalDate, parseInstant } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

type Client = Awaited<ReturnType<typeof signedIn>>

let testApp: TestApp
let owner: Client

beforeAll(async () => {
  testApp = await createTestApp()
  owner = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())

async function listed(key: string) {
  const { body } = await owner.call('GET /api/service-list')
  return body.find((service) => service.key === key)!
}

async function toSave(key: string, change: object = {}) {
  const {
    past: _,
    planned: _planned,
    isWeekly: _weekly,
    isOnDemand: _once,
    icon: _icon,
    ...service
  } = await listed(key)
  return { ...service, icon: 'leaf' as const, ...change }
}

const hedges = {
  nameEn: 'Hedge trimming',
  nameEs: 'Poda de setos',
  unitEn: 'hedge',
  unitsEn: 'hedges',
  unitEs: 'seto',
  unitsEs: 'setos',
  icon: 'leaf' as const,
  minutes: 10,
  minutesPerUnit: 15,
  photosRequired: 2,
  needs: [] as string[],
  isWeekly: true,
  isOnDemand: true,
}

it('a changed service is the new one everywhere, with what held before', async () => {
  const was = await listed('lawn')
  const saved = await owner.call('POST /api/save-service', {
    body: await toSave('lawn', { nameEn: 'Lawn care', minutes: 25 }),
  })
  expect(saved.body).toEqual({ version: was.version + 1 })
  const { body } = await testApp.client().call('GET /api/services')
  expect(body.find(({ key }) => key === 'lawn')).toMatchObject({
    nameEn: 'Lawn care',
    nameEs: was.nameEs,
    minutes: 25,
  })
  expect((await listed('lawn')).past).toEqual([
    expect.objectContaining({ nameEn: was.nameEn, minutes: was.minutes, photosRequired: was.photosRequired }),
  ])
})

it('of two who change it at once the second is asked to look again', async () => {
  const body = await toSave('pool', { minutes: 33 })
  expect((await owner.call('POST /api/save-service', { body })).status).toBe(200)
  const late = await owner.call('POST /api/save-service', { body: { ...body, minutes: 44 } })
  expect([late.status, late.failure.code]).toEqual([409, 'changed_meanwhile'])
  expect((await listed('pool')).minutes).toBe(33)
})

it('more photos are asked of visits that begin later, fewer of all', async () => {
  const { app, clock } = testApp
  const crew = await buildCrew(app)
  const client = await signedIn(testApp, crew)
  const job = await buildWeeklyJob(app, { serviceKey: 'snow' })
  const visitOn = async (date: LocalDate) => {
    const id = await buildVisit(app, job, { date, crewId: crew.userId, state: 'confirmed' })
    return async () => (await client.call('GET /api/visit', { query: { id } })).body.photosRequired
  }
  const today = dateAt(clock.now(), 'America/Denver')
  const [begun, later] = [await visitOn(today), await visitOn(addDays(today, 1))]
  expect([await begun(), await later()]).toEqual([2, 2])
  await owner.call('POST /api/save-service', { body: await toSave('snow', { photosRequired: 4 }) })
  expect([await begun(), await later()]).toEqual([2, 4])
  await owner.call('POST /api/save-service', { body: await toSave('snow', { photosRequired: 1 }) })
  expect([await begun(), await later()]).toEqual([1, 1])
})

it('a new service is sold once it has a price', async () => {
  const added = await owner.call('POST /api/add-service', { body: hedges })
  expect(added.body).toEqual({ key: 'hedge_trimming' })
  const again = await owner.call('POST /api/add-service', { body: hedges })
  expect([again.status, Object.keys(again.failure.fields ?? {})]).toEqual([400, ['nameEn']])

  const customer = await buildCustomer(testApp.app)
  const propertyId = await buildProperty(testApp.app, customer.userId)
  const client = await signedIn(testApp, customer)
  const quote = (startsOn: string) =>
    client.call('POST /api/get-quote', {
      body: {
        items: [{ propertyIds: [propertyId], serviceKey: 'hedge_trimming', weekdays: [3], quantity: 2 }],
        startsOn,
      },
    })
  expect((await quote('2026-03-11')).failure.code).toBe('no_price')
  await owner.call('POST /api/set-price', {
    body: {
      serviceKey: 'hedge_trimming',
      isOfMarket: false,
      groupId: null,
      propertyId: null,
      baseCents: cents(1_000),
      unitCents: cents(800),
      minimumCents: cents(1_500),
      from: '2026-03-10',
    },
  })
  expect((await quote('2026-03-11')).body.perWeekCents).toBe(2_600)
  testApp.clock.set(parseInstant('2026-03-11T15:00:00Z'))
  const at = await client.call('POST /api/get-on-demand-services', { body: { lat: 39.7392, lng: -104.9903 } })
  expect(at.body.services.map(({ serviceKey }) => serviceKey)).toContain('hedge_trimming')
})

it.each<[string, object, string]>([
  ['sold in no way', { isWeekly: false, isOnDemand: false }, 'isWeekly'],
  ['without a letter in its name', { nameEn: '24/7' }, 'nameEn'],
  ['that takes no time', { minutes: 0 }, 'minutes'],
  ['with a hundred photos', { photosRequired: 100 }, 'photosRequired'],
])('a new service %s is refused at its field', async (_name, change, field) => {
  const answer = await owner.call('POST /api/add-service', { body: { ...hedges, ...change } })
  expect([answer.status, Object.keys(answer.failure.fields ?? {})]).toEqual([400, [field]])
})

it('services are every city’s: whoever runs one city cannot change them', async () => {
  const local = await signedIn(testApp, await buildOperator(testApp.app, { roles: { denver: 'owner' } }))
  const answer = await local.call('POST /api/save-service', { body: await toSave('bins') })
  expect(answer.failure.code).toBe('every_city_needed')
})
