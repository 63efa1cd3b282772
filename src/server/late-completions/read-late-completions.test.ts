/** What operators read: their own market's reports page by page, and how many wait on the board. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import { addDays, HOUR_MS, type Instant, localDate, MINUTE_MS } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit } from '#testing/build-money.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  const { time_zone } = await testApp.app.db
    .selectFrom('market')
    .select('time_zone')
    .executeTakeFirstOrThrow()
  await testApp.app.db
    .insertInto('market')
    .values({ id: 'elsewhere', name: 'Elsewhere', time_zone })
    .execute()
})
afterAll(() => testApp.close())

const TODAY = localDate('2026-03-02')

/** Reports of one crew about cancelled visits of one customer, a minute after each other. */
async function cancelledReports(count: number): Promise<{ customerId: UserId; ids: string[] }> {
  const { app } = testApp
  const crew = await buildCrew(app)
  const job = await buildWeeklyJob(app)
  const visitIds: VisitId[] = []
  for (let index = 0; index < count; index++)
    visitIds.push(await buildVisit(app, job, { date: addDays(TODAY, -index), state: 'cancelled' }))
  const rows = await app.db
    .insertInto('late_completion')
    .values(
      visitIds.map((visitId, index) => ({
        visit_id: visitId,
        crew_id: crew.userId,
        reason: 'cancelled' as const,
        done_at: toTimestamp(TEST_START),
        received_at: toTimestamp((TEST_START + index * MINUTE_MS) as Instant),
        changed_at: toTimestamp((TEST_START - HOUR_MS) as Instant),
        changed_by: 'customer' as const,
      })),
    )
    .returning('id')
    .execute()
  return { customerId: job.customerId, ids: rows.map(({ id }) => id) }
}

async function operatorOf(marketId?: string): Promise<Client> {
  const operator = await buildOperator(testApp.app, { name: 'Ines Keller' })
  if (marketId !== undefined) await moveTo(marketId, operator.userId)
  return signedIn(testApp, operator)
}

function moveTo(marketId: string, userId: UserId) {
  return testApp.app.db.updateTable('users').set({ market_id: marketId }).where('id', '=', userId).execute()
}

async function readAll(operator: Client, isDecided: boolean) {
  const ids: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const body = { isDecided, ...(cursor === '' ? {} : { cursor }) }
    const page: { lateCompletions: { id: string }[]; nextCursor: string | null } = (
      await operator.call('POST /api/get-late-completions', { body })
    ).body
    ids.push(...page.lateCompletions.map(({ id }) => id))
    sizes.push(page.lateCompletions.length)
    cursor = page.nextCursor
  }
  return { ids, sizes }
}

const board = async (operator: Client) => (await operator.call('GET /api/operator-board')).body

test('those that wait come oldest first, those decided newest first, each once over the pages', async () => {
  const operator = await operatorOf()
  const { ids } = await cancelledReports(53)
  const waiting = await readAll(operator, false)
  expect(waiting).toEqual({ ids, sizes: [50, 3] })
  expect((await board(operator)).waiting.late_reports).toBe(53)

  const decidedIds = [ids[5]!, ids[2]!]
  for (const lateCompletionId of decidedIds) {
    testApp.clock.advance(HOUR_MS)
    const body = { lateCompletionId, note: 'Seen.' }
    expect((await operator.call('POST /api/dismiss-late-completion', { body })).status).toBe(200)
  }
  expect((await readAll(operator, true)).ids).toEqual(decidedIds.toReversed())
  const { lateCompletions, waitingCount } = (
    await operator.call('POST /api/get-late-completions', { body: { isDecided: true } })
  ).body
  expect(waitingCount).toBe(51)
  expect(lateCompletions[0]).toMatchObject({
    state: 'dismissed',
    decidedByName: 'Ines Keller',
    decisionNote: 'Seen.',
    changedBy: 'customer',
  })
  expect((await board(operator)).waiting.late_reports).toBe(51)
  const opened = (await operator.call('GET /api/late-completion', { query: { id: decidedIds[0]! } })).body
  expect(opened).toMatchObject({ canAccept: true, canDismiss: false })
})

test('a cursor that no list gave out is named', async () => {
  const operator = await operatorOf()
  const refused = await operator.call('POST /api/get-late-completions', { body: { cursor: 'nonsense' } })
  expect([refused.status, Object.keys(refused.failure.fields ?? {})]).toEqual([400, ['cursor']])
})

test('operators of another market neither read, count nor decide them', async () => {
  const [operator, stranger] = [await operatorOf(), await operatorOf('elsewhere')]
  const { customerId, ids } = await cancelledReports(1)
  const before = (await board(operator)).waiting.late_reports ?? 0
  expect((await board(stranger)).waiting.late_reports).toBe(0)
  expect((await readAll(stranger, false)).ids).toEqual([])
  const lateCompletionId = ids[0]!
  expect((await stranger.call('GET /api/late-completion', { query: { id: lateCompletionId } })).status).toBe(
    404,
  )
  for (const key of ['POST /api/accept-late-completion', 'POST /api/dismiss-late-completion'] as const)
    expect((await stranger.call(key, { body: { lateCompletionId, note: '' } })).status).toBe(404)
  await moveTo('elsewhere', customerId)
  expect((await board(stranger)).waiting.late_reports).toBe(1)
  expect((await board(operator)).waiting.late_reports).toBe(before - 1)
})

test('what accepting bills and pays is told before, and is what is then paid', async () => {
  const { app } = testApp
  const operator = await operatorOf()
  const { ids } = await cancelledReports(1)
  const [lateCompletionId] = ids as [string]
  const { visitId, ifAccepted } = (
    await operator.call('GET /api/late-completion', { query: { id: lateCompletionId } })
  ).body
  expect(ifAccepted).toEqual({ owedCents: 1_000, payCents: 700 })
  await operator.call('POST /api/accept-late-completion', { body: { lateCompletionId, note: '' } })
  const visit = await app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['crew_pay_cents', 'price_lines'])
    .executeTakeFirstOrThrow()
  const owed = visit
    .price_lines!.filter(({ kind }) => kind !== 'offer_raise')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  expect({ owedCents: owed, payCents: visit.crew_pay_cents }).toEqual(ifAccepted)
  expect(
    (await operator.call('GET /api/late-completion', { query: { id: lateCompletionId } })).body,
  ).toMatchObject({
    canAccept: false,
    canDismiss: false,
    ifAccepted: null,
  })
})

test('the board counts the disputes of its own market that are not decided', async () => {
  const { app } = testApp
  const [operator, stranger] = [await operatorOf(), await operatorOf('elsewhere')]
  const crew = await buildCrew(app)
  const customer = await buildCustomer(app)
  const { visitId } = await buildCompletedVisit(app, {
    customerId: customer.userId,
    crewId: crew.userId,
    priceCents: 2_000,
  })
  const client = await signedIn(testApp, customer)
  const body = { visitId, problem: 'damage' as const, note: 'The gate is bent.' }
  const reported = await client.call('POST /api/open-dispute', { body })
  expect([reported.status, (await board(operator)).waiting.disputes]).toEqual([200, 1])
  expect((await board(stranger)).waiting.disputes).toBe(0)
  const disputeId = reported.body.disputeId
  await client.call('POST /api/withdraw-dispute', { body: { disputeId } })
  expect((await board(operator)).waiting.disputes).toBe(0)
})
