/** Nights by mail: only to who said yes, once a night after its last round, ended by the link in each mail. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ComplexId, PropertyId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import {
  addDays,
  DAY_MS,
  type Instant,
  instantAt,
  type LocalDate,
  localDate,
  localTime,
} from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { toTimestamp } from '../db/client.ts'
import type { Mail } from '../ports/mail/port.ts'
import { forgetWhatIsOver } from '../retention/prune-what-is-over.ts'
import { sendNightReports } from './send-night-reports.ts'

const sent: Mail[] = []
const testApp = await createTestApp({
  ports: {
    mail: {
      send: async (mail) => {
        // As the mailer does: a key sends once.
        if (!sent.some(({ key }) => key === mail.key)) sent.push(mail)
      },
    },
  },
})
const { app } = testApp
afterAll(() => testApp.close())

const DAY = localDate('2026-03-04')
const DENVER = 'America/Denver'
const at = (date: LocalDate, time: string, zone = DENVER) => instantAt(date, localTime(time), zone)
let customer: Awaited<ReturnType<typeof buildCustomer>>
let crew: Awaited<ReturnType<typeof buildCrew>>
let manager: Client
let number = 0
beforeAll(async () => {
  customer = await buildCustomer(app, { name: 'Olga Owner' })
  crew = await buildCrew(app, { name: 'Marta Ruiz' })
  manager = await signedIn(testApp, customer)
})
/** A schedule's clock only goes forward, so each test begins without any. */
beforeEach(async () => {
  testApp.clock.set(at(DAY, '12:00'))
  for (const table of ['task_schedule', 'task', 'report_address', 'account_try'] as const)
    await app.db.deleteFrom(table).execute()
  sent.length = 0
})

async function newComplex(zone = DENVER) {
  const { body } = await manager.call('POST /api/add-complex', {
    body: {
      name: `Lofts ${(number += 1)}`,
      address: '1600 E Colfax Ave',
      lat: 39.74,
      lng: -104.97,
      units: 40,
    },
  })
  if (zone !== DENVER)
    await app.db.updateTable('property').set({ time_zone: zone }).where('id', '=', body.propertyId).execute()
  return { ...body, name: `Lofts ${number}` }
}

async function addRound(propertyId: PropertyId, date: LocalDate, state: VisitState = 'confirmed') {
  const job = await buildWeeklyJob(app, {
    customerId: customer.userId,
    propertyId,
    serviceKey: 'valet_trash',
    weekdays: [1],
    quantity: 40,
    window: { from: '20:00', until: '23:00' },
  })
  const visitId = await buildVisit(app, job, { date, crewId: crew.userId })
  await app.db
    .updateTable('weekly_job')
    .set({ state: 'cancelled' })
    .where('id', '=', job.weeklyJobId)
    .execute()
  await setState(visitId, state)
  return visitId
}

async function setState(visitId: Awaited<ReturnType<typeof buildVisit>>, state: VisitState) {
  const done = {
    completed_at: toTimestamp(testApp.clock.now()),
    price_cents: 0,
    crew_pay_cents: 0,
    price_lines: null,
  }
  await app.db
    .updateTable('visit')
    .set({ state, ...(state === 'completed' ? (done as object) : {}) })
    .where('id', '=', visitId)
    .execute()
}

const ask = (complexId: ComplexId, email: string, locale: Language = 'en') =>
  manager.call('POST /api/add-report-address', { body: { complexId, email, locale } })
