import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localDate, parseInstant } from '#domain/time.ts'
import type { OperatorScope } from '#server/scope.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'
import { checkBooks } from './check-queries.ts'
import { readBalances } from './queries.ts'
import { sealJournals } from './seal-queries.ts'

const AT_ONCE = sql`interval '0'`

let test: MoneyTest
let scope: OperatorScope
beforeAll(async () => {
  test = await openMoneyTest(parseInstant('2026-03-05T18:00:00Z'))
  scope = (await buildOperator(test.app)).scope
  await workAWeek()
})
afterAll(() => test.close())

async function workAWeek(): Promise<void> {
  const customer = await buildCustomer(test.app)
  const crew = await buildCrew(test.app)
  await saveTestCard(await signedIn(test, customer))
  await connectPayoutAccount(await signedIn(test, crew))
  const date = localDate('2026-03-05')
  await buildCompletedVisit(test.app, { customerId: customer.userId, crewId: crew.userId, date })
  await test.jumpTo(parseInstant('2026-03-11T12:00:00Z'))
}

/** As if nothing were kept: every posting that there is. */
async function sumOfPostings() {
  const { rows } = await sql<{ kind: string; balance: number; accounts: number }>`
    select account.kind, sum(posting.amount_cents)::bigint as balance, count(distinct account.id) as accounts
    from ledger_posting posting join ledger_account account on account.id = posting.account_id
    group by 1 order by 1
  `.execute(test.app.db)
  return rows.map(({ kind, balance, accounts }) => [kind, Math.abs(balance), accounts])
}

async function shown() {
  const { accounts } = await readBalances(test.app.db, scope)
  return accounts
    .filter(({ accountCount }) => accountCount > 0)
    .map(({ kind, balanceCents, accountCount }) => [kind, Math.abs(balanceCents), accountCount])
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
}

const seal = () => test.app.db.transaction().execute((trx) => sealJournals(trx, AT_ONCE))

it('balances say the same before anything is sealed, when all is, and when more came after', async () => {
  const before = await readBalances(test.app.db, scope)
  expect(before.journalCount).toBeGreaterThan(0)
  expect(await shown()).toEqual(await sumOfPostings())
  expect(await seal()).toBe(before.journalCount)
  expect(await readBalances(test.app.db, scope)).toEqual(before)
  await workAWeek()
  const after = await readBalances(test.app.db, scope)
  expect(after.journalCount).toBeGreaterThan(before.journalCount)
  expect(await shown()).toEqual(await sumOfPostings())
  expect(await seal()).toBeGreaterThan(0)
  expect(await seal()).toBe(0)
  expect(await readBalances(test.app.db, scope)).toEqual(after)
})

it('what was just posted is not sealed: something begun before it may still come in below', async () => {
  await workAWeek()
  expect(await test.app.db.transaction().execute((trx) => sealJournals(trx))).toBe(0)
  expect(await shown()).toEqual(await sumOfPostings())
})

it('two that seal at once count nothing twice', async () => {
  await Promise.all([seal(), seal(), seal()])
  expect(await shown()).toEqual(await sumOfPostings())
})

it('reconciling proves what is kept against the postings', async () => {
  const find = async () => {
    const checks = await test.app.db.transaction().execute(checkBooks)
    return checks.find(({ name }) => name === 'balances that are kept')!
  }
  expect(await find()).toMatchObject({ differences: [] })
  expect((await find()).count).toBeGreaterThan(0)
  await sql`update ledger_seal set amount_cents = amount_cents + 1 where kind = 'crew_payable'`.execute(
    test.app.db,
  )
  const [difference] = (await find()).differences
  expect(difference?.sentence).toContain('crew_payable')
  expect(difference!.ours! - difference!.theirs!).toBe(1)
})

it('reconciling proves the sales tax that is kept against the sales', async () => {
  const find = async () => {
    const checks = await test.app.db.transaction().execute(checkBooks)
    return checks.find(({ name }) => name === 'sales tax that is kept')!
  }
  await seal()
  expect(await find()).toMatchObject({ differences: [] })
  await sql`
    insert into sales_tax_seal (market_id, month, tax_cents) values ('denver', '2025-12-01', 7)
  `.execute(test.app.db)
  expect((await find()).differences).toMatchObject([{ ours: 7, theirs: 0 }])
})
