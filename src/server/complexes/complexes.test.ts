import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuildingId, PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt, localDate, type Weekday } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { readPdf } from '#testing/read-pdf.ts'

let testApp: TestApp
let customer: Awaited<ReturnType<typeof buildCustomer>>
let manager: Client
let stranger: Client
let crew: Awaited<ReturnType<typeof buildCrew>>
let walker: Client
let otherCrew: Client

beforeAll(async () => {
  testApp = await createTestApp()
  const { app } = testApp
  customer = await buildCustomer(app)
  manager = await signedIn(testApp, customer)
  stranger = await signedIn(testApp, await buildCustomer(app))
  crew = await buildCrew(app, { services: ['valet_trash'], at: CIVIC_CENTER })
  walker = await signedIn(testApp, crew)
  otherCrew = await signedIn(testApp, await buildCrew(app, { services: ['valet_trash'], at: CIVIC_CENTER }))
})
afterAll(() => testApp.close())

describe('a complex', () => {
  test('is a place that services are booked for, and stands in no list of properties', async () => {
    const { complexId, propertyId } = await makeComplex('Booked')
    const booked = await manager.call('POST /api/book-weekly-jobs', {
      body: {
        items: [
          {
            propertyIds: [propertyId],
            serviceKey: 'valet_trash',
            weekdays: [2, 4] as Weekday[],
            windowStart: null,
            windowEnd: null,
            quantity: 40,
          },
        ],
        startsOn: addDays(today(), 1),
      },
    })
    expect(booked.status).toBe(200)
    const { body } = await manager.call('GET /api/complex', { query: { id: complexId } })
    expect(body.nights).toMatchObject([{ serviceKey: 'valet_trash', weekdays: [2, 4], quantity: 40 }])
    expect(body.comingNights.length).toBeGreaterThan(0)
    // 20.00 + 40 × 0.75 a night, twice a week, over 40 doors.
    expect(body.nights[0]!.perWeekCents).toBe(10_000)
    expect(body.perUnitMonthCents).toBe(Math.round((10_000 * 52) / 12 / 40))
    const { body: properties } = await manager.call('GET /api/properties')
    expect(properties.map((property) => property.id)).not.toContain(propertyId)
  })

  test('changes in part, moves between groups, and is nobody else’s', async () => {
    const { complexId, propertyId } = await makeComplex('Changed')
    await manager.call('POST /api/update-complex', {
      body: { complexId, name: 'Renamed', instructions: 'Gate 4711', groupName: 'East' },
    })
    const { body } = await manager.call('GET /api/complex', { query: { id: complexId } })
    expect(body).toMatchObject({ name: 'Renamed', instructions: 'Gate 4711', groupName: 'East', units: 40 })
    const { body: place } = await manager.call('GET /api/property', { query: { id: propertyId } })
    expect(place).toMatchObject({ name: 'Renamed', accessNotes: 'Gate 4711' })
    const groupId = body.groupId as never
    await manager.call('POST /api/rename-complex-group', { body: { groupId, name: 'Far east' } })
    const answers = [
      await stranger.call('GET /api/complex', { query: { id: complexId } }),
      await stranger.call('POST /api/update-complex', { body: { complexId, name: 'Mine' } }),
      await stranger.call('POST /api/remove-complex', { body: { complexId } }),
      await stranger.call('POST /api/rename-complex-group', { body: { groupId, name: 'Mine' } }),
      await stranger.call('POST /api/remove-complex-group', { body: { groupId } }),
      await stranger.call('POST /api/save-building', { body: { complexId, name: 'A', units: '1-4' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    await manager.call('POST /api/remove-complex-group', { body: { groupId } })
    const { body: later } = await manager.call('GET /api/complex', { query: { id: complexId } })
    expect(later.groupId).toBeNull()
  })

  test('has a purchase order of its own for whoever pays by invoice', async () => {
    const { complexId } = await makeComplex('Ordered')
    const invoicing = async () =>
      (await manager.call('GET /api/complex', { query: { id: complexId } })).body.invoicing
    expect(await invoicing()).toBeNull()
    const operator = await signedIn(testApp, await buildOperator(testApp.app))
    const granted = await operator.call('POST /api/set-terms', {
      body: { customerId: customer.userId, netDays: 30, companyName: 'Peak LLC', poNumber: 'PO-1' },
    })
    expect(granted.status).toBe(200)
    expect(await invoicing()).toEqual({ poNumber: '', usualPoNumber: 'PO-1' })
    const body = { complexId, poNumber: 'LOFTS-9' }
    expect((await stranger.call('POST /api/save-complex-po-number', { body })).status).toBe(404)
    expect((await manager.call('POST /api/save-complex-po-number', { body })).status).toBe(200)
    expect(await invoicing()).toEqual({ poNumber: 'LOFTS-9', usualPoNumber: 'PO-1' })
    const tooLong = { complexId, poNumber: '9'.repeat(61) }
    const refused = await manager.call('POST /api/save-complex-po-number', { body: tooLong })
    expect(refused.failure.fields).toHaveProperty('poNumber')
    const none = { customerId: customer.userId, netDays: 0, companyName: 'Peak LLC' } as const
    await operator.call('POST /api/set-terms', { body: none })
    expect(await invoicing()).toBeNull()
  })

  test.each([1, 39, 41])('ux 1: is not booked for %i of its 40 apartments', async (quantity) => {
    const { propertyId } = await makeComplex(`Of ${quantity}`)
    const item = {
      propertyIds: [propertyId],
      serviceKey: 'valet_trash',
      weekdays: [2] as Weekday[],
      quantity,
    }
    const body = { items: [item], startsOn: addDays(today(), 1) }
    for (const answer of [
      await manager.call('POST /api/get-quote', { body }),
      await manager.call('POST /api/book-weekly-jobs', { body }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ fields: { 'items.0.quantity': expect.stringContaining('40') } })
    }
  })

  test('with live nights is removed only when asked to end them', async () => {
    const { complexId, propertyId } = await makeComplex('Leaving')
    await bookTrash(propertyId, today())
    const first = await manager.call('POST /api/remove-complex', { body: { complexId } })
    expect(first.body).toEqual({ isRemoved: false, serviceKeys: ['valet_trash'] })
    const second = await manager.call('POST /api/remove-complex', {
      body: { complexId, endsWeeklyJobs: true },
    })
    expect(second.body.isRemoved).toBe(true)
    expect((await manager.call('GET /api/complex', { query: { id: complexId } })).status).toBe(404)
    const { body: list } = await manager.call('POST /api/get-complexes')
    expect(list.map((complex) => complex.id)).not.toContain(complexId)
  })

  test('has each building once, with doors that are understood', async () => {
    const { complexId } = await makeComplex('Built')
    const saved = await manager.call('POST /api/save-building', {
      body: { complexId, name: 'A', units: '101-112, PH1' },
    })
    expect(saved.body.unitCount).toBe(13)
    const again = await manager.call('POST /api/save-building', {
      body: { complexId, name: 'a', units: '1' },
    })
    expect([again.status, again.failure.code]).toEqual([409, 'building_name_taken'])
    const wrong = await manager.call('POST /api/save-building', {
      body: { complexId, name: 'B', units: '112-101' },
    })
    expect([wrong.status, wrong.failure.fields]).toEqual([400, { units: '“112-101” counts backwards.' }])
    const buildingId = saved.body.buildingId
    await manager.call('POST /api/save-building', {
      body: { complexId, buildingId, name: 'A1', units: '1-3' },
    })
    const { body } = await manager.call('GET /api/complex', { query: { id: complexId } })
    expect(body.buildings).toMatchObject([{ name: 'A1', unitCount: 3, units: '1-3' }])
    expect((await stranger.call('POST /api/remove-building', { body: { buildingId } })).status).toBe(404)
    await manager.call('POST /api/remove-building', { body: { buildingId } })
    const { body: later } = await manager.call('GET /api/complex', { query: { id: complexId } })
    expect(later.buildings).toEqual([])
  })
})

describe('a night', () => {
  test('is walked building by building with photos, and proven to the customer', async () => {
    const { complexId, buildings, visitId } = await makeNight('Proven')
    const photoId = await sendPhoto(visitId, '#2b6cb0')
    const [first, second, third] = buildings
    await manager.call('POST /api/add-complex-exception', {
      body: {
        complexId,
        buildingId: third!,
        kind: 'leave_out',
        note: 'Painters',
        from: today(),
        to: today(),
      },
    })
    const done = await walker.call('POST /api/check-building', {
      body: { visitId, buildingId: first!, photoId },
    })
    expect(done.body).toEqual({ checkedCount: 1, buildingCount: 2 })
    const report = { visitId, buildingId: second!, unitLabel: '12', kind: 'overweight', photoId } as const
    const [once, twice] = [
      await walker.call('POST /api/add-violation', { body: report }),
      await walker.call('POST /api/add-violation', { body: report }),
    ]
    expect(twice.body.violationId).toBe(once.body.violationId)
    const { body: night } = await manager.call('GET /api/complex-night', { query: { visitId } })
    expect(
      night.buildings.map((each) => [each.isLeftOut, each.checkedAt !== null, each.photo !== null]),
    ).toEqual([
      [false, true, true],
      [false, false, false],
      [true, false, false],
    ])
    expect(night.violations).toMatchObject([{ kind: 'overweight', unitLabel: '12', photo: { photoId } }])
    const { body: round } = await walker.call('GET /api/night-round', { query: { visitId } })
    expect(round).toMatchObject({ canWork: true, instructions: 'Start at the gate.' })
    const { body: complex } = await manager.call('GET /api/complex', { query: { id: complexId } })
    expect(complex.comingNights[0]).toMatchObject({ checkedCount: 1, buildingCount: 2, violationCount: 1 })
  })

  test('is a stop of its crew’s day that knows its complex; other stops know none', async () => {
    const { complexId, visitId } = await makeNight('Stop')
    const house = await buildWeeklyJob(testApp.app, { serviceKey: 'valet_trash' })
    const other = await buildVisit(testApp.app, house, { crewId: crew.userId, state: 'confirmed' })
    const { body } = await walker.call('GET /api/day', { query: { date: today() } })
    const complexOf = (id: string) => body.stops.find((stop) => stop.visitId === id)?.complexId
    expect([complexOf(visitId), complexOf(other)]).toEqual([complexId, null])
  })

  test('takes a mark back, and the first time stays when it is said again', async () => {
    const { buildings, visitId } = await makeNight('Twice')
    const body = { visitId, buildingId: buildings[0]! }
    await walker.call('POST /api/check-building', { body })
    const { body: first } = await walker.call('GET /api/night-round', { query: { visitId } })
    await walker.call('POST /api/check-building', { body })
    const { body: second } = await walker.call('GET /api/night-round', { query: { visitId } })
    expect(second.buildings[0]!.checkedAt).toBe(first.buildings[0]!.checkedAt)
    const undone = await walker.call('POST /api/check-building', { body: { ...body, isDone: false } })
    expect(undone.body.checkedCount).toBe(0)
  })

  test('is of its crew and its customer only, and proof is of this very visit', async () => {
    const { buildings, visitId } = await makeNight('Private')
    const other = await makeNight('Other')
    const photoId = await sendPhoto(other.visitId, '#123456')
    const buildingId = buildings[0]!
    const answers = [
      await otherCrew.call('GET /api/night-round', { query: { visitId } }),
      await otherCrew.call('POST /api/check-building', { body: { visitId, buildingId } }),
      await stranger.call('GET /api/complex-night', { query: { visitId } }),
      await stranger.call('GET /api/complex-report', { query: { visitId } }),
      await walker.call('POST /api/check-building', { body: { visitId, buildingId: other.buildings[0]! } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const wrongPhoto = await walker.call('POST /api/check-building', {
      body: { visitId, buildingId, photoId },
    })
    expect([wrongPhoto.status, wrongPhoto.failure.code]).toEqual([400, 'photo_of_another_visit'])
    const wrongDoor = await walker.call('POST /api/add-violation', {
      body: { visitId, buildingId, unitLabel: '999', kind: 'blocked', photoId },
    })
    expect(wrongDoor.failure.fields).toEqual({ unitLabel: 'This building has no such door.' })
  })

  test.each(LANGUAGES)('becomes a PDF with its photos (%s)', async (language) => {
    const { buildings, visitId } = await makeNight(`Paper ${language}`)
    const photoId = await sendPhoto(visitId, '#886611')
    for (const buildingId of buildings)
      await walker.call('POST /api/check-building', { body: { visitId, buildingId, photoId } })
    await testApp.app.db
      .updateTable('users')
      .set({ locale: language })
      .where('id', '=', customer.userId)
      .execute()
    const answer = await manager.call('GET /api/complex-report', { query: { visitId } })
    await testApp.app.db
      .updateTable('users')
      .set({ locale: 'en' })
      .where('id', '=', customer.userId)
      .execute()
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`proof-${today()}`)
    expect(answer.text.startsWith('%PDF-')).toBe(true)
    // Three buildings with one picture each time it is shown.
    expect(answer.text.match(/\/Subtype \/Image/g)?.length ?? 0).toBeGreaterThan(0)
  })

  test('names in its PDF whatever people wrote as they wrote it, over as many pages as it takes', async () => {
    const { complexId, buildings, visitId } = await makeNight('Wiśniowa Нина 😀 Łąka')
    await manager.call('POST /api/save-building', {
      body: { complexId, buildingId: buildings[0], name: 'Żółty dom ✓', units: '1-20' },
    })
    const note = 'Пёс за дверью – “nie wchodzić”. '.repeat(15).trim()
    for (let count = 0; count < 12; count++)
      await manager.call('POST /api/add-complex-exception', {
        body: { complexId, kind: 'note', note, from: today(), to: today() },
      })
    const answer = await manager.call('GET /api/complex-report', { query: { visitId } })
    const pages = readPdf(answer.bytes)
    expect(pages.length).toBeGreaterThan(1)
    // Without the two pieces of each foot, which stand between the lines of a note that goes over.
    const letters = pages
      .flatMap((page) => page.slice(0, -2))
      .join('')
      .replaceAll(/\s/g, '')
    for (const written of ['Wiśniowa Нина 😀 Łąka', 'Żółty dom ✓', '1600 E Colfax Ave'])
      expect(letters).toContain(written.replaceAll(/\s/g, ''))
    expect(letters.split(note.replaceAll(/\s/g, ''))).toHaveLength(13)
    for (const [index, page] of pages.entries())
      expect(page.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`)
  })

  test('of the past takes no exception, and one nobody else’s', async () => {
    const { complexId } = await makeComplex('Late')
    const past = await manager.call('POST /api/add-complex-exception', {
      body: {
        complexId,
        kind: 'note',
        note: 'Hi',
        from: localDate('2026-01-01'),
        to: localDate('2026-01-02'),
      },
    })
    expect([past.status, past.failure.code]).toEqual([400, 'in_the_past'])
    const added = await manager.call('POST /api/add-complex-exception', {
      body: { complexId, kind: 'note', note: 'Dog in 12', from: today(), to: addDays(today(), 3) },
    })
    const { exceptionId } = added.body
    expect(
      (await stranger.call('POST /api/remove-complex-exception', { body: { exceptionId } })).status,
    ).toBe(404)
    expect((await manager.call('POST /api/remove-complex-exception', { body: { exceptionId } })).status).toBe(
      200,
    )
  })
})

describe('open nights', () => {
  test('are shown with pay and without address, until somebody has one', async () => {
    const { complexId, propertyId } = await makeComplex('Open')
    await manager.call('POST /api/save-building', { body: { complexId, name: 'A', units: '1-40' } })
    const job = await buildWeeklyJob(testApp.app, {
      customerId: customer.userId,
      propertyId,
      serviceKey: 'valet_trash',
      weekdays: [3],
      quantity: 40,
    })
    const { body } = await otherCrew.call('POST /api/get-open-complexes', { body: {} })
    const found = body.complexes.find((complex) => complex.complexId === complexId)
    expect(found).toMatchObject({
      buildingCount: 1,
      units: 40,
      nights: [{ openDays: [{ weekday: 3, payCents: 3_500 }] }],
    })
    const before = await otherCrew.call('GET /api/crew-complex', { query: { id: complexId } })
    expect(before.body).toMatchObject({ address: null, instructions: null })
    await otherCrew.call('POST /api/take-weekly-job', {
      body: { weeklyJobId: job.weeklyJobId, weekdays: [3] as Weekday[] },
    })
    await buildVisit(testApp.app, job, { date: addDays(today(), 2), crewId: crew.userId })
    const after = await walker.call('GET /api/crew-complex', { query: { id: complexId } })
    expect(after.body).toMatchObject({ address: '1600 E Colfax Ave', instructions: 'Start at the gate.' })
    expect(after.body.ownNights).toHaveLength(1)
    expect(after.body.nights).toEqual([])
  })
})

async function makeComplex(name: string) {
  const { body } = await manager.call('POST /api/add-complex', {
    body: {
      name,
      address: '1600 E Colfax Ave',
      lat: 39.74,
      lng: -104.97,
      units: 40,
      instructions: 'Start at the gate.',
    },
  })
  return { complexId: body.complexId, propertyId: body.propertyId }
}

/** A complex of three buildings with tonight's visit, confirmed by the crew. */
async function makeNight(name: string) {
  const { complexId, propertyId } = await makeComplex(name)
  const buildings: BuildingId[] = []
  for (const building of ['A', 'B', 'C']) {
    const saved = await manager.call('POST /api/save-building', {
      body: { complexId, name: building, units: '1-20' },
    })
    buildings.push(saved.body.buildingId)
  }
  const visitId = await bookTrash(propertyId, today(), crew.userId)
  return { complexId, propertyId, buildings, visitId }
}

async function bookTrash(
  propertyId: PropertyId,
  date: ReturnType<typeof today>,
  crewId?: UserId,
): Promise<VisitId> {
  const { app } = testApp
  const job = await buildWeeklyJob(app, {
    customerId: customer.userId,
    propertyId,
    serviceKey: 'valet_trash',
    weekdays: [1],
    quantity: 40,
  })
  return buildVisit(app, job, { date, state: 'confirmed', ...(crewId === undefined ? {} : { crewId }) })
}

async function sendPhoto(visitId: VisitId, color: string): Promise<string> {
  const content = await sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
  const answer = await walker.call('POST /api/upload-visit-photo', {
    query: { visitId, sha256: createHash('sha256').update(content).digest('hex') },
    file: { type: 'image/jpeg', content },
  })
  return answer.body.photo.photoId
}

function today() {
  return dateAt(testApp.clock.now(), DEFAULT_TIME_ZONE)
}
