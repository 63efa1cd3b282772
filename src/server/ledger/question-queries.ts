/** What every check of the books asks with. */
import { type RawBuilder, sql } from 'kysely'

export type Question = {
  readonly name: string
  /** Answers `count` and `amount`. */
  readonly total: RawBuilder<{ count: number; amount: number }>
  /** Answers `subject` and `sentence`; nothing where all agrees. */
  readonly differences: RawBuilder<{ subject: string; sentence: string }>
}

/** What a journal posted to one kind of account; null where the journal is not there. */
export function posted(key: RawBuilder<unknown>, accountKind: string) {
  return sql`(
    select sum(posting.amount_cents) filter (where account.kind = ${accountKind})
    from ledger_journal journal
    join ledger_posting posting on posting.journal_id = journal.id
    join ledger_account account on account.id = posting.account_id
    where journal.key = ${key}
  )`
}

export function total(table: string, amount: string, where: string): Question['total'] {
  return sql`
    select count(*)::bigint as count, coalesce(sum(${sql.raw(amount)}), 0)::bigint as amount
    from ${sql.raw(table)} where ${sql.raw(where)}
  `
}

/** What a customer pays for a visit: its frozen lines but for a raise of the crew's pay, which is ours. */
export const CUSTOMER_TOTAL = sql`(
  select sum((line ->> 'amountCents')::bigint) from jsonb_array_elements(visit.price_lines) line
  where line ->> 'kind' <> 'offer_raise'
)`

/** A crew whose trip was wasted earned its fee as if it had worked. */
export const IS_OWED = `(visit.state = 'completed'
  or (visit.state = 'missed' and visit.missed_reason = 'no_access' and visit.price_lines is not null))`

export function balance(accountKind: string) {
  return sql`coalesce((
    select sum(posting.amount_cents) from ledger_posting posting
    join ledger_account account on account.id = posting.account_id where account.kind = ${accountKind}
  ), 0)`
}

export function balances(accountKind: string) {
  return sql`
    select account.owner_id, sum(posting.amount_cents) as amount from ledger_posting posting
    join ledger_account account on account.id = posting.account_id where account.kind = ${accountKind} group by 1
  `
}
