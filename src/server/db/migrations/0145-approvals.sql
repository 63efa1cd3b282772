-- What goes out by an operator's hand above a limit waits until a second person approves it.
create table approval (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('refund', 'credit', 'dispute', 'fraud_warning')),
  market_id text not null references market (id),
  customer_id uuid not null references users (id),
  payment_id uuid references payment (id),
  dispute_id uuid references dispute (id),
  warning_id text references fraud_warning (id),
  amount_cents bigint not null check (amount_cents > 0),
  takes_back_crew_pay boolean not null default false,
  reason text not null check (length(reason) between 1 and 2000),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired')),
  asked_by uuid not null references users (id),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text not null default '' check (length(note) <= 300),
  check ((state = 'waiting') = (decided_at is null)),
  check ((decided_by is null) = (state in ('waiting', 'expired'))),
  -- Nobody is its own second person; who asked may only take it back.
  check ((state = 'withdrawn') = (decided_by is not null and decided_by = asked_by)),
  check ((kind in ('refund', 'fraud_warning')) <= (payment_id is not null)),
  check ((kind = 'dispute') = (dispute_id is not null)),
  check ((kind = 'fraud_warning') = (warning_id is not null))
);
create unique index approval_waiting_key
  on approval (kind, (coalesce(warning_id, dispute_id::text, payment_id::text, customer_id::text)))
  where state = 'waiting';
create index approval_market_idx on approval (market_id, asked_at, id) where state = 'waiting';
create index approval_payment_idx on approval (payment_id, asked_at desc) where payment_id is not null;
create index approval_customer_idx on approval (customer_id);
create index approval_dispute_idx on approval (dispute_id) where dispute_id is not null;
create index approval_warning_idx on approval (warning_id) where warning_id is not null;
create index approval_asked_by_idx on approval (asked_by);
create index approval_decided_by_idx on approval (decided_by) where decided_by is not null;

-- What a second person approved counts no longer as one person's own.
alter table refund add column approval_id uuid references approval (id);
alter table credit_change add column approval_id uuid references approval (id);
alter table dispute add column approval_id uuid references approval (id);
create index refund_approval_idx on refund (approval_id) where approval_id is not null;
create index credit_change_approval_idx on credit_change (approval_id) where approval_id is not null;
create index dispute_approval_idx on dispute (approval_id) where approval_id is not null;
-- What went out within a day, to one customer.
create index refund_created_idx on refund (created_at);
