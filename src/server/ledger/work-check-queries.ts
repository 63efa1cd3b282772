/** The books against the work: visits, tips, and what was refunded. */
import { sql } from 'kysely'
import { LEAST_CHARGE_CENTS } from '#domain/billing/statement.ts'
import { CUSTOMER_TOTAL, IS_OWED, posted, type Question, total } from './question-queries.ts'

export const WORK_QUESTIONS: readonly Question[] = [
  {
    name: 'ledger sums to zero',
    of: 'journal',
    total: (among) => sql`
      select count(distinct journal_id)::bigint as count, coalesce(sum(greatest(amount_cents, 0)), 0)::bigint as amount
      from ledger_posting where ${among(sql`journal_id`)}
    `,
    differences: (among) => sql`
      select journal.id::text as subject, journal.key || ' sums to ' || sum(posting.amount_cents) || ' cents' as sentence,
        sum(posting.amount_cents) as ours, 0::bigint as theirs
      from ledger_posting posting join ledger_journal journal on journal.id = posting.journal_id
      where ${among(sql`journal.id`)}
      group by journal.id having sum(posting.amount_cents) <> 0
      union all
      select journal.id::text, journal.key || ' has no postings', null, null from ledger_journal journal
      where ${among(sql`journal.id`)}
        and not exists (select from ledger_posting posting where posting.journal_id = journal.id)
    `,
  },
  {
    name: 'completed visits',
    of: 'visit',
    total: total('visit', 'price_cents', IS_OWED),
    differences: (among) => sql`
      select id::text as subject, concat_ws('; ',
        case when receivable is distinct from owed and owed <> 0
          then 'the customer owes ' || owed || ' cents, the books say ' || coalesce(receivable::text, 'nothing') end,
        case when payable is distinct from crew_pay_cents and crew_pay_cents <> 0
          then 'the crew earned ' || crew_pay_cents || ' cents, the books say ' || coalesce(payable::text, 'nothing') end,
        case when earned is distinct from crew_pay_cents and crew_pay_cents <> 0
          then 'the crew earned ' || crew_pay_cents || ' cents, its earning says ' || coalesce(earned::text, 'nothing') end
      ) as sentence, owed as ours, receivable as theirs
      from (
        select visit.id, visit.crew_pay_cents, ${CUSTOMER_TOTAL} as owed,
          ${posted(sql`'visit:' || visit.id || ':completed'`, 'customer_receivable')} as receivable,
          -${posted(sql`'visit:' || visit.id || ':completed'`, 'crew_payable')} as payable,
          (select amount_cents from earning where earning.visit_id = visit.id and earning.kind = 'visit') as earned
        from visit where ${sql.raw(IS_OWED)} and ${among(sql`visit.id`)}
      ) as compared
      where (receivable is distinct from owed and owed <> 0)
        or (payable is distinct from crew_pay_cents and crew_pay_cents <> 0)
        or (earned is distinct from crew_pay_cents and crew_pay_cents <> 0)
    `,
  },
  {
    name: 'lines of payments',
    of: 'payment',
    total: total('payment', 'total_cents', 'true'),
    differences: (among) => sql`
      select payment.id::text as subject, 'its lines sum to ' || sum(line.amount_cents) || ' cents, it says '
        || payment.total_cents as sentence, payment.total_cents as ours, sum(line.amount_cents) as theirs
      from payment join payment_line line on line.payment_id = payment.id
      where ${among(sql`payment.id`)}
      group by payment.id having sum(line.amount_cents) <> payment.total_cents
    `,
  },
  {
    name: 'visits billed once',
    of: 'visit',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from payment_line where kind = 'visit' and visit_id is not null and ${among(sql`visit_id`)}
    `,
    differences: (among) => sql`
      select visit.id::text as subject, 'was completed 15 days ago or more and stands on no payment' as sentence,
        ${CUSTOMER_TOTAL} as ours, null::bigint as theirs
      from visit
      where ${sql.raw(IS_OWED)} and (visit.weekly_job_id is not null or visit.is_turnover) and ${among(sql`visit.id`)}
        and ${CUSTOMER_TOTAL} >= ${LEAST_CHARGE_CENTS}
        and coalesce(visit.completed_at, visit.ends_at) < (select max(at) from ledger_journal) - interval '15 days'
        and not exists (select from payment_line line where line.visit_id = visit.id)
        -- Who is billed by the month waits for its end.
        and not exists (
          select from billing_terms terms where terms.customer_id = visit.customer_id and terms.period = 'monthly'
            and date_trunc('month', visit.date) + interval '1 month 15 days' > (select max(at) from ledger_journal)
        )
    `,
  },
  {
    name: 'what refunds took back',
    of: 'visit',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(crew_cents), 0)::bigint as amount
      from refund_part where undone_at is null and visit_id is not null and ${among(sql`visit_id`)}
    `,
    differences: (among) => sql`
      select visit_id::text as subject, 'gave back ' || given || ' cents of ' || owed || ' and took ' || taken || ' of '
        || pay || ' from its crew' as sentence, given as ours, owed as theirs
      from (
        select visit.id as visit_id, ${CUSTOMER_TOTAL} as owed, coalesce(visit.crew_pay_cents, 0) as pay,
          sum(part.amount_cents) as given, sum(part.crew_cents) as taken
        from refund_part part join visit on visit.id = part.visit_id
        where part.undone_at is null and part.kind = 'work' and ${among(sql`visit.id`)} group by visit.id
      ) as compared
      where given > owed or taken > pay
    `,
  },
  {
    name: 'clawbacks',
    of: 'visit',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(-sum(amount_cents), 0)::bigint as amount
      from earning where kind = 'clawback' and visit_id is not null and ${among(sql`visit_id`)}
    `,
    differences: (among) => sql`
      select visit_id::text as subject, 'took back ' || -sum(amount_cents) || ' cents of its crew, its refunds say '
        || coalesce(max(booked.taken), 0) as sentence, -sum(amount_cents) as ours, coalesce(max(booked.taken), 0) as theirs
      from earning left join lateral (
        select sum(part.crew_cents) as taken from refund_part part left join refund on refund.id = part.refund_id
        where part.visit_id = earning.visit_id and part.undone_at is null
          and (part.refund_id is null or refund.state = 'succeeded')
      ) as booked on true
      where earning.kind = 'clawback' and ${among(sql`earning.visit_id`)} and earning.visit_id in (select refund_part.visit_id from refund_part)
      group by visit_id having -sum(amount_cents) <> coalesce(max(booked.taken), 0)
    `,
  },
  {
    name: 'tips',
    of: 'tip',
    total: total('tip', 'amount_cents', 'true'),
    differences: (among) => sql`
      select tip.id::text as subject, 'is over ' || amount_cents || ' cents, the books say '
        || coalesce((-${posted(sql`'tip:' || tip.id`, 'crew_payable')})::text, 'nothing') as sentence,
        amount_cents as ours, -${posted(sql`'tip:' || tip.id`, 'crew_payable')} as theirs
      from tip
      where ${among(sql`tip.id`)} and (amount_cents is distinct from -${posted(sql`'tip:' || tip.id`, 'crew_payable')}
        or amount_cents is distinct from (
          select sum(earning.amount_cents) from earning where earning.visit_id = tip.visit_id and earning.kind = 'tip'
        ))
    `,
  },
  {
    name: 'tips on bills',
    of: 'tip',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from payment_line where tip_id is not null and ${among(sql`tip_id`)}
    `,
    differences: (among) => sql`
      select tip.id::text as subject, 'is over ' || tip.amount_cents || ' cents and was billed with ' || line.amount_cents as sentence,
        tip.amount_cents as ours, line.amount_cents as theirs
      from tip join payment_line line on line.tip_id = tip.id
      where line.amount_cents <> tip.amount_cents and ${among(sql`tip.id`)}
    `,
  },
  {
    name: 'disputes refunded',
    of: 'dispute',
    total: total('dispute', 'amount_cents', "state = 'refunded'"),
    differences: (among) => sql`
      select dispute.id::text as subject, 'gave back ' || dispute.amount_cents || ' cents, its refund or credit is '
        || coalesce(given.amount::text, 'nothing') as sentence, dispute.amount_cents as ours, given.amount as theirs
      from dispute cross join lateral (
        select case when dispute.refund_id is null
          then -${posted(sql`'refund:' || dispute.id`, 'customer_credit')}
          else (select amount_cents from refund where refund.id = dispute.refund_id and refund.state <> 'failed') end as amount
      ) as given
      where dispute.state = 'refunded' and ${among(sql`dispute.id`)} and given.amount is distinct from dispute.amount_cents
    `,
  },
]
