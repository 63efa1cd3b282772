/** The books against our own tables: every check is one statement for the total and one for what differs. */
import { type RawBuilder, sql } from 'kysely'
import type { Check } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'

type Question = {
  readonly name: string
  /** Answers `count` and `amount`. */
  readonly total: RawBuilder<{ count: number; amount: number }>
  /** Answers `subject` and `sentence`; nothing where all agrees. */
  readonly differences: RawBuilder<{ subject: string; sentence: string }>
}

/** What a journal posted to one kind of account; null where the journal is not there. */
function posted(key: RawBuilder<unknown>, accountKind: string) {
  return sql`(
    select sum(posting.amount_cents) filter (where account.kind = ${accountKind})
    from ledger_journal journal
    join ledger_posting posting on posting.journal_id = journal.id
    join ledger_account account on account.id = posting.account_id
    where journal.key = ${key}
  )`
}

function total(table: string, amount: string, where: string): Question['total'] {
  return sql`
    select count(*)::bigint as count, coalesce(sum(${sql.raw(amount)}), 0)::bigint as amount
    from ${sql.raw(table)} where ${sql.raw(where)}
  `
}

/** What a customer pays for a visit: its frozen lines but for a raise of the crew's pay, which is ours. */
const CUSTOMER_TOTAL = sql`(
  select sum((line ->> 'amountCents')::bigint) from jsonb_array_elements(visit.price_lines) line
  where line ->> 'kind' <> 'offer_raise'
)`

/** A crew whose trip was wasted earned its fee as if it had worked. */
const IS_OWED = `(visit.state = 'completed'
  or (visit.state = 'missed' and visit.missed_reason = 'no_access' and visit.price_lines is not null))`

