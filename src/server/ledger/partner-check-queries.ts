/** What partners owe and what crews earned with it, against the books. */
import { sql } from 'kysely'
import type { Question } from './question-queries.ts'

/** A line is earned by whom it is matched to; moving it to another crew moves its earning. */
export const PARTNER_QUESTIONS: readonly Question[] = [
  {
    name: 'partner lines',
    of: 'partner_line',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from partner_line where crew_id is not null and ${among(sql`partner_line.id`)}
    `,
    differences: (among) => sql`
      select line.id::text as subject, 'is over ' || line.amount_cents || ' cents, the books say '
        || coalesce(booked.amount::text, 'nothing') || ', its earning '
        || coalesce(earning.amount_cents::text, 'nothing') as sentence,
        line.amount_cents as ours, booked.amount as theirs
      from partner_line line
      left join earning on earning.id = line.earning_id and earning.crew_id = line.crew_id and earning.kind = 'partner'
      left join lateral (
        select -sum(posting.amount_cents) as amount from ledger_journal journal
        join ledger_posting posting on posting.journal_id = journal.id
        join ledger_account account on account.id = posting.account_id
        where journal.subject_id = line.id and account.kind = 'crew_payable' and account.owner_id = line.crew_id
      ) as booked on true
      where line.crew_id is not null and ${among(sql`line.id`)}
        and (booked.amount is distinct from line.amount_cents or earning.amount_cents is distinct from line.amount_cents)
    `,
  },
  {
    name: 'earnings of partner work',
    of: 'crew',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from earning where kind = 'partner' and ${among(sql`earning.crew_id`)}
    `,
    differences: (among) => sql`
      select earning.crew_id::text as subject, 'has ' || sum(earning.amount_cents) || ' cents for the work of a partner without a line' as sentence,
        sum(earning.amount_cents) as ours, null::bigint as theirs
      from earning left join partner_line line on line.earning_id = earning.id
      where earning.kind = 'partner' and line.id is null and ${among(sql`earning.crew_id`)}
      group by earning.crew_id
    `,
  },
]
