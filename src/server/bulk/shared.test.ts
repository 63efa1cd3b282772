/** Whoever looks after places changes many weekly jobs of those, and of no others, for as long as it may. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PropertyGroupId, ShareId, WeeklyJobId } from '#domain/ids.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import { localDate } from '#domain/time.ts'
import { checkAccess } from '#server/sharing/check-access.ts'
import type { Client, TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { buildShare } from '#testing/build-share.ts'
import * as on from './build-bulk.testing.ts'
import { type Host, START, WINDOW } from './build-bulk.testing.ts'
import { runBulk } from './run-bulk.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await on.open()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(START))

const SKIP = { kind: 'skip', weekOf: localDate('2026-04-15') } as const

/** Of so many places the first ones are in a group that is shared. */
async function shared(role: ShareRole = 'schedule', { places = 4, inGroup = 2 } = {}) {
  const owner = await on.host(places)
  const { body } = await owner.client.call('POST /api/save-property-group', { body: { name: 'Lake houses' } })
  const groupId = body.groupId
  const placeIds = await Promise.all(owner.ids.map(on.placeOf))
  const setGroup = (ids: readonly string[], group: PropertyGroupId | null) =>
    testApp.app.db
      .updateTable('property')
      .set({ group_id: group })
      .where('id', 'in', ids as never)
      .execute()
  await setGroup(placeIds.slice(0, inGroup), groupId)
  const { helper, shareId } = await helperOf(owner, role, groupId)
  const own = owner.ids.slice(0, inGroup)
  return {
    owner,
    groupId,
    shareId,
    helper: { ...owner, client: helper, ids: own },
    hidden: owner.ids.slice(inGroup),
    takeAway: (index: number) => setGroup([placeIds[index]!], null),
    change: (to: ShareRole) =>
      owner.client.call('POST /api/change-share', {
        body: { shareId, role: to, reach: { isWhole: false, propertyGroupIds: [groupId] } },
      }),
  }
}

async function helperOf({ scope }: Host, role: ShareRole, groupId: PropertyGroupId) {
  const person = await buildCustomer(testApp.app, { name: 'Hana Helper', locale: 'es' })
  const shareId = await buildShare(testApp.app, {
    ownerId: scope.userId,
    helperId: person.userId,
    role,
    propertyGroupIds: [groupId],
  })
  const helper = await signedIn(testApp, person)
  await helper.call('POST /api/use-account', { body: { shareId } })
  return { helper, shareId }
}

const bulksOf = async (client: Client) => (await client.call('GET /api/bulk-changes')).body.changes

const actionsOf = async ({ client }: Host) =>
  (await client.call('GET /api/share-actions', { query: {} })).body.actions

async function skippedOf(ids: readonly WeeklyJobId[]): Promise<number> {
  return (await on.recordOf(ids)).visits.filter(({ state }) => state === 'skipped').length
}

test('is selected, previewed with money, done, told to the owner by name and undone', async () => {
  const { owner, helper } = await shared()
  const found = (await helper.client.call('POST /api/get-weekly-job-ids', { body: {} })).body
  expect([found.weeklyJobIds.toSorted(), found.totalCount]).toEqual([helper.ids.toSorted(), 2])
  const before = await on.recordOf(owner.ids)
  const seen = await on.preview(helper, SKIP)
  expect(seen).toMatchObject({ jobCount: 2, changedCount: 2, visitsBefore: 2, visitsAfter: 0 })
  expect(seen).toEqual(await on.preview(owner, SKIP, helper.ids))
  expect(seen.centsBefore).toBeGreaterThan(0)
  await on.apply(helper, SKIP)
  expect([await skippedOf(helper.ids), await skippedOf(owner.ids)]).toEqual([2, 2])
  const done = { state: 'done', changedCount: 2, helperName: 'Hana Helper', canUndo: true }
  expect([await on.latest(helper), await on.latest(owner)]).toMatchObject([done, done])
  expect(await actionsOf(owner)).toMatchObject([
    { call: 'POST /api/start-bulk-change', helperName: 'Hana Helper' },
  ])
  expect(await on.undo(helper, (await on.latest(helper)).id)).toBe(200)
  expect(await on.latest(owner)).toMatchObject({ state: 'undone', undoneCount: 2 })
  const after = await on.recordOf(owner.ids)
  expect(after.visits).toEqual(before.visits)
  // Both of one instant, by a clock that stands still.
  expect((await actionsOf(owner)).map(({ call }) => call).sort()).toEqual([
    'POST /api/start-bulk-change',
    'POST /api/undo-bulk-change',
  ])
})

