import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildProperty, signedIn } from '#testing/build.ts'

let testApp: TestApp
let owner: Awaited<ReturnType<typeof buildCustomer>>
let client: Client
let stranger: Client

beforeAll(async () => {
  testApp = await createTestApp()
  owner = await buildCustomer(testApp.app)
  client = await signedIn(testApp, owner)
  stranger = await signedIn(testApp, await buildCustomer(testApp.app))
})
afterAll(() => testApp.close())

describe('property groups', () => {
  test('are made, renamed and removed, and their properties stay', async () => {
    const groupId = await makeGroup('Highlands')
    const propertyId = await buildProperty(testApp.app, owner.userId, { groupId })
    await client.call('POST /api/save-property-group', { body: { groupId, name: 'LoHi' } })
    const { body: groups } = await client.call('GET /api/property-groups')
    expect(groups).toContainEqual({ id: groupId, name: 'LoHi', propertyCount: 1 })
    const { body } = await client.call('POST /api/remove-property-group', { body: { groupId } })
    expect(body).toEqual({ ok: true, propertyCount: 1 })
    const { body: property } = await client.call('GET /api/property', { query: { id: propertyId } })
    expect(property.groupId).toBeNull()
  })

  test('have each name once, whatever its case', async () => {
    await makeGroup('Baker')
    const { status, failure } = await client.call('POST /api/save-property-group', {
      body: { name: 'BAKER' },
    })
    expect([status, failure.code, failure.fields]).toEqual([409, 'group_name_taken', { name: failure.error }])
    expect((await stranger.call('POST /api/save-property-group', { body: { name: 'Baker' } })).status).toBe(
      200,
    )
  })

  test('of one name made five times at once are one', async () => {
    const tries = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.call('POST /api/save-property-group', { body: { name: 'Five' } }),
      ),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('take many properties at once, or give them up', async () => {
    const groupId = await makeGroup('Moves')
    const propertyIds = await Promise.all([1, 2, 3].map(() => buildProperty(testApp.app, owner.userId)))
    const moved = await client.call('POST /api/move-properties', { body: { propertyIds, groupId } })
    expect(moved.body).toEqual({ ok: true, movedCount: 3 })
    const { body: page } = await client.call('POST /api/get-properties', { body: { groupId } })
    expect(page.totalCount).toBe(3)
    await client.call('POST /api/move-properties', {
      body: { propertyIds: [propertyIds[0]!], groupId: null },
    })
    const { body: later } = await client.call('POST /api/get-properties', { body: { groupId } })
    expect(later.totalCount).toBe(2)
  })

  test('take none when one of them is not the customer’s', async () => {
    const groupId = await makeGroup('Mine')
    const mine = await buildProperty(testApp.app, owner.userId)
    const other = await buildProperty(testApp.app, (await buildCustomer(testApp.app)).userId)
    const body = { propertyIds: [mine, other], groupId }
    expect((await client.call('POST /api/move-properties', { body })).status).toBe(404)
    const { body: property } = await client.call('GET /api/property', { query: { id: mine } })
    expect(property.groupId).toBeNull()
  })

  test('of others are not found', async () => {
    const groupId = await makeGroup('Private')
    const own = await buildProperty(testApp.app, owner.userId)
    for (const id of [groupId, randomUUID() as PropertyGroupId]) {
      const answers = [
        await stranger.call('POST /api/save-property-group', { body: { groupId: id, name: 'X' } }),
        await stranger.call('POST /api/remove-property-group', { body: { groupId: id } }),
        await stranger.call('POST /api/move-properties', { body: { propertyIds: [own], groupId: id } }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect((await stranger.call('POST /api/get-properties', { body: { groupId } })).body.totalCount).toBe(0)
  })

  test('are nothing for crews and the signed out', async () => {
    const crew = await signedIn(testApp, await buildCrew(testApp.app))
    expect((await crew.call('GET /api/property-groups')).body).toEqual([])
    expect((await crew.call('POST /api/get-complexes', { body: {} })).body).toEqual([])
    expect((await crew.call('POST /api/save-property-group', { body: { name: 'X' } })).status).toBe(403)
    expect((await crew.call('POST /api/get-properties', { body: {} })).status).toBe(403)
    expect((await testApp.client().call('GET /api/property-groups')).status).toBe(401)
  })
})

describe('a long list', () => {
  test('comes in pages by name, each property once, and can be searched', async () => {
    const many = await buildCustomer(testApp.app)
    const manyClient = await signedIn(testApp, many)
    for (let index = 0; index < 25; index++)
      await buildProperty(testApp.app, many.userId, { name: `House ${index % 5} 100%_` })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await manyClient.call('POST /api/get-properties', {
        body: { limit: 7, ...(cursor === undefined ? {} : { cursor }) },
      })
      expect(body.totalCount).toBe(25)
      seen.push(...body.properties.map(({ id }) => id))
      cursor = body.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect([seen.length, new Set(seen).size]).toEqual([25, 25])
    const find = async (search: string) =>
      (await manyClient.call('POST /api/get-properties', { body: { search } })).body.totalCount
    expect([await find('house 3'), await find('100%_'), await find('%3%'), await find('\\')]).toEqual([
      5, 25, 0, 0,
    ])
  })

  test.each([
    { cursor: 'x' as PropertyId },
    { search: 'a\u0000b' },
    { limit: 0 },
    { limit: 501 },
    { groupId: '' as PropertyGroupId },
  ])('refuses %j', async (body) => {
    expect((await client.call('POST /api/get-properties', { body })).status).toBe(400)
  })
})

describe('complexes', () => {
  test('are listed with their groups, the customer’s own only', async () => {
    const { body: made } = await client.call('POST /api/add-complex', {
      body: {
        name: 'The Lofts',
        address: '1600 E Colfax Ave',
        lat: 39.74,
        lng: -104.97,
        units: 80,
        groupName: 'Portfolio',
      },
    })
    const { body: complexes } = await client.call('POST /api/get-complexes')
    const { body: groups } = await client.call('POST /api/get-complex-groups')
    expect(groups).toMatchObject([{ name: 'Portfolio', complexCount: 1 }])
    expect(complexes).toMatchObject([
      { id: made.complexId, name: 'The Lofts', units: 80, complexGroupId: groups[0]!.id },
    ])
    expect((await stranger.call('POST /api/get-complexes')).body).toEqual([])
    expect((await stranger.call('POST /api/get-complex-groups')).body).toEqual([])
    expect((await testApp.client().call('POST /api/get-complexes')).status).toBe(401)
  })
})

async function makeGroup(name: string): Promise<PropertyGroupId> {
  const { body } = await client.call('POST /api/save-property-group', { body: { name } })
  return body.groupId
}
