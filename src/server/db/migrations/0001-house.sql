-- The house: people, places, services and prices, weekly jobs and visits, money, tasks.
-- Rules that the database can hold by itself stand here, not only in code.

create table market (
  id text primary key,
  name text not null,
  time_zone text not null,
  sales_tax_basis_points integer not null default 0 check (sales_tax_basis_points between 0 and 3000),
  -- Where the market is: places farther from its middle than this are not served. Null serves everywhere.
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  radius_feet integer check (radius_feet > 0),
  check ((lat is null) = (lng is null) and (lat is null) = (radius_feet is null))
);

-- Business numbers that the operator changes; absent rows mean the defaults of domain/settings.ts.
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

create table coupon (
  code text primary key check (code ~ '^[A-Za-z0-9_-]{1,32}$'),
  name text not null,
  credit_cents bigint not null check (credit_cents > 0),
  valid_until timestamptz
);

create table users (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('Customer', 'Crew', 'Operator')),
  market_id text not null references market,
  email text not null,
  name text not null,
  phone text,
  password_hash text not null,
  locale text not null default 'en' check (locale in ('en', 'es')),
  time_zone text not null default 'America/Denver',
  address text,
  lat double precision,
  lng double precision,
  frozen_until timestamptz,
  frozen_notes text,
  referral_code text not null unique,
  sponsor_id uuid references users,
  coupon_code text references coupon,
  password_changed_at timestamptz not null,
  created_at timestamptz not null,
  check ((lat is null) = (lng is null)),
  check (lat between -90 and 90),
  check (lng between -180 and 180),
  check (sponsor_id <> id)
);
create unique index users_email_key on users (lower(email));
create index users_phone_idx on users (phone);
create index users_sponsor_idx on users (sponsor_id);

create table session (
  token_hash bytea primary key,
  id uuid not null unique default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_user_idx on session (user_id);

-- Whatever opens something without a password: at least 128 random bits, stored hashed, used once.
create table one_time_token (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'sign_in', 'update_billing')),
  goes_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_token_user_idx on one_time_token (user_id, purpose);

create table crew_profile (
  user_id uuid primary key references users on delete cascade,
  range_feet integer not null check (range_feet between 1000 and 528000),
  services text[] not null default '{}',
  vehicle text not null default '',
  payout_account_id text,
  payout_account_state text not null default 'none' check (payout_account_state in ('none', 'pending', 'ready', 'restricted'))
);

-- On which weekdays a crew works, from when to when, in its own zone. Monday is 1.
create table crew_hours (
  crew_id uuid not null references crew_profile (user_id) on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  starts time not null,
  ends time not null,
  primary key (crew_id, weekday),
  check (starts < ends)
);

create table property_group (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null
);
create unique index property_group_name_key on property_group (customer_id, lower(name));

create table property (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users on delete cascade,
  group_id uuid references property_group on delete set null,
  -- The owner's own id for the place, by which a second import of the same file finds it again.
  external_ref text,
  name text not null,
  address text,
  neighbourhood text,
  kind text,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  time_zone text not null,
  access_notes text not null default '',
  -- The import that last had a row for it: a second row of the same file is then refused.
  last_import_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz
);
create unique index property_external_ref_key on property (customer_id, external_ref);
create index property_customer_idx on property (customer_id, id) where removed_at is null;
create index property_group_idx on property (group_id);
create index property_place_idx on property (lat, lng) where removed_at is null;

