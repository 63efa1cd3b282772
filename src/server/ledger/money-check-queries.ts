/** The books against the money: payments, refunds, payouts, commissions, and what was corrected by hand. */
import { sql } from 'kysely'
import { posted, type Question, total } from './question-queries.ts'

/** What a refund moved in the books, with what undid it where it failed after all. */
function refundPosted(accountKind: string) {
  return sql`(-coalesce(${posted(sql`'refund:' || refund.id`, accountKind)}, 0)
    - coalesce(${posted(sql`'refund:' || refund.id || ':failed'`, accountKind)}, 0))`
}

/** What of a payout is with its crew's account. */
export const TRANSFERRED = sql`coalesce((
  select sum(transfer.amount_cents - transfer.reversed_cents) from payout_transfer transfer
  where transfer.payout_id = payout.id and transfer.provider_transfer_id is not null
), 0)`

/** What a payout or a commission moved in the books. */
function movedBy(id: string, accountKind: string) {
  return sql`coalesce((
    select sum(posting.amount_cents) from ledger_journal journal
    join ledger_posting posting on posting.journal_id = journal.id
    join ledger_account account on account.id = posting.account_id
    where journal.subject_id = ${sql.raw(id)} and account.kind = ${accountKind}
  ), 0)`
}

const RECEIVED = posted(sql`'payment:' || payment.id || ':succeeded'`, 'customer_receivable')
const WRITTEN_OFF = posted(sql`'payment:' || payment.id || ':written-off'`, 'bad_debt')

