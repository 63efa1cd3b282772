-- What the customers of one month of first visits did in each month since, summed up in the night.
create table cohort_month (
  market_id text not null references market (id),
  joined date not null check (extract(day from joined) = 1),
  month date not null check (extract(day from month) = 1),
  customers integer not null,
  revenue_cents bigint not null,
  primary key (market_id, joined, month),
  check (joined <= month)
);
create index cohort_month_month_idx on cohort_month (market_id, month);
