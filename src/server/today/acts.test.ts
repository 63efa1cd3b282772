import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExtraWorkId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, type Instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { toJson } from '#server/db/client.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { crewToday, noticesOf, sendPhoto, type TodayAtWork } from './build-day.testing.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Reason = 'gate' | 'dog' | 'nobody_home' | 'unsafe' | 'other'

async function report({ worker, visitId }: TodayAtWork, reason: Reason = 'gate') {
  const photoId = await sendPhoto(worker, visitId)
  const note = reason === 'other' ? 'A car blocks the drive.' : ''
  return worker.call('POST /api/report-access-problem', {
    body: { visitId, reason, note, contact: 'rang', photoId, lat: 39.7392, lng: -104.9903 },
  })
}

const wait = (minutes: number) => testApp.clock.set((testApp.clock.now() + minutes * MINUTE_MS) as Instant)

const visitRow = (visitId: VisitId) =>
  testApp.app.db.selectFrom('visit').where('id', '=', visitId).selectAll().executeTakeFirstOrThrow()

async function differencesOfBooks() {
  const checks = await reconcile(testApp.app)
  return checks.checks.flatMap(({ differences }) => differences)
}

describe('a place that cannot be entered', () => {
  test('the customer is notified at once, answers, and the crew reads it and gets in', async () => {
    const at = await crewToday(testApp)
    const { body } = await report(at)
    expect(Date.parse(body.waitsUntil)).toBe(testApp.clock.now() + 10 * MINUTE_MS)
    const [notice] = await noticesOf(testApp, at.customer.userId, 'cannot_access')
    expect(notice).toMatchObject({ title: 'Maria can’t get in', url: `/visit/${at.visitId}` })
    const answered = await at.owner.call('POST /api/answer-access-problem', {
      body: { problemId: body.problemId, answer: 'The code is 4711.' },
    })
    expect(answered.body.state).toBe('answered')
    const seen = await at.worker.call('GET /api/visit-now', { query: { id: at.visitId } })
    expect(seen.body.problem).toMatchObject({
      state: 'answered',
      answer: 'The code is 4711.',
      canEnd: false,
      feeCents: null,
      crewFeeCents: 400,
    })
    const [crewNotice] = await noticesOf(testApp, at.crew.userId, 'cannot_access')
    expect(crewNotice!.url).toMatch(/^\/go\/[0-9A-Z]{8}$/)
    const solved = await at.worker.call('POST /api/solve-access-problem', {
      body: { problemId: body.problemId },
    })
    expect(solved.body.state).toBe('solved')
    expect((await visitRow(at.visitId)).state).toBe('confirmed')
  })

  test('the photo of the door is no proof of the work', async () => {
    const at = await crewToday(testApp)
    await report(at)
    await at.worker.call('POST /api/start-visit', { body: { visitId: at.visitId } })
    const early = await at.worker.call('POST /api/complete-visit', { body: { visitId: at.visitId } })
    expect(early.failure.code).toBe('photos_missing')
  })

  test('after the wait the crew ends the visit: half the price is billed, 80 % of it the crew’s, and the books hold', async () => {
    const at = await crewToday(testApp)
    const { problemId } = (await report(at)).body
    const end = () => at.worker.call('POST /api/end-visit-without-access', { body: { problemId } })
    expect((await end()).failure.code).toBe('waiting_for_customer')
    wait(10)
    const ended = await Promise.all([end(), end(), end()])
    expect(ended.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { body } of ended)
      expect(body).toEqual({ visitId: at.visitId, state: 'missed', feeCents: 500, crewPayCents: 400 })
    const row = await visitRow(at.visitId)
    expect(row).toMatchObject({ missed_reason: 'no_access', price_cents: 500, crew_pay_cents: 400 })
    expect(row.is_flagged).toBe(false)
    const events = await testApp.app.db
      .selectFrom('visit_event')
      .where('visit_id', '=', at.visitId)
      .where('transition', '=', 'cannot_access')
      .select('counts_as')
      .execute()
    expect(events).toEqual([{ counts_as: null }])
    expect(await differencesOfBooks()).toEqual([])
    const billing = await at.owner.call('GET /api/billing')
    expect(billing.body.nextCharge).toMatchObject({ visitCount: 1, totalCents: 500 })
    const complete = await at.worker.call('POST /api/complete-visit', { body: { visitId: at.visitId } })
    expect(complete.failure.code).toBe('wrong_state')
  })

  test('where it is not safe the crew goes at once, nobody pays, and the operator is notified', async () => {
    const operator = await buildOperator(testApp.app)
    const at = await crewToday(testApp)
    const { problemId } = (await report(at, 'unsafe')).body
    const { body } = await at.worker.call('POST /api/end-visit-without-access', { body: { problemId } })
    expect(body).toMatchObject({ state: 'missed', feeCents: 0, crewPayCents: 0 })
    expect(await visitRow(at.visitId)).toMatchObject({ missed_reason: 'unsafe', price_lines: null })
    const notices = await noticesOf(testApp, operator.userId, 'cannot_access')
    expect(notices.map(({ title }) => title)).toContain(`Not safe: ${await placeOf(at)}`)
    expect(await differencesOfBooks()).toEqual([])
  })

  test('the customer may let the crew go before the time is over', async () => {
    const at = await crewToday(testApp)
    const { problemId } = (await report(at)).body
    await at.owner.call('POST /api/answer-access-problem', { body: { problemId, isCrewReleased: true } })
    const ended = await at.worker.call('POST /api/end-visit-without-access', { body: { problemId } })
    expect(ended.body.feeCents).toBe(500)
  })

  test('reported twice it is one; a photo of one’s own is required, and the note of another reason', async () => {
    const at = await crewToday(testApp)
    const other = await crewToday(testApp)
    const foreign = await sendPhoto(other.worker, other.visitId)
    const body = { visitId: at.visitId, reason: 'gate', contact: 'rang' } as const
    const withoutOwn = await at.worker.call('POST /api/report-access-problem', {
      body: { ...body, photoId: foreign },
    })
    expect(withoutOwn.failure.code).toBe('photos_missing')
    const noteless = await at.worker.call('POST /api/report-access-problem', {
      body: { ...body, reason: 'other', photoId: foreign },
    })
    expect(noteless.failure.fields).toHaveProperty('note')
    const both = await Promise.all([report(at), report(at)])
    expect(new Set(both.map((answer) => answer.body.problemId)).size).toBe(1)
    expect(await noticesOf(testApp, at.customer.userId, 'cannot_access')).toHaveLength(1)
  })

  test('Z1: strangers find nothing, and each side takes its own steps only', async () => {
    const at = await crewToday(testApp)
    const { problemId } = (await report(at)).body
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    const answer = { problemId, answer: 'Come in.' }
    expect((await customer.call('POST /api/answer-access-problem', { body: answer })).status).toBe(404)
    expect((await at.worker.call('POST /api/answer-access-problem', { body: answer })).status).toBe(403)
    expect((await crew.call('POST /api/solve-access-problem', { body: { problemId } })).status).toBe(404)
    expect((await crew.call('POST /api/end-visit-without-access', { body: { problemId } })).status).toBe(404)
    const photoId = await sendPhoto(at.worker, at.visitId)
    const again = { visitId: at.visitId, reason: 'gate', contact: 'rang', photoId } as const
    expect((await crew.call('POST /api/report-access-problem', { body: again })).status).toBe(404)
  })

  test('S3: a cancellation and the end of the wait have one of two legal ends', async () => {
    for (let round = 0; round < 5; round++) {
      const at = await crewToday(testApp)
      const { problemId } = (await report(at)).body
      wait(10)
      const { weeklyJobId } = at.job
      await Promise.all([
        at.worker.call('POST /api/end-visit-without-access', { body: { problemId } }),
        at.owner.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } }),
      ])
      const row = await visitRow(at.visitId)
      if (row.state === 'missed') expect(row.price_cents).toBe(500)
      else expect(row.price_cents).toBeNull()
    }
    expect(await differencesOfBooks()).toEqual([])
  })
})

