/** A city that has an owner keeps one, whatever happens at the same moment. */
import { beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { createTestApp } from '#testing/app.ts'
import { type BuiltUser, buildOperator, signedIn } from '#testing/build.ts'

const testApp = await createTestApp()
const { app } = testApp
let anna: BuiltUser<unknown>
let bert: BuiltUser<unknown>

beforeEach(async () => {
  await app.db.updateTable('users').set({ staff_role: null }).where('type', '=', 'Operator').execute()
  await app.db.deleteFrom('operator_market').execute()
  anna = await buildOperator(app, { name: 'Anna' })
  bert = await buildOperator(app, { name: 'Bert' })
})

const NOBODY = { everywhere: null, cities: [] }
const end = async (by: BuiltUser<unknown>, userId: UserId, roles: Parameters<typeof bodyOf>[1] = NOBODY) =>
  (await signedIn(testApp, by)).call('POST /api/change-staff-roles', { body: bodyOf(userId, roles) })
const bodyOf = (
  userId: UserId,
  roles: { everywhere: null | 'reader'; cities: { marketId: string; role: 'owner' | 'reader' }[] },
) => ({ userId, roles, reason: 'As agreed' })
const roleOf = async ({ userId }: BuiltUser<unknown>) =>
  (await app.db.selectFrom('users').where('id', '=', userId).select('staff_role').executeTakeFirstOrThrow())
    .staff_role

test('of two who end each other at the same moment one stays', async () => {
  const clients = [await signedIn(testApp, anna), await signedIn(testApp, bert)] as const
  const answers = await Promise.all([
    clients[0].call('POST /api/change-staff-roles', { body: bodyOf(bert.userId, NOBODY) }),
    clients[1].call('POST /api/change-staff-roles', { body: bodyOf(anna.userId, NOBODY) }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect([await roleOf(anna), await roleOf(bert)].filter((role) => role === 'owner')).toHaveLength(1)
})

test('of two who give it up at the same moment one stays', async () => {
  const reader = { everywhere: 'reader' as const, cities: [] }
  const answers = await Promise.all([end(anna, anna.userId, reader), end(bert, bert.userId, reader)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect([await roleOf(anna), await roleOf(bert)].toSorted()).toEqual(['owner', 'reader'])
})

test('the last one reads which city it is and what to do', async () => {
  const denver = { everywhere: null, cities: [{ marketId: 'denver', role: 'owner' as const }] }
  expect((await end(anna, bert.userId, denver)).status).toBe(200)
  expect((await end(anna, anna.userId, NOBODY)).status).toBe(200)
  const alone = await end(bert, bert.userId, {
    everywhere: null,
    cities: [{ marketId: 'denver', role: 'reader' }],
  })
  expect([alone.status, alone.failure.code, alone.failure.error]).toEqual([
    409,
    'last_owner',
    'Nobody else owns Denver. Make somebody else an owner there first.',
  ])
})

test('the last one is neither frozen nor deleted', async () => {
  await end(anna, bert.userId)
  const client = await signedIn(testApp, anna)
  const freeze = { userId: anna.userId, until: '2099-01-01T00:00:00Z', notes: 'x' }
  expect((await client.call('POST /api/freeze-user', { body: freeze })).status).toBe(404)
  const leave = await client.call('POST /api/leave', { body: { expectedFeeCents: 0 } })
  expect(leave.failure.code).toBe('operator_leaves')
  expect(await roleOf(anna)).toBe('owner')
})
