/** What came of a simulation, read from the product's own tables at its end. */
import { sql } from 'kysely'
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { Db } from '#server/db/client.ts'

export type Total = { readonly name: string; readonly count: number; readonly amountCents: Cents | null }

/** Commissions spent, invoices and exemptions. */
const OF_TERMS = sql`
  union all select 'commissions spent (' || replace(kind, '_', ' ') || ')' || case when undone_at is null then '' else ', undone' end,
    count(*), sum(amount_cents)::bigint, 13 from commission_spending group by 1
  union all select 'invoices', count(*), coalesce(sum(total_cents), 0)::bigint, 13 from invoice
  union all select 'paid of invoices by ' || replace(way, '_', ' ') || ', ' || state, count(*), sum(amount_cents)::bigint, 13
    from invoice_receipt group by way, state
  union all select 'credit notes', count(*), coalesce(sum(amount_cents), 0)::bigint, 13 from credit_note
  union all select 'certificates ' || state, count(*), null, 13 from tax_exemption group by state
  union all select 'exempt sales', count(*), coalesce(sum(sales_cents), 0)::bigint, 13
    from sales_tax_entry where treatment = 'exempt' and kind = 'sale'
`

export async function readTotals(db: Db): Promise<Total[]> {
  const { rows } = await sql<{ name: string; count: number; amount: number | null }>`
    select 'visits ' || replace(state, '_', ' ') as name, count(*)::bigint as count, sum(price_cents)::bigint as amount, 1 as place
    from visit group by state
    union all select 'visits flagged for review', count(*), null, 2 from visit where is_flagged
    union all select 'payments ' || replace(state, '_', ' '), count(*), sum(total_cents)::bigint, 3 from payment group by state
    union all select 'paid with coupons', count(*) filter (where coupon_cents > 0), sum(coupon_cents)::bigint, 4 from payment
    union all select 'charges declined', count(*), sum(amount_cents)::bigint, 5 from charge_attempt where state = 'failed'
    union all select 'refunded', count(*), coalesce(sum(amount_cents), 0)::bigint, 6 from refund where state = 'succeeded'
    union all select 'refunds that failed', count(*), coalesce(sum(amount_cents), 0)::bigint, 6 from refund where state = 'failed'
    union all select 'refunded at the provider itself', count(*), coalesce(sum(amount_cents), 0)::bigint, 6
      from refund where is_from_provider
    union all select 'chargebacks ' || replace(state, '_', ' '), count(*), sum(amount_cents)::bigint, 6 from chargeback group by state
    union all select 'early warnings of fraud', count(*), null, 6 from fraud_warning
    union all select 'sales tax owed', 0, -coalesce(sum(posting.amount_cents), 0)::bigint, 6
      from ledger_account account join ledger_posting posting on posting.account_id = account.id where kind = 'tax_payable'
    union all select 'lines of Recyclops', count(*), coalesce(sum(amount_cents), 0)::bigint, 7 from partner_line
    union all select 'paid by Recyclops', count(*), coalesce(sum(amount_cents), 0)::bigint, 7 from partner_payment where voided_at is null
    union all select 'crews earned', count(*), coalesce(sum(amount_cents), 0)::bigint, 7 from earning where amount_cents > 0
    union all select 'taken back from crews', count(*), coalesce(sum(amount_cents), 0)::bigint, 8 from earning where kind = 'clawback'
    union all select 'payouts ' || kind || ' ' || state, count(*), sum(amount_cents)::bigint, 9 from payout group by kind, state
    union all select 'crews are still owed', count(*), coalesce(sum(amount_cents), 0)::bigint, 10 from earning where payout_id is null
    union all select 'commissions earned', count(*), coalesce(sum(amount_cents), 0)::bigint, 11 from commission
    union all select 'commissions reversed', count(*) filter (where reversed_cents > 0), coalesce(sum(reversed_cents), 0)::bigint, 12 from commission
    union all select 'commissions available', count(*), coalesce(sum(amount_cents - reversed_cents), 0)::bigint, 13
      from commission where released_at is not null
    ${OF_TERMS}
    union all select 'assignments taken', count(*), null, 14 from assignment
    union all select 'assignments released by crews', count(*), null, 15 from assignment where release_reason = 'crew'
    union all select 'weekly jobs ' || state, count(*), null, 16 from weekly_job group by state
    union all select 'platform keeps (' || replace(kind, '_', ' ') || ')', count(posting.id), -coalesce(sum(posting.amount_cents), 0)::bigint, 17
      from ledger_account account join ledger_posting posting on posting.account_id = account.id
      where kind in ('platform_revenue', 'instant_payout_fees', 'provider_fees', 'coupon_expense', 'commission_expense',
        'refund_expense', 'credit_adjustments', 'bad_debt')
      group by kind
    union all select 'platform keeps in all', 0, -coalesce(sum(posting.amount_cents), 0)::bigint, 18
      from ledger_account account join ledger_posting posting on posting.account_id = account.id
      where kind in ('platform_revenue', 'instant_payout_fees', 'provider_fees', 'coupon_expense', 'commission_expense',
        'refund_expense', 'credit_adjustments', 'bad_debt')
    union all select 'offers ' || state, count(*), sum(raise_cents)::bigint, 20 from offer group by state
    union all select 'orders on demand ' || replace(state, '_', ' '), count(*), sum(total_cents)::bigint, 21
      from on_demand_order group by state
    union all select 'complaints ' || state, count(*), null, 22 from dispute group by state
    union all select 'late completions ' || state, count(*), null, 23 from late_completion group by state
    union all select 'ratings', count(*), null, 24 from rating
    union all select 'tips', count(*), coalesce(sum(amount_cents), 0)::bigint, 25 from tip
    union all select 'visits on another day (' || moved_by || ')', count(*), null, 26 from visit
      where moved_from is not null group by moved_by
    union all select 'days pushed', count(*), null, 27 from pushed_day
    union all select 'entries in timelines', count(*), null, 28 from visit_event
    union all select 'messages sent', count(*), null, 19 from outbox_message
    order by place, name
  `.execute(db)
  return rows.map(({ name, count, amount }) => ({
    name,
    count,
    amountCents: amount === null ? null : cents(amount),
  }))
}

export function tableOf(totals: readonly Total[]): string {
  return totals
    .map(({ name, count, amountCents }) => {
      const amount = amountCents === null ? '' : formatCents(amountCents)
      return `${name.padEnd(44)}${(count === 0 ? '' : String(count)).padStart(8)}${amount.padStart(16)}`
    })
    .join('\n')
}
