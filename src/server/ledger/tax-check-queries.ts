/** Each market's tax account against what its sales, refunds and filings say. */
import { sql } from 'kysely'
import type { Question } from './question-queries.ts'

export const SALES_TAX_QUESTIONS: readonly Question[] = [
  {
    name: 'sales tax',
    of: 'sums',
    total: () => sql`
      select count(*)::bigint as count, coalesce(sum(tax_cents), 0)::bigint as amount from sales_tax_entry
    `,
    differences: () => sql`
      select market.id as subject, 'its sales, refunds and filings leave ' || said.owed || ' cents of tax, the books say '
        || booked.owed as sentence, said.owed as ours, booked.owed as theirs
      from market
      cross join lateral (
        select coalesce((select sum(tax_cents) from sales_tax_entry where market_id = market.id), 0)
          - coalesce((select sum(paid_cents) from sales_tax_filing where market_id = market.id), 0) as owed
      ) as said
      cross join lateral (
        select coalesce(-sum(posting.amount_cents), 0) as owed
        from ledger_account account join ledger_posting posting on posting.account_id = account.id
        where account.kind = 'tax_payable' and account.market_id = market.id
      ) as booked
      where said.owed <> booked.owed
    `,
  },
  {
    name: 'sales tax refunded',
    of: 'visit',
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(tax_cents), 0)::bigint as amount
      from sales_tax_entry where kind = 'refund' and ${among(sql`visit_id`)}
    `,
    differences: (among) => sql`
      select visit_id::text as subject, 'refunded ' || -sum(tax_cents) filter (where kind = 'refund') || ' cents of its tax of '
        || sum(tax_cents) filter (where kind = 'sale') as sentence,
        -sum(tax_cents) filter (where kind = 'refund') as ours, sum(tax_cents) filter (where kind = 'sale') as theirs
      from sales_tax_entry where ${among(sql`visit_id`)}
      group by visit_id having sum(tax_cents) < 0 or sum(sales_cents) < 0
    `,
  },
]
