/** The books as the operator sees them. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { ACCOUNT_KINDS, ACCOUNTS, type AccountKind, naturalBalance } from '#domain/ledger/accounts.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

/**
 * Balances are sums of postings; nothing else is kept. An operator reads the books of one market; what the provider
 * moved by itself is of no market, and read with them only where there is no other.
 */
export async function readBalances(db: Db, { marketId }: OperatorScope) {
  const isOwn = sql<boolean>`(ledger_journal.market_id = ${marketId} or (
    ledger_journal.market_id is null and not exists (select from market where id <> ${marketId})
  ))`
  const rows = await db
    .selectFrom('ledger_journal')
    .innerJoin('ledger_posting', 'ledger_posting.journal_id', 'ledger_journal.id')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_posting.account_id')
    .where(isOwn)
    .groupBy('ledger_account.kind')
    .select([
      'ledger_account.kind',
      sql<number>`sum(ledger_posting.amount_cents)::bigint`.as('balance'),
      sql<number>`count(distinct ledger_account.id)`.as('account_count'),
    ])
    .execute()
  const journals = await db
    .selectFrom('ledger_journal')
    .where(isOwn)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('at').as('last_at')])
    .executeTakeFirstOrThrow()
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return {
    accounts: ACCOUNT_KINDS.map((kind: AccountKind) => ({
      kind,
      side: ACCOUNTS[kind].side,
      balanceCents: naturalBalance(kind, cents(byKind.get(kind)?.balance ?? 0)),
      accountCount: byKind.get(kind)?.account_count ?? 0,
    })),
    sumCents: addCents(ZERO_CENTS, ...rows.map((row) => cents(row.balance))),
    journalCount: journals.count,
    lastJournalAt: journals.last_at,
  }
}

/** Locks the customer's row, so that two bills made at once cannot both use the same credit. */
export async function lockCustomerCredit(db: Db, customerId: UserId): Promise<Cents> {
  await db.selectFrom('users').where('id', '=', customerId).forNoKeyUpdate().select('id').execute()
  return customerCredit(db, customerId)
}

export async function customerCredit(db: Db, customerId: UserId): Promise<Cents> {
  const { rows } = await sql<{ credit: number }>`
    select coalesce(-sum(posting.amount_cents), 0)::bigint as credit
    from ledger_account account join ledger_posting posting on posting.account_id = account.id
    where account.kind = 'customer_credit' and account.owner_id = ${customerId}
  `.execute(db)
  return cents(Math.max(0, rows[0]!.credit))
}
