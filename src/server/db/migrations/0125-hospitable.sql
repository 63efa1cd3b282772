-- What customers let us read at Hospitable. One account there is one customer's here, and has one pair of tokens,
-- sealed: whoever has them sees all that the host sees.
create table hospitable_account (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users (id) on delete cascade,
  hospitable_id text not null,
  name text not null,
  email text not null,
  state text not null check (state in ('connected', 'lapsed', 'ended')),
  -- Null once the connection has ended.
  tokens_sealed bytea,
  -- One more with each pair, so that nobody refreshes a pair that is another already.
  pair_number integer not null default 1,
  access_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  -- Whoever asks for the next pair does so alone until then.
  refreshing_until timestamptz,
  connected_at timestamptz not null,
  ended_at timestamptz,
  last_read_at timestamptz,
  next_read_at timestamptz not null,
  failures integer not null default 0,
  check ((state = 'ended') = (tokens_sealed is null))
);
create unique index hospitable_account_theirs_idx on hospitable_account (hospitable_id) where state <> 'ended';
create unique index hospitable_account_ours_idx on hospitable_account (customer_id) where state <> 'ended';
create index hospitable_account_customer_idx on hospitable_account (customer_id);
create index hospitable_account_due_idx on hospitable_account (next_read_at) where state = 'connected';

-- A rental there, and the place of ours that it is. One place may be several rentals: a house and its rooms.
create table hospitable_property (
  account_id uuid not null references hospitable_account (id) on delete cascade,
  hospitable_id text not null,
  name text not null,
  address text not null,
  lat double precision,
  lng double precision,
  parent_id text,
  property_id uuid references property (id) on delete set null,
  seen_at timestamptz not null,
  gone_at timestamptz,
  primary key (account_id, hospitable_id)
);
create index hospitable_property_theirs_idx on hospitable_property (hospitable_id);
create index hospitable_property_place_idx on hospitable_property (property_id) where property_id is not null;

-- A code that Hospitable gave somebody is exchanged once.
create table hospitable_code (
  code_hash bytea primary key,
  customer_id uuid not null references users (id) on delete cascade,
  taken_at timestamptz not null
);
create index hospitable_code_customer_idx on hospitable_code (customer_id);
create index hospitable_code_taken_idx on hospitable_code (taken_at);

alter table provider_answer drop constraint provider_answer_port_check;
alter table provider_answer add constraint provider_answer_port_check
  check (port in ('mail', 'sms', 'push', 'photos', 'places', 'matrix', 'payments', 'hospitable'));