create table property_import (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users on delete cascade,
  file_name text not null,
  stored_as text not null,
  size_bytes bigint not null,
  delimiter text not null,
  header jsonb not null,
  state text not null check (state in ('uploaded', 'running', 'done', 'failed')),
  mapping jsonb,
  -- Where the next batch begins: the byte in the file, and the row as a spreadsheet numbers it.
  next_byte bigint not null,
  next_row integer not null,
  total_rows integer not null default 0,
  read_rows integer not null default 0,
  added integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  failure text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index property_import_customer_idx on property_import (customer_id, created_at desc);
create unique index property_import_running_key on property_import (customer_id) where state = 'running';
alter table property add foreign key (last_import_id) references property_import on delete set null;
create index property_last_import_idx on property (last_import_id) where last_import_id is not null;

create table property_import_refusal (
  import_id uuid not null references property_import on delete cascade,
  row_number integer not null,
  field text not null,
  reason text not null,
  raw text not null,
  primary key (import_id, row_number, field, reason)
);

create table complex_group (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null
);

create table complex (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users on delete cascade,
  complex_group_id uuid references complex_group on delete set null,
  name text not null,
  address text not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  time_zone text not null,
  units integer not null check (units > 0),
  instructions text not null default '',
  created_at timestamptz not null
);
create index complex_customer_idx on complex (customer_id);

create table service (
  key text primary key,
  name_en text not null,
  name_es text not null,
  unit_en text not null,
  unit_es text not null,
  icon text not null,
  minutes integer not null check (minutes between 1 and 600),
  minutes_per_unit integer not null default 0 check (minutes_per_unit >= 0),
  photos_required smallint not null default 1 check (photos_required between 0 and 10),
  is_weekly boolean not null default true,
  sort smallint not null default 0,
  is_active boolean not null default true
);

create table price (
  id uuid primary key default gen_random_uuid(),
  service_key text not null references service,
  scope text not null check (scope in ('default', 'group', 'property', 'complex')),
  scope_id uuid,
  base_cents bigint not null check (base_cents >= 0),
  unit_cents bigint not null check (unit_cents >= 0),
  minimum_cents bigint not null check (minimum_cents >= 0),
  in_force_from timestamptz not null,
  created_at timestamptz not null,
  check ((scope = 'default') = (scope_id is null))
);
create index price_lookup_idx on price (service_key, scope, scope_id, in_force_from desc);

create table weekly_job (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users,
  property_id uuid not null references property,
  service_key text not null references service,
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Wall-clock times of the place; both null means anytime that day.
  window_start time,
  window_end time,
  quantity integer not null check (quantity between 1 and 1000),
  starts_on date not null,
  ends_on date,
  state text not null default 'active' check (state in ('active', 'paused', 'cancelled')),
  notes text not null default '',
  -- The last day for which visits exist; the planner goes on from here.
  planned_until date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_on >= starts_on),
  check ((window_start is null) = (window_end is null)),
  check (window_start < window_end)
);
create index weekly_job_customer_idx on weekly_job (customer_id, id);
create index weekly_job_property_idx on weekly_job (property_id);
create index weekly_job_planning_idx on weekly_job (planned_until, id) where state = 'active';

-- Dates on which a weekly job does not happen although its rule says so. They outlive every later edit.
create table weekly_job_skip (
  weekly_job_id uuid not null references weekly_job on delete cascade,
  date date not null,
  reason text not null check (reason in ('customer', 'holiday', 'dunning')),
  created_at timestamptz not null,
  primary key (weekly_job_id, date)
);

create table weekly_job_pause (
  id uuid primary key default gen_random_uuid(),
  weekly_job_id uuid not null references weekly_job on delete cascade,
  from_date date not null,
  to_date date,
  reason text not null check (reason in ('customer', 'dunning')),
  created_at timestamptz not null,
  check (to_date >= from_date)
);
create index weekly_job_pause_job_idx on weekly_job_pause (weekly_job_id);

-- What a weekly job was before a change that begins later: holds for the dates up to a day. Newer dates follow the job's own row.
create table weekly_job_earlier_terms (
  weekly_job_id uuid not null references weekly_job on delete cascade,
  until_date date not null,
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  window_start time,
  window_end time,
  quantity integer not null check (quantity between 1 and 1000),
  primary key (weekly_job_id, until_date),
  check ((window_start is null) = (window_end is null)),
  check (window_start < window_end)
);

