/** The books against invoices: what is open, what came, what was credited, and numbers without a gap. */
import { sql } from 'kysely'
import { balances, posted, type Question, total } from './question-queries.ts'
import { totalOfPeople } from './sum-check-queries.ts'

const TAKEN = sql`(coalesce(-${posted(sql`'invoice-receipt:' || invoice_receipt.id`, 'invoice_receivable')}, 0)
  - coalesce(${posted(sql`'invoice-receipt:' || invoice_receipt.id || ':returned'`, 'invoice_receivable')}, 0))`

export const INVOICE_QUESTIONS: readonly Question[] = [
  {
    name: 'open invoices',
    of: 'customer',
    total: totalOfPeople('invoice_receivable'),
    differences: (among) => sql`
      select coalesce(owed.customer_id, books.owner_id)::text as subject, 'has ' || coalesce(owed.amount, 0)
        || ' cents open on invoices, the books say ' || coalesce(books.amount, 0) as sentence,
        coalesce(owed.amount, 0) as ours, coalesce(books.amount, 0) as theirs
      from (
        select customer_id, sum(total_cents - paid_cents - credited_cents) as amount
        from invoice where ${among(sql`customer_id`)} group by 1
      ) as owed full join (${balances('invoice_receivable', among)}) as books on books.owner_id = owed.customer_id
      where coalesce(owed.amount, 0) <> coalesce(books.amount, 0)
    `,
  },
  {
    name: 'invoices',
    of: 'invoice',
    total: total('invoice', 'total_cents', 'replaced_by is null'),
    differences: (among) => sql`
      select invoice.id::text as subject, 'is over ' || invoice.total_cents || ' cents, its bill over '
        || payment.total_cents as sentence, invoice.total_cents as ours, payment.total_cents as theirs
      from invoice join payment on payment.id = invoice.payment_id
      where invoice.total_cents <> payment.total_cents and ${among(sql`invoice.id`)}
    `,
  },
  {
    name: 'paid of invoices',
    of: 'invoice',
    total: total('invoice', 'paid_cents', 'paid_cents > 0'),
    differences: (among) => sql`
      select invoice.id::text as subject, 'says ' || invoice.paid_cents || ' cents were paid, the books say '
        || coalesce(sum(receipt.taken), 0) as sentence, invoice.paid_cents as ours, coalesce(sum(receipt.taken), 0) as theirs
      from invoice left join lateral (
        select ${TAKEN} as taken from invoice_receipt where invoice_receipt.invoice_id = invoice.id
      ) as receipt on true
      where ${among(sql`invoice.id`)}
      group by invoice.id having invoice.paid_cents <> coalesce(sum(receipt.taken), 0)
    `,
  },
  {
    name: 'credited of invoices',
    of: 'invoice',
    total: total('invoice', 'credited_cents', 'credited_cents > 0'),
    differences: (among) => sql`
      select invoice.id::text as subject, 'says ' || invoice.credited_cents || ' cents were credited, its credit notes '
        || coalesce(sum(note.amount_cents - note.credit_cents - note.back_cents), 0) as sentence,
        invoice.credited_cents as ours, coalesce(sum(note.amount_cents - note.credit_cents - note.back_cents), 0) as theirs
      from invoice left join credit_note note on note.invoice_id = invoice.id
      where ${among(sql`invoice.id`)}
      group by invoice.id
      having invoice.credited_cents <> coalesce(sum(note.amount_cents - note.credit_cents - note.back_cents), 0)
    `,
  },
  {
    name: 'charges for invoices',
    of: 'invoice',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(amount_cents), 0)::bigint as amount from invoice_receipt
      where state in ('received', 'returned') and part_payment_id is not null and ${among(sql`invoice_id`)}
    `,
    differences: (among) => sql`
      select receipt.invoice_id::text as subject, string_agg(
          'its charge is ' || receipt.state || ', the payment of it ' || payment.state, '; ' order by receipt.id
        ) as sentence,
        sum(case when receipt.state in ('received', 'returned') then receipt.amount_cents else 0 end) as ours,
        sum(case when payment.state = 'paid' then payment.total_cents else 0 end) as theirs
      from invoice_receipt receipt join payment on payment.id = receipt.part_payment_id
      where (receipt.state in ('received', 'returned')) <> (payment.state = 'paid') and ${among(sql`receipt.invoice_id`)}
      group by receipt.invoice_id
    `,
  },
]

export const PAPER_QUESTIONS: readonly Question[] = [
  {
    name: 'numbers of papers',
    of: 'sums',
    total: () =>
      sql`select count(*)::bigint as count, coalesce(sum(last), 0)::bigint as amount from paper_number`,
    differences: () => sql`
      select counter.market_id || ' ' || counter.series || ' ' || counter.year as subject,
        'gave ' || counter.last || ' numbers to ' || counter.series || 's, ' || given.count || ' have one, up to '
          || coalesce(given.highest, 0) as sentence,
        null::bigint as ours, null::bigint as theirs
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
