/** An owner invites somebody to look after places; it comes, works there, and goes. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PropertyGroupId, ShareId } from '#domain/ids.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import { addDays, DAY_MS, dateAt, DEFAULT_TIME_ZONE } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { readPersonalData } from '#server/own-data/data-queries.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, openMoneyTest } from '#testing/build-money.ts'
import { buildShare } from '#testing/build-share.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp
const PASSWORD = 'quiet harbor lantern 42'
const WHOLE = { isWhole: true }
let number = 0

async function newOwner() {
  const owner = await buildCustomer(app, { name: 'Olga Owner' })
  const client = await signedIn(testApp, owner)
  const { body } = await client.call('POST /api/save-property-group', { body: { name: 'Lake houses' } })
  const groupId = body.groupId
  const propertyId = await buildProperty(app, owner.userId, { name: 'Maple House', groupId })
  const job = await buildWeeklyJob(app, { customerId: owner.userId, propertyId })
  const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
  const visitOn = (days: number) => buildVisit(app, job, { date: addDays(today, days) })
  return { owner, client, groupId, propertyId, job, visitOn }
}

async function newHelper(
  { owner, groupId }: Awaited<ReturnType<typeof newOwner>>,
  role: ShareRole,
  isWhole = false,
) {
  const person = await buildCustomer(app, { name: 'Hana Helper' })
  const groups: PropertyGroupId[] = isWhole ? [] : [groupId]
  const shareId = await buildShare(app, {
    ownerId: owner.userId,
    helperId: person.userId,
    role,
    isWhole,
    propertyGroupIds: groups,
  })
  const client = await signedIn(testApp, person)
  await use(client, shareId)
  return { person, client, shareId }
}

const use = (client: Client, shareId: ShareId | null) =>
  client.call('POST /api/use-account', { body: { shareId } })

const newEmail = () => `helper${(number += 1)}@helpers.test`

async function invite(client: Client, input: { email?: string; role?: ShareRole; reach?: object } = {}) {
  const email = input.email ?? newEmail()
  const { role = 'schedule', reach = WHOLE } = input
  const answer = await client.call('POST /api/invite-helper', {
    body: { name: 'Hana Helper', email, locale: 'en', role, reach: reach as typeof WHOLE },
  })
  return { email, answer, shareId: answer.body.shareId }
}

async function mailsTo(recipient: string) {
  await testApp.work()
  return app.db
    .selectFrom('outbox_message')
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .select(['subject', 'body'])
    .execute()
}

async function linkTo(email: string) {
  const [mail] = await mailsTo(email)
  return /\/go\/share-([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

const join = (client: Client, token: string, password = PASSWORD) =>
  client.call('POST /api/join-share', { body: { token, name: 'Hana Helper', password } })

describe('an invitation', () => {
  test('opens an account that looks after the places, once, and tells the owner', async () => {
    const { owner, client: host, groupId } = await newOwner()
    const { email } = await invite(host, { reach: { isWhole: false, propertyGroupIds: [groupId] } })
    const token = await linkTo(email)
    const opened = await testApp.client().call('POST /api/open-share-invitation', { body: { token } })
    expect(opened.body).toMatchObject({ email, ownerName: 'Olga Owner', role: 'schedule', hasAccount: false })
    expect(opened.body.groups).toEqual([{ id: groupId, kind: 'places', name: 'Lake houses' }])
    const client = testApp.client()
    expect((await join(client, token, 'short')).failure.code).toBe('password_too_short')
    expect((await join(client, token)).status).toBe(200)
    const { accounts, current } = (await client.call('GET /api/accounts')).body
    expect(accounts).toMatchObject([{ ownerName: 'Olga Owner', rights: ['see', 'prices', 'schedule'] }])
    expect(current).toBe(accounts[0]!.shareId)
    const places = await client.call('POST /api/get-properties', { body: {} })
    expect(places.body.properties.map(({ name }) => name)).toEqual(['Maple House'])
    expect((await join(testApp.client(), token)).failure.code).toBe('invitation_over')
    expect((await mailsTo(owner.email))[0]!.body).toContain(email)
  })

  test('is taken with an account that there is already, by nobody who cannot', async () => {
    const { client: host, owner } = await newOwner()
    const friend = await buildCustomer(app, { name: 'Fred Friend' })
    const { email } = await invite(host, { email: friend.email.toUpperCase() })
    const token = await linkTo(email)
    const take = (client: Client) => client.call('POST /api/accept-share', { body: { token } })
    expect((await take(testApp.client())).status).toBe(401)
    expect((await take(await signedIn(testApp, owner))).failure.code).toBe('share_own')
    expect((await take(await signedIn(testApp, await buildCrew(app)))).failure.code).toBe(
      'share_not_customer',
    )
    expect((await join(testApp.client(), token)).failure.code).toBe('email_taken')
    const answers = await Promise.all([
      take(await signedIn(testApp, friend)),
      take(await signedIn(testApp, await buildCustomer(app))),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  test('ends after its days, by a newer one, and when it is taken back', async () => {
    const { client: host } = await newOwner()
    const { email, shareId } = await invite(host)
    const first = await linkTo(email)
    testApp.clock.advance(1_000)
    const again = (client: Client) => client.call('POST /api/resend-helper-invitation', { body: { shareId } })
    expect((await again(host)).status).toBe(200)
    const second = await linkTo(email)
    expect(second).not.toBe(first)
    const open = (token: string) =>
      testApp.client().call('POST /api/open-share-invitation', { body: { token } })
    expect((await open(first)).failure.code).toBe('invitation_over')
    expect((await open(second)).status).toBe(200)
    testApp.clock.advance(7 * DAY_MS)
    expect((await open(second)).failure.code).toBe('invitation_over')
    await again(host)
    const third = await linkTo(email)
    expect((await host.call('POST /api/end-share', { body: { shareId } })).status).toBe(200)
    expect((await open(third)).failure.code).toBe('invitation_over')
    expect((await again(host)).status).toBe(404)
  })

  test('goes to nobody twice, not to oneself, and shares no group of somebody else', async () => {
    const { client: host, owner } = await newOwner()
    const { email } = await invite(host)
    expect((await invite(host, { email: email.toUpperCase() })).answer.failure.code).toBe('share_invited')
    expect((await invite(host, { email: owner.email })).answer.failure.code).toBe('share_own')
    const { groupId } = await newOwner()
    const reach = { isWhole: false, propertyGroupIds: [groupId] }
    expect((await invite(host, { reach })).answer.status).toBe(404)
    for (const none of [{ isWhole: false }, { isWhole: true, propertyGroupIds: [groupId] }])
      expect((await invite(host, { reach: none })).answer.failure.fields).toHaveProperty(
        'reach.propertyGroupIds',
      )
    const known = await newHelper(await newOwner(), 'see')
    const other = await newOwner()
    await buildShare(app, { ownerId: other.owner.userId, helperId: known.person.userId, role: 'see' })
    expect((await invite(other.client, { email: known.person.email })).answer.failure.code).toBe(
      'share_known',
    )
  })

  test('fills nobody’s mailbox, by whichever way the same account or many of them ask', async () => {
    const email = newEmail()
    const { client: host } = await newOwner()
    let { shareId } = await invite(host, { email })
    expect((await host.call('POST /api/resend-helper-invitation', { body: { shareId } })).status).toBe(200)
    for (let times = 0; times < 3; times++) {
      await host.call('POST /api/end-share', { body: { shareId } })
      shareId = (await invite(host, { email })).shareId
    }
    const more = await host.call('POST /api/resend-helper-invitation', { body: { shareId } })
    expect([more.status, more.failure.code]).toEqual([429, 'mailbox_asked_enough'])
    await host.call('POST /api/end-share', { body: { shareId } })
    const { answer } = await invite(host, { email })
    expect(answer.failure.fields?.['email']).toMatch(/tomorrow/)
    const others = await Promise.all(
      Array.from(
        { length: 30 },
        async () => (await invite((await newOwner()).client, { email })).answer.status,
      ),
    )
    expect(others.filter((status) => status === 200)).toHaveLength(15)
    expect(await mailsTo(email)).toHaveLength(20)
    testApp.clock.advance(DAY_MS)
    expect((await invite((await newOwner()).client, { email })).answer.status).toBe(200)
  })

  test('two at once to one address are one', async () => {
    const { client: host } = await newOwner()
    const email = newEmail()
    const answers = await Promise.all([invite(host, { email }), invite(host, { email })])
    expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409])
  })
})

describe('access that ended', () => {
  test('ends for the next call, and nothing falls on the helper’s own account', async () => {
    const host = await newOwner()
    const { client, shareId, person } = await newHelper(host, 'all', true)
    const visitId = await host.visitOn(2)
    expect((await client.call('GET /api/visit', { query: { id: visitId } })).status).toBe(200)
    expect((await host.client.call('POST /api/end-share', { body: { shareId } })).status).toBe(200)
    expect((await client.call('GET /api/visit', { query: { id: visitId } })).failure.code).toBe('share_ended')
    const place = { name: 'Mine', address: '1 Main St', lat: 39.74, lng: -104.99 }
    expect((await client.call('POST /api/add-property', { body: place })).failure.code).toBe('share_ended')
    expect((await client.call('GET /api/user')).body.id).toBe(person.userId)
    expect((await use(client, shareId)).failure.code).toBe('share_ended')
    await use(client, null)
    expect((await client.call('GET /api/properties')).body).toEqual([])
    expect((await mailsTo(person.email))[0]!.subject).toContain('no longer')
  })

  test('ends the links to photos that were given, and so do places that go, for the helper alone', async () => {
    const host = await newOwner()
    const crew = await buildCrew(app)
    const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
    const visit = { date: today, crewId: crew.userId, state: 'in_progress' as const }
    const visitId = await buildVisit(app, host.job, visit)
    const background = { r: 90, g: 120, b: 60 }
    const content = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const sent = { query: { visitId }, file: { type: 'image/jpeg', content } }
    expect((await (await signedIn(testApp, crew)).call('POST /api/upload-visit-photo', sent)).status).toBe(
      200,
    )
    const linkFor = async (client: Client) =>
      (await client.call('GET /api/visit', { query: { id: visitId } })).body.photos[0]!.url
    const statusOf = async (url: string) => (await testApp.server.inject({ method: 'GET', url })).statusCode
    const [own, whole, part] = [
      host.client,
      (await newHelper(host, 'see', true)).client,
      await newHelper(host, 'see'),
    ]
    const links = [await linkFor(own), await linkFor(whole), await linkFor(part.client)]
    const statuses = () => Promise.all(links.map(statusOf))
    expect(await statuses()).toEqual([200, 200, 200])
    // Whose it is is signed, too.
    const [, ofWhole = '', ofPart = ''] = links
    expect(await statusOf(ofPart.replace(/&share=.*/, ''))).toBe(404)
    expect(await statusOf(ofPart.replace(/&share=.*/, /&share=.*/.exec(ofWhole)![0]))).toBe(404)
    const move = (groupId: PropertyGroupId | null) =>
      app.db.updateTable('property').set({ group_id: groupId }).where('id', '=', host.propertyId).execute()
    await move(null)
    expect(await statuses()).toEqual([200, 200, 404])
    await move(host.groupId)
    expect(await statuses()).toEqual([200, 200, 200])
    await host.client.call('POST /api/end-share', { body: { shareId: part.shareId } })
    expect(await statuses()).toEqual([200, 200, 404])
  })

  test('changes nothing that waited while it ended', async () => {
    const host = await newOwner()
    const { client, shareId } = await newHelper(host, 'schedule')
    const visitId = await host.visitOn(2)
    let answer: Promise<{ status: number; failure: { code: string } }> | undefined
    await app.db.transaction().execute(async (trx) => {
      const ended_at = toTimestamp(app.ports.clock.now())
      await trx.updateTable('share').set({ ended_at }).where('id', '=', shareId).execute()
      // The call passes the gate while nobody knows of the end, and then waits for it.
      answer = client.call('POST /api/skip-visit', { body: { visitId } })
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    expect((await answer)?.failure.code).toBe('share_ended')
    expect(await stateOf(visitId)).toBe('scheduled')
    expect(await actionsOf(host.client)).toEqual([])
  })

  test('many calls against the end: each was done before it, or not at all', async () => {
    const host = await newOwner()
    const { client, shareId } = await newHelper(host, 'schedule')
    const visitIds = await Promise.all([1, 8, 15, 22, 29, 36].map(host.visitOn))
    const skipped = visitIds.map((visitId) => client.call('POST /api/skip-visit', { body: { visitId } }))
    const ended = host.client.call('POST /api/end-share', { body: { shareId } })
    const answers = await Promise.all(skipped)
    expect((await ended).status).toBe(200)
    for (const [index, { status, failure }] of answers.entries()) {
      expect([200, 403]).toContain(status)
      if (status === 403) expect(failure.code).toBe('share_ended')
      expect(await stateOf(visitIds[index]!)).toBe(status === 200 ? 'skipped' : 'scheduled')
    }
    const done = answers.filter(({ status }) => status === 200).length
    expect(await actionsOf(host.client)).toHaveLength(done)
  })

  test('a smaller role holds for the next call', async () => {
    const host = await newOwner()
    const { client, shareId } = await newHelper(host, 'all', true)
    const reach = { isWhole: false, propertyGroupIds: [host.groupId] }
    const body = { shareId, role: 'see' as const, reach }
    const before = await client.call('GET /api/payments', { query: {} })
    expect(before.status).toBe(200)
    expect((await host.client.call('POST /api/change-share', { body })).status).toBe(200)
    expect((await client.call('GET /api/payments', { query: {} })).failure.code).toBe('share_forbids')
    const visitId = await host.visitOn(2)
    expect((await client.call('POST /api/skip-visit', { body: { visitId } })).failure.code).toBe(
      'share_forbids',
    )
  })

  test('by the helper itself, who tells the owner, and by nobody else', async () => {
    const host = await newOwner()
    const { client, shareId } = await newHelper(host, 'see')
    const stranger = await signedIn(testApp, await buildCustomer(app))
    for (const call of ['POST /api/leave-share', 'POST /api/end-share'] as const)
      expect((await stranger.call(call, { body: { shareId } })).status).toBe(404)
    expect((await use(stranger, shareId)).failure.code).toBe('share_ended')
    expect((await client.call('POST /api/leave-share', { body: { shareId } })).status).toBe(200)
    expect((await client.call('GET /api/accounts')).body.accounts).toEqual([])
    expect((await mailsTo(host.owner.email))[0]!.subject).toBe(
      'Hana Helper no longer looks after your places',
    )
  })

  test('with the account of the owner, or of the helper', async () => {
    const host = await newOwner()
    const { client } = await newHelper(host, 'all', true)
    await host.client.call('POST /api/leave', { body: { expectedFeeCents: 0 } })
    expect((await client.call('GET /api/properties')).failure.code).toBe('share_ended')
    const other = await newOwner()
    const helper = await newHelper(other, 'all', true)
    await use(helper.client, null)
    await helper.client.call('POST /api/leave', { body: { expectedFeeCents: 0 } })
    expect((await other.client.call('GET /api/shares')).body.people).toEqual([])
  })
})

