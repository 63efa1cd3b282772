-- What each day brought, by market and service: a task sums up days from the rows, and the page of numbers reads only
-- these sums, so that a year costs as little as a week.

create table daily_number (
  market_id text not null references market (id),
  date date not null,
  -- Empty for what belongs to no service.
  service_key text not null,
  visits integer not null,
  filled integer not null,
  completed integer not null,
  on_time integer not null,
  missed integer not null,
  revenue_cents bigint not null,
  crew_pay_cents bigint not null,
  crew_minutes integer not null,
  refund_cents bigint not null,
  sponsor_cents bigint not null,
  new_customers integer not null,
  lost_customers integer not null,
  primary key (market_id, date, service_key)
);

-- When each customer was first and last served: whoever is new and whoever left is read from here.
create table customer_span (
  customer_id uuid primary key references users (id) on delete cascade,
  market_id text not null references market (id),
  first_on date not null,
  last_on date not null,
  check (first_on <= last_on)
);
create index customer_span_first_idx on customer_span (market_id, first_on);
create index customer_span_last_idx on customer_span (market_id, last_on);

create index visit_date_idx on visit (date, id);
create index refund_part_created_idx on refund_part (created_at);
