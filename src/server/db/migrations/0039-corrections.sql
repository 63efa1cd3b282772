-- What operators correct by hand: credit given and taken, and payments that nobody will pay.

create table credit_change (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users (id),
  operator_id uuid not null references users (id),
  kind text not null check (kind in ('given', 'taken')),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 300),
  created_at timestamptz not null
);
create index credit_change_customer_idx on credit_change (customer_id, created_at desc, id desc);
create index credit_change_at_idx on credit_change (created_at desc, id desc);
create index credit_change_operator_idx on credit_change (operator_id);

create table write_off (
  payment_id uuid primary key references payment (id),
  customer_id uuid not null references users (id),
  operator_id uuid not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 300),
  -- Whether its customer's weekly jobs go on all the same.
  keeps_service boolean not null,
  created_at timestamptz not null
);
create index write_off_customer_idx on write_off (customer_id) where not keeps_service;
create index write_off_operator_idx on write_off (operator_id);
