/** The books as the operator sees them. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { ACCOUNT_KINDS, ACCOUNTS, type AccountKind, naturalBalance } from '#domain/ledger/accounts.ts'
import { addCents, type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { countJournals, marketsRead, sumByKind } from './seal-queries.ts'

/**
 * Balances are sums of postings: those that are sealed, and those that came since. An operator reads the books of one
 * market; what the provider moved by itself is of no market, and read with them only where there is no other.
 */
export async function readBalances(db: Db, { marketId }: OperatorScope) {
  const markets = await marketsRead(db, marketId)
  const rows = await sumByKind(db, markets)
  const journals = await countJournals(db, markets)
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
    lastJournalAt: journals.lastAt,
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