describe('what helpers did', () => {
  test('stands by name for the owner, once, with the place', async () => {
    const host = await newOwner()
    const { client, person } = await newHelper(host, 'schedule')
    const visitId = await host.visitOn(2)
    const headers = { 'idempotency-key': 'skip-once' }
    for (let time = 0; time < 2; time += 1)
      expect((await client.call('POST /api/skip-visit', { body: { visitId }, headers })).status).toBe(200)
    // Refused by the rule, so nothing was done.
    expect((await client.call('POST /api/rate-visit', { body: { visitId, stars: 5 } })).status).toBe(409)
    await host.client.call('POST /api/unskip-visit', { body: { visitId } })
    await client.call('GET /api/visit', { query: { id: visitId } })
    await client.call('POST /api/preview-schedule-change', { body: { kind: 'skip', visitId } })
    expect(await actionsOf(host.client)).toMatchObject([
      {
        helperId: person.userId,
        helperName: 'Hana Helper',
        call: 'POST /api/skip-visit',
        propertyName: 'Maple House',
        visitId,
      },
    ])
    const stranger = await signedIn(testApp, await buildCustomer(app))
    expect(await actionsOf(stranger)).toEqual([])
  })

  test('goes on a page at a time', async () => {
    const host = await newOwner()
    const { shareId } = await newHelper(host, 'schedule')
    const at = toTimestamp(app.ports.clock.now())
    const row = { owner_id: host.owner.userId, share_id: shareId, call: 'POST /api/skip-visit', at }
    await app.db
      .insertInto('share_action')
      .values(Array.from({ length: 60 }, () => ({ ...row, try_id: crypto.randomUUID() as never })))
      .execute()
    const first = (await host.client.call('GET /api/share-actions', { query: {} })).body
    const cursor = first.nextCursor ?? ''
    const second = (await host.client.call('GET /api/share-actions', { query: { cursor } })).body
    expect([first.actions.length, second.actions.length, second.nextCursor]).toEqual([50, 10, null])
  })

  test('is in the file of one’s own data, of each what is its own', async () => {
    const host = await newOwner()
    const { client, person } = await newHelper(host, 'schedule')
    await client.call('POST /api/skip-visit', { body: { visitId: await host.visitOn(2) } })
    const { sharing: given } = await readPersonalData(app.db, host.owner.userId)
    expect(given).toMatchObject({ given: [{ name: 'Hana Helper', role: 'schedule' }], held: [], actions: [] })
    const { sharing: held } = await readPersonalData(app.db, person.userId)
    expect(held).toMatchObject({
      given: [],
      held: [{ role: 'schedule' }],
      actions: [{ call: 'POST /api/skip-visit' }],
    })
  })

  test('a key of one account is not taken for the same on another', async () => {
    const host = await newOwner()
    const { client } = await newHelper(host, 'schedule')
    const body = { visitId: await host.visitOn(2) }
    const headers = { 'idempotency-key': 'both' }
    expect((await client.call('POST /api/skip-visit', { body, headers })).status).toBe(200)
    await use(client, null)
    expect((await client.call('POST /api/skip-visit', { body, headers })).failure.code).toBe('key_reused')
  })
})