const tokenTo = (email: string) =>
  /\/go\/report-([\w-]+)/.exec(sent.find(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
const anybody = () => testApp.client()

async function confirmed(complexId: ComplexId, email: string, locale: Language = 'en') {
  expect((await ask(complexId, email, locale)).status).toBe(200)
  await sendMails()
  const token = tokenTo(email)
  expect((await anybody().call('POST /api/confirm-report-address', { body: { token } })).status).toBe(200)
  return token
}

const nightsTo = (email: string) =>
  sent.filter(({ to, key }) => to === email && key.startsWith('night_report:'))

/** What the schedule does every quarter of an hour, without the hours between. */
async function report(when: Instant) {
  testApp.clock.set(when)
  await sendNightReports(app, customer.scope.marketId)
  await sendMails()
}

/** What waits in the queue, and none of the work that comes round by itself. */
async function sendMails() {
  await app.db.deleteFrom('task_schedule').execute()
  await testApp.work()
}

describe('an address', () => {
  test('is asked first, says yes by the link, and is listed for the owner alone', async () => {
    const { complexId, name } = await newComplex()
    await ask(complexId, 'pat@manager.test')
    await sendMails()
    expect(sent[0]).toMatchObject({
      to: 'pat@manager.test',
      subject: `${name}: proof of each night by mail?`,
    })
    const token = tokenTo('pat@manager.test')
    const list = async () =>
      (await manager.call('GET /api/report-addresses', { query: { complexId } })).body.addresses
    expect(await list()).toMatchObject([{ email: 'pat@manager.test', confirmedAt: null, lastNight: null }])
    const opened = await anybody().call('POST /api/open-report-link', { body: { token } })
    expect(opened.body).toEqual({ complexName: name, email: 'pat@manager.test', isConfirmed: false })
    expect(await list()).toMatchObject([{ confirmedAt: null }])
    await anybody().call('POST /api/confirm-report-address', { body: { token } })
    expect(await list()).toMatchObject([{ confirmedAt: expect.any(String), lastNight: '2026-03-03' }])
    const stranger = await signedIn(testApp, await buildCustomer(app))
    const [{ id: addressId } = { id: '' as never }] = await list()
    const refused = [
      await stranger.call('GET /api/report-addresses', { query: { complexId } }),
      await stranger.call('POST /api/add-report-address', {
        body: { complexId, email: 'a@b.test', locale: 'en' },
      }),
      await stranger.call('POST /api/remove-report-address', { body: { addressId } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    await manager.call('POST /api/remove-report-address', { body: { addressId } })
    expect(await list()).toEqual([])
  })

  test('is kept by who looks after all of the complex, in the owner’s name; the owner is notified', async () => {
    const { complexId, propertyId, name } = await newComplex()
    const other = await newComplex()
    const groupId = await app.db
      .insertInto('complex_group')
      .values({ customer_id: customer.userId, name, created_at: toTimestamp(testApp.clock.now()) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('complex')
      .set({ complex_group_id: groupId.id })
      .where('id', '=', complexId)
      .execute()
    const helperOf = async (role: ShareRole) => {
      const person = await buildCustomer(app, { name: 'Hana Helper' })
      const of = { ownerId: customer.userId, helperId: person.userId, role, complexGroupIds: [groupId.id] }
      const shareId = await buildShare(app, of)
      const client = await signedIn(testApp, person)
      await client.call('POST /api/use-account', { body: { shareId } })
      return { client, shareId }
    }
    const add = (client: Client, to = complexId) =>
      client.call('POST /api/add-report-address', {
        body: { complexId: to, email: 'pat@manager.test', locale: 'en' },
      })
    const scheduler = await helperOf('schedule')
    expect((await add(scheduler.client)).failure.code).toBe('share_forbids')
    const helper = await helperOf('all')
    expect((await add(helper.client, other.complexId)).status).toBe(404)
    const { addressId } = (await add(helper.client)).body
    await sendMails()
    expect(sent.find(({ to }) => to === 'pat@manager.test')?.text).toContain(
      `Hana Helper, for Olga Owner, would like you to get the proof of each service night at ${name}`,
    )
    await helper.client.call('POST /api/remove-report-address', { body: { addressId } })
    const { actions } = (await manager.call('GET /api/share-actions', { query: {} })).body
    expect(actions.map(({ call, propertyId: at }) => [call, at]).toSorted()).toEqual([
      ['POST /api/add-report-address', propertyId],
      ['POST /api/remove-report-address', propertyId],
    ])
    const notices = await app.db
      .selectFrom('notice')
      .where('user_id', '=', customer.userId)
      .select('text')
      .execute()
    expect(notices.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Hana Helper asked pat@manager.test'),
        expect.stringContaining('Hana Helper took pat@manager.test off'),
      ]),
    )
    // What was kept stays when the access ends; it is the owner’s to take off.
    const again = (await add(helper.client)).body.addressId
    await manager.call('POST /api/end-share', { body: { shareId: helper.shareId } })
    const late = await helper.client.call('POST /api/remove-report-address', { body: { addressId: again } })
    expect(late.failure.code).toBe('share_ended')
    expect(
      (await manager.call('POST /api/remove-report-address', { body: { addressId: again } })).status,
    ).toBe(200)
  })

  test('is asked once a day however often the owner asks, and not at all where it gets them already', async () => {
    const { complexId } = await newComplex()
    await ask(complexId, 'Pat@manager.test')
    const [first, again] = [
      await ask(complexId, 'pat@manager.test'),
      await ask(complexId, 'PAT@manager.test'),
    ]
    expect(again.body).toEqual(first.body)
    await sendMails()
    expect(sent).toHaveLength(1)
    await anybody().call('POST /api/confirm-report-address', { body: { token: tokenTo('Pat@manager.test') } })
    const known = await ask(complexId, 'pat@manager.test')
    expect(known).toMatchObject({
      status: 400,
      body: { fields: { email: expect.stringContaining('already') } },
    })
  })

  test('is not asked again and again where it is taken off and added anew', async () => {
    const { complexId } = await newComplex()
    const other = await newComplex()
    const statuses: number[] = []
    for (let times = 0; times < 8; times++) {
      const { status, body } = await ask(times % 2 === 0 ? complexId : other.complexId, 'pat@flood.test')
      statuses.push(status)
      if (status === 200)
        await manager.call('POST /api/remove-report-address', { body: { addressId: body.addressId } })
    }
    await sendMails()
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(sent.length).toBeLessThanOrEqual(5)
    testApp.clock.set((at(DAY, '12:00') + DAY_MS) as Instant)
    expect((await ask(complexId, 'pat@flood.test')).status).toBe(200)
  })

  test('is not asked by more and more complexes, each of which asks it once a day', async () => {
    const complexes: ComplexId[] = []
    for (let made = 0; made < 8; made++) complexes.push((await newComplex()).complexId)
    const askAll = () => Promise.all(complexes.map((id) => ask(id, 'pat@many.test')))
    const asked = async () => (await askAll()).filter(({ status }) => status === 200).length
    expect(await asked()).toBe(5)
    testApp.clock.set((at(DAY, '12:00') + DAY_MS + 1) as Instant)
    expect(await asked()).toBe(5)
  })

  test('is none, or one too many: the field says so', async () => {
    const { complexId } = await newComplex()
    expect((await ask(complexId, 'nobody')).failure.fields).toHaveProperty('email')
    const many = Array.from({ length: 20 }, (_, at) => ask(complexId, `p${at}@manager.test`))
    const answers = await Promise.all([...many, ask(complexId, 'p20@manager.test')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 20 }, () => 200),
      400,
    ])
    const last = await ask(complexId, 'p99@manager.test')
    expect(last.failure.fields?.['email']).toContain('20')
  })

  test('that does not answer within seven days is forgotten', async () => {
    const { complexId } = await newComplex()
    await ask(complexId, 'late@manager.test')
    await sendMails()
    const token = tokenTo('late@manager.test')
    testApp.clock.set((at(DAY, '12:01') + 7 * DAY_MS) as Instant)
    const opened = await anybody().call('POST /api/open-report-link', { body: { token } })
    expect(opened.failure.code).toBe('link_invalid')
    const slot = { marketId: customer.scope.marketId, at: testApp.clock.now() }
    if ('outside' in forgetWhatIsOver) await forgetWhatIsOver.outside(app, slot)
    const { addresses } = (await manager.call('GET /api/report-addresses', { query: { complexId } })).body
    expect(addresses).toEqual([])
  })
})

describe('a night by mail', () => {
  test('comes once after the last round, with its proof, and not before somebody said yes', async () => {
    const { complexId, propertyId, name } = await newComplex()
    const building = { complexId, name: 'North', units: '1-20' }
    const { buildingId } = (await manager.call('POST /api/save-building', { body: building })).body
    await ask(complexId, 'asked@manager.test')
    await confirmed(complexId, 'pat@manager.test')
    const [first, second] = [await addRound(propertyId, DAY), await addRound(propertyId, DAY)]
    testApp.clock.set(at(DAY, '21:40'))
    await app.db
      .insertInto('checkpoint_pass')
      .values({
        visit_id: first,
        building_id: buildingId,
        crew_id: crew.userId,
        passed_at: toTimestamp(at(DAY, '21:15')),
        is_typed: false,
      })
      .execute()
    await setState(first, 'completed')
    await report(at(DAY, '22:00'))
    expect(nightsTo('pat@manager.test')).toEqual([])
    testApp.clock.set(at(DAY, '22:10'))
    await setState(second, 'completed')
    await Promise.all([report(at(DAY, '22:15')), report(at(DAY, '22:15'))])
    await report(at(addDays(DAY, 1), '12:00'))
    const nights = nightsTo('pat@manager.test')
    expect(nights.map(({ subject }) => subject)).toEqual([`${name}: the night of Wednesday, March 4`])
    expect(nights[0]!.text).toContain('completed by Marta at 9:40 PM MST')
    expect(nights[0]!.text).toContain('no building marked, no violations, 1 checkpoint passed')
    expect(nights[0]!.text).toContain('2 proofs are attached as PDFs.')
    expect(nights[0]!.attachments?.map(({ type }) => type)).toEqual(['application/pdf', 'application/pdf'])
    const proof = readPdf(nights[0]!.attachments![0]!.content).flat().join(' ')
    expect(proof).toContain(name)
    expect(proof).toContain('Checkpoint passed by Marta at 9:15 PM')
    expect(nights[0]!.unsubscribeUrl).toContain('/api/end-report-mails-one-click?token=')
    expect(nightsTo('asked@manager.test')).toEqual([])
  })

  test('says that a round was due and nobody made it; without a round there is no mail', async () => {
    const { complexId, propertyId, name } = await newComplex()
    await confirmed(complexId, 'pat@manager.test', 'es')
    await addRound(propertyId, DAY, 'missed')
    await addRound(propertyId, addDays(DAY, 1), 'skipped')
    await report(at(addDays(DAY, 2), '12:00'))
    const nights = nightsTo('pat@manager.test')
    expect(nights.map(({ subject }) => subject)).toEqual([`${name}: sin ronda el miércoles, 4 de marzo`])
    expect(nights[0]!.text).toContain('la ronda tocaba y nadie la hizo')
    expect(nights[0]!.attachments).toEqual([])
  })

  test('is that of the place: after midnight in Denver it is the evening before in Honolulu', async () => {
    const { complexId, propertyId } = await newComplex('Pacific/Honolulu')
    testApp.clock.set(at(DAY, '01:00'))
    await confirmed(complexId, 'pat@manager.test')
    // Confirmed on March 3 there, so that night is news.
    await addRound(propertyId, addDays(DAY, -1), 'completed')
    await report(at(DAY, '02:00'))
    expect(nightsTo('pat@manager.test')).toHaveLength(1)
  })

  test('ends by the link of each mail, also between the night and its mail; pressed twice it is ended', async () => {
    const { complexId, propertyId } = await newComplex()
    const token = await confirmed(complexId, 'pat@manager.test')
    await addRound(propertyId, DAY, 'completed')
    testApp.clock.set(at(DAY, '23:00'))
    await sendNightReports(app, customer.scope.marketId)
    const ended = await anybody().call('POST /api/end-report-mails-one-click', {
      query: { token },
      file: { type: 'application/x-www-form-urlencoded', content: 'List-Unsubscribe=One-Click' },
    })
    expect(ended.status).toBe(200)
    await sendMails()
    expect(nightsTo('pat@manager.test')).toEqual([])
    expect((await anybody().call('POST /api/end-report-mails', { body: { token } })).status).toBe(200)
    expect((await anybody().call('POST /api/open-report-link', { body: { token } })).failure.code).toBe(
      'link_invalid',
    )
    const kept = await app.db
      .selectFrom('report_address')
      .where('complex_id', '=', complexId)
      .select('id')
      .execute()
    expect(kept).toEqual([])
  })

  test('of a complex that is removed is mailed to nobody', async () => {
    const { complexId } = await newComplex()
    await confirmed(complexId, 'pat@manager.test')
    await manager.call('POST /api/remove-complex', { body: { complexId, endsWeeklyJobs: true } })
    const kept = await app.db
      .selectFrom('report_address')
      .where('complex_id', '=', complexId)
      .select('id')
      .execute()
    expect(kept).toEqual([])
  })

  test('many addresses are read page by page', async () => {
    const { complexId, propertyId } = await newComplex()
    const now = toTimestamp(testApp.clock.now())
    await app.db
      .insertInto('report_address')
      .values(
        Array.from({ length: 230 }, (_, at) => ({
          complex_id: complexId,
          email: `many${at}@manager.test`,
          locale: 'en' as const,
          token_hash: Buffer.alloc(32, `${at}`.padStart(4, '0')),
          asked_at: now,
          confirmed_at: now,
          last_night: addDays(DAY, -1),
        })),
      )
      .execute()
    await addRound(propertyId, DAY, 'missed')
    testApp.clock.set(at(DAY, '23:30'))
    await sendNightReports(app, customer.scope.marketId)
    const waiting = await app.db.selectFrom('task').where('kind', '=', 'send_mail').select('id').execute()
    expect(waiting).toHaveLength(230)
  })
})