test('never reaches a place that is not shared, whatever ids are named', async () => {
  const { owner, helper, hidden } = await shared()
  const stranger = await on.host(1)
  for (const weeklyJobIds of [hidden, [...helper.ids, hidden[0]!], stranger.ids])
    for (const call of ['POST /api/preview-bulk-change', 'POST /api/start-bulk-change'] as const)
      expect((await helper.client.call(call, { body: { weeklyJobIds, change: SKIP } })).status).toBe(404)
  expect(await bulksOf(owner.client)).toEqual([])
})

test('is of whoever began it: the owner sees and undoes all, a helper its own', async () => {
  const { owner, helper, groupId } = await shared()
  const other = await helperOf(owner, 'all', groupId)
  const ofOwner = await on.apply(owner, WINDOW)
  const ofHelper = await on.apply(helper, SKIP)
  const idsOf = async (client: Client) => (await bulksOf(client)).map(({ id }) => id)
  expect((await idsOf(owner.client)).toSorted()).toEqual([ofHelper, ofOwner].toSorted())
  expect(await idsOf(helper.client)).toEqual([ofHelper])
  expect(await idsOf(other.helper)).toEqual([])
  expect(await on.undo(helper, ofOwner)).toBe(404)
  expect(await on.undo({ ...helper, client: other.helper }, ofHelper)).toBe(404)
  expect(await on.undo(owner, ofHelper)).toBe(200)
  expect(await skippedOf(owner.ids)).toBe(0)
})

test.each(['see', 'pay'] as const)('is refused to the role “%s”', async (role) => {
  const { helper } = await shared(role)
  const answer = await on.start(helper, helper.ids, SKIP)
  expect([answer.status, answer.failure.code]).toEqual([403, 'share_forbids'])
})

