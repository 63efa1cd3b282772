/** What somebody can do to the books who speaks SQL by the application's role, or even by the tables' owner. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { parseInstant } from '#domain/time.ts'
import { readStanding } from '#server/db/app-role.ts'
import { inTransaction } from '#server/db/client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer } from '#testing/build.ts'
import { asOwner } from '#testing/database.ts'
import { postJournal } from './journal-queries.ts'

const NOW = parseInstant('2026-03-05T18:00:00Z')
let house: TestApp
let customerId: string

beforeAll(async () => {
  house = await createTestApp()
  ;({ userId: customerId } = await buildCustomer(house.app))
  await post('test:booked')
  return () => house.close()
})

function entry(key: string) {
  return {
    key,
    kind: 'standby' as const,
    at: NOW,
    subjectId: null,
    postings: [
      { accountKind: 'customer_receivable', ownerId: customerId, amountCents: cents(500) },
      { accountKind: 'platform_revenue', ownerId: null, amountCents: cents(-500) },
    ] as const,
  }
}

function post(key: string): Promise<boolean> {
  return inTransaction(house.app.db, (trx) => postJournal(trx, entry(key)))
}

test('D12: the application works by a role that is no superuser and owns nothing', async () => {
  expect(await readStanding(house.app.db)).toEqual({
    role: 'crew_app',
    isSuperuser: false,
    ownsBooks: false,
  })
  const { rows } = await sql`
    select relname from pg_class join pg_roles on pg_roles.oid = relowner where rolname = current_user
  `.execute(house.app.db)
  expect(rows).toEqual([])
})

const BENT: readonly (readonly [what: string, statement: string])[] = [
  ['change a posting', 'update ledger_posting set amount_cents = 1'],
  ['remove a posting', 'delete from ledger_posting'],
  ['change a journal', `update ledger_journal set key = 'other'`],
  ['remove a journal', 'delete from ledger_journal'],
  ['give an account to somebody else', 'update ledger_account set owner_id = null'],
  ['remove an account', 'delete from ledger_account'],
  ['empty the postings', 'truncate ledger_posting'],
  ['empty the books', 'truncate ledger_account, ledger_journal, ledger_posting'],
  ['empty the audit log', 'truncate audit_entry'],
  ['change the audit log', `update audit_entry set action = 'nothing'`],
  ['empty the settings', 'truncate setting'],
]

describe('D12: the application', () => {
  it.each(
    BENT.concat([
      ['switch the guards off', 'alter table ledger_posting disable trigger all'],
      ['switch all guards of a session off', `set session_replication_role = 'replica'`],
      ['become the owner', 'set role crew'],
      ['make the books its own', 'alter table ledger_posting owner to crew_app'],
      ['put a guard out of force', 'drop function ledger_is_append_only() cascade'],
      ['forget a migration', 'delete from kysely_migration'],
    ]),
  )('cannot %s', async (_what, statement) => {
    await expect(sql.raw(statement).execute(house.app.db)).rejects.toThrow(
      /permission denied|must be owner|must be member|does not exist|append-only/,
    )
  })

  it('cannot post into a journal of an earlier transaction, even where it balances', async () => {
    await expect(postLate('test:booked')).rejects.toThrow('is closed')
  })

  it('cannot keep a journal open by dating it', async () => {
    await sql`
      insert into ledger_journal (key, kind, at, posted_at)
      values ('test:dated', 'test', now(), transaction_timestamp() + interval '1 minute')
    `.execute(house.app.db)
    const { rows } = await sql<{ isNow: boolean }>`
      select posted_at <= now() as "isNow" from ledger_journal where key = 'test:dated'
    `.execute(house.app.db)
    expect(rows).toEqual([{ isNow: true }])
    await expect(postLate('test:dated')).rejects.toThrow('is closed')
  })

  it('posts a journal and its postings in one transaction', async () => {
    expect(await post('test:more')).toBe(true)
    expect(await post('test:more')).toBe(false)
  })
})

describe('D12: the owner of the tables', () => {
  it.each(BENT)('cannot %s without switching the guards off', async (_what, statement) => {
    await expect(asOwner((db) => sql.raw(statement).execute(db))).rejects.toThrow('append-only')
  })
})

/** Two postings that balance, into a journal that is there. */
function postLate(key: string) {
  return sql`
    insert into ledger_posting (journal_id, account_id, amount_cents)
    select journal.id, account.id, amount
    from ledger_journal journal, (select min(id) as id from ledger_account) account, (values (1), (-1)) as moved(amount)
    where journal.key = ${key}
  `.execute(house.app.db)
}
