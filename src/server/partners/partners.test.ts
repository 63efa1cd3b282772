import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartnerStatementId, UserId } from '#domain/ids.ts'
import { DAY_MS, instant, parseInstant } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { connectPayoutAccount } from '#testing/build-money.ts'
import { asOwner } from '#testing/database.ts'
import { reconcile } from '../ledger/reconcile.ts'

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await createTestApp()
  operator = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())

const HEADER = 'Week start,Week end,Crew id,Crew,Email,Phone,Line id,Stops,Amount'
let fileNumber = 0
type Row = {
  crewId?: string
  name?: string
  email?: string
  phone?: string
  line?: string
  stops?: string
  amount?: string
}
/** A file that was never sent before, but for `same`. */
const fileOf = (rows: readonly (Row | string)[], same = `#${++fileNumber}`) =>
  [
    `${HEADER},${same}`,
    ...rows.map((row) =>
      typeof row === 'string'
        ? row
        : [
            '2026-02-16',
            '2026-02-22',
            row.crewId,
            row.name,
            row.email,
            row.phone,
            row.line,
            row.stops ?? '40',
            row.amount,
          ].join(','),
    ),
  ].join('\n')

async function upload(content: string) {
  const answer = await operator.call('POST /api/upload-partner-statement', {
    file: { type: 'text/csv', content },
    query: { fileName: 'recyclops.csv' },
  })
  return answer
}

async function preview(statementId: PartnerStatementId) {
  const { body } = await operator.call('POST /api/preview-partner-statement', { body: { statementId } })
  return body
}

/** As an operator does it: send, look, confirm what was seen. */
async function importAll(content: string) {
  const { statementId } = (await upload(content)).body
  const { mapping, lineCount, totalCents } = await preview(statementId)
  const answer = await operator.call('POST /api/confirm-partner-statement', {
    body: { statementId, mapping, lineCount, totalCents },
  })
  return { statementId, answer }
}