create table assignment (
  id uuid primary key default gen_random_uuid(),
  weekly_job_id uuid not null references weekly_job on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  crew_id uuid not null references crew_profile (user_id),
  route_id uuid,
  position integer not null default 0,
  taken_at timestamptz not null,
  from_date date not null,
  released_at timestamptz,
  -- The first date that the crew no longer does.
  released_from date,
  release_reason text,
  is_late_release boolean not null default false
);
-- One live holder per weekly job and weekday: two crews racing have one winner here.
create unique index assignment_live_key on assignment (weekly_job_id, weekday) where released_at is null;
create index assignment_crew_idx on assignment (crew_id) where released_at is null;

-- A route that a crew took: its stops are the assignments that name it, ordered by position.
create table route (
  id uuid primary key default gen_random_uuid(),
  crew_id uuid not null references crew_profile (user_id),
  weekday smallint not null check (weekday between 1 and 7),
  driving_feet integer not null,
  driving_seconds integer not null,
  pay_cents bigint not null,
  taken_at timestamptz not null
);
alter table assignment add foreign key (route_id) references route;

create table visit (
  id uuid primary key default gen_random_uuid(),
  weekly_job_id uuid references weekly_job,
  customer_id uuid not null references users,
  property_id uuid not null references property,
  service_key text not null references service,
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  quantity integer not null check (quantity >= 1),
  state text not null default 'scheduled'
    check (state in ('scheduled', 'confirmed', 'en_route', 'in_progress', 'completed', 'cancelled', 'skipped', 'missed', 'reopened')),
  crew_id uuid references crew_profile (user_id),
  assignment_id uuid references assignment,
  position integer not null default 0,
  started_at timestamptz,
  completed_at timestamptz,
  completed_lat double precision,
  completed_lng double precision,
  completed_distance_feet integer,
  is_flagged boolean not null default false,
  -- Frozen at completion; null before.
  price_lines jsonb,
  price_cents bigint check (price_cents >= 0),
  crew_pay_cents bigint check (crew_pay_cents >= 0),
  created_at timestamptz not null,
  check (starts_at < ends_at),
  check (state <> 'completed' or (crew_id is not null and completed_at is not null and price_cents is not null and crew_pay_cents is not null))
);
-- A visit exists exactly once per weekly job and date, whatever runs twice.
create unique index visit_job_date_key on visit (weekly_job_id, date);
create index visit_customer_idx on visit (customer_id, date);
create index visit_crew_idx on visit (crew_id, date) where crew_id is not null;
create index visit_property_idx on visit (property_id, date);
create index visit_assignment_idx on visit (assignment_id) where assignment_id is not null;
create index visit_open_idx on visit (ends_at) where state in ('scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened');
create index visit_completed_idx on visit (completed_at) where state = 'completed';

create table visit_event (
  id bigint generated always as identity primary key,
  visit_id uuid not null references visit on delete cascade,
  at timestamptz not null,
  actor_id uuid references users,
  actor_role text not null check (actor_role in ('customer', 'crew', 'operator', 'system')),
  transition text not null,
  from_state text not null,
  to_state text not null,
  detail jsonb not null default '{}'
);
create index visit_event_visit_idx on visit_event (visit_id, id);

create table photo (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users,
  visit_id uuid references visit on delete cascade,
  storage_key text not null unique,
  sha256 bytea not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  taken_at timestamptz,
  created_at timestamptz not null
);
-- The same picture sent twice for a visit is one picture.
create unique index photo_visit_sha_key on photo (visit_id, sha256);

create table payment_method (
  user_id uuid primary key references users on delete cascade,
  provider_customer_id text not null,
  provider_method_id text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  expires_month smallint not null check (expires_month between 1 and 12),
  expires_year smallint not null,
  fingerprint text not null,
  updated_at timestamptz not null
);
create index payment_method_fingerprint_idx on payment_method (fingerprint);

