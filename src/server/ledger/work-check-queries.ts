/** The books against the work: visits, tips, what was refunded, and what customers owe. */
import { sql } from 'kysely'
import { LEAST_CHARGE_CENTS } from '#domain/billing/statement.ts'
import { balances, CUSTOMER_TOTAL, IS_OWED, posted, type Question, total } from './question-queries.ts'

export const WORK_QUESTIONS: readonly Question[] = [
  {
    name: 'ledger sums to zero',
    total: total('ledger_posting', 'greatest(amount_cents, 0)', 'true'),
    differences: sql`
      select journal.key as subject, 'sums to ' || sum(posting.amount_cents) || ' cents' as sentence
      from ledger_posting posting join ledger_journal journal on journal.id = posting.journal_id
      group by journal.id having sum(posting.amount_cents) <> 0
      union all
      select journal.key, 'has no postings' from ledger_journal journal
      where not exists (select from ledger_posting posting where posting.journal_id = journal.id)
    `,
  },
  {
    name: 'completed visits',
    total: total('visit', 'price_cents', IS_OWED),
    differences: sql`
      select id::text as subject, concat_ws('; ',
        case when receivable is distinct from owed and owed <> 0
          then 'the customer owes ' || owed || ' cents, the books say ' || coalesce(receivable::text, 'nothing') end,
        case when payable is distinct from crew_pay_cents and crew_pay_cents <> 0
          then 'the crew earned ' || crew_pay_cents || ' cents, the books say ' || coalesce(payable::text, 'nothing') end,
        case when earned is distinct from crew_pay_cents and crew_pay_cents <> 0
          then 'the crew earned ' || crew_pay_cents || ' cents, its earning says ' || coalesce(earned::text, 'nothing') end
      ) as sentence
      from (
        select visit.id, visit.crew_pay_cents, ${CUSTOMER_TOTAL} as owed,
          ${posted(sql`'visit:' || visit.id || ':completed'`, 'customer_receivable')} as receivable,
          -${posted(sql`'visit:' || visit.id || ':completed'`, 'crew_payable')} as payable,
          (select amount_cents from earning where earning.visit_id = visit.id and earning.kind = 'visit') as earned
        from visit where ${sql.raw(IS_OWED)}
      ) as compared
      where (receivable is distinct from owed and owed <> 0)
        or (payable is distinct from crew_pay_cents and crew_pay_cents <> 0)
        or (earned is distinct from crew_pay_cents and crew_pay_cents <> 0)
    `,
  },
  {
    name: 'visits billed once',
    total: total('payment_line', 'amount_cents', "kind = 'visit'"),
    differences: sql`
      select payment.id::text as subject, 'its lines sum to ' || sum(line.amount_cents) || ' cents, it says '
        || payment.total_cents as sentence
      from payment join payment_line line on line.payment_id = payment.id
      group by payment.id having sum(line.amount_cents) <> payment.total_cents
      union all
      select visit.id::text, 'was completed 15 days ago or more and stands on no payment'
      from visit
      where ${sql.raw(IS_OWED)} and visit.weekly_job_id is not null
        and ${CUSTOMER_TOTAL} >= ${LEAST_CHARGE_CENTS}
        and coalesce(visit.completed_at, visit.ends_at) < (select max(at) from ledger_journal) - interval '15 days'
        and not exists (select from payment_line line where line.visit_id = visit.id)
    `,
  },
  {
    name: 'what refunds took back',
    total: total('refund_part', 'crew_cents', 'undone_at is null'),
    differences: sql`
      select visit_id::text as subject, 'gave back ' || given || ' cents of ' || owed || ' and took ' || taken || ' of '
        || pay || ' from its crew' as sentence
      from (
        select visit.id as visit_id, ${CUSTOMER_TOTAL} as owed, coalesce(visit.crew_pay_cents, 0) as pay,
          sum(part.amount_cents) as given, sum(part.crew_cents) as taken
        from refund_part part join visit on visit.id = part.visit_id
        where part.undone_at is null and part.kind = 'work' group by visit.id
      ) as compared
      where given > owed or taken > pay
      union all
      select visit_id::text, 'took back ' || -sum(amount_cents) || ' cents of its crew, its refunds say '
        || coalesce(max(booked.taken), 0)
      from earning left join lateral (
        select sum(part.crew_cents) as taken from refund_part part left join refund on refund.id = part.refund_id
        where part.visit_id = earning.visit_id and part.undone_at is null
          and (part.refund_id is null or refund.state = 'succeeded')
      ) as booked on true
      where earning.kind = 'clawback' and earning.visit_id in (select refund_part.visit_id from refund_part)
      group by visit_id having -sum(amount_cents) <> coalesce(max(booked.taken), 0)
    `,
  },
  {
    name: 'tips',
    total: total('tip', 'amount_cents', 'true'),
    differences: sql`
      select tip.id::text as subject, 'is over ' || amount_cents || ' cents, the books say '
        || coalesce((-${posted(sql`'tip:' || tip.id`, 'crew_payable')})::text, 'nothing') as sentence
      from tip
      where amount_cents is distinct from -${posted(sql`'tip:' || tip.id`, 'crew_payable')}
        or amount_cents is distinct from (
          select sum(earning.amount_cents) from earning where earning.visit_id = tip.visit_id and earning.kind = 'tip'
        )
      union all
      select tip.id::text, 'is over ' || tip.amount_cents || ' cents and was billed with ' || line.amount_cents
      from tip join payment_line line on line.tip_id = tip.id where line.amount_cents <> tip.amount_cents
    `,
  },
  {
    name: 'disputes refunded',
    total: total('dispute', 'amount_cents', "state = 'refunded'"),
    differences: sql`
      select dispute.id::text as subject, 'gave back ' || dispute.amount_cents || ' cents, its refund or credit is '
        || coalesce(given.amount::text, 'nothing') as sentence
      from dispute cross join lateral (
        select case when dispute.refund_id is null
          then -${posted(sql`'refund:' || dispute.id`, 'customer_credit')}
          else (select amount_cents from refund where refund.id = dispute.refund_id and refund.state <> 'failed') end as amount
      ) as given
      where dispute.state = 'refunded' and given.amount is distinct from dispute.amount_cents
    `,
  },
  {
    name: 'what customers owe',
    total: total(
      'payment',
      'total_cents',
      "state in ('due', 'charging', 'declined') and kind <> 'invoice_part'",
    ),
    differences: sql`
      with owed as (
        select customer_id, sum(amount) as amount from (
          select customer_id, total_cents as amount from payment
          where state in ('due', 'charging', 'declined') and kind <> 'invoice_part'
          union all
          select visit.customer_id, ${CUSTOMER_TOTAL} from visit
          where exists (select from ledger_journal journal where journal.key = 'visit:' || visit.id || ':completed')
            and not exists (select from payment_line line where line.visit_id = visit.id)
          union all
          select customer_id, amount_cents from tip
          where not exists (select from payment_line line where line.tip_id = tip.id)
        ) as each group by 1
      )
      select coalesce(owed.customer_id, books.owner_id)::text as subject, 'owes ' || coalesce(owed.amount, 0)
        || ' cents, the books say ' || coalesce(books.amount, 0) as sentence
      from owed full join (${balances('customer_receivable')}) as books on books.owner_id = owed.customer_id
      where coalesce(owed.amount, 0) <> coalesce(books.amount, 0)
    `,
  },
]