const QUESTIONS: readonly Question[] = [
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
      where ${sql.raw(IS_OWED)} and visit.weekly_job_id is not null and visit.price_cents > 0
        and coalesce(visit.completed_at, visit.ends_at) < (select max(at) from ledger_journal) - interval '15 days'
        and not exists (select from payment_line line where line.visit_id = visit.id)
    `,
  },
  {
    name: 'payments',
    total: total('payment', 'total_cents', "state = 'paid'"),
    differences: sql`
      select payment.id::text as subject, 'paid ' || payment.total_cents || ' cents, the books say '
        || coalesce((-${posted(sql`'payment:' || payment.id || ':succeeded'`, 'customer_receivable')})::text, 'nothing') as sentence
      from payment
      where case when state = 'paid' then total_cents else 0 end
        <> coalesce(-${posted(sql`'payment:' || payment.id || ':succeeded'`, 'customer_receivable')}, 0)
      union all
      select payment.id::text, 'is ' || payment.state || ' and has ' || count(attempt.payment_id) || ' charges that succeeded'
      from payment left join charge_attempt attempt
        on attempt.payment_id = payment.id and attempt.state = 'succeeded' and attempt.amount_cents = payment.total_cents
        and attempt.provider_intent_id = payment.provider_intent_id
      where payment.total_cents > 0
      group by payment.id
      having count(attempt.payment_id) <> case when payment.state = 'paid' then 1 else 0 end
    `,
  },
  {
    name: 'refunds',
    total: total('refund', 'amount_cents', "state = 'succeeded'"),
    differences: sql`
      select refund.id::text as subject, 'gave back ' || amount_cents || ' cents, the books say '
        || coalesce((-${posted(sql`'refund:' || refund.id`, 'provider_clearing')})::text, 'nothing') as sentence
      from refund
      where case when state = 'succeeded' then amount_cents else 0 end
        <> coalesce(-${posted(sql`'refund:' || refund.id`, 'provider_clearing')}, 0)
      union all
      select payment.id::text, 'says ' || payment.refunded_cents || ' cents were given back, its refunds '
        || coalesce(sum(refund.amount_cents), 0)
      from payment left join refund on refund.payment_id = payment.id and refund.state <> 'failed'
      group by payment.id having payment.refunded_cents <> coalesce(sum(refund.amount_cents), 0)
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
    name: 'reports given back',
    total: total('dispute', 'amount_cents', "state = 'refunded'"),
    differences: sql`
      select dispute.id::text as subject, 'gave back ' || dispute.amount_cents || ' cents, its refund or credit is '
        || coalesce(given.amount::text, 'nothing') as sentence
      from dispute cross join lateral (
        select case when dispute.refund_id is null
          then -${posted(sql`'refund:' || dispute.id`, 'customer_credit')}
          else (select amount_cents from refund where refund.id = dispute.refund_id) end as amount
      ) as given
      where dispute.state = 'refunded' and given.amount is distinct from dispute.amount_cents
    `,
  },
  {
    name: 'payouts',
    total: total('payout', 'amount_cents', "state = 'paid'"),
    differences: sql`
      select id::text as subject, 'is ' || state || ' over ' || amount_cents || ' cents, the books say ' || moved as sentence
      from (
        select payout.*,
          -coalesce(${posted(sql`'payout:' || payout.id || ':sent'`, 'provider_clearing')}, 0)
          - coalesce(${posted(sql`'payout:' || payout.id || ':failed'`, 'provider_clearing')}, 0) as moved
        from payout
      ) as compared
      where moved <> case when state = 'failed' or provider_payout_id is null then 0 else amount_cents end
      union all
      select payout.id::text, 'pays for ' || coalesce(sum(earning.amount_cents), 0) || ' cents of earnings with '
        || payout.amount_cents + payout.fee_cents
      from payout left join earning on earning.payout_id = payout.id
      group by payout.id
      having coalesce(sum(earning.amount_cents), 0)
        <> case when payout.state = 'failed' then 0 else payout.amount_cents + payout.fee_cents end
    `,
  },
  {
    name: 'commissions',
    total: total('commission', 'amount_cents - reversed_cents', 'true'),
    differences: sql`
      select id::text as subject, 'is over ' || amount_cents - reversed_cents || ' cents, the books say ' || booked as sentence
      from (
        select commission.*, coalesce((
          select sum(posting.amount_cents) from ledger_journal journal
          join ledger_posting posting on posting.journal_id = journal.id
          join ledger_account account on account.id = posting.account_id
          where journal.subject_id = commission.id and account.kind = 'commission_expense'
        ), 0) as booked
        from commission
      ) as compared
      where booked <> amount_cents - reversed_cents
    `,
  },
  {
    name: 'fees',
    total: total('charge_attempt', 'fee_cents', "state = 'succeeded'"),
    differences: sql`
      select 'all' as subject, 'the provider kept ' || kept || ' cents, the books say ' || booked as sentence
      from (select coalesce((select sum(fee_cents) from charge_attempt where state = 'succeeded'), 0) as kept,
        ${balance('provider_fees')} as booked) as compared
      where kept <> booked
      union all
      select 'all', 'crews paid ' || kept || ' cents for payouts at once, the books say ' || booked
      from (select coalesce((select sum(fee_cents) from payout where state <> 'failed' and provider_payout_id is not null), 0) as kept,
        -${balance('instant_payout_fees')} as booked) as compared
      where kept <> booked
    `,
  },
  {
    name: 'what crews are owed',
    total: total('earning', 'amount_cents', 'payout_id is null'),
    differences: sql`
      with owed as (
        select earning.crew_id, sum(earning.amount_cents) as amount
        from earning left join payout on payout.id = earning.payout_id
        where payout.id is null or payout.provider_payout_id is null group by 1
      )
      select coalesce(owed.crew_id, books.owner_id)::text as subject, 'is owed ' || coalesce(owed.amount, 0)
        || ' cents, the books say ' || coalesce(-books.amount, 0) as sentence
      from owed full join (${balances('crew_payable')}) as books on books.owner_id = owed.crew_id
      where coalesce(owed.amount, 0) <> coalesce(-books.amount, 0)
    `,
  },
  {
    name: 'what customers owe',
    total: total('payment', 'total_cents', "state in ('due', 'charging', 'declined')"),
    differences: sql`
      with owed as (
        select customer_id, sum(amount) as amount from (
          select customer_id, total_cents as amount from payment where state in ('due', 'charging', 'declined')
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
  {
    name: 'money at the provider',
    total: sql`select 1::bigint as count, ${balance('provider_clearing')}::bigint as amount`,
    differences: sql`
      select 'all' as subject, 'our rows come to ' || rows || ' cents, the books say ' || booked as sentence
      from (
        select coalesce((select sum(amount_cents - fee_cents) from charge_attempt where state = 'succeeded'), 0)
          - coalesce((select sum(amount_cents) from refund where state = 'succeeded'), 0)
          - coalesce((select sum(amount_cents) from payout where state <> 'failed' and provider_payout_id is not null), 0) as rows,
          ${balance('provider_clearing')} as booked
      ) as compared
      where rows <> booked
    `,
  },
]

function balance(accountKind: string) {
  return sql`coalesce((
    select sum(posting.amount_cents) from ledger_posting posting
    join ledger_account account on account.id = posting.account_id where account.kind = ${accountKind}
  ), 0)`
}

function balances(accountKind: string) {
  return sql`
    select account.owner_id, sum(posting.amount_cents) as amount from ledger_posting posting
    join ledger_account account on account.id = posting.account_id where account.kind = ${accountKind} group by 1
  `
}

/** In the caller's transaction, so that every check sees the same snapshot. */
export async function checkBooks(db: Db): Promise<Check[]> {
  await sql`set local statement_timeout = '120s'`.execute(db)
  const checks: Check[] = []
  for (const question of QUESTIONS) {
    const { rows: totals } = await question.total.execute(db)
    const { rows: differences } = await sql<{ subject: string; sentence: string }>`
      select subject, sentence from (${question.differences}) as difference limit 100
    `.execute(db)
    const { count, amount } = totals[0]!
    checks.push({ name: question.name, count, amountCents: cents(amount), differences })
  }
  return checks
}
