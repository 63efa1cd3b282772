/** What must hold of the shares that everybody has in the money, and of when it is theirs. */
import { sql } from 'kysely'
import { CUSTOMER_TOTAL } from '#server/ledger/question-queries.ts'
import type { Invariant } from './moment.ts'

/** A line of the provider's about an object of ours; what is younger may still be on its way to us. */
const LINES = sql`(
  select line.id, line.data ->> 'kind' as kind, line.data ->> 'objectId' as object_id, line.amount_cents, line.created_at
  from demo_bank_object line where line.kind = 'movement'
)`

const TAX_OF_VISIT = sql`(
  select coalesce(sum((line ->> 'amountCents')::bigint), 0) from jsonb_array_elements(visit.price_lines) line
  where line ->> 'kind' = 'tax'
)`

/** Given back and in the books, by a refund or as credit. */
const IS_BOOKED_BACK = sql`given.undone_at is null and (given.refund_id is null or refund.state = 'succeeded')`

export const SHARE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'more was taken back for a visit than its crew earned on it',
    broken: () => sql`
      select visit_id, crew_id, sum(amount_cents) filter (where kind = 'visit') as pay,
        sum(amount_cents) filter (where kind = 'clawback') as taken
      from earning where visit_id is not null group by 1, 2
      having coalesce(sum(amount_cents) filter (where kind in ('visit', 'tip', 'clawback', 'adjustment')), 0) < 0`,
  },
  {
    name: 'a refund in part took more than its part of pay or tax',
    // A cent for rounding. What earlier refunds left behind goes with the last.
    broken: () => sql`
      select given.id, given.visit_id, given.amount_cents, given.crew_cents, given.tax_cents, visit.price_cents,
        visit.crew_pay_cents, ${TAX_OF_VISIT} as tax
      from refund_part given join visit on visit.id = given.visit_id
      where given.kind = 'work' and given.undone_at is null and visit.price_cents > 0
        and not exists (
          select from refund_part other where other.visit_id = given.visit_id and other.id <> given.id
        )
        and (
          given.crew_cents > ceil(visit.crew_pay_cents * given.amount_cents::numeric / greatest(1, ${CUSTOMER_TOTAL})) + 1
          or given.tax_cents > ceil(${TAX_OF_VISIT} * given.amount_cents::numeric / greatest(1, ${CUSTOMER_TOTAL})) + 1
        )`,
  },
  {
    name: 'an earning went out before it was available',
    broken: () => sql`
      select earning.id, earning.kind, earning.available_at, payout.created_at
      from earning join payout on payout.id = earning.payout_id where earning.available_at > payout.created_at`,
  },
  {
    name: 'an earning became available before its customer had paid or the days of risk were over',
    broken: ({ settings }) => sql`
      select earning.id, earning.visit_id, earning.earned_at, earning.available_at from earning
      where earning.kind = 'visit'
        and earning.available_at < earning.earned_at + make_interval(days => ${settings.payoutRiskDelayDays})
        and not exists (
          select from payment_line line join payment on payment.id = line.payment_id
          where line.visit_id = earning.visit_id and payment.state = 'paid' and payment.paid_at <= earning.available_at
        )`,
  },
  {
    name: 'an earning is kept back though its customer has paid',
    broken: () => sql`
      select earning.id, earning.visit_id, earning.available_at, payment.paid_at
      from earning join payment_line line on line.visit_id = earning.visit_id
      join payment on payment.id = line.payment_id
      where earning.kind = 'visit' and payment.state = 'paid' and earning.earned_at <= payment.paid_at
        and earning.available_at > payment.paid_at`,
  },
  {
    name: 'a commission was released before its days were over',
    broken: ({ settings }) => sql`
      select id, kind, earned_at, available_at, released_at from commission
      where released_at < earned_at + make_interval(days => ${settings.commissionMaturityDays})
        or available_at < earned_at + make_interval(days => ${settings.commissionMaturityDays})`,
  },
  {
    name: 'a commission is more than its part of what was paid',
    broken: ({ settings }) => sql`
      select commission.id, commission.amount_cents, payment.total_cents from commission
      join payment on payment.id = commission.payment_id
      where commission.amount_cents > payment.total_cents * ${settings.customerCommissionBasisPoints}::numeric / 10000 + 1`,
  },
  {
    name: 'a customer has less than no credit',
    broken: () => sql`
      select account.owner_id, -sum(posting.amount_cents) as credit
      from ledger_posting posting join ledger_account account on account.id = posting.account_id
      where account.kind = 'customer_credit' group by 1 having -sum(posting.amount_cents) < 0`,
  },
  {
    name: 'the tax account is not the tax on visits less what went back or was filed',
    broken: () => sql`
      select booked, owed from (
        select coalesce((
            select -sum(posting.amount_cents) from ledger_posting posting
            join ledger_account account on account.id = posting.account_id where account.kind = 'tax_payable'
          ), 0) as booked,
          coalesce((
            select sum(${TAX_OF_VISIT}) from visit
            where exists (select from ledger_journal where key = 'visit:' || visit.id || ':completed')
          ), 0) - coalesce((
            select sum(given.tax_cents) from refund_part given left join refund on refund.id = given.refund_id
            where ${IS_BOOKED_BACK}
          ), 0) - coalesce((select sum(paid_cents) from sales_tax_filing), 0) as owed
      ) as compared where booked <> owed`,
  },
  {
    name: 'a crew bears a chargeback',
    broken: () => sql`
      select journal.key, account.owner_id, posting.amount_cents
      from ledger_journal journal join ledger_posting posting on posting.journal_id = journal.id
      join ledger_account account on account.id = posting.account_id
      where journal.kind like 'chargeback%' and account.kind = 'crew_payable'`,
  },
  {
    name: 'a card holds money for what was paid otherwise',
    broken: ({ yesterday }) => sql`
      select hold.id, hold.order_id, hold.state, payment.id as payment_id, payment.paid_at
      from card_hold hold join on_demand_order wanted on wanted.id = hold.order_id
      join payment_line line on line.visit_id = wanted.visit_id join payment on payment.id = line.payment_id
      where hold.state = 'held' and payment.state = 'paid' and payment.paid_at < ${yesterday}`,
  },
  {
    name: 'money moved at the provider that no journal knows',
    broken: ({ yesterday }) => sql`
      select line.kind, line.object_id, sum(line.amount_cents) as amount, min(line.created_at) as at
      from ${LINES} as line
      where line.created_at < ${yesterday} and line.kind not in ('fee', 'platform_payout', 'adjustment')
      group by line.object_id, line.kind
      having case line.kind
        when 'charge' then not exists (
          select from charge_attempt attempt join ledger_journal journal
            on journal.key = 'payment:' || attempt.payment_id || ':succeeded'
          where attempt.provider_intent_id = line.object_id and attempt.state = 'succeeded')
        when 'refund' then not exists (
          select from refund join ledger_journal journal on journal.key = 'refund:' || refund.id
          where refund.provider_refund_id = line.object_id
        ) and not exists (
          select from refund where refund.provider_refund_id = line.object_id and refund.state in ('failed', 'pending'))
        when 'refund_failed' then not exists (
          select from refund where refund.provider_refund_id = line.object_id and refund.state = 'failed')
        when 'transfer' then not exists (
          select from payout_transfer transfer join ledger_journal journal
            on journal.key = 'payout:' || transfer.payout_id || ':sent:' || transfer.number
          where transfer.provider_transfer_id = line.object_id)
        when 'reversal' then not exists (
          select from payout_transfer transfer join ledger_journal journal
            on journal.key = 'payout:' || transfer.payout_id || ':reversed:' || transfer.number
          where transfer.provider_reversal_id = line.object_id)
        when 'chargeback' then not exists (
          select from chargeback join ledger_journal journal on journal.key = 'chargeback:' || chargeback.id || ':taken'
          where chargeback.provider_chargeback_id = line.object_id)
        when 'chargeback_won' then not exists (
          select from chargeback join ledger_journal journal on journal.key = 'chargeback:' || chargeback.id || ':won'
          where chargeback.provider_chargeback_id = line.object_id)
        else true end`,
  },
  {
    name: 'Recyclops paid more than its statements come to, or a line of it pays two crews',
    broken: () => sql`
      select statement.id, paid.sum as paid, lines.sum as lines from partner_statement statement
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as sum from partner_payment
        where statement_id = statement.id and voided_at is null
      ) as paid
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as sum from partner_line where statement_id = statement.id
      ) as lines
      where paid.sum > lines.sum
      union all
      select line.id, count(*), max(line.amount_cents) from partner_line line
      join earning on earning.id = line.earning_id group by line.id having count(*) > 1`,
  },
]
