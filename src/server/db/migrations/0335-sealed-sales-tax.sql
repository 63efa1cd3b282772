-- The tax of each month of a market, as far as the books are sealed: what is open before a period is summed up from
-- months, and from what came since.
create table sales_tax_seal (
  market_id text not null references market (id),
  month date not null,
  tax_cents bigint not null,
  primary key (market_id, month)
);
insert into sales_tax_seal (market_id, month, tax_cents)
select entry.market_id, date_trunc('month', entry.at at time zone market.time_zone)::date, sum(entry.tax_cents)
from sales_tax_entry entry
join ledger_journal journal on journal.key = entry.journal_key
join market on market.id = entry.market_id
where journal.id <= coalesce((select through_journal from ledger_seal_mark), 0)
group by 1, 2;
