/** A sponsor's account in the books, month by month. */
import { sql } from 'kysely'
import { firstName } from '#domain/accounts/first-name.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

const LINES_SHOWN = 1_000

/** What was earned and not spent at a moment, pending or not. */
export async function balanceAt(db: Db, scope: UserScope, at: Instant): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(-sum(posting.amount_cents), 0)::bigint as balance
    from ledger_account account
    join ledger_posting posting on posting.account_id = account.id
    join ledger_journal journal on journal.id = posting.journal_id
    where account.owner_id = ${scope.userId} and account.kind in ('commission_pending', 'commission_available')
      and journal.at < ${toTimestamp(at)}
  `.execute(db)
  return rows[0]?.balance ?? 0
}

const KINDS = {
  commission_earned: 'earned',
  commission_reversed: 'reversed',
  commission_charged_back: 'reversed',
  commission_refused: 'reversed',
  commission_restored: 'restored',
  commission_used: 'used',
  commission_withdrawn: 'withdrawn',
  commission_withdrawal_undone: 'undone',
} as const

type JournalKind = keyof typeof KINDS

/** Becoming available moves nothing in or out, so it is no line. */
export async function listMovements(db: Db, scope: UserScope, from: Instant, until: Instant) {
  const { rows } = await sql<{ at: Instant; kind: JournalKind; name: string | null; amount: number }>`
    select journal.at, journal.kind, brought.name, -sum(posting.amount_cents)::bigint as amount
    from ledger_account account
    join ledger_posting posting on posting.account_id = account.id
    join ledger_journal journal on journal.id = posting.journal_id
    left join commission on commission.id = journal.subject_id
    left join users brought on brought.id = commission.brought_id
    where account.owner_id = ${scope.userId} and account.kind in ('commission_pending', 'commission_available')
      and journal.at >= ${toTimestamp(from)} and journal.at < ${toTimestamp(until)}
    group by journal.id, brought.name having sum(posting.amount_cents) <> 0
    order by journal.at, journal.id limit ${LINES_SHOWN}
  `.execute(db)
  return rows.map(({ at, kind, name, amount }) => ({
    at,
    kind: KINDS[kind],
    firstName: name === null ? null : firstName(name),
    amountCents: cents(amount),
  }))
}