async function placeOf({ visitId }: TodayAtWork): Promise<string> {
  const row = await testApp.app.db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.id', '=', visitId)
    .select('property.name')
    .executeTakeFirstOrThrow()
  return row.name
}

describe('extra work', () => {
  async function atWork() {
    const at = await crewToday(testApp)
    await at.worker.call('POST /api/start-visit', { body: { visitId: at.visitId } })
    const propose = (change: object = {}) =>
      at.worker.call('POST /api/propose-extra-work', {
        body: {
          visitId: at.visitId,
          note: 'Wash the bins',
          amountCents: 1_200,
          ...change,
        },
      })
    const answer = (extraId: ExtraWorkId, isApproved = true) =>
      at.owner.call('POST /api/answer-extra-work', { body: { extraId, isApproved } })
    const complete = async () => {
      await sendPhoto(at.worker, at.visitId)
      return at.worker.call('POST /api/complete-visit', { body: { visitId: at.visitId } })
    }
    return { ...at, propose, answer, complete }
  }

  test('approved it joins the price at completion, 70 % of it the crew’s, and stands on the receipt', async () => {
    const at = await atWork()
    const { extraId } = (await at.propose()).body
    const [notice] = await noticesOf(testApp, at.customer.userId, 'extra_work')
    expect(notice!.text).toContain('Wash the bins, $12.')
    const answers = await Promise.all([at.answer(extraId), at.answer(extraId), at.answer(extraId)])
    expect(answers.map(({ body }) => body.state)).toEqual(['approved', 'approved', 'approved'])
    expect((await at.complete()).body.payCents).toBe(700 + 840)
    expect((await visitRow(at.visitId)).price_lines).toEqual([
      { kind: 'service', amountCents: 1_000 },
      { kind: 'extra', amountCents: 1_200, note: { en: 'Wash the bins', es: 'Wash the bins' } },
    ])
    const read = await at.owner.call('GET /api/visit', { query: { id: at.visitId } })
    expect(read.body.totalCents).toBe(2_200)
    expect(read.body.priceLines).toContainEqual({
      kind: 'extra',
      amountCents: 1_200,
      note: 'Wash the bins',
    })
    expect(await noticesOf(testApp, at.crew.userId, 'extra_work')).toHaveLength(1)
    expect(await differencesOfBooks()).toEqual([])
  })

  test.each([
    ['declined', async (at: Awaited<ReturnType<typeof atWork>>, id: ExtraWorkId) => at.answer(id, false)],
    [
      'withdrawn',
      async (at: Awaited<ReturnType<typeof atWork>>, id: ExtraWorkId) =>
        at.worker.call('POST /api/withdraw-extra-work', { body: { extraId: id } }),
    ],
    ['never answered', async () => null],
  ])('%s it costs nothing', async (_name, act) => {
    const at = await atWork()
    const { extraId } = (await at.propose()).body
    await act(at, extraId)
    expect((await at.complete()).body.payCents).toBe(700)
    expect((await at.answer(extraId)).status).toBe(409)
    const seen = await at.owner.call('GET /api/visit-now', { query: { id: at.visitId } })
    expect(['declined', 'withdrawn', 'expired']).toContain(seen.body.extras[0]!.state)
  })

  test('approved while the visit is completed it is in the price, or refused', async () => {
    for (let round = 0; round < 6; round++) {
      const at = await atWork()
      const { extraId } = (await at.propose()).body
      await sendPhoto(at.worker, at.visitId)
      const [answer, done] = await Promise.all([at.answer(extraId), at.complete()])
      expect(done.status).toBe(200)
      const isIn = answer.status === 200
      expect((await visitRow(at.visitId)).price_cents).toBe(isIn ? 2_200 : 1_000)
      expect(done.body.payCents).toBe(isIn ? 1_540 : 700)
    }
    expect(await differencesOfBooks()).toEqual([])
  })

  test('approved and declined at once it has one answer', async () => {
    const at = await atWork()
    const { extraId } = (await at.propose()).body
    const answers = await Promise.all([at.answer(extraId, true), at.answer(extraId, false)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('one question at a time; after its half hour the next may be asked, and the old one is over', async () => {
    const at = await atWork()
    const first = (await at.propose()).body
    expect((await at.propose()).failure.code).toBe('extra_open_already')
    wait(30)
    expect((await at.answer(first.extraId)).failure.code).toBe('too_late')
    expect((await at.propose()).status).toBe(200)
  })

  test('of the catalogue it costs the unit price in force; M8: other amounts are refused by field', async () => {
    const at = await atWork()
    const now = await at.worker.call('GET /api/visit-now', { query: { id: at.visitId } })
    const [service] = now.body.extraServices
    const priced = { note: undefined, amountCents: undefined, serviceKey: service!.serviceKey, quantity: 2 }
    const { body } = await at.propose(priced)
    expect(body.amountCents).toBe(2 * service!.unitCents)
    const { extras } = (await at.worker.call('GET /api/visit-now', { query: { id: at.visitId } })).body
    expect(extras.at(-1)!.note).toMatch(/^[A-Z][^×]*, 2 [a-z]+s$/)
    await at.worker.call('POST /api/withdraw-extra-work', { body: { extraId: body.extraId } })
    for (const amountCents of [-1, 0, 0.5, 99, 20_001, 1e21, '12', null]) {
      const refused = await at.propose({ amountCents })
      expect([refused.status, Object.keys(refused.failure.fields ?? {})]).toEqual([400, ['amountCents']])
    }
    const both = await at.propose({ serviceKey: service!.serviceKey })
    expect(both.failure.fields).toHaveProperty('amountCents')
  })

  test('of the catalogue it is named in the language of each reader, on screens, in mails and on the bill', async () => {
    const at = await atWork()
    await testApp.app.db
      .updateTable('users')
      .set({ locale: 'es' })
      .where('id', '=', at.customer.userId)
      .execute()
    const crewNow = async () =>
      (await at.worker.call('GET /api/visit-now', { query: { id: at.visitId } })).body
    const [service] = (await crewNow()).extraServices
    const { serviceKey } = service!
    const { body } = await at.propose({ note: 'gate side', amountCents: undefined, serviceKey, quantity: 2 })
    const { en, es } = await namesOfService(serviceKey)
    const [notice] = await noticesOf(testApp, at.customer.userId, 'extra_work')
    expect(notice!.text).toContain(`${es}, 2 `)
    expect(notice!.text).not.toContain(en)
    await at.answer(body.extraId)
    const answered = await noticesOf(testApp, at.crew.userId, 'extra_work')
    expect(answered[0]!.text).toContain(`${en}, 2 `)
    expect((await at.complete()).status).toBe(200)

    const query = { id: at.visitId }
    const now = (await at.owner.call('GET /api/visit-now', { query })).body
    const story = (await at.owner.call('GET /api/visit-timeline', { query })).body
    const visit = (await at.owner.call('GET /api/visit', { query })).body
    const read = [
      now.extras.at(-1)!.note,
      story.entries.find(({ what }) => what === 'extra_approved')!.note,
      visit.priceLines!.find(({ kind }) => kind === 'extra')!.note,
    ]
    for (const note of read) {
      expect(note).toMatch(/: gate side$/)
      expect(note!.startsWith(`${es}, 2 `)).toBe(true)
    }
    expect((await crewNow()).extras.at(-1)!.note.startsWith(`${en}, 2 `)).toBe(true)
  })

  test('is not asked before the crew is on its way, nor by others, nor of what is redone', async () => {
    const at = await crewToday(testApp)
    const body = { visitId: at.visitId, note: 'More', amountCents: 500 }
    const early = await at.worker.call('POST /api/propose-extra-work', { body })
    expect(early.failure.code).toBe('wrong_state')
    const stranger = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await stranger.call('POST /api/propose-extra-work', { body })).status).toBe(404)
    await testApp.app.db
      .updateTable('visit')
      .set({ state: 'in_progress', price_lines: toJson([{ kind: 'service', amountCents: cents(1_000) }]) })
      .where('id', '=', at.visitId)
      .execute()
    expect((await at.worker.call('POST /api/propose-extra-work', { body })).status).toBe(409)
  })
})

describe('a fee on the bill', () => {
  test('is billed on Monday with its note, once', async () => {
    const start = parseInstant('2026-03-05T16:00:00Z')
    testApp.clock.set(start)
    await testApp.work()
    const at = await crewToday(testApp)
    const { problemId } = (await report(at, 'nobody_home')).body
    wait(11)
    await at.worker.call('POST /api/end-visit-without-access', { body: { problemId } })
    testApp.clock.set((start + 5 * DAY_MS) as Instant)
    await testApp.work()
    const lines = await testApp.app.db
      .selectFrom('payment_line')
      .where('visit_id', '=', at.visitId)
      .select(['description', 'amount_cents'])
      .execute()
    expect(lines).toHaveLength(1)
    expect(lines[0]!.description).toMatch(/^Call-out fee: /)
    expect(lines[0]!.amount_cents).toBe(500)
  })
})

async function namesOfService(key: string): Promise<{ en: string; es: string }> {
  return testApp.app.db
    .selectFrom('service')
    .where('key', '=', key)
    .select(['name_en as en', 'name_es as es'])
    .executeTakeFirstOrThrow()
}