test('amounts are shown to whoever may see them, bills to whoever pays for everything', async () => {
  const test = await openMoneyTest(app.ports.clock.now())
  const host = await newOwner()
  const { visitId } = await buildCompletedVisit(test.app, { job: host.job, customerId: host.owner.userId })
  const priceAs = async (role: ShareRole, isWhole = false) => {
    const { client } = await newHelper(host, role, isWhole)
    const { body } = await client.call('GET /api/visit', { query: { id: visitId } })
    const bills = await client.call('GET /api/billing')
    return [body.priceCents === null, body.priceLines?.length ?? 0, bills.status]
  }
  const own = (await host.client.call('GET /api/visit', { query: { id: visitId } })).body
  expect(own.priceCents).toBeGreaterThan(0)
  const lines = own.priceLines?.length
  expect(await priceAs('see')).toEqual([true, 0, 403])
  expect(await priceAs('see', true)).toEqual([true, 0, 403])
  expect(await priceAs('schedule')).toEqual([false, lines, 403])
  expect(await priceAs('pay')).toEqual([false, lines, 403])
  expect(await priceAs('pay', true)).toEqual([false, lines, 200])
})

async function stateOf(id: Awaited<ReturnType<typeof buildVisit>>): Promise<string> {
  const { state } = await app.db
    .selectFrom('visit')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirstOrThrow()
  return state
}

async function actionsOf(client: Client) {
  return (await client.call('GET /api/share-actions', { query: {} })).body.actions
}
