import { describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant, localDate } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { insertPasskey, listPasskeys } from '#server/passkeys/queries.ts'
import { createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const builtOperator = await buildOperator(app, { name: 'Ines Keller' })
const operator = await signedIn(testApp, builtOperator)

const reason = 'Called and gave the birthday'

describe('the page of a person', () => {
  test('shows a customer: what it has, owes and is about to get', async () => {
    const customer = await buildCustomer(app, { name: 'Owen Debts', phone: '+13035550111' })
    const job = await buildWeeklyJob(app, { customerId: customer.userId })
    await buildProperty(app, customer.userId, { name: 'Second home' })
    await payment(customer.userId, 'declined', 4200)
    await payment(customer.userId, 'paid', 9900)
    const crew = await buildCrew(app, { name: 'Nia Crew' })
    const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed' })
    await signedIn(testApp, customer)
    const { body } = await operator.call('GET /api/person', { query: { id: customer.userId } })
    expect(body).toMatchObject({
      type: 'Customer',
      name: 'Owen Debts',
      phone: '+13035550111',
      devices: 1,
      nextVisit: { id: visitId },
      customer: { places: 2, weeklyJobs: 1, owedCents: 4200, declines: 1, creditCents: 0, isOnTerms: false },
      crew: null,
    })
    const visits = (
      await operator.call('GET /api/person-visits', { query: { id: customer.userId, when: 'coming' } })
    ).body.visits
    expect(visits).toMatchObject([
      { id: visitId, state: 'confirmed', isAnytime: true, other: { id: crew.userId, name: 'Nia Crew' } },
    ])
    const ofCrew = (await operator.call('GET /api/person', { query: { id: crew.userId } })).body
    expect(ofCrew).toMatchObject({
      customer: null,
      crew: { payoutAccount: 'none', unpaidCents: 0 },
      nextVisit: { id: visitId },
    })
    const places = (await operator.call('GET /api/person-places', { query: { id: customer.userId } })).body
      .places
    expect(places.map(({ weeklyJobs }) => weeklyJobs).sort()).toEqual([0, 1])
  })

  test('lists past visits latest first, and each exactly once over the pages', async () => {
    const job = await buildWeeklyJob(app)
    const made: string[] = []
    for (let back = 1; back <= 65; back++) {
      const date = new Date(TEST_START - back * DAY_MS).toISOString().slice(0, 10)
      made.push(await buildVisit(app, job, { date: localDate(date), state: 'missed' }))
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await operator.call('GET /api/person-visits', {
        query: { id: job.customerId, when: 'past', ...(cursor === undefined ? {} : { cursor }) },
      })
      seen.push(...body.visits.map(({ id }) => id))
      cursor = body.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(made)
  })

  test('tells what happened latest first, over pages without a gap or a repeat', async () => {
    const customer = await buildCustomer(app)
    for (let index = 0; index < 95; index++) {
      const at = toTimestamp(instant(TEST_START - 1000 * (Math.floor(index / 3) + 1)))
      await app.db
        .insertInto('notice')
        .values({
          user_id: customer.userId,
          event: 'visit_done',
          key: `n${index}`,
          title: `Notice ${index}`,
          text: '',
          url: '/',
          created_at: at,
        })
        .execute()
    }
    await operator.call('POST /api/add-person-note', { body: { id: customer.userId, text: 'Prefers calls' } })
    const seen: { at: string; title: string; name: string | null }[] = []
    let cursor: string | undefined
    do {
      const { body } = await operator.call('GET /api/history', {
        query: { of: 'person', id: customer.userId, ...(cursor === undefined ? {} : { cursor }) },
      })
      seen.push(...body.events)
      cursor = body.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen.filter(({ title }) => title.startsWith('Notice')).length).toBe(95)
    expect(new Set(seen.map(({ title }) => title)).size).toBe(97)
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(seen.find(({ title }) => title === 'Prefers calls')?.name).toBe('Ines Keller')
  })

  test('tells of a portfolio whose visits all begin at one instant, each once', async () => {
    const customer = await buildCustomer(app)
    const made: string[] = []
    for (let index = 0; index < 95; index++) {
      const job = await buildWeeklyJob(app, { customerId: customer.userId })
      made.push(await buildVisit(app, job, { date: localDate('2026-02-24'), state: 'missed' }))
    }
    const seen: (string | null)[] = []
    let cursor: string | undefined
    do {
      const { body } = await operator.call('GET /api/history', {
        query: { of: 'person', id: customer.userId, ...(cursor === undefined ? {} : { cursor }) },
      })
      seen.push(...body.events.filter(({ kind }) => kind === 'visit').map(({ visitId }) => visitId))
      cursor = body.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen.toSorted()).toEqual(made.toSorted())
  })

  test('gives the day of a visit on the clock of its place, of all else on the person’s', async () => {
    const customer = await buildCustomer(app)
    const propertyId = await buildProperty(app, customer.userId, { timeZone: 'America/New_York' })
    const job = await buildWeeklyJob(app, { customerId: customer.userId, propertyId })
    await buildVisit(app, job, { date: localDate('2026-02-24'), state: 'missed' })
    const { body } = await operator.call('GET /api/history', {
      query: { of: 'person', id: customer.userId },
    })
    expect(body.events.map(({ kind, timeZone }) => [kind, timeZone]).toSorted()).toEqual([
      ['account_made', null],
      ['visit', 'America/New_York'],
    ])
  })

  test('is of the own market only', async () => {
    const customer = await buildCustomer(app)
    await app.db
      .insertInto('market')
      .values({ id: 'elsewhere', name: 'Elsewhere', time_zone: 'America/Denver' })
      .execute()
    await app.db
      .updateTable('users')
      .set({ market_id: 'elsewhere' })
      .where('id', '=', customer.userId)
      .execute()
    const id = customer.userId
    const answers = await Promise.all([
      operator.call('GET /api/person', { query: { id } }),
      operator.call('GET /api/person-visits', { query: { id, when: 'past' } }),
      operator.call('GET /api/person-places', { query: { id } }),
      operator.call('GET /api/person-money', { query: { id } }),
      operator.call('GET /api/history', { query: { of: 'person', id } }),
      operator.call('GET /api/person-notes', { query: { id } }),
      operator.call('POST /api/add-person-note', { body: { id, text: 'x' } }),
      operator.call('POST /api/mail-sign-in-link', { body: { id } }),
      operator.call('POST /api/end-person-sessions', { body: { id, reason } }),
      operator.call('POST /api/correct-person', {
        body: { id, name: 'X', phone: '', email: 'x@example.test', locale: 'en', reason },
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  })
})

describe('a correction', () => {
  test('of the address signs out, ends open links, tells both addresses and stands in the log', async () => {
    const customer = await buildCustomer(app, { name: 'Mara Before', email: 'mara.old@example.test' })
    const session = await signedIn(testApp, customer)
    const answer = await operator.call('POST /api/correct-person', {
      body: {
        id: customer.userId,
        name: 'Mara After',
        phone: '(303) 555-0142',
        email: 'mara.new@example.test',
        locale: 'es',
        reason,
      },
    })
    expect(answer.status).toBe(200)
    expect((await session.call('GET /api/user')).status).toBe(401)
    await testApp.work()
    const mails = await app.db
      .selectFrom('outbox_message')
      .where('recipient', 'in', ['mara.old@example.test', 'mara.new@example.test'])
      .select(['recipient', 'body'])
      .orderBy('recipient')
      .execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'mara.new@example.test',
      'mara.old@example.test',
    ])
    expect(mails[0]!.body).toContain('nombre, teléfono, correo electrónico, idioma')
    const [entry] = (await operator.call('GET /api/audit-log')).body.entries
    expect(entry).toMatchObject({
      action: 'correct_person',
      subject: customer.userId,
      detail: {
        reason,
        before: { name: 'Mara Before', email: 'mara.old@example.test' },
        after: { name: 'Mara After', phone: '+13035550142', email: 'mara.new@example.test' },
      },
    })
  })

  test('of the name alone leaves the person signed in', async () => {
    const customer = await buildCustomer(app, {
      name: 'Stay Here',
      email: 'stay@example.test',
      phone: '+13035550199',
    })
    const session = await signedIn(testApp, customer)
    const same = {
      id: customer.userId,
      phone: '+13035550199',
      email: 'stay@example.test',
      locale: 'en' as const,
      reason,
    }
    await operator.call('POST /api/correct-person', { body: { ...same, name: 'Stays Here' } })
    expect((await session.call('GET /api/user')).status).toBe(200)
    const again = await operator.call('POST /api/correct-person', { body: { ...same, name: 'Stays Here' } })
    expect(again.failure.fields).toHaveProperty('name')
  })

  test('writes nothing over what somebody else corrected meanwhile', async () => {
    const customer = await buildCustomer(app, { email: 'twice@example.test', phone: '+13035550171' })
    const read = (await operator.call('GET /api/person', { query: { id: customer.userId } })).body
    const was = { name: read.name, phone: read.phone, email: read.email, locale: read.locale }
    const sent = { ...was, phone: '+13035550171', id: customer.userId, was, reason }
    const [phone, name] = await Promise.all([
      operator.call('POST /api/correct-person', { body: { ...sent, phone: '+13035550172' } }),
      operator.call('POST /api/correct-person', { body: { ...sent, name: 'Renamed' } }),
    ])
    const late = phone.status === 200 ? name : phone
    expect([phone.status, name.status].toSorted()).toEqual([200, 409])
    expect(late.failure.code).toBe('changed_meanwhile')
    expect(late.failure.error).toContain('Someone else changed this meanwhile')
    const after = (await operator.call('GET /api/person', { query: { id: customer.userId } })).body
    expect([after.name, after.phone]).toEqual(
      late === name ? [was.name, '+13035550172'] : ['Renamed', '+13035550171'],
    )
  })

  test('of the phone lets no code to it open the account before its owner gives one back', async () => {
    const customer = await buildCustomer(app, { email: 'held@example.test', phone: '+13035550135' })
    const held = () =>
      app.db
        .selectFrom('users')
        .where('id', '=', customer.userId)
        .select(['phone', 'holds_phone'])
        .executeTakeFirstOrThrow()
    await app.db.updateTable('users').set({ holds_phone: true }).where('id', '=', customer.userId).execute()
    const same = { id: customer.userId, email: 'held@example.test', locale: 'en' as const, reason }
    const named = { ...same, name: 'New Name', phone: '+13035550135' }
    expect((await operator.call('POST /api/correct-person', { body: named })).status).toBe(200)
    expect(await held()).toEqual({ phone: '+13035550135', holds_phone: true })
    const moved = { ...named, phone: '+13035550136' }
    expect((await operator.call('POST /api/correct-person', { body: moved })).status).toBe(200)
    expect(await held()).toEqual({ phone: '+13035550136', holds_phone: false })
  })

  test('takes no address of somebody else, no broken phone, and no other operator', async () => {
    await buildCustomer(app, { email: 'taken@example.test' })
    const customer = await buildCustomer(app, { email: 'free@example.test', phone: '+13035550133' })
    const base = {
      id: customer.userId,
      name: 'N',
      phone: '+13035550133',
      email: 'free@example.test',
      locale: 'en' as const,
      reason,
    }
    const taken = await operator.call('POST /api/correct-person', {
      body: { ...base, email: 'Taken@example.test' },
    })
    expect([taken.status, Object.keys(taken.failure.fields ?? {})]).toEqual([409, ['email']])
    const phone = await operator.call('POST /api/correct-person', { body: { ...base, phone: '12' } })
    expect(Object.keys(phone.failure.fields ?? {})).toEqual(['phone'])
    const other = await buildOperator(app)
    const refused = await operator.call('POST /api/correct-person', {
      body: { ...base, id: other.userId, email: other.email },
    })
    expect(refused.status).toBe(403)
  })
})

test('a guest without an address keeps its way in: the name is corrected, a new phone wants an address', async () => {
  const guest = await buildCustomer(app, { name: 'Gus Guest', phone: '+13035550160' })
  await app.db
    .updateTable('users')
    .set({ email: '', holds_email: false, holds_phone: true })
    .where('id', '=', guest.userId)
    .execute()
  const base = { id: guest.userId, name: 'Gus Guest', email: '', locale: 'en' as const, reason }
  const correct = (more: { name?: string; phone: string; email?: string }) =>
    operator.call('POST /api/correct-person', { body: { ...base, ...more } })
  expect((await correct({ name: 'Gustav Guest', phone: '+13035550160' })).status).toBe(200)
  const lockedOut = await correct({ name: 'Gustav Guest', phone: '+13035550161' })
  expect(Object.keys(lockedOut.failure.fields ?? {})).toEqual(['email'])
  const link = await operator.call('POST /api/mail-sign-in-link', { body: { id: guest.userId } })
  expect(link.status).toBe(400)
})

test('a note is written, found, and taken away with its words kept in the log', async () => {
  const customer = await buildCustomer(app)
  const { id } = (
    await operator.call('POST /api/add-person-note', {
      body: { id: customer.userId, text: 'Gate wobbles xylem' },
    })
  ).body
  const found = (await operator.call('POST /api/search', { body: { text: 'xylem' } })).body.found
  expect(found).toMatchObject([{ kind: 'note', id, ownerId: customer.userId }])
  expect(
    (await operator.call('POST /api/add-person-note', { body: { id: customer.userId, text: '  ' } })).status,
  ).toBe(400)
  expect((await operator.call('POST /api/remove-person-note', { body: { noteId: id } })).status).toBe(200)
  expect((await operator.call('POST /api/remove-person-note', { body: { noteId: id } })).status).toBe(404)
  const { notes } = (await operator.call('GET /api/person-notes', { query: { id: customer.userId } })).body
  expect(notes).toEqual([])
  const [entry] = (await operator.call('GET /api/audit-log')).body.entries
  expect(entry).toMatchObject({ action: 'remove_note', detail: { text: 'Gate wobbles xylem' } })
})

test('a sign-in link goes to the mail of the account, and signing out everywhere ends every session', async () => {
  const customer = await buildCustomer(app, { email: 'link.wanted@example.test' })
  const session = await signedIn(testApp, customer)
  await operator.call('POST /api/mail-sign-in-link', { body: { id: customer.userId } })
  await testApp.work()
  const mail = await app.db
    .selectFrom('outbox_message')
    .where('recipient', '=', 'link.wanted@example.test')
    .select('body')
    .executeTakeFirstOrThrow()
  expect(mail.body).toContain('/authenticate?token=')
  await insertPasskey(app.db, {
    userId: customer.userId,
    credentialId: Buffer.from('of a lost phone'),
    publicKey: Buffer.from('key'),
    signCount: 0,
    transports: [],
    isSynced: false,
    name: 'Lost phone',
    now: app.ports.clock.now(),
  })
  await operator.call('POST /api/end-person-sessions', { body: { id: customer.userId, reason } })
  expect((await session.call('GET /api/user')).status).toBe(401)
  expect(await listPasskeys(app.db, customer.userId)).toEqual([])
})

test('customers and crews see none of it', async () => {
  const customer = await buildCustomer(app)
  for (const client of [await signedIn(testApp, customer), await signedIn(testApp, await buildCrew(app))])
    expect((await client.call('GET /api/person', { query: { id: customer.userId } })).status).toBe(403)
})

async function payment(customerId: UserId, state: 'declined' | 'paid', amount: number): Promise<void> {
  const day = localDate(state === 'paid' ? '2026-02-16' : '2026-02-23')
  await app.db
    .insertInto('payment')
    .values({
      customer_id: customerId,
      period_start: day,
      period_end: day,
      state,
      subtotal_cents: cents(amount),
      total_cents: cents(amount),
      created_at: toTimestamp(TEST_START),
      ...(state === 'paid' ? { paid_at: toTimestamp(TEST_START) } : {}),
    })
    .execute()
}

describe('what a person hears of', () => {
  test('a message goes out in its own language with the operator’s words, which the log keeps', async () => {
    const customer = await buildCustomer(app, { name: 'Rosa Ruiz', locale: 'es' })
    const body = { id: customer.userId, text: 'Your bins are back at the curb.' }
    expect((await operator.call('POST /api/message-person', { body })).status).toBe(200)
    const notice = await app.db
      .selectFrom('notice')
      .where('user_id', '=', customer.userId)
      .select(['title', 'text', 'event'])
      .executeTakeFirstOrThrow()
    expect(notice).toEqual({ title: 'Un mensaje de Crew', text: body.text, event: 'message' })
    const { events } = (
      await operator.call('GET /api/history', {
        query: { of: 'person', id: customer.userId, only: 'changes' },
      })
    ).body
    expect(events).toMatchObject([{ title: 'message_person', entry: { detail: { text: body.text } } }])
    const colleague = await buildOperator(app)
    const refused = await operator.call('POST /api/message-person', {
      body: { ...body, id: colleague.userId },
    })
    expect(refused.status).toBe(403)
  })

  test('a freeze with its day and notes, and its end, by mail', async () => {
    const customer = await buildCustomer(app, { email: 'frozen@example.test' })
    const until = new Date(TEST_START + 3 * DAY_MS).toISOString()
    const userId = customer.userId
    await operator.call('POST /api/freeze-user', { body: { userId, until, notes: 'Unpaid since May' } })
    await operator.call('POST /api/unfreeze-user', { body: { userId } })
    await testApp.work()
    const mails = await app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', 'frozen@example.test')
      .orderBy('subject')
      .select(['subject', 'body'])
      .execute()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your account is paused',
      'Your account works again',
    ])
    expect(mails[0]!.body).toContain('Unpaid since May')
  })
})
