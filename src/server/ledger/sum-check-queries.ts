/** Sums over everything, and over everything of one person: they find what belongs to no row of its own. */
import { sql } from 'kysely'
import { TRANSFERRED } from './money-check-queries.ts'
import { type Among, balance, balances, CUSTOMER_TOTAL, posted, type Question } from './question-queries.ts'

/** Taken with the last transfer. */
const IS_FEE_TAKEN = sql`(payout.state <> 'failed' and payout.sent_at is not null)`

/** Of charges, of chargebacks, and of whatever else the provider takes fees of. */
const FEES_KEPT = sql`(
  coalesce((select sum(fee_cents) from charge_attempt where state = 'succeeded'), 0)
  + coalesce((select sum(fee_cents) from chargeback), 0)
  + coalesce((
    select sum(case when kind = 'fee' then -amount_cents else 0 end + fee_cents) from provider_movement
    where kind not in ('charge', 'chargeback', 'chargeback_won')
  ), 0)
)`

/** Payouts of the platform's own and corrections: nothing of ours stands behind them. */
const MOVED_BY_ITSELF = sql`coalesce((
  select sum(amount_cents) from provider_movement where kind in ('platform_payout', 'adjustment')
), 0)`

/** One person's account is read by its owner, whatever else the books hold. */
export function totalOfPeople(accountKind: string) {
  return (among: Among) => sql<{ count: number; amount: number }>`
    select count(distinct account.owner_id)::bigint as count, coalesce(abs(sum(posting.amount_cents)), 0)::bigint as amount
    from ledger_account account join ledger_posting posting on posting.account_id = account.id
    where account.kind = ${accountKind} and ${among(sql`account.owner_id`)}
  `
}

export const PEOPLE_QUESTIONS: readonly Question[] = [
  {
    name: 'what customers owe',
    of: 'customer',
    total: totalOfPeople('customer_receivable'),
    differences: (among) => sql`
      with owed as (
        select customer_id, sum(amount) as amount from (
          select customer_id, total_cents as amount from payment
          where state in ('due', 'charging', 'declined') and kind <> 'invoice_part' and ${among(sql`customer_id`)}
          union all
          select visit.customer_id, ${CUSTOMER_TOTAL} from visit
          where ${among(sql`visit.customer_id`)}
            and exists (select from ledger_journal journal where journal.key = 'visit:' || visit.id || ':completed')
            and not exists (select from payment_line line where line.visit_id = visit.id)
          union all
          select customer_id, amount_cents from tip
          where ${among(sql`tip.customer_id`)}
            and not exists (select from payment_line line where line.tip_id = tip.id)
        ) as each group by 1
      )
      select coalesce(owed.customer_id, books.owner_id)::text as subject, 'owes ' || coalesce(owed.amount, 0)
        || ' cents, the books say ' || coalesce(books.amount, 0) as sentence,
        coalesce(owed.amount, 0) as ours, coalesce(books.amount, 0) as theirs
      from owed full join (${balances('customer_receivable', among)}) as books on books.owner_id = owed.customer_id
      where coalesce(owed.amount, 0) <> coalesce(books.amount, 0)
    `,
  },
  {
    name: 'what crews are owed',
    of: 'crew',
    total: totalOfPeople('crew_payable'),
    differences: (among) => sql`
      with owed as (
        select crew_id, sum(amount) as amount from (
          select crew_id, amount_cents as amount from earning where payout_id is null and ${among(sql`crew_id`)}
          union all
          select crew_id, amount_cents + fee_cents - ${TRANSFERRED} - case when ${IS_FEE_TAKEN} then fee_cents else 0 end
          from payout where state <> 'failed' and ${among(sql`crew_id`)}
        ) as each group by 1
      )
      select coalesce(owed.crew_id, books.owner_id)::text as subject, 'is owed ' || coalesce(owed.amount, 0)
        || ' cents, the books say ' || coalesce(-books.amount, 0) as sentence,
        coalesce(owed.amount, 0) as ours, coalesce(-books.amount, 0) as theirs
      from owed full join (${balances('crew_payable', among)}) as books on books.owner_id = owed.crew_id
      where coalesce(owed.amount, 0) <> coalesce(-books.amount, 0)
    `,
  },
  {
    name: 'what sponsors may spend',
    of: 'crew',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents - reversed_cents - used_cents), 0)::bigint as amount
      from commission where released_at is not null and ${among(sql`sponsor_id`)}
    `,
    differences: (among) => sql`
      with rows as (
        select sponsor_id,
          coalesce(sum(amount_cents - reversed_cents) filter (where released_at is null), 0) as pending,
          coalesce(sum(amount_cents - reversed_cents - used_cents) filter (where released_at is not null), 0) as available
        from commission where ${among(sql`sponsor_id`)} group by 1
      ), books as (
        select coalesce(pending.owner_id, available.owner_id) as owner_id, coalesce(-pending.amount, 0) as pending,
          coalesce(-available.amount, 0) as available
        from (${balances('commission_pending', among)}) as pending
        full join (${balances('commission_available', among)}) as available on available.owner_id = pending.owner_id
      )
      select coalesce(rows.sponsor_id, books.owner_id)::text as subject,
        'has ' || coalesce(rows.pending, 0) || ' cents pending and ' || coalesce(rows.available, 0)
        || ' available, the books say ' || coalesce(books.pending, 0) || ' and ' || coalesce(books.available, 0) as sentence,
        coalesce(rows.pending + rows.available, 0) as ours, coalesce(books.pending + books.available, 0) as theirs
      from rows full join books on books.owner_id = rows.sponsor_id
      where coalesce(rows.pending, 0) <> coalesce(books.pending, 0)
        or coalesce(rows.available, 0) <> coalesce(books.available, 0)
    `,
  },
  {
    name: 'commissions spent',
    of: 'crew',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from commission_spending where ${among(sql`sponsor_id`)}
    `,
    differences: (among) => sql`
      select sponsor_id::text as subject, 'spent ' || sum(amount_cents) || ' cents, taken from commissions with ' || sum(taken) as sentence,
        sum(amount_cents) as ours, sum(taken) as theirs
      from (
        select sponsor_id, amount_cents, coalesce((
          select sum(amount_cents) from commission_use where spending_id = commission_spending.id
        ), 0) as taken
        from commission_spending where ${among(sql`sponsor_id`)}
      ) as compared
      where amount_cents <> taken
      group by sponsor_id
    `,
  },
]