async function earningsOf(crewId: UserId) {
  const rows = await testApp.app.db
    .selectFrom('earning')
    .where('crew_id', '=', crewId)
    .orderBy('amount_cents')
    .select(['kind', 'amount_cents', 'payout_id'])
    .execute()
  return rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`)
}

async function bookedFor(crewId: UserId): Promise<number> {
  const row = await testApp.app.db
    .selectFrom('ledger_posting')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .where('kind', '=', 'crew_payable')
    .where('owner_id', '=', crewId)
    .select(sql<number>`coalesce(-sum(amount_cents), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow()
  return row.sum
}

const differences = async () =>
  (await reconcile(testApp.app)).checks.flatMap(({ name, differences }) =>
    differences.map((each) => [name, each]),
  )

describe('a statement', () => {
  test('is shown before anything happens: columns, lines, crews, and each fault with row and field', async () => {
    const crew = await buildCrew(testApp.app, { name: 'Ana Ruiz' })
    const content = fileOf([
      { name: 'A. Ruiz', email: crew.email.toUpperCase(), line: '1', amount: '"$1,200.50"' },
      { name: 'Nobody', crewId: 'rc-1', line: '2', amount: '10' },
      { name: 'Nobody', crewId: 'rc-1', line: '3', amount: '10.005' },
      { name: 'Nobody', crewId: 'rc-1', line: '4', amount: '-3', stops: 'many' },
      '"never closed,2026',
    ])
    const { body } = await upload(content)
    expect(body).toMatchObject({ isKnown: false, isConfirmed: false })
    const seen = await preview(body.statementId)
    expect(seen).toMatchObject({
      fileName: 'recyclops.csv',
      mapping: {
        periodStart: 0,
        periodEnd: 1,
        crewId: 2,
        crewName: 3,
        email: 4,
        phone: 5,
        lineId: 6,
        stops: 7,
        amount: 8,
      },
      columnsRefused: null,
      rowCount: 5,
      lineCount: 2,
      totalCents: 121_050,
      unmatchedCount: 1,
      unmatchedCents: 1_000,
      refusedRows: 3,
    })
    expect(seen.faults.slice(0, 3)).toEqual([
      'Row 4, Amount: “10.005” has fractions of a cent. Write at most two decimals.',
      'Row 5, Stops: “many” is not a whole number of stops up to 10,000.',
      'Row 5, Amount: “-3” is below zero. A line can only pay a crew.',
    ])
    expect(seen.faults[3]).toMatch(/^Row 6/)
    expect(seen.crews.map(({ name, crew, matchedBy }) => [name, crew?.name ?? null, matchedBy])).toEqual([
      ['Nobody', null, null],
      ['A. Ruiz', 'Ana Ruiz', 'email'],
    ])
    expect(await earningsOf(crew.userId)).toEqual([])
  })

  test('with columns that say too little is not read', async () => {
    const { body } = await upload('Name,Colour\nAna,blue')
    const seen = await preview(body.statementId)
    expect(seen.columnsRefused).toMatch(/^Choose the columns/)
    const answer = await operator.call('POST /api/confirm-partner-statement', {
      body: { statementId: body.statementId, mapping: seen.mapping, lineCount: 0, totalCents: 0 },
    })
    expect([answer.status, answer.failure.code]).toEqual([400, 'statement_columns_missing'])
  })

  test.each([
    ['nothing', '', 422, 'file_empty'],
    ['a header alone', HEADER, 422, 'file_empty'],
    ['5,001 rows', `${HEADER}\n${'a,b\n'.repeat(5_001)}`, 422, 'rows_too_many'],
    ['a picture', '\u0000PNG', 422, 'file_not_text'],
    ['3 MB', `${HEADER}\n${'x'.repeat(3 * 1024 * 1024)}`, 413, 'too_large'],
  ])('of %s is refused with a sentence', async (_what, content, status, code) => {
    const answer = await upload(content)
    expect([answer.status, answer.failure.code]).toEqual([status, code])
    expect(answer.failure.error).toMatch(/^\p{Lu}.{10,}\.$/u)
  })

  test('that was not confirmed can be thrown away, and sent again', async () => {
    const content = fileOf([{ crewId: 'rc-2', line: '1', amount: '5' }])
    const { body } = await upload(content)
    const discard = () =>
      operator.call('POST /api/discard-partner-statement', { body: { statementId: body.statementId } })
    expect((await discard()).status).toBe(200)
    expect((await discard()).status).toBe(404)
    expect((await upload(content)).body.isKnown).toBe(false)
  })

  test('belongs to its market’s operators alone', async () => {
    const { body } = await upload(fileOf([{ crewId: 'rc-3', line: '1', amount: '5' }]))
    const customer = await signedIn(testApp, await buildCustomer(testApp.app))
    const answer = await customer.call('GET /api/partner-statement', { query: { id: body.statementId } })
    expect(answer.status).toBe(403)
  })
})

describe('a confirmed statement', () => {
  test('pays crews, waits for those nobody knows, and says who did it', async () => {
    const crew = await buildCrew(testApp.app)
    const { statementId, answer } = await importAll(
      fileOf([
        { email: crew.email, line: 'a1', amount: '100' },
        { email: crew.email, line: 'a2', amount: '23.45' },
        { crewId: 'rc-20', name: 'New driver', line: 'a3', amount: '7' },
        { email: crew.email, line: 'a4', amount: '1e5' },
      ]),
    )
    expect(answer.body).toEqual({ lineCount: 3, totalCents: 13_045, unmatchedCount: 1 })
    expect(await earningsOf(crew.userId)).toEqual(['partner 2345', 'partner 10000'])
    expect(await bookedFor(crew.userId)).toBe(12_345)
    const { body } = await operator.call('GET /api/partner-statement', {
      query: { id: statementId, limit: 2 },
    })
    expect(body).toMatchObject({
      periodStart: '2026-02-16',
      periodEnd: '2026-02-22',
      lineCount: 3,
      totalCents: 13_045,
      unmatchedCount: 1,
      unmatchedCents: 700,
      refusedRows: 1,
      confirmedBy: body.uploadedBy,
    })
    expect(body.faults).toEqual([
      'Row 5, Amount: “1e5” is written with an exponent. Write it out, such as 1,234.50.',
    ])
    expect(body.lines.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const rest = await operator.call('GET /api/partner-statement', {
      query: { id: statementId, limit: 2, cursor: body.nextCursor! },
    })
    expect(rest.body.lines.map(({ lineId, state }) => [lineId, state])).toEqual([['a3', 'unmatched']])
    const audited = await testApp.app.db
      .selectFrom('audit_entry')
      .where('subject', '=', statementId)
      .orderBy('id')
      .select('action')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual([
      'upload_partner_statement',
      'confirm_partner_statement',
    ])
    expect(await differences()).toEqual([])
  })

  test('adds nothing when the same file comes again, or its lines in another file', async () => {
    const crew = await buildCrew(testApp.app)
    const rows = [
      { email: crew.email, line: 'b1', amount: '10' },
      { email: crew.email, line: 'b2', amount: '20' },
    ]
    const content = fileOf(rows)
    const { statementId, answer } = await importAll(content)
    expect((await upload(content)).body).toEqual({ statementId, isKnown: true, isConfirmed: true })
    const again = await operator.call('POST /api/confirm-partner-statement', {
      body: { statementId, mapping: {}, lineCount: 0, totalCents: 0 },
    })
    expect(again.body).toEqual(answer.body)
    const looked = await operator.call('POST /api/preview-partner-statement', { body: { statementId } })
    expect(looked.failure.code).toBe('statement_confirmed')

    const other = (await upload(fileOf([...rows, { email: crew.email, line: 'b3', amount: '30' }]))).body
    expect(await preview(other.statementId)).toMatchObject({
      lineCount: 1,
      totalCents: 3_000,
      repeatedLines: 2,
    })
    const changed = (await upload(fileOf([{ ...rows[0]!, amount: '11' }]))).body
    expect((await preview(changed.statementId)).faults[0]).toContain('imported before over $10, which stays')
    await importAll(fileOf([...rows, { email: crew.email, line: 'b3', amount: '30' }]))
    expect(await earningsOf(crew.userId)).toEqual(['partner 1000', 'partner 2000', 'partner 3000'])
  })

  test('adds once what is sent and confirmed by many at the same moment', async () => {
    const crew = await buildCrew(testApp.app)
    const rows = [1, 2, 3].map((line) => ({ email: crew.email, line: `c${line}`, amount: '10' }))
    const same = fileOf(rows)
    const uploads = await Promise.all([
      upload(same),
      upload(same),
      upload(fileOf(rows)),
      upload(fileOf(rows)),
    ])
    const statementIds = uploads.map(({ body }) => body.statementId)
    expect(new Set(statementIds).size).toBe(3)
    const { mapping } = await preview(statementIds[0]!)
    const answers = await Promise.all(
      statementIds.map((statementId) =>
        operator.call('POST /api/confirm-partner-statement', {
          body: { statementId, mapping, lineCount: 3, totalCents: 3_000 },
        }),
      ),
    )
    const outcomes = answers.map(({ status, failure }) => (status === 200 ? 'done' : failure.code))
    expect(outcomes).toContain('done')
    expect(outcomes.every((each) => each === 'done' || each === 'statement_changed')).toBe(true)
    expect(await earningsOf(crew.userId)).toEqual(['partner 1000', 'partner 1000', 'partner 1000'])
    expect(await differences()).toEqual([])
  })

  test('is whole or not there: what breaks between two rows leaves nothing, and is done again', async () => {
    const crew = await buildCrew(testApp.app)
    const { body } = await upload(
      fileOf([1, 2, 3].map((line) => ({ email: crew.email, line: `d${line}`, amount: String(line) }))),
    )
    const { mapping, lineCount, totalCents } = await preview(body.statementId)
    const confirm = () =>
      operator.call('POST /api/confirm-partner-statement', {
        body: { statementId: body.statementId, mapping, lineCount, totalCents },
      })
    await asOwner(async (db) => {
      await sql`
        create function break_third_row() returns trigger language plpgsql as $$
        begin if new.amount_cents = 300 then raise exception 'killed'; end if; return new; end $$
      `.execute(db)
      await sql`
        create trigger break_row before insert on earning for each row execute function break_third_row()
      `.execute(db)
    })
    expect((await confirm()).status).toBe(500)
    expect(await earningsOf(crew.userId)).toEqual([])
    expect(await bookedFor(crew.userId)).toBe(0)
    await asOwner((db) => sql`drop trigger break_row on earning`.execute(db))
    expect((await confirm()).status).toBe(200)
    expect(await earningsOf(crew.userId)).toEqual(['partner 100', 'partner 200', 'partner 300'])
    expect(await bookedFor(crew.userId)).toBe(600)
  })

  test('is refused where it is not what the operator saw', async () => {
    const { body } = await upload(fileOf([{ crewId: 'rc-30', line: '1', amount: '5' }]))
    const { mapping } = await preview(body.statementId)
    const answer = await operator.call('POST /api/confirm-partner-statement', {
      body: { statementId: body.statementId, mapping, lineCount: 1, totalCents: 400 },
    })
    expect([answer.status, answer.failure.code]).toEqual([409, 'statement_changed'])
  })
})

describe('a line that nobody knows', () => {
  test('is earned once an operator says whose it is, and so are those of later statements', async () => {
    const crew = await buildCrew(testApp.app)
    await importAll(fileOf([{ crewId: 'rc-40', name: 'Pat', line: 'e1', amount: '12' }]))
    const waiting = await operator.call('GET /api/partner-statements')
    expect(waiting.body.unmatched.find(({ crewRef }) => crewRef === 'id:RC-40')).toMatchObject({
      name: 'Pat',
      identities: ['RC-40'],
      lineCount: 1,
      amountCents: 1_200,
    })
    const choice = { crewRef: 'id:RC-40', crewId: crew.userId }
    const matched = await Promise.all(
      [1, 2, 3].map(() => operator.call('POST /api/match-partner-crew', { body: choice })),
    )
    expect(matched.reduce((sum, { body }) => sum + body.earnedCount, 0)).toBe(1)
    await importAll(fileOf([{ crewId: 'RC-40', line: 'e2', amount: '3' }]))
    expect(await earningsOf(crew.userId)).toEqual(['partner 300', 'partner 1200'])
    expect(await differences()).toEqual([])
  })

  test('goes to no customer and to no crew that is not there', async () => {
    const customer = await buildCustomer(testApp.app)
    const answer = await operator.call('POST /api/match-partner-crew', {
      body: { crewRef: 'id:RC-41', crewId: customer.userId },
    })
    expect(answer.status).toBe(404)
  })
})

describe('a line of the wrong crew', () => {
  test('moves with its money, again and again, until it is paid out', async () => {
    const [wrong, right] = [await buildCrew(testApp.app), await buildCrew(testApp.app)]
    const { statementId } = await importAll(fileOf([{ email: wrong.email, line: 'f1', amount: '50' }]))
    const { body } = await operator.call('GET /api/partner-statement', { query: { id: statementId } })
    const move = (crewId: UserId) =>
      operator.call('POST /api/move-partner-line', { body: { lineId: body.lines[0]!.id, crewId } })
    for (const crewId of [right.userId, right.userId, wrong.userId, right.userId])
      expect((await move(crewId)).status).toBe(200)
    expect([await bookedFor(wrong.userId), await bookedFor(right.userId)]).toEqual([0, 5_000])
    expect(await earningsOf(wrong.userId)).toEqual([])
    expect(await earningsOf(right.userId)).toEqual(['partner 5000'])
    expect(await differences()).toEqual([])

    await testApp.app.db
      .insertInto('payout_account')
      .values({ user_id: right.userId, account_id: 'acct_f', state: 'ready' })
      .execute()
    await testApp.app.db
      .insertInto('payout')
      .values({
        crew_id: right.userId,
        kind: 'weekly',
        period_start: '2026-02-16' as never,
        period_end: '2026-02-22' as never,
        state: 'sending',
        amount_cents: 5_000 as never,
        provider_account_id: 'acct_f',
        created_at: new Date(TEST_START) as never,
      })
      .execute()
    await sql`update earning set payout_id = (select id from payout where crew_id = ${right.userId}) where crew_id = ${right.userId}`.execute(
      testApp.app.db,
    )
    expect((await move(wrong.userId)).failure.code).toBe('line_paid_out')
  })
})

test('a crew sees period, stops, amount and state, from waiting to in the bank', async () => {
  const crew = await buildCrew(testApp.app)
  const client = await signedIn(testApp, crew)
  const read = async () => (await client.call('GET /api/partner-payouts')).body
  expect(await read()).toEqual({
    waitingCents: 0,
    availableCents: 0,
    sentCents: 0,
    inBankCents: 0,
    lines: [],
    nextCursor: null,
  })
  await importAll(fileOf([{ email: crew.email, line: 'g1', amount: '321.09', stops: '57' }]))
  expect(await read()).toMatchObject({
    waitingCents: 32_109,
    lines: [
      {
        periodStart: '2026-02-16',
        periodEnd: '2026-02-22',
        stops: 57,
        amountCents: 32_109,
        state: 'waiting',
      },
    ],
  })
  await connectPayoutAccount(client)
  testApp.clock.set(instant(TEST_START + 3 * DAY_MS))
  expect((await read()).lines[0]!.state).toBe('available')
  await testApp.goTo(parseInstant('2026-03-11T13:00:00Z'))
  const { lines, ...sums } = await read()
  expect(sums.sentCents + sums.inBankCents).toBe(32_109)
  expect(['sent', 'inBank']).toContain(lines[0]!.state)
  const statement = await client.call('GET /api/payment', { query: { id: lines[0]!.payoutId! } })
  expect(statement.body).toMatchObject({
    kind: 'statement',
    lines: [{ kind: 'partner', amountCents: 32_109 }],
  })
})
