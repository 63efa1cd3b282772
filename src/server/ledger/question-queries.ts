/** What every check of the books asks with. */
import { type RawBuilder, sql } from 'kysely'
import type { Difference } from '#domain/ledger/reconcile-report.ts'

/** Whose rows a question compares, one by one. `sums` are compared as wholes. */
const SUBJECTS = [
  'journal',
  'payment',
  'invoice',
  'refund',
  'visit',
  'tip',
  'dispute',
  'payout',
  'commission',
  'customer',
  'crew',
  'partner_line',
  'credit_change',
  'chargeback',
  'movement',
  'sums',
] as const
export type SubjectKind = (typeof SUBJECTS)[number]

/** Narrows a question to some subjects, or not at all. */
export type Among = (id: RawBuilder<unknown>) => RawBuilder<boolean>

export const EVERY: Among = () => sql<boolean>`true`

export type Question = {
  readonly name: string
  readonly of: SubjectKind
  /** Answers `count` and `amount`. */
  readonly total: (among: Among) => RawBuilder<{ count: number; amount: number }>
  /** Nothing where all agrees. A subject is named by its id, a sum is `all`. */
  readonly differences: (among: Among) => RawBuilder<Difference>
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
  return (among) => sql`
    select count(*)::bigint as count, coalesce(sum(${sql.raw(amount)}), 0)::bigint as amount
    from ${sql.raw(table)} where ${sql.raw(where)} and ${among(sql.raw(`${table}.id`))}
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

export function balances(accountKind: string, among: Among) {
  return sql`
    select account.owner_id, sum(posting.amount_cents) as amount from ledger_posting posting
    join ledger_account account on account.id = posting.account_id
    where account.kind = ${accountKind} and ${among(sql`account.owner_id`)} group by 1
  `
}
