/** Many are done with one call: each by itself, by the roles that may, and what is refused stays and says why. */
import { expect, test } from 'vitest'
import { ACTS_WITH_NOTE, QUEUE_RULES, QUEUES, type Queue, type QueueAct } from '#contract/queue-kinds.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import { type Client, createTestApp } from '#testing/app.ts'
import { buildOperator, signedIn } from '#testing/build.ts'
import { plantQueues } from '#testing/plant-queues.ts'

const testApp = await createTestApp()
const { app } = testApp
await plantQueues(app, 'denver', {
  late: 1,
  unassigned: 2,
  unconfirmed: 2,
  missed: 3,
  flagged: 2,
  late_reports: 4,
  silent_feeds: 2,
  declined: 1,
  failed_payouts: 1,
  differences: 2,
  referrals: 2,
  parked: 3,
})
const ann = await signedIn(testApp, await buildOperator(app, { name: 'Ann Lee' }))
const bob = await signedIn(testApp, await buildOperator(app, { name: 'Bob Ray' }))

const idsIn = async (kind: Queue) =>
  (await ann.call('GET /api/queue', { query: { kind } })).body.items.map(({ id }) => id)
const decide = (client: Client, body: { kind: Queue; act: QueueAct; ids: string[]; note?: string }) =>
  client.call('POST /api/decide-queue-items', { body })
const actions = async () =>
  (await app.db.selectFrom('audit_entry').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )

test('of three missed visits two are looked at, and the one that another holds stays with the reason', async () => {
  const [first, held, last] = (await idsIn('missed')) as [string, string, string]
  await bob.call('POST /api/take-queue-item', { body: { kind: 'missed', id: held } })
  const { body } = await decide(ann, { kind: 'missed', act: 'settle', ids: [first, held, last] })
  expect(body.results).toEqual([
    { id: first, refusal: null },
    { id: held, refusal: expect.stringMatching(/\w+/) },
    { id: last, refusal: null },
  ])
  expect(await idsIn('missed')).toEqual([held])
  expect((await actions()).filter((action) => action === 'settle_queue_item')).toHaveLength(2)
})

test('a rule that refuses one undoes nothing of the others, and leaves nothing of itself', async () => {
  const [first, second, ...others] = (await idsIn('late_reports')) as [string, string, ...string[]]
  await ann.call('POST /api/dismiss-late-completion', { body: { lateCompletionId: second } })
  const { body } = await decide(ann, { kind: 'late_reports', act: 'dismiss', ids: [first, second] })
  expect(body.results.map(({ refusal }) => refusal === null)).toEqual([true, false])
  expect(await idsIn('late_reports')).toEqual(others)
  const owners = await app.db.selectFrom('queue_item').where('subject_id', '=', second).selectAll().execute()
  expect(owners).toEqual([])
})

test('a late report is accepted: the visit is done, booked and paid', async () => {
  const [id] = await idsIn('late_reports')
  const { body } = await decide(ann, { kind: 'late_reports', act: 'accept', ids: [id!] })
  expect(body.results).toEqual([{ id, refusal: null }])
  const { visit_id: visitId } = await app.db
    .selectFrom('late_completion')
    .where('id', '=', id as never)
    .select('visit_id')
    .executeTakeFirstOrThrow()
  const earned = await app.db.selectFrom('earning').where('visit_id', '=', visitId).select('kind').execute()
  expect(earned).toEqual([{ kind: 'visit' }])
})

test('the same call again, after an answer that did not arrive, does nothing twice', async () => {
  const ids = await idsIn('flagged')
  const call = () =>
    ann.call('POST /api/decide-queue-items', {
      body: { kind: 'flagged', act: 'settle', ids },
      headers: { 'idempotency-key': 'flagged of monday' },
    })
  expect((await call()).body).toEqual((await call()).body)
  expect(await idsIn('flagged')).toEqual([])
})

test('what needs a reason is not done without one', async () => {
  for (const kind of QUEUES)
    for (const act of QUEUE_RULES[kind].acts.filter((each) => ACTS_WITH_NOTE.has(each)))
      expect((await decide(ann, { kind, act, ids: ['1'] })).status).toBe(400)
  const [id] = await idsIn('differences')
  const { body } = await decide(ann, { kind: 'differences', act: 'explain', ids: [id!], note: 'By hand' })
  expect(body.results).toEqual([{ id, refusal: null }])
  expect(await idsIn('differences')).not.toContain(id)
})

test('parked work is tried again and dropped, several at once, with the reason in the log', async () => {
  const [first, second, third] = (await idsIn('parked')) as [string, string, string]
  await decide(ann, { kind: 'parked', act: 'retry', ids: [first, second], note: 'There is room again' })
  await decide(ann, { kind: 'parked', act: 'drop', ids: [third, '999999'], note: 'Not needed' })
  expect(await idsIn('parked')).toEqual([])
  const tasks = await app.db.selectFrom('task').where('parked_at', 'is', null).select('id').execute()
  expect(tasks.map(({ id }) => String(id))).toEqual(expect.arrayContaining([first, second]))
  expect(await actions()).toEqual(expect.arrayContaining(['retry_task', 'retry_task', 'drop_task']))
})