-- What one customer is charged for one period.
create table payment (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users,
  period_start date not null,
  period_end date not null,
  state text not null check (state in ('due', 'charging', 'paid', 'declined', 'written_off')),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  tax_cents bigint not null default 0 check (tax_cents >= 0),
  coupon_cents bigint not null default 0 check (coupon_cents >= 0),
  total_cents bigint not null check (total_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  provider_intent_id text unique,
  -- How often a card was asked or would have been; the next attempt's number.
  attempts integer not null default 0,
  -- Failures that count towards pausing the service: the first one, then those of our own retries.
  failed_retries integer not null default 0,
  first_failed_at timestamptz,
  next_attempt_at timestamptz,
  last_decline text,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (customer_id, period_start),
  check (total_cents = subtotal_cents + tax_cents - coupon_cents),
  check (refunded_cents <= total_cents)
);
create index payment_retry_idx on payment (next_attempt_at) where next_attempt_at is not null;
create index payment_due_idx on payment (created_at) where state = 'due';
create index payment_customer_idx on payment (customer_id, created_at desc);

-- One asking of the provider, written before the call: after a crash the same is asked again under the same key.
create table charge_attempt (
  payment_id uuid not null references payment,
  number integer not null check (number >= 0),
  is_retry boolean not null,
  provider_customer_id text not null,
  provider_method_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'succeeded', 'failed')),
  provider_intent_id text unique,
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  decline_code text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (payment_id, number)
);
-- A payment is being charged, or has been, by one attempt at most.
create unique index charge_attempt_live_key on charge_attempt (payment_id) where state <> 'failed';
create index charge_attempt_asked_idx on charge_attempt (created_at) where state = 'asked';

create table payment_line (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment,
  -- A visit is billed once.
  visit_id uuid unique references visit,
  kind text not null check (kind in ('visit', 'tax', 'coupon')),
  description text not null,
  amount_cents bigint not null
);
create index payment_line_payment_idx on payment_line (payment_id);

