/** What must hold of invoices, of sales tax, and of commissions that are spent. */
import { sql } from 'kysely'
import { addDays } from '#domain/time.ts'
import type { Invariant } from './moment.ts'

/** Of weekly work; an order on demand costs what was said when it was booked. */
const SALE = sql`
  sales_tax_entry entry join visit on visit.id = entry.visit_id and visit.weekly_job_id is not null
  where entry.kind = 'sale'`

const CAME = sql`(
  select coalesce(sum(amount_cents), 0) from invoice_receipt
  where invoice_receipt.invoice_id = invoice.id and invoice_receipt.state = 'received'
)`

export const TERM_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a bill on terms was charged to what is on file',
    broken: () => sql`
      select payment.id, payment.total_cents, attempt.provider_intent_id from payment
      join charge_attempt attempt on attempt.payment_id = payment.id where payment.kind = 'invoice'`,
  },
  {
    name: 'an invoice counts more as paid than came in for it',
    broken: () => sql`
      select invoice.id, invoice.paid_cents, ${CAME} as came from invoice where invoice.paid_cents > ${CAME}`,
  },
  {
    name: 'a part that was charged was not taken off its invoice',
    broken: ({ yesterday }) => sql`
      select receipt.id, receipt.state, payment.id as payment_id from invoice_receipt receipt
      join payment on payment.id = receipt.part_payment_id
      where payment.state = 'paid' and payment.paid_at < ${yesterday} and receipt.state <> 'received'`,
  },
  {
    name: 'numbers of invoices leave a gap',
    broken: () => sql`
      select market_id, year, count(*) as papers, max(number) as highest from invoice
      group by 1, 2 having count(*) <> max(number)`,
  },
  {
    name: 'an invoice is long overdue and the service goes on',
    // All of it may be on its way. A day to notice, and one more for the task.
    broken: ({ settings, yesterday }, { date }) => sql`
      select invoice.id, invoice.due_on, job.id as weekly_job_id from invoice
      join weekly_job job on job.customer_id = invoice.customer_id
      where invoice.closed_at is null and invoice.due_on < ${addDays(date, -settings.invoicePauseDays - 2)}::date
        and job.state = 'active' and job.updated_at < ${yesterday} and coalesce(job.ends_on >= ${date}::date, true)
        and not exists (select from invoice_receipt where invoice_id = invoice.id and created_at > ${yesterday})
        and not exists (
          select from invoice_receipt where invoice_id = invoice.id and state = 'asked'
        )`,
  },
  {
    name: 'the service rests though nothing is overdue',
    broken: ({ settings, yesterday }, { date }) => sql`
      select pause.id, pause.from_date, job.customer_id from weekly_job_pause pause
      join weekly_job job on job.id = pause.weekly_job_id
      where pause.reason = 'dunning' and pause.to_date is null and pause.created_at < ${yesterday}
        and job.state <> 'cancelled'
        and not exists (
          select from payment where payment.customer_id = job.customer_id
            and (payment.state = 'declined' or payment.paid_at > ${yesterday})
        )
        and not exists (
          select from invoice where invoice.customer_id = job.customer_id
            and (invoice.closed_at > ${yesterday}
              or (invoice.closed_at is null and invoice.due_on < ${addDays(date, -settings.invoicePauseDays)}::date))
        )
        and not exists (
          select from write_off where write_off.customer_id = job.customer_id and not write_off.keeps_service
        )`,
  },
  {
    name: 'a sale was taxed by other rates than held when its day began',
    broken: (_, { zone }) => sql`
      select sale.visit_id, sale.date, sale.service_key, sale.parts, held.parts as held
      from (select entry.*, visit.date from ${SALE}) as sale
      cross join lateral (
        select value -> sale.service_key as parts from setting
        where key = 'salesTaxByService' and (market_id is null or market_id = sale.market_id)
          and in_force_from <= sale.date::timestamp at time zone ${zone}
        order by in_force_from desc, id desc limit 1
      ) as held
      where sale.treatment <> 'untaxed' and sale.parts is distinct from held.parts`,
  },
  {
    name: 'a sale bears more or less tax than its rates come to',
    broken: () => sql`
      select entry.visit_id, entry.sales_cents, entry.tax_cents, entry.parts from ${SALE}
        and entry.treatment = 'taxable' and entry.parts is not null
        and abs(entry.tax_cents - entry.sales_cents * (
          (entry.parts ->> 'state')::integer + (entry.parts ->> 'county')::integer
          + (entry.parts ->> 'city')::integer + (entry.parts ->> 'district')::integer
        ) / 10000.0) > 1`,
  },
  {
    name: 'a sale was exempt without a certificate for its day, or bears tax',
    broken: () => sql`
      select entry.visit_id, visit.date, entry.tax_cents, exemption.state, exemption.starts_on, exemption.ended_on
      from sales_tax_entry entry join visit on visit.id = entry.visit_id
      left join tax_exemption exemption
        on exemption.id = entry.exemption_id and exemption.customer_id = visit.customer_id
      where entry.treatment = 'exempt' and entry.kind = 'sale' and (
        entry.tax_cents <> 0 or exemption.state is distinct from 'approved' or (visit.weekly_job_id is not null
          and visit.date not between exemption.starts_on and coalesce(exemption.ended_on, exemption.expires_on))
      )`,
  },
  {
    name: 'a sale was taxed though a certificate held',
    broken: (_, { zone }) => sql`
      select sale.visit_id, sale.date, exemption.id as exemption_id, exemption.decided_at
      from (select entry.*, visit.date, visit.customer_id from ${SALE}) as sale
      join tax_exemption exemption on exemption.customer_id = sale.customer_id
      where sale.treatment = 'taxable' and exemption.state = 'approved'
        and sale.date between exemption.starts_on and coalesce(exemption.ended_on, exemption.expires_on)
        and exemption.decided_at < sale.date::timestamp at time zone ${zone}`,
  },
  {
    name: 'a sponsor spent what was not its own yet, or twice',
    broken: () => sql`
      select commission.id, commission.amount_cents, commission.used_cents, sum(uses.amount_cents) as used,
        commission.released_at, min(spending.spent_at) as spent_at
      from commission left join (
        commission_use uses join commission_spending spending
          on spending.id = uses.spending_id and spending.undone_at is null
      ) on uses.commission_id = commission.id
      group by commission.id
      having commission.used_cents <> coalesce(sum(uses.amount_cents), 0)
        or commission.used_cents > commission.amount_cents
        or (count(uses.spending_id) > 0 and (commission.released_at is null or commission.released_at > min(spending.spent_at)))`,
  },
  {
    name: 'a withdrawal is not what goes to its bank',
    broken: () => sql`
      select spending.id, spending.amount_cents, spending.undone_at, payout.amount_cents as sent, payout.state
      from commission_spending spending left join payout on payout.id = spending.payout_id
      where spending.kind = 'withdrawal'
        and (payout.amount_cents is distinct from spending.amount_cents or payout.crew_id <> spending.sponsor_id
          or (spending.undone_at is null) = (payout.state = 'failed'))`,
  },
  {
    name: 'commissions taken as credit are not their owner’s credit',
    broken: () => sql`
      select spending.id, spending.amount_cents, booked.cents from commission_spending spending
      cross join lateral (
        select -sum(posting.amount_cents) as cents from ledger_journal journal
        join ledger_posting posting on posting.journal_id = journal.id
        join ledger_account account on account.id = posting.account_id
        where journal.subject_id = spending.id and account.kind = 'customer_credit'
          and account.owner_id = spending.sponsor_id
      ) as booked
      where spending.kind = 'credit' and booked.cents is distinct from spending.amount_cents`,
  },
]