test('referrals are approved and refused', async () => {
  const [first, second] = (await idsIn('referrals')) as [string, string]
  await decide(ann, { kind: 'referrals', act: 'approve', ids: [first], note: 'Sisters' })
  await decide(ann, { kind: 'referrals', act: 'refuse', ids: [second], note: 'The same person' })
  expect(await idsIn('referrals')).toEqual([])
  const states = await app.db.selectFrom('referral_review').select(['brought_id', 'state']).execute()
  expect(new Map(states.map((row) => [row.brought_id as string, row.state]))).toEqual(
    new Map([
      [first, 'approved'],
      [second, 'refused'],
    ]),
  )
})

test('crews are asked again: from the first wave for an open visit, once an hour for their yes', async () => {
  const open = await idsIn('unassigned')
  await decide(ann, { kind: 'unassigned', act: 'ask_again', ids: open })
  const offerings = await app.db.selectFrom('offering').select(['visit_id', 'waves_done']).execute()
  expect(new Set(offerings.map((row) => row.visit_id as string))).toEqual(new Set(open))
  const waiting = await idsIn('unconfirmed')
  const asked = () =>
    app.db.selectFrom('notice').where('key', 'like', 'ask-to-confirm:%').select('title').execute()
  await decide(ann, { kind: 'unconfirmed', act: 'ask_again', ids: waiting })
  await decide(ann, { kind: 'unconfirmed', act: 'ask_again', ids: waiting })
  expect(await asked()).toHaveLength(waiting.length)
})

test('a declined card is asked now as the next of our tries', async () => {
  const [id] = await idsIn('declined')
  const { body } = await decide(ann, { kind: 'declined', act: 'charge_again', ids: [id!] })
  expect(body.results).toEqual([{ id, refusal: null }])
  const task = await app.db
    .selectFrom('task')
    .where('kind', '=', 'charge_payment')
    .select('payload')
    .execute()
  expect(task).toEqual([{ payload: { paymentId: id, isRetry: true } }])
  expect((await actions()).at(-1)).toBe('charge_again')
})

test('hosts of silent calendars are asked once a day, and the calendars are read again', async () => {
  const ids = await idsIn('silent_feeds')
  for (const act of ['ask_host', 'ask_host', 'read_again'] as const) {
    const { body } = await decide(ann, { kind: 'silent_feeds', act, ids })
    expect(body.results.map(({ refusal }) => refusal)).toEqual([null, null])
  }
  const asked = await app.db.selectFrom('notice').where('key', 'like', 'ask-host:%').select('text').execute()
  expect(asked).toHaveLength(2)
  expect(asked[0]!.text).toContain('www.vrbo.com')
  const reading = await app.db.selectFrom('task').where('kind', '=', 'read_feed').select('payload').execute()
  expect(reading.map(({ payload }) => JSON.stringify(payload)).toSorted()).toEqual(
    ids.map((sourceId) => JSON.stringify({ sourceId })).toSorted(),
  )
  expect((await actions()).slice(-2)).toEqual(['read_feed_again', 'read_feed_again'])
  // Only a reading that is good takes it off the list.
  expect(await idsIn('silent_feeds')).toEqual(ids)
})

/** By hand: who works each queue. */
const WORKED_BY: Readonly<Record<Queue, string>> = {
  late: 'ods--',
  unassigned: 'ods--',
  unconfirmed: 'ods--',
  missed: 'ods--',
  flagged: 'ods--',
  disputes: 'o-s--',
  approvals: 'o-sf-',
  late_reports: 'ods--',
  silent_feeds: 'o-s--',
  declined: 'o-sf-',
  failed_payouts: 'o-sf-',
  chargebacks: 'o--f-',
  differences: 'o--f-',
  referrals: 'o-s--',
  parked: 'o----',
}
const ROLES: readonly StaffRole[] = ['owner', 'dispatcher', 'support', 'finance', 'reader']

test('each queue is worked by its roles only: neither taken nor decided by others', async () => {
  const clients = await Promise.all(
    ROLES.map(async (staffRole) => signedIn(testApp, await buildOperator(app, { staffRole }))),
  )
  for (const kind of QUEUES) {
    const may = await Promise.all(
      clients.map(async (client, index) => {
        const act = QUEUE_RULES[kind].acts[0] ?? 'settle'
        const taken = await client.call('POST /api/take-queue-item', { body: { kind, id: '0' } })
        const decided = await client.call('POST /api/decide-queue-items', {
          body: { kind, act, ids: ['0'], note: 'Why' },
        })
        expect(taken.status === 403).toBe(decided.status === 403)
        return taken.status === 403 ? '-' : 'odsfr'[index]
      }),
    )
    expect([kind, may.join('')]).toEqual([kind, WORKED_BY[kind]])
  }
})

test('what moves money or the system wants the second factor here, too: many at once are no way round it', async () => {
  const wantedOf = async (staffRole: StaffRole) => {
    const operator = await buildOperator(app, { staffRole })
    const client = await signedIn(testApp, operator, { hasSecondFactor: false })
    const asked = await Promise.all(
      QUEUES.map(async (kind) => {
        const act = QUEUE_RULES[kind].acts[0] ?? 'settle'
        const { failure } = await decide(client, { kind, act, ids: ['0'], note: 'Why' })
        return failure.code === 'second_factor_needed' ? [kind] : []
      }),
    )
    return asked.flat()
  }
  const money = ['approvals', 'declined', 'failed_payouts', 'chargebacks', 'differences']
  expect(await wantedOf('owner')).toEqual([...money, 'referrals', 'parked'])
  expect(await wantedOf('finance')).toEqual(money)
  expect(await wantedOf('support')).toEqual([])
})