create table refund (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  claws_back_crew_pay boolean not null default false,
  state text not null check (state in ('pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  created_at timestamptz not null
);
create index refund_payment_idx on refund (payment_id);
create index refund_pending_idx on refund (created_at) where state = 'pending';

-- Money sent to a crew's payout account; with its earnings it is the crew's statement.
create table payout (
  id uuid primary key default gen_random_uuid(),
  crew_id uuid not null references crew_profile (user_id),
  period_start date not null,
  period_end date not null,
  kind text not null default 'weekly' check (kind in ('weekly', 'instant')),
  state text not null check (state in ('sending', 'paid', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  -- Where it goes: fixed when it is made, so that a second sending asks the same.
  provider_account_id text not null,
  provider_payout_id text unique,
  failure text,
  created_at timestamptz not null,
  paid_at timestamptz
);
create unique index payout_weekly_key on payout (crew_id, period_end) where kind = 'weekly' and state <> 'failed';
create index payout_crew_idx on payout (crew_id, created_at desc);
create index payout_sending_idx on payout (created_at) where state = 'sending';

create table earning (
  id uuid primary key default gen_random_uuid(),
  crew_id uuid not null references crew_profile (user_id),
  visit_id uuid references visit,
  kind text not null check (kind in ('visit', 'tip', 'clawback', 'adjustment')),
  amount_cents bigint not null,
  earned_at timestamptz not null,
  available_at timestamptz not null,
  payout_id uuid references payout
);
create unique index earning_visit_key on earning (visit_id) where kind = 'visit';
create index earning_visit_idx on earning (visit_id);
create index earning_unpaid_idx on earning (crew_id, available_at) where payout_id is null;
create index earning_payout_idx on earning (payout_id);

create table commission (
  id uuid primary key default gen_random_uuid(),
  sponsor_id uuid not null references users,
  brought_id uuid not null references users,
  kind text not null check (kind in ('customer', 'crew')),
  payment_id uuid references payment,
  payout_id uuid references payout,
  amount_cents bigint not null check (amount_cents > 0),
  reversed_cents bigint not null default 0 check (reversed_cents between 0 and amount_cents),
  earned_at timestamptz not null,
  available_at timestamptz not null,
  released_at timestamptz,
  check ((payment_id is null) <> (payout_id is null))
);
create index commission_sponsor_idx on commission (sponsor_id, earned_at desc);
create index commission_waiting_idx on commission (available_at) where released_at is null;
create unique index commission_payment_key on commission (sponsor_id, payment_id);
create unique index commission_payout_key on commission (sponsor_id, payout_id);

-- Double-entry ledger. Balances are sums of postings; nothing is ever changed or removed.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null,
  owner_id uuid references users,
  unique nulls not distinct (kind, owner_id)
);

create table ledger_journal (
  id bigint generated always as identity primary key,
  -- Derived from what happened, so that it is booked once.
  key text not null unique,
  kind text not null,
  at timestamptz not null,
  subject_id uuid,
  memo text not null default ''
);
create index ledger_journal_subject_idx on ledger_journal (subject_id);

create table ledger_posting (
  id bigint generated always as identity primary key,
  journal_id bigint not null references ledger_journal,
  account_id bigint not null references ledger_account,
  amount_cents bigint not null check (amount_cents <> 0)
);
create index ledger_posting_journal_idx on ledger_posting (journal_id);
create index ledger_posting_account_idx on ledger_posting (account_id);

create function ledger_journal_balances() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount_cents) into total from ledger_posting where journal_id = new.journal_id;
  if total <> 0 then
    raise exception 'journal % does not sum to zero but to %', new.journal_id, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_journal_balances();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation';
end $$;
create trigger ledger_posting_append_only before update or delete on ledger_posting
  for each statement execute function ledger_is_append_only();
create trigger ledger_journal_append_only before update or delete on ledger_journal
  for each statement execute function ledger_is_append_only();

-- Background work. Claimed with `for update skip locked`; effect and removal are one transaction.
create table task (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  run_at timestamptz not null,
  attempts integer not null default 0,
  dedupe_key text,
  last_error text,
  parked_at timestamptz,
  created_at timestamptz not null
);
create unique index task_dedupe_key on task (kind, dedupe_key) where dedupe_key is not null;
create index task_due_idx on task (run_at, id) where parked_at is null;

create table task_schedule (
  kind text primary key,
  next_run_at timestamptz not null
);

-- Mails, text messages and pushes: what the embedded adapters "send", and what real ones report back.
create table outbox_message (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms', 'push')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  dedupe_key text unique,
  user_id uuid references users on delete set null,
  created_at timestamptz not null
);
create index outbox_message_created_idx on outbox_message (created_at desc);

-- Devices that are notified. One belongs to whoever signed in on it last, and signing out takes it away.
create table push_subscription (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references session (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_user_idx on push_subscription (user_id);
create index push_subscription_session_idx on push_subscription (session_id);

create table idempotent_reply (
  user_id uuid not null references users on delete cascade,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  reply jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotent_reply_created_idx on idempotent_reply (created_at);

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid references users,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);

-- Webhooks that were received; the same one sent again is known by its id for ever.
create table provider_event (
  id text primary key,
  type text not null,
  object_id text not null,
  received_at timestamptz not null
);

-- The embedded payment provider keeps its own books apart from ours, as a real one would.
create table demo_bank_object (
  id text primary key,
  kind text not null check (kind in ('customer', 'token', 'method', 'intent', 'refund', 'account', 'link', 'payout', 'event')),
  -- The caller's idempotency key: asking again returns what the first asking made.
  idempotency_key text unique,
  request_hash bytea,
  state text not null,
  amount_cents bigint not null default 0,
  parent_id text references demo_bank_object,
  data jsonb not null default '{}',
  created_at timestamptz not null
);
create index demo_bank_object_parent_idx on demo_bank_object (parent_id);
create index demo_bank_object_kind_idx on demo_bank_object (kind, created_at, id);
create index demo_bank_object_open_idx on demo_bank_object (kind, state, created_at, id) where state in ('due', 'processing', 'sending');