export const SUM_QUESTIONS: readonly Question[] = [
  {
    name: 'fees',
    of: 'sums',
    total: () => sql`
      select count(*)::bigint as count, coalesce(sum(fee_cents), 0)::bigint as amount
      from charge_attempt where state = 'succeeded'
    `,
    differences: () => sql`
      select 'all' as subject, 'the provider kept ' || ours || ' cents, the books say ' || theirs as sentence, ours, theirs
      from (select ${FEES_KEPT} as ours, ${balance('provider_fees')} as theirs) as compared
      where ours <> theirs
    `,
  },
  {
    name: 'fees for payouts at once',
    of: 'sums',
    total: () => sql`
      select count(*)::bigint as count, coalesce(sum(fee_cents), 0)::bigint as amount from payout where fee_cents > 0
    `,
    differences: () => sql`
      select 'all' as subject, 'crews paid ' || ours || ' cents for payouts at once, the books say ' || theirs as sentence,
        ours, theirs
      from (select coalesce((select sum(fee_cents - coalesce(${posted(sql`'payout:' || payout.id || ':fee-back'`, 'instant_payout_fees')}, 0))
          from payout where ${IS_FEE_TAKEN}), 0) as ours,
        -${balance('instant_payout_fees')} as theirs) as compared
      where ours <> theirs
    `,
  },
  {
    name: 'money at the provider',
    of: 'sums',
    total: () => sql`select 1::bigint as count, ${balance('provider_clearing')}::bigint as amount`,
    differences: () => sql`
      select 'all' as subject, 'our rows come to ' || ours || ' cents, the books say ' || theirs as sentence, ours, theirs
      from (
        select coalesce((select sum(amount_cents) from charge_attempt where state = 'succeeded'), 0)
          - ${FEES_KEPT} + ${MOVED_BY_ITSELF}
          - coalesce((
            select sum(refund.amount_cents - refund.credit_cents) from refund
            join payment on payment.id = refund.payment_id
            where refund.state = 'succeeded'
              and (payment.kind <> 'invoice' or refund.through_payment_id is not null)
          ), 0)
          - coalesce((select sum(amount_cents) from chargeback where state <> 'won'), 0)
          - coalesce((
            select sum(amount_cents - reversed_cents) from payout_transfer where provider_transfer_id is not null
          ), 0) as ours,
          ${balance('provider_clearing')} as theirs
      ) as compared
      where ours <> theirs
    `,
  },
  {
    name: 'what partners owe',
    of: 'sums',
    total: () => sql`select 1::bigint as count, ${balance('partner_receivable')}::bigint as amount`,
    differences: () => sql`
      select 'all' as subject, 'partners owe ' || ours || ' cents, the books say ' || theirs as sentence, ours, theirs
      from (
        select coalesce((select sum(amount_cents) from partner_line where crew_id is not null), 0)
            - coalesce((select sum(amount_cents) from partner_payment where voided_at is null), 0) as ours,
          ${balance('partner_receivable')} as theirs
      ) as compared
      where ours <> theirs
    `,
  },
  {
    name: 'payments of partners',
    of: 'sums',
    total: () => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from partner_payment where voided_at is null
    `,
    differences: () => sql`
      select payment.id::text as subject, 'brought ' || case when payment.voided_at is null then payment.amount_cents else 0 end
        || ' cents, the books say ' || coalesce(booked.amount::text, 'nothing') as sentence,
        case when payment.voided_at is null then payment.amount_cents else 0 end as ours, booked.amount as theirs
      from partner_payment payment
      left join lateral (
        select sum(posting.amount_cents) as amount from ledger_journal journal
        join ledger_posting posting on posting.journal_id = journal.id
        join ledger_account account on account.id = posting.account_id
        where journal.subject_id = payment.id and account.kind = 'platform_bank'
      ) as booked on true
      where booked.amount is distinct from case when payment.voided_at is null then payment.amount_cents else 0 end
    `,
  },
]