export const MONEY_QUESTIONS: readonly Question[] = [
  {
    name: 'payments',
    of: 'payment',
    total: total('payment', 'total_cents', "state = 'paid' and kind <> 'invoice'"),
    differences: (among) => sql`
      select payment.id::text as subject, 'paid ' || payment.total_cents || ' cents, the books say '
        || coalesce((-${RECEIVED})::text, 'nothing') as sentence,
        case when state = 'paid' and kind <> 'invoice' then total_cents else 0 end as ours, -${RECEIVED} as theirs
      from payment
      where case when state = 'paid' and kind <> 'invoice' then total_cents else 0 end <> coalesce(-${RECEIVED}, 0)
        and ${among(sql`payment.id`)}
    `,
  },
  {
    name: 'charges of payments',
    of: 'payment',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from charge_attempt where state = 'succeeded' and ${among(sql`payment_id`)}
    `,
    differences: (among) => sql`
      select payment.id::text as subject, 'is ' || payment.state || ' and has ' || count(attempt.payment_id) || ' charges that succeeded' as sentence,
        case when payment.state = 'paid' and payment.kind <> 'invoice' then payment.total_cents else 0 end as ours,
        count(attempt.payment_id) * payment.total_cents as theirs
      from payment left join charge_attempt attempt
        on attempt.payment_id = payment.id and attempt.state = 'succeeded' and attempt.amount_cents = payment.total_cents
        and attempt.provider_intent_id = payment.provider_intent_id
      where payment.total_cents > 0 and ${among(sql`payment.id`)}
      group by payment.id
      having count(attempt.payment_id) <> case when payment.state = 'paid' and payment.kind <> 'invoice' then 1 else 0 end
    `,
  },
  {
    name: 'refunds',
    of: 'refund',
    total: total('refund', 'amount_cents', "state = 'succeeded'"),
    differences: (among) => sql`
      select id::text as subject, 'gave back ' || amount_cents || ' cents, ' || credit_cents
        || ' of them as credit; the books say ' || card || ' and ' || credit as sentence,
        case when state = 'succeeded' then amount_cents else 0 end as ours, card + credit as theirs
      from (
        select refund.*, ${refundPosted('provider_clearing')} + ${refundPosted('invoice_receivable')} as card,
          ${refundPosted('customer_credit')} as credit
        from refund where ${among(sql`refund.id`)}
      ) as compared
      where card <> case when state = 'succeeded' then amount_cents - credit_cents else 0 end
        or credit <> case when state = 'succeeded' then credit_cents else 0 end
    `,
  },
  {
    name: 'refunds of payments',
    of: 'payment',
    total: total('payment', 'refunded_cents', 'refunded_cents > 0'),
    differences: (among) => sql`
      select payment.id::text as subject, 'says ' || payment.refunded_cents || ' cents were given back, its refunds '
        || coalesce(sum(refund.amount_cents), 0) as sentence,
        payment.refunded_cents as ours, coalesce(sum(refund.amount_cents), 0) as theirs
      from payment left join refund on refund.payment_id = payment.id and refund.state <> 'failed'
      where ${among(sql`payment.id`)}
      group by payment.id
      having payment.refunded_cents
        <> least(payment.total_cents + payment.credit_cents, coalesce(sum(refund.amount_cents), 0))
    `,
  },
  {
    name: 'credit by hand',
    of: 'credit_change',
    total: total(
      'credit_change',
      "case when kind = 'given' then amount_cents else -amount_cents end",
      'true',
    ),
    differences: (among) => sql`
      select id::text as subject, 'is over ' || ours || ' cents, the books say ' || coalesce(theirs::text, 'nothing') as sentence,
        ours, theirs
      from (
        select id, case when kind = 'given' then amount_cents else -amount_cents end as ours,
          -${posted(sql`'credit-change:' || credit_change.id`, 'customer_credit')} as theirs
        from credit_change where ${among(sql`credit_change.id`)}
      ) as compared
      where ours is distinct from theirs
    `,
  },
  {
    name: 'written off',
    of: 'payment',
    total: total('payment', 'total_cents', "state = 'written_off'"),
    differences: (among) => sql`
      select payment.id::text as subject, 'is ' || payment.state || ' over ' || total_cents || ' cents; '
        || coalesce(write_off.amount_cents::text, 'nothing') || ' were written off, the books say '
        || coalesce(${WRITTEN_OFF}::text, 'nothing') as sentence,
        case when state = 'written_off' then total_cents end as ours, ${WRITTEN_OFF} as theirs
      from payment left join write_off on write_off.payment_id = payment.id
      where ${among(sql`payment.id`)} and (
        case when state = 'written_off' then total_cents end is distinct from write_off.amount_cents
        or write_off.amount_cents is distinct from ${WRITTEN_OFF}
      )
    `,
  },
  {
    name: 'payouts',
    of: 'payout',
    total: total('payout', 'amount_cents', "state = 'paid'"),
    differences: (among) => sql`
      select id::text as subject, 'is ' || state || ' over ' || amount_cents || ' cents, the books say ' || moved as sentence,
        case when state in ('in_transit', 'paid', 'returned') then amount_cents else transferred end as ours, moved as theirs
      from (
        select payout.*, ${TRANSFERRED} as transferred, -${movedBy('payout.id', 'provider_clearing')} as moved
        from payout where ${among(sql`payout.id`)}
      ) as compared
      where moved <> transferred or (state in ('in_transit', 'paid', 'returned') and moved <> amount_cents)
    `,
  },
  {
    name: 'earnings of payouts',
    of: 'payout',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount
      from earning where payout_id is not null and ${among(sql`payout_id`)}
    `,
    differences: (among) => sql`
      select payout.id::text as subject, 'pays for ' || coalesce(sum(earning.amount_cents), 0) || ' cents of earnings with '
        || payout.amount_cents + payout.fee_cents as sentence,
        coalesce(sum(earning.amount_cents), 0) as ours, payout.amount_cents + payout.fee_cents as theirs
      from payout left join earning on earning.payout_id = payout.id
      where ${among(sql`payout.id`)}
      group by payout.id
      having coalesce(sum(earning.amount_cents), 0)
        <> case when payout.state = 'failed' then 0 else payout.amount_cents + payout.fee_cents end
    `,
  },
  {
    name: 'commissions',
    of: 'commission',
    total: total('commission', 'amount_cents - reversed_cents', 'true'),
    differences: (among) => sql`
      select id::text as subject, 'is over ' || amount_cents - reversed_cents || ' cents, the books say ' || booked as sentence,
        amount_cents - reversed_cents as ours, booked as theirs
      from (
        select commission.*, ${movedBy('commission.id', 'commission_expense')} as booked
        from commission where ${among(sql`commission.id`)}
      ) as compared
      where booked <> amount_cents - reversed_cents
    `,
  },
]
