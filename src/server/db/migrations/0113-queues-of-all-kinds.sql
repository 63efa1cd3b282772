-- What waits is no visit or payment only: parked work has a number for an id.
alter table queue_item alter column subject_id type text using subject_id::text;
-- Each queue is read by an index of its own.
create index reconcile_difference_open_idx on reconcile_difference (first_seen_at) where state = 'open';
create index chargeback_unanswered_idx on chargeback (opened_at) where state = 'needs_evidence';
create index referral_review_parked_idx on referral_review (found_at) where state = 'parked';

-- What an operator wants to see of a queue, kept under a name for itself.
create table queue_filter (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  name text not null check (length(name) between 1 and 60),
  owner text not null check (owner in ('anyone', 'me', 'nobody')),
  service_key text not null,
  text text not null check (length(text) <= 100),
  waits_hours integer not null check (waits_hours >= 0),
  is_default boolean not null,
  unique (user_id, kind, name)
);
-- A queue opens with one filter.
create unique index queue_filter_default_key on queue_filter (user_id, kind) where is_default;
