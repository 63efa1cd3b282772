/** What the partner pays us for its statements: recorded once, in parts, taken back, in the books. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartnerStatementId } from '#domain/ids.ts'
import { localDate } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'
import { reconcile } from '../ledger/reconcile.ts'

let testApp: TestApp
let operator: Client
beforeAll(async () => {
  testApp = await createTestApp()
  operator = await signedIn(testApp, await buildOperator(testApp.app))
})
afterAll(() => testApp.close())

const PAID_ON = localDate('2026-03-01')
const count = { files: 0 }

/** Of one crew that is known and of one that is not. */
async function statement(): Promise<PartnerStatementId> {
  const crew = await buildCrew(testApp.app)
  count.files += 1
  const content = [
    `Week start,Week end,Crew id,Crew,Email,Line id,Stops,Amount,#${count.files}`,
    `2026-02-16,2026-02-22,,Ana,${crew.email},k${count.files},40,100.00`,
    `2026-02-16,2026-02-22,RC-${count.files},Bo,,u${count.files},20,50.00`,
  ].join('\n')
  const { body } = await operator.call('POST /api/upload-partner-statement', {
    file: { type: 'text/csv', content },
    query: { fileName: 'recyclops.csv' },
  })
  const { statementId } = body
  const seen = await operator.call('POST /api/preview-partner-statement', { body: { statementId } })
  const { mapping, lineCount, totalCents } = seen.body
  await operator.call('POST /api/confirm-partner-statement', {
    body: { statementId, mapping, lineCount, totalCents },
  })
  return statementId
}

const pay = (statementId: PartnerStatementId, change: object = {}) =>
  operator.call('POST /api/record-partner-payment', {
    body: { statementId, amountCents: 6_000, paidOn: PAID_ON, reference: 'ACH 1', ...change },
  })

const read = async (id: PartnerStatementId) =>
  (await operator.call('GET /api/partner-statement', { query: { id } })).body

const balances = async () => {
  const { rows } = await sql<{ kind: string; cents: number }>`
    select account.kind, sum(posting.amount_cents)::bigint as cents from ledger_posting posting
    join ledger_account account on account.id = posting.account_id
    where account.kind in ('platform_bank', 'partner_receivable') group by 1
  `.execute(testApp.app.db)
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]))
}

const differences = async () =>
  (await reconcile(testApp.app)).checks.flatMap(({ differences: found }) => found)

describe('what Recyclops pays', () => {
  test('is recorded in parts up to what its statement comes to, and each part once', async () => {
    const id = await statement()
    expect((await pay(id)).body).toEqual({ paidCents: 6_000, owedCents: 9_000 })
    expect((await pay(id, { reference: 'ach 1' })).body).toEqual({ paidCents: 6_000, owedCents: 9_000 })
    expect((await pay(id, { amountCents: 1 })).failure.code).toBe('partner_payment_known')
    const above = await pay(id, { reference: 'ACH 2', amountCents: 9_001 })
    expect(above.failure.code).toBe('partner_payment_above_owed')
    // Also for the line that waits for a crew.
    const rest = await pay(id, { reference: 'ACH 2', amountCents: 9_000 })
    expect(rest.body).toEqual({ paidCents: 15_000, owedCents: 0 })
    expect(await read(id)).toMatchObject({
      paidCents: 15_000,
      payments: [
        { reference: expect.any(String), voidedAt: null },
        { reference: expect.any(String), voidedAt: null },
      ],
    })
    expect(await balances()).toEqual({ platform_bank: 15_000, partner_receivable: -5_000 })
    const journals = await testApp.app.db
      .selectFrom('ledger_journal')
      .where('kind', '=', 'partner_paid')
      .select('market_id')
      .execute()
    expect(journals.map(({ market_id }) => market_id)).toEqual(['denver', 'denver'])
    expect(await differences()).toEqual([])
  })

  test('recorded twice at the same moment counts once', async () => {
    const id = await statement()
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(id)))
    for (const { body } of answers) expect(body).toEqual({ paidCents: 6_000, owedCents: 9_000 })
    expect((await read(id)).payments).toHaveLength(1)
    expect(await differences()).toEqual([])
  })

  test('is taken back where it was a mistake, and may be recorded anew', async () => {
    const id = await statement()
    const before = await balances()
    await pay(id)
    const { payments } = await read(id)
    const body = { paymentId: payments[0]!.id }
    const back = () => operator.call('POST /api/void-partner-payment', { body })
    expect((await back()).body).toEqual({ paidCents: 0, owedCents: 15_000 })
    expect((await back()).body).toEqual({ paidCents: 0, owedCents: 15_000 })
    expect(await balances()).toEqual(before)
    expect((await pay(id, { amountCents: 7_000 })).body.paidCents).toBe(7_000)
    const audited = await testApp.app.db
      .selectFrom('audit_entry')
      .where('subject', '=', id)
      .orderBy('id')
      .select('action')
      .execute()
    expect(audited.map(({ action }) => action).slice(-3)).toEqual([
      'record_partner_payment',
      'void_partner_payment',
      'record_partner_payment',
    ])
    expect(await differences()).toEqual([])
  })

  test('is refused with a sentence: nothing, fractions, huge, of tomorrow, of a draft, of another market', async () => {
    const id = await statement()
    for (const amountCents of [0, -5, 10.5, 1e12])
      expect((await pay(id, { amountCents })).failure.code, String(amountCents)).toBe('bad_input')
    expect((await pay(id, { paidOn: localDate('2027-01-01') })).failure.code).toBe('partner_payment_ahead')
    await testApp.app.db
      .insertInto('market')
      .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
      .execute()
    const other = await buildOperator(testApp.app)
    await testApp.app.db
      .updateTable('users')
      .set({ market_id: 'boise' })
      .where('id', '=', other.userId)
      .execute()
    const stranger = await signedIn(testApp, other)
    const body = { statementId: id, amountCents: 1, paidOn: PAID_ON, reference: 'x' }
    expect((await stranger.call('POST /api/record-partner-payment', { body })).status).toBe(404)
  })

  test('is compared with the books', async () => {
    const id = await statement()
    await pay(id)
    await sql`update partner_payment set amount_cents = 6001 where statement_id = ${id}`.execute(
      testApp.app.db,
    )
    expect((await differences()).map(({ sentence }) => sentence)).toContain(
      'brought 6001 cents, the books say 6000',
    )
  })
})
