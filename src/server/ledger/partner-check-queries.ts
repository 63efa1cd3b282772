/** What partners owe and what crews earned with it, against the books. */
import { sql } from 'kysely'

/** A line is earned by whom it is matched to; moving it to another crew moves its earning. */
export const partnerLines = {
  name: 'partner lines',
  total: sql<{ count: number; amount: number }>`
    select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
    from partner_line where crew_id is not null
  `,
  differences: sql<{ subject: string; sentence: string }>`
    select line.id::text as subject, 'is over ' || line.amount_cents || ' cents, the books say '
      || coalesce(booked.amount::text, 'nothing') || ', its earning '
      || coalesce(earning.amount_cents::text, 'nothing') as sentence
    from partner_line line
    left join earning on earning.id = line.earning_id and earning.crew_id = line.crew_id and earning.kind = 'partner'
    left join lateral (
      select -sum(posting.amount_cents) as amount from ledger_journal journal
      join ledger_posting posting on posting.journal_id = journal.id
      join ledger_account account on account.id = posting.account_id
      where journal.subject_id = line.id and account.kind = 'crew_payable' and account.owner_id = line.crew_id
    ) as booked on true
    where line.crew_id is not null
      and (booked.amount is distinct from line.amount_cents or earning.amount_cents is distinct from line.amount_cents)
    union all
    select earning.id::text, 'is for the work of a partner and has no line'
    from earning left join partner_line line on line.earning_id = earning.id
    where earning.kind = 'partner' and line.id is null
    union all
    select payment.id::text, 'brought ' || case when payment.voided_at is null then payment.amount_cents else 0 end
      || ' cents, the books say ' || coalesce(booked.amount::text, 'nothing')
    from partner_payment payment
    left join lateral (
      select sum(posting.amount_cents) as amount from ledger_journal journal
      join ledger_posting posting on posting.journal_id = journal.id
      join ledger_account account on account.id = posting.account_id
      where journal.subject_id = payment.id and account.kind = 'platform_bank'
    ) as booked on true
    where booked.amount is distinct from case when payment.voided_at is null then payment.amount_cents else 0 end
    union all
    select 'all', 'partners owe ' || owed || ' cents, the books say ' || booked from (
      select coalesce((select sum(amount_cents) from partner_line where crew_id is not null), 0)
          - coalesce((select sum(amount_cents) from partner_payment where voided_at is null), 0) as owed,
        coalesce((
          select sum(posting.amount_cents) from ledger_posting posting
          join ledger_account account on account.id = posting.account_id where account.kind = 'partner_receivable'
        ), 0) as booked
    ) as compared where owed <> booked
  `,
}
