/** The staff: who holds what, and the way in by an invitation. */
import { describe, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { DAY_MS } from '#domain/time.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'

const testApp = await createTestApp()
const { app } = testApp
for (const [id, name] of [
  ['tucson', 'Tucson'],
  ['mesa', 'Mesa'],
] as const)
  await app.db.insertInto('market').values({ id, name, time_zone: 'America/Phoenix' }).execute()
const owner = await buildOperator(app, { name: 'Olga Owner' })
const desk = await signedIn(testApp, owner)

const NOBODY = { everywhere: null, cities: [] }
const inCity = (marketId: string, role: 'owner' | 'dispatcher' | 'reader' | 'support') => ({
  everywhere: null,
  cities: [{ marketId, role }],
})
const change = (client: Client, userId: UserId, roles: Parameters<typeof body>[1]) =>
  client.call('POST /api/change-staff-roles', { body: body(userId, roles) })
const body = (
  userId: UserId,
  roles: { everywhere: null | 'owner' | 'reader'; cities: ReturnType<typeof inCity>['cities'] },
) => ({ userId, roles, reason: 'As agreed' })

describe('roles', () => {
  test('are given by city, end the sessions, put a city on the desk, and are mailed and logged', async () => {
    const person = await buildOperator(app, { name: 'Dana Desk', staffRole: 'reader' })
    const theirs = await signedIn(testApp, person)
    expect((await change(desk, person.userId, inCity('tucson', 'dispatcher'))).status).toBe(200)
    expect((await theirs.call('GET /api/operator-board')).status).toBe(401)
    const again = await signedIn(testApp, person)
    expect((await again.call('GET /api/user')).body).toMatchObject({
      staff_role: 'dispatcher',
      capabilities: ['see', 'dispatch'],
    })
    expect((await again.call('GET /api/markets')).body.map(({ id }) => id)).toEqual(['tucson'])
    await testApp.work()
    const mail = await mailTo(person.email)
    expect(mail?.body).toContain('Tucson: dispatcher')
    const { entries } = (await desk.call('GET /api/audit-log')).body
    expect(entries[0]).toMatchObject({ action: 'change_roles', subject: person.userId })
  })

  test('end altogether: whoever has none may do nothing, and is still in the list', async () => {
    const person = await buildOperator(app, { name: 'Ended Emil', roles: { tucson: 'support' } })
    expect((await change(desk, person.userId, NOBODY)).status).toBe(200)
    const again = await signedIn(testApp, person)
    expect((await again.call('GET /api/operator-board')).failure.code).toBe('role_forbids')
    expect((await again.call('GET /api/user')).failure.code).toBe('role_forbids')
    const { people } = (await desk.call('GET /api/staff')).body
    expect(people.find(({ id }) => id === person.userId)).toMatchObject({ everywhere: null, cities: [] })
  })

  test('of a city are nothing that the owner of another gives', async () => {
    const tucson = await signedIn(
      testApp,
      await buildOperator(app, { roles: { tucson: 'owner', denver: 'owner' } }),
    )
    const person = await buildOperator(app, { name: 'Mara Mesa', roles: { mesa: 'reader' } })
    const refused = await change(tucson, person.userId, NOBODY)
    expect([refused.status, refused.failure.code]).toEqual([403, 'role_forbids'])
    const both = {
      everywhere: null,
      cities: [...inCity('mesa', 'reader').cities, ...inCity('tucson', 'reader').cities],
    }
    expect((await change(tucson, person.userId, both)).status).toBe(200)
    expect((await change(tucson, person.userId, { everywhere: 'reader', cities: [] })).failure.code).toBe(
      'every_city_needed',
    )
    const { people, cities } = (await tucson.call('GET /api/staff')).body
    expect(cities.map(({ id }) => id)).toEqual(['denver', 'tucson'])
    expect(people.map(({ name }) => name)).toContain('Mara Mesa')
  })

  test('write nothing over what another owner gave meanwhile', async () => {
    const person = await buildOperator(app, { name: 'Twice Tom', roles: { tucson: 'reader' } })
    const was = inCity('tucson', 'reader')
    const give = (roles: ReturnType<typeof inCity>) =>
      desk.call('POST /api/change-staff-roles', {
        body: { userId: person.userId, roles, was, reason: 'As agreed' },
      })
    expect((await give(inCity('mesa', 'support'))).status).toBe(200)
    const late = await give(inCity('tucson', 'dispatcher'))
    expect([late.status, late.failure.code]).toEqual([409, 'changed_meanwhile'])
    const { people } = (await desk.call('GET /api/staff')).body
    expect(people.find(({ id }) => id === person.userId)?.cities).toMatchObject([
      { marketId: 'mesa', role: 'support' },
    ])
  })

  test('that nobody can hold are refused', async () => {
    const person = await buildOperator(app, { roles: { tucson: 'support' } })
    expect((await change(desk, person.userId, inCity('nowhere', 'reader'))).status).toBe(404)
    const twice = { everywhere: 'reader' as const, cities: inCity('mesa', 'reader').cities }
    expect((await change(desk, person.userId, twice)).status).toBe(400)
    const customer = await buildCustomer(app)
    expect((await change(desk, customer.userId, inCity('mesa', 'reader'))).status).toBe(404)
  })
})

describe('an invitation', () => {
  const PASSWORD = 'quiet harbor lantern 42'
  let number = 0
  const invite = async (client = desk, roles: Parameters<typeof body>[1] = inCity('tucson', 'support')) => {
    number += 1
    const email = `new${number}@staff.test`
    const answer = await client.call('POST /api/invite-staff', {
      body: { name: 'Nina New', email, locale: 'en', roles },
    })
    return { email, answer }
  }
  const linkTo = async (email: string) => {
    await testApp.work()
    const mail = await mailTo(email)
    return /\/go\/staff-([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  }
  const join = (token: string, password = PASSWORD) =>
    testApp.client().call('POST /api/join-staff', { body: { token, name: 'Nina New', password } })

  test('opens an account with its roles, once', async () => {
    const { email, answer } = await invite()
    expect(answer.status).toBe(200)
    const token = await linkTo(email)
    const opened = await testApp.client().call('POST /api/open-staff-invitation', { body: { token } })
    expect(opened.body).toMatchObject({ name: 'Nina New', email, invitedByName: 'Olga Owner' })
    expect((await join(token, 'short')).failure.code).toBe('password_too_short')
    const client = testApp.client()
    const joined = await client.call('POST /api/join-staff', {
      body: { token, name: 'Nina New', password: PASSWORD },
    })
    expect(joined.status).toBe(200)
    expect((await client.call('GET /api/user')).body).toMatchObject({
      type: 'Operator',
      staff_role: 'support',
    })
    expect((await client.call('GET /api/markets')).body.map(({ id }) => id)).toEqual(['tucson'])
    expect((await join(token)).failure.code).toBe('invitation_over')
    expect(await listed(email)).toBeUndefined()
  })

  test('of two who open it at once is one’s', async () => {
    const { email } = await invite()
    const token = await linkTo(email)
    const answers = await Promise.all([join(token), join(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  test('ends after its days, when it is withdrawn, and by a newer one', async () => {
    const { email, answer } = await invite()
    const { invitationId } = answer.body
    const first = await linkTo(email)
    testApp.clock.advance(1_000)
    expect((await desk.call('POST /api/resend-staff-invitation', { body: { invitationId } })).status).toBe(
      200,
    )
    const second = await linkTo(email)
    expect(second).not.toBe(first)
    expect((await join(first)).failure.code).toBe('invitation_over')
    testApp.clock.advance(7 * DAY_MS)
    expect((await join(second)).failure.code).toBe('invitation_over')
    const fresh = await signedIn(testApp, owner)
    expect((await fresh.call('POST /api/resend-staff-invitation', { body: { invitationId } })).status).toBe(
      200,
    )
    const third = await linkTo(email)
    expect((await fresh.call('POST /api/withdraw-staff-invitation', { body: { invitationId } })).status).toBe(
      200,
    )
    expect((await join(third)).status).toBe(410)
    expect((await fresh.call('POST /api/withdraw-staff-invitation', { body: { invitationId } })).status).toBe(
      404,
    )
  })

  test('gives nothing that the inviter may not give, then or now', async () => {
    const fresh = await signedIn(testApp, owner)
    const inviter = await buildOperator(app, { roles: { denver: 'owner', tucson: 'owner' } })
    const theirs = await signedIn(testApp, inviter)
    expect((await invite(theirs, inCity('mesa', 'reader'))).answer.failure.code).toBe('role_forbids')
    expect((await invite(theirs, { everywhere: 'reader', cities: [] })).answer.failure.code).toBe(
      'every_city_needed',
    )
    const { email } = await invite(theirs)
    const token = await linkTo(email)
    expect((await change(fresh, inviter.userId, NOBODY)).status).toBe(200)
    expect((await join(token)).failure.code).toBe('invitation_over')
  })

  test('goes to no address that a customer has, somebody of the staff, or somebody who is invited', async () => {
    const fresh = await signedIn(testApp, owner)
    const customer = await buildCustomer(app, { email: 'cora@customer.test' })
    const codeOf = async (email: string) => {
      const roles = inCity('tucson', 'support')
      const answer = await fresh.call('POST /api/invite-staff', {
        body: { name: 'X Y', email, locale: 'es', roles },
      })
      return answer.failure.code
    }
    expect(await codeOf(customer.email.toUpperCase())).toBe('address_of_customer')
    expect(await codeOf(owner.email)).toBe('staff_already')
    const { email } = await invite(fresh)
    expect(await codeOf(email)).toBe('invited_already')
  })

  const listed = async (email: string) =>
    (await desk.call('GET /api/staff-invitations')).body.invitations.find((each) => each.email === email)
})

async function mailTo(recipient: string) {
  const rows = app.db.selectFrom('outbox_message').where('recipient', '=', recipient)
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(['subject', 'body'])
    .limit(1)
    .executeTakeFirst()
}
