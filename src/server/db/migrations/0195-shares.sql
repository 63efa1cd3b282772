-- Somebody looks after places of an owner with a sign-in of its own: a role, over all of them or some groups.

create table share (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users (id) on delete cascade,
  -- Null until somebody came by the invitation.
  helper_id uuid references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 254),
  locale text not null check (locale in ('en', 'es')),
  role text not null check (role in ('see', 'schedule', 'pay', 'all')),
  -- Every place, those that come included; else those of its groups.
  is_whole boolean not null,
  -- Only while the invitation is open.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  gets_notices boolean not null default true,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  joined_at timestamptz,
  ended_at timestamptz,
  check (expires_at > sent_at),
  check ((helper_id is null) = (joined_at is null)),
  check (helper_id <> owner_id),
  check (token_hash is null or (helper_id is null and ended_at is null))
);
create unique index share_owner_helper_idx on share (owner_id, helper_id) where ended_at is null;
create unique index share_owner_email_idx on share (owner_id, lower(email)) where ended_at is null and helper_id is null;
create index share_helper_idx on share (helper_id) where ended_at is null;
create index share_ended_idx on share (ended_at) where ended_at is not null;

create table share_group (
  share_id uuid not null references share (id) on delete cascade,
  property_group_id uuid references property_group (id) on delete cascade,
  complex_group_id uuid references complex_group (id) on delete cascade,
  check (num_nonnulls(property_group_id, complex_group_id) = 1),
  unique nulls not distinct (share_id, property_group_id, complex_group_id)
);
create index share_group_property_group_idx on share_group (property_group_id);
create index share_group_complex_group_idx on share_group (complex_group_id);

-- What a helper did, for its owner. The call by its name; screens know the words.
create table share_action (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users (id) on delete cascade,
  share_id uuid not null references share (id) on delete cascade,
  call text not null check (length(call) between 1 and 100),
  -- One try of one call; what it does in several transactions is one line.
  try_id uuid not null unique,
  property_id uuid references property (id) on delete set null,
  visit_id uuid references visit (id) on delete set null,
  at timestamptz not null
);
create index share_action_owner_idx on share_action (owner_id, at desc, id desc);
create index share_action_share_idx on share_action (share_id);
create index share_action_at_idx on share_action (at);
create index share_action_property_idx on share_action (property_id) where property_id is not null;
create index share_action_visit_idx on share_action (visit_id) where visit_id is not null;

-- Whose places this browser looks after now; null: its own.
alter table session add column share_id uuid references share (id) on delete set null;
create index session_share_idx on session (share_id) where share_id is not null;

-- What somebody is notified of because it looks after the place; goes when that ends.
alter table notice add column share_id uuid references share (id) on delete cascade;
create index notice_share_idx on notice (share_id) where share_id is not null;
