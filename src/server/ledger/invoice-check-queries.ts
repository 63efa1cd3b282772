/** The books against invoices: what is open, what came, what was credited, and numbers without a gap. */
import { sql } from 'kysely'
import { balances, posted, type Question, total } from './question-queries.ts'

export const INVOICE_QUESTIONS: readonly Question[] = [
  {
    name: 'invoices',
    total: total('invoice', 'total_cents', 'replaced_by is null'),
    differences: sql`
      select coalesce(owed.customer_id, books.owner_id)::text as subject, 'has ' || coalesce(owed.amount, 0)
        || ' cents open on invoices, the books say ' || coalesce(books.amount, 0) as sentence
      from (
        select customer_id, sum(total_cents - paid_cents - credited_cents) as amount from invoice group by 1
      ) as owed full join (${balances('invoice_receivable')}) as books on books.owner_id = owed.customer_id
      where coalesce(owed.amount, 0) <> coalesce(books.amount, 0)
      union all
      select invoice.id::text, 'is over ' || invoice.total_cents || ' cents, its bill over ' || payment.total_cents
      from invoice join payment on payment.id = invoice.payment_id where invoice.total_cents <> payment.total_cents
      union all
      select invoice.id::text, 'says ' || invoice.paid_cents || ' cents were paid, the books say ' || coalesce(sum(receipt.taken), 0)
      from invoice left join (
        select invoice_id, coalesce(-${posted(sql`'invoice-receipt:' || invoice_receipt.id`, 'invoice_receivable')}, 0) as taken
        from invoice_receipt
      ) as receipt on receipt.invoice_id = invoice.id
      group by invoice.id having invoice.paid_cents <> coalesce(sum(receipt.taken), 0)
      union all
      select invoice.id::text, 'says ' || invoice.credited_cents || ' cents were credited, its credit notes '
        || coalesce(sum(note.amount_cents - note.credit_cents), 0)
      from invoice left join credit_note note on note.invoice_id = invoice.id
      group by invoice.id
      having invoice.credited_cents <> coalesce(sum(note.amount_cents - note.credit_cents), 0)
      union all
      select receipt.id::text, 'is ' || receipt.state || ', its payment is ' || payment.state
      from invoice_receipt receipt join payment on payment.id = receipt.part_payment_id
      where (receipt.state = 'received') <> (payment.state = 'paid')
    `,
  },
  {
    name: 'numbers of papers',
    total: sql`select count(*)::bigint as count, coalesce(sum(last), 0)::bigint as amount from paper_number`,
    differences: sql`
      select counter.market_id || ' ' || counter.year as subject, 'gave ' || counter.last || ' numbers to '
        || counter.series || 's, ' || given.count || ' have one, up to ' || coalesce(given.highest, 0) as sentence
      from paper_number counter cross join lateral (
        select count(*) as count, max(number) as highest from (
          select number from invoice where counter.series = 'invoice'
            and market_id = counter.market_id and year = counter.year
          union all
          select number from credit_note where counter.series = 'credit_note'
            and market_id = counter.market_id and year = counter.year
        ) as papers
      ) as given
      where given.count <> counter.last or given.highest is distinct from counter.last
    `,
  },
]
