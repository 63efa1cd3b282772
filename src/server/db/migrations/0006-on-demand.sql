-- On demand: an order before there is an account, the order itself, the hold on its card, and what is charged of it.

-- What can be ordered once. Whole complexes are served by the week only.
alter table service add column is_on_demand boolean not null default true;
update service set is_on_demand = false where key = 'valet_trash';

-- An order in the making, by whoever holds its token (256 random bits, stored hashed). It ends by itself.
create table on_demand_draft (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Once claimed, nobody else reads it.
  customer_id uuid references users on delete cascade,
  content jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create index on_demand_draft_expires_idx on on_demand_draft (expires_at);
create index on_demand_draft_customer_idx on on_demand_draft (customer_id) where customer_id is not null;

create table on_demand_order (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users,
  property_id uuid not null references property,
  service_key text not null references service,
  quantity integer not null check (quantity between 1 and 1000),
  is_now boolean not null,
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  notes text not null default '',
  -- As the customer saw them: they are frozen before the card is asked.
  price_lines jsonb not null,
  total_cents bigint not null check (total_cents >= 0),
  state text not null check (state in ('booking', 'declined', 'booked', 'done', 'cancelled', 'nobody_found', 'missed', 'no_access')),
  decline_code text,
  -- A draft becomes one order, however often it is sent.
  draft_hash bytea not null unique,
  -- The work, once the card holds.
  visit_id uuid unique references visit,
  -- What is charged of it: the work when it is done, or the fee for calling it off.
  payment_id uuid unique references payment,
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  fee_crew_cents bigint not null default 0 check (fee_crew_cents between 0 and fee_cents),
  -- What the customer was given because nobody came.
  credit_cents bigint not null default 0 check (credit_cents >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  check (starts_at < ends_at),
  check (state not in ('booked', 'done', 'nobody_found', 'missed', 'no_access') or visit_id is not null)
);
create index on_demand_order_customer_idx on on_demand_order (customer_id, created_at desc);
create index on_demand_order_property_idx on on_demand_order (property_id);
create index on_demand_order_open_idx on on_demand_order (ends_at) where state in ('booking', 'booked');

-- One asking of the provider to hold an amount, written before the call.
create table card_hold (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references on_demand_order on delete cascade,
  number integer not null check (number >= 0),
  provider_customer_id text not null,
  provider_method_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'held', 'declined', 'captured', 'releasing', 'released', 'expired')),
  provider_intent_id text unique,
  decline_code text,
  created_at timestamptz not null,
  -- When the provider lets it go by itself.
  expires_at timestamptz,
  settled_at timestamptz,
  unique (order_id, number),
  check (state not in ('held', 'captured') or (provider_intent_id is not null and expires_at is not null))
);
create unique index card_hold_live_key on card_hold (order_id) where state in ('asked', 'held', 'captured');
create index card_hold_open_idx on card_hold (created_at) where state in ('asked', 'held', 'releasing');

-- What the customer shows of the work before it is done.
create table order_photo (
  id uuid primary key default gen_random_uuid(),
  draft_hash bytea references on_demand_draft on delete set null,
  order_id uuid references on_demand_order on delete cascade,
  storage_key text not null unique,
  sha256 bytea not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  created_at timestamptz not null
);
create unique index order_photo_draft_sha_key on order_photo (draft_hash, sha256);
create index order_photo_order_idx on order_photo (order_id);

-- A customer has one payment a week, and one for every single order.
alter table payment add column kind text not null default 'weekly' check (kind in ('weekly', 'on_demand', 'fee', 'tip'));
alter table payment drop constraint payment_customer_id_period_start_key;
create unique index payment_weekly_key on payment (customer_id, period_start) where kind = 'weekly';
-- Credit that a customer was given and that this payment uses up.
alter table payment add column credit_cents bigint not null default 0 check (credit_cents >= 0);
alter table payment drop constraint payment_check;
alter table payment add constraint payment_total_check
  check (total_cents = subtotal_cents + tax_cents - coupon_cents - credit_cents);
alter table payment_line drop constraint payment_line_kind_check;
alter table payment_line add constraint payment_line_kind_check check (kind in ('visit', 'tax', 'coupon', 'credit', 'fee', 'tip'));

-- A charge may take what a hold keeps back instead of asking the card anew.
alter table charge_attempt add column captures_intent_id text;
create index charge_attempt_captures_idx on charge_attempt (captures_intent_id) where captures_intent_id is not null;

alter table demo_bank_object drop constraint demo_bank_object_kind_check;
alter table demo_bank_object add constraint demo_bank_object_kind_check
  check (kind in ('customer', 'token', 'method', 'intent', 'capture', 'refund', 'account', 'link', 'payout', 'event'));
create index demo_bank_object_held_idx on demo_bank_object (created_at, id) where state = 'held';