describe('a role that shrinks', () => {
  const WAYS = {
    'to another role': ({ change }: Shared) => change('see'),
    'to its end': ({ owner, shareId }: Shared) =>
      owner.client.call('POST /api/end-share', { body: { shareId } }),
  }
  type Shared = Awaited<ReturnType<typeof shared>>

  test.each(Object.entries(WAYS))('%s after the preview: the start is refused', async (_way, shrink) => {
    const look = await shared()
    await on.preview(look.helper, SKIP)
    await shrink(look)
    const { status } = await on.start(look.helper, look.helper.ids, SKIP)
    expect([status, await skippedOf(look.owner.ids)]).toEqual([403, 0])
  })

  test.each(Object.entries(WAYS))('%s after the start: nothing more is changed', async (_way, shrink) => {
    const look = await shared()
    expect((await on.start(look.helper, look.helper.ids, SKIP)).status).toBe(200)
    await shrink(look)
    await testApp.work()
    expect(await skippedOf(look.owner.ids)).toBe(0)
    const { refusedCount, noted } = await on.latest(look.owner)
    expect([refusedCount, noted[0]?.note]).toEqual([
      2,
      'Whoever began this change no longer has the access for it.',
    ])
  })

  test.each(Object.entries(WAYS))('%s after it was done: the undo is refused', async (_way, shrink) => {
    const look = await shared()
    const id = await on.apply(look.helper, SKIP)
    await shrink(look)
    expect(await on.undo(look.helper, id)).toBe(403)
    expect(await skippedOf(look.owner.ids)).toBe(2)
    expect(await on.undo(look.owner, id)).toBe(200)
    expect(await skippedOf(look.owner.ids)).toBe(0)
  })

  test('by a place: that one is left out, the other changed', async () => {
    const { owner, helper, takeAway } = await shared()
    expect((await on.start(helper, helper.ids, SKIP)).status).toBe(200)
    await takeAway(0)
    await testApp.work()
    expect(await skippedOf([helper.ids[0]!])).toBe(0)
    expect(await skippedOf([helper.ids[1]!])).toBe(1)
    expect((await on.latest(owner)).noted.map(({ weeklyJobId }) => weeklyJobId)).toEqual([helper.ids[0]])
    // It names nothing of what is out of sight, and offers no undo that would be refused.
    expect(await on.latest(helper)).toMatchObject({ canUndo: false, changedCount: 1, noted: [] })
    expect(await on.undo(helper, (await on.latest(helper)).id)).toBe(403)
  })

  test('while it is undone: what is left is the owner’s to undo', async () => {
    const { owner, helper, takeAway } = await shared()
    const bulkChangeId = await on.apply(helper, SKIP)
    const asked = await helper.client.call('POST /api/undo-bulk-change', { body: { bulkChangeId } })
    expect(asked.status).toBe(200)
    const last = helper.ids.toSorted()[1]!
    await takeAway(helper.ids.indexOf(last))
    await testApp.work()
    expect(await skippedOf(owner.ids)).toBe(1)
    expect(await on.latest(owner)).toMatchObject({ state: 'done', canUndo: true, undoneCount: 1 })
    expect(await on.undo(owner, bulkChangeId)).toBe(200)
    expect(await skippedOf(owner.ids)).toBe(0)
  })

  test('all or none: what was changed before is put back, though the access is gone', async () => {
    const { owner, helper, takeAway } = await shared()
    expect((await on.start(helper, helper.ids, SKIP, true)).status).toBe(200)
    await takeAway(helper.ids.indexOf(helper.ids.toSorted()[1]!))
    await testApp.work()
    expect(await on.latest(owner)).toMatchObject({ state: 'given_up', changedCount: 0 })
    expect(await skippedOf(owner.ids)).toBe(0)
  })

  test('against the work itself: each job was changed before, or not at all', async () => {
    const look = await shared('schedule', { places: 12, inGroup: 12 })
    const { body } = await on.start(look.helper, look.helper.ids, SKIP)
    const run = () => runBulk(testApp.app, look.owner.scope, body.bulkChangeId, checkAccess)
    const [, , ended] = await Promise.all([run(), run(), look.change('see')])
    expect(ended.status).toBe(200)
    const atTheEnd = await skippedOf(look.owner.ids)
    await testApp.work()
    const { changedCount, refusedCount } = await on.latest(look.owner)
    expect([changedCount + refusedCount, changedCount]).toEqual([12, await skippedOf(look.owner.ids)])
    expect(await skippedOf(look.owner.ids)).toBeGreaterThanOrEqual(atTheEnd)
  })

  test('an end that waits for a job changes nothing after it', async () => {
    const look = await shared('schedule', { places: 3, inGroup: 3 })
    const { body } = await on.start(look.helper, look.helper.ids, SKIP)
    let checks = 0
    const slow: typeof checkAccess = async (db, shareId, weeklyJobId) => {
      await checkAccess(db, shareId, weeklyJobId)
      if (++checks === 2) {
        // Waits until this job is done, so that it cannot end in between.
        ending = end(look.owner, shareId)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    let ending: Promise<number> | undefined
    await runBulk(testApp.app, look.owner.scope, body.bulkChangeId, slow)
    expect(await ending).toBe(200)
    await testApp.work()
    expect(await skippedOf(look.owner.ids)).toBe(2)
    expect(await on.latest(look.owner)).toMatchObject({ changedCount: 2, refusedCount: 1 })
  })

  async function end({ client }: Host, shareId: ShareId): Promise<number> {
    return (await client.call('POST /api/end-share', { body: { shareId } })).status
  }
})

describe('filters', () => {
  const save = (client: Client, name: string, more = {}) =>
    client.call('POST /api/save-job-filter', { body: { name, search: name, ...more } })
  const namesOf = async ({ client }: Host) =>
    (await client.call('GET /api/job-filters')).body.filters.map(({ name }) => name)

  test('are kept by each for itself, and are nobody’s news', async () => {
    const { owner, helper, groupId } = await shared('see')
    expect((await save(owner.client, 'Lawns')).status).toBe(200)
    const { body, status } = await save(helper.client, 'Lawns', { groupId })
    expect(status).toBe(200)
    expect((await save(helper.client, 'lawns')).failure.code).toBe('filter_name_taken')
    await save(helper.client, 'Mine')
    expect([await namesOf(owner), await namesOf(helper)]).toEqual([['Lawns'], ['Lawns', 'Mine']])
    expect(await actionsOf(owner)).toEqual([])
    const owners = (await owner.client.call('GET /api/job-filters')).body.filters[0]!.id
    await helper.client.call('POST /api/remove-job-filter', { body: { id: owners } })
    expect((await save(helper.client, 'Other', { id: owners })).status).toBe(404)
    expect(await namesOf(owner)).toEqual(['Lawns'])
    await helper.client.call('POST /api/remove-job-filter', { body: { id: body.id } })
    expect(await namesOf(helper)).toEqual(['Mine'])
  })

  test('go with the access', async () => {
    const { owner, helper, shareId } = await shared()
    await save(helper.client, 'Mine')
    await owner.client.call('POST /api/end-share', { body: { shareId } })
    const rows = await testApp.app.db
      .selectFrom('job_filter')
      .where('share_id', '=', shareId)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })
})
