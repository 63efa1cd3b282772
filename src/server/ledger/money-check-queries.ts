/** The books against the money: payments, refunds, payouts, commissions, fees. */
import { sql } from 'kysely'
import { balance, balances, posted, type Question, total } from './question-queries.ts'

/** What a refund moved in the books, with what undid it where it failed after all. */
function refundPosted(accountKind: string) {
  return sql`(-coalesce(${posted(sql`'refund:' || refund.id`, accountKind)}, 0)
    - coalesce(${posted(sql`'refund:' || refund.id || ':failed'`, accountKind)}, 0))`
}

/** What of a payout is with its crew's account. */
const TRANSFERRED = sql`coalesce((
  select sum(transfer.amount_cents - transfer.reversed_cents) from payout_transfer transfer
  where transfer.payout_id = payout.id and transfer.provider_transfer_id is not null
), 0)`

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

export const MONEY_QUESTIONS: readonly Question[] = [
  {
    name: 'payments',
    total: total('payment', 'total_cents', "state = 'paid' and kind <> 'invoice'"),
    differences: sql`
      select payment.id::text as subject, 'paid ' || payment.total_cents || ' cents, the books say '
        || coalesce((-${posted(sql`'payment:' || payment.id || ':succeeded'`, 'customer_receivable')})::text, 'nothing') as sentence
      from payment
      where case when state = 'paid' and kind <> 'invoice' then total_cents else 0 end
        <> coalesce(-${posted(sql`'payment:' || payment.id || ':succeeded'`, 'customer_receivable')}, 0)
      union all
      select payment.id::text, 'is ' || payment.state || ' and has ' || count(attempt.payment_id) || ' charges that succeeded'
      from payment left join charge_attempt attempt
        on attempt.payment_id = payment.id and attempt.state = 'succeeded' and attempt.amount_cents = payment.total_cents
        and attempt.provider_intent_id = payment.provider_intent_id
      where payment.total_cents > 0
      group by payment.id
      having count(attempt.payment_id) <> case when payment.state = 'paid' and payment.kind <> 'invoice' then 1 else 0 end
    `,
  },
  {
    name: 'refunds',
    total: total('refund', 'amount_cents', "state = 'succeeded'"),
    differences: sql`
      select id::text as subject, 'gave back ' || amount_cents || ' cents, ' || credit_cents
        || ' of them as credit; the books say ' || card || ' and ' || credit as sentence
      from (
        select refund.*, ${refundPosted('provider_clearing')} + ${refundPosted('invoice_receivable')} as card, ${refundPosted('customer_credit')} as credit
        from refund
      ) as compared
      where card <> case when state = 'succeeded' then amount_cents - credit_cents else 0 end
        or credit <> case when state = 'succeeded' then credit_cents else 0 end
      union all
      select payment.id::text, 'says ' || payment.refunded_cents || ' cents were given back, its refunds '
        || coalesce(sum(refund.amount_cents), 0)
      from payment left join refund on refund.payment_id = payment.id and refund.state <> 'failed'
      group by payment.id
      having payment.refunded_cents
        <> least(payment.total_cents + payment.credit_cents, coalesce(sum(refund.amount_cents), 0))
    `,
  },
  {
    name: 'credit by hand',
    total: total(
      'credit_change',
      "case when kind = 'given' then amount_cents else -amount_cents end",
      'true',
    ),
    differences: sql`
      select id::text as subject, 'is over ' || amount || ' cents, the books say ' || coalesce(booked::text, 'nothing') as sentence
      from (
        select id, case when kind = 'given' then amount_cents else -amount_cents end as amount,
          -${posted(sql`'credit-change:' || credit_change.id`, 'customer_credit')} as booked
        from credit_change
      ) as compared
      where amount is distinct from booked
    `,
  },
  {
    name: 'written off',
    total: total('payment', 'total_cents', "state = 'written_off'"),
    differences: sql`
      select payment.id::text as subject, 'is ' || payment.state || ' over ' || total_cents || ' cents; '
        || coalesce(write_off.amount_cents::text, 'nothing') || ' were written off, the books say '
        || coalesce(${posted(sql`'payment:' || payment.id || ':written-off'`, 'bad_debt')}::text, 'nothing') as sentence
      from payment left join write_off on write_off.payment_id = payment.id
      where case when state = 'written_off' then total_cents end is distinct from write_off.amount_cents
        or write_off.amount_cents is distinct from ${posted(sql`'payment:' || payment.id || ':written-off'`, 'bad_debt')}
    `,
  },
  {
    name: 'payouts',
    total: total('payout', 'amount_cents', "state = 'paid'"),
    differences: sql`
      select id::text as subject, 'is ' || state || ' over ' || amount_cents || ' cents, the books say ' || moved as sentence
      from (
        select payout.*, ${TRANSFERRED} as transferred, coalesce((
          select -sum(posting.amount_cents) from ledger_journal journal
          join ledger_posting posting on posting.journal_id = journal.id
          join ledger_account account on account.id = posting.account_id
          where journal.subject_id = payout.id and account.kind = 'provider_clearing'
        ), 0) as moved
        from payout
      ) as compared
      where moved <> transferred or (state in ('in_transit', 'paid', 'returned') and moved <> amount_cents)
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
    name: 'what sponsors may spend',
    total: total('commission', 'amount_cents - reversed_cents - used_cents', 'released_at is not null'),
    differences: sql`
      with rows as (
        select sponsor_id,
          sum(amount_cents - reversed_cents) filter (where released_at is null) as pending,
          sum(amount_cents - reversed_cents - used_cents) filter (where released_at is not null) as available
        from commission group by 1
      ), books as (
        select coalesce(pending.owner_id, available.owner_id) as owner_id, -pending.amount as pending,
          -available.amount as available
        from (${balances('commission_pending')}) as pending
        full join (${balances('commission_available')}) as available on available.owner_id = pending.owner_id
      )
      select coalesce(rows.sponsor_id, books.owner_id)::text as subject,
        'has ' || coalesce(rows.pending, 0) || ' cents pending and ' || coalesce(rows.available, 0)
        || ' available, the books say ' || coalesce(books.pending, 0) || ' and ' || coalesce(books.available, 0) as sentence
      from rows full join books on books.owner_id = rows.sponsor_id
      where coalesce(rows.pending, 0) <> coalesce(books.pending, 0)
        or coalesce(rows.available, 0) <> coalesce(books.available, 0)
      union all
      select id::text, 'of ' || amount_cents || ' cents is taken from commissions with ' || coalesce((
        select sum(amount_cents) from commission_use where spending_id = commission_spending.id
      ), 0)
      from commission_spending
      where amount_cents <> coalesce((
        select sum(amount_cents) from commission_use where spending_id = commission_spending.id
      ), 0)
    `,
  },
  {
    name: 'fees',
    total: total('charge_attempt', 'fee_cents', "state = 'succeeded'"),
    differences: sql`
      select 'all' as subject, 'the provider kept ' || kept || ' cents, the books say ' || booked as sentence
      from (select ${FEES_KEPT} as kept, ${balance('provider_fees')} as booked) as compared
      where kept <> booked
      union all
      select 'all', 'crews paid ' || kept || ' cents for payouts at once, the books say ' || booked
      from (select coalesce((select sum(fee_cents - coalesce(${posted(sql`'payout:' || payout.id || ':fee-back'`, 'instant_payout_fees')}, 0))
          from payout where ${IS_FEE_TAKEN}), 0) as kept,
        -${balance('instant_payout_fees')} as booked) as compared
      where kept <> booked
    `,
  },
  {
    name: 'what crews are owed',
    total: total('earning', 'amount_cents', 'payout_id is null'),
    differences: sql`
      with owed as (
        select crew_id, sum(amount) as amount from (
          select crew_id, amount_cents as amount from earning where payout_id is null
          union all
          select crew_id, amount_cents + fee_cents - ${TRANSFERRED} - case when ${IS_FEE_TAKEN} then fee_cents else 0 end
          from payout where state <> 'failed'
        ) as each group by 1
      )
      select coalesce(owed.crew_id, books.owner_id)::text as subject, 'is owed ' || coalesce(owed.amount, 0)
        || ' cents, the books say ' || coalesce(-books.amount, 0) as sentence
      from owed full join (${balances('crew_payable')}) as books on books.owner_id = owed.crew_id
      where coalesce(owed.amount, 0) <> coalesce(-books.amount, 0)
    `,
  },
  {
    name: 'money at the provider',
    total: sql`select 1::bigint as count, ${balance('provider_clearing')}::bigint as amount`,
    differences: sql`
      select 'all' as subject, 'our rows come to ' || rows || ' cents, the books say ' || booked as sentence
      from (
        select coalesce((select sum(amount_cents) from charge_attempt where state = 'succeeded'), 0)
          - ${FEES_KEPT} + ${MOVED_BY_ITSELF}
          - coalesce((
            select sum(refund.amount_cents - refund.credit_cents) from refund
            join payment on payment.id = refund.payment_id
            where refund.state = 'succeeded' and payment.kind <> 'invoice'
          ), 0)
          - coalesce((select sum(amount_cents) from chargeback where state <> 'won'), 0)
          - coalesce((
            select sum(amount_cents - reversed_cents) from payout_transfer where provider_transfer_id is not null
          ), 0) as rows,
          ${balance('provider_clearing')} as booked
      ) as compared
      where rows <> booked
    `,
  },
]
