import { beforeAll, expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { UserId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instant, parseInstant } from '#domain/time.ts'
import { recordAudit } from '#server/audit/queries.ts'
import { type Client, createTestApp, TEST_START } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

const testApp = await createTestApp()
const { app } = testApp

let operator: Client
let ines: UserId
let otto: UserId
let crewId: UserId
let customerId: UserId

beforeAll(async () => {
  const first = await buildOperator(app, { name: 'Ines Keller' })
  operator = await signedIn(testApp, first)
  ines = first.userId
  otto = (await buildOperator(app, { name: 'Otto Berg' })).userId
  crewId = (await buildCrew(app, { name: 'Cleo Crew' })).userId
  const customer = await buildCustomer(app, { name: 'Pat Lee' })
  customerId = customer.userId
  const visitId = await buildVisit(app, await buildWeeklyJob(app, { customerId }), { crewId })
  const write = (action: AuditAction, actorId: UserId, subject: string, more: object = {}, at = TEST_START) =>
    recordAudit(app.db, { action, actorId, subject, at, ...more })
  await write('freeze_user', ines, crewId, { detail: { notes: 'Away' } })
  await write('assign_visit', otto, visitId, { detail: { crewId, before: null } }, later(1))
  await write('set_setting', otto, 'taxRate', { concerns: 'every market' }, later(2))
  const correction = { before: { phone: '+1' }, after: { phone: '+2', passwordHash: 'x' }, token: 'y' }
  await write('correct_person', ines, customerId, { detail: correction }, later(3))
  // 06:30 UTC of the 4th is 23:30 of the 3rd in Denver.
  await write('unfreeze_user', ines, crewId, {}, parseInstant('2026-03-04T06:30:00Z'))
})

const later = (hours: number): Instant => instant(TEST_START + hours * HOUR_MS)

type Query = Parameters<typeof ask>[0]
async function ask(query: {
  personId?: UserId
  actorId?: UserId
  action?: AuditAction
  reach?: 'both' | 'market' | 'every'
  from?: string
  to?: string
}) {
  return (await operator.call('GET /api/audit-log', { query })).body
}

const CASES: readonly (readonly [string, () => Query, readonly AuditAction[]])[] = [
  ['nothing', () => ({}), ['unfreeze_user', 'correct_person', 'set_setting', 'assign_visit', 'freeze_user']],
  ['a person of it', () => ({ personId: crewId }), ['unfreeze_user', 'assign_visit', 'freeze_user']],
  ['whose visit it was', () => ({ personId: customerId }), ['correct_person', 'assign_visit']],
  ['an actor', () => ({ actorId: otto }), ['set_setting', 'assign_visit']],
  ['an action', () => ({ action: 'freeze_user' }), ['freeze_user']],
  ['an actor and an action', () => ({ actorId: ines, action: 'assign_visit' }), []],
  ['every market', () => ({ reach: 'every' }), ['set_setting']],
  [
    'this market',
    () => ({ reach: 'market' }),
    ['unfreeze_user', 'correct_person', 'assign_visit', 'freeze_user'],
  ],
  ['the last day, on the clock of the market', () => ({ from: '2026-03-03' }), ['unfreeze_user']],
  ['the day before', () => ({ to: '2026-03-02', actorId: ines }), ['correct_person', 'freeze_user']],
  ['a person and a day', () => ({ personId: crewId, from: '2026-03-03' }), ['unfreeze_user']],
]

test.each(CASES)('the log is filtered by %s, and counts what it shows', async (_what, query, actions) => {
  const { entries, count } = await ask(query())
  expect(entries.map(({ action }) => action)).toEqual(actions)
  expect(count).toBe(actions.length)
})

test('an entry names who did it and whom it concerns, and shows no secret', async () => {
  const body = await ask({ action: 'correct_person' })
  expect(body).toMatchObject({ timeZone: 'America/Denver', person: null })
  expect(body.actors.map(({ name }) => name)).toEqual(['Ines Keller', 'Otto Berg'])
  expect(body.entries).toMatchObject([
    {
      actor: { name: 'Ines Keller', type: 'Operator' },
      people: [{ id: customerId, name: 'Pat Lee' }],
      detail: { before: { phone: '+1' }, after: { phone: '+2' } },
    },
  ])
  expect(JSON.stringify(body.entries)).not.toMatch(/passwordHash|token/)
})

test('the file has the same lines, in the time of the market', async () => {
  const { text, headers } = await operator.call('GET /api/audit-log-csv', { query: { personId: crewId } })
  expect(headers['content-type']).toContain('text/csv')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('2026-03-03,23:30,America/Denver,Ines Keller,unfreeze_user,Cleo Crew')
})

test('a long log is read page by page, each entry once', async () => {
  const notes = Array.from({ length: 120 }, (_, index) => index)
  for (const index of notes)
    await recordAudit(app.db, { action: 'add_note', actorId: ines, subject: `${index}`, at: TEST_START })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof ask>> = (
      await operator.call('GET /api/audit-log', {
        query: { action: 'add_note', ...(cursor === '' ? {} : { cursor }) },
      })
    ).body
    expect(page.count).toBe(120)
    seen.push(...page.entries.map(({ subject }) => subject))
    cursor = page.nextCursor
  }
  expect(seen.map(Number)).toEqual(notes.toReversed())
  const wrong = await operator.call('GET /api/audit-log', { query: { cursor: 'mine' } })
  expect(wrong.status).toBe(400)
})

test('the application may only add to whom entries concern, as to the log', async () => {
  await expect(app.db.deleteFrom('audit_person').execute()).rejects.toThrow(/permission denied/)
})
