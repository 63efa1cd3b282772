-- Who works here is invited by mail: the link opens an account once, and within its days.

create table staff_invitation (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 100),
  locale text not null check (locale in ('en', 'es')),
  -- In every city; else the roles by city below.
  staff_role text check (staff_role in ('owner', 'dispatcher', 'support', 'finance', 'reader')),
  -- Of the link that was mailed last: an older one opens nothing.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid not null references users (id),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at),
  withdrawn_at timestamptz,
  joined_at timestamptz,
  joined_as uuid references users (id),
  check ((joined_at is null) = (joined_as is null)),
  check (withdrawn_at is null or joined_at is null)
);
create unique index staff_invitation_open_key on staff_invitation (lower(email))
  where withdrawn_at is null and joined_at is null;
create index staff_invitation_sent_idx on staff_invitation (sent_at desc, id desc)
  where withdrawn_at is null and joined_at is null;

create table staff_invitation_role (
  invitation_id uuid not null references staff_invitation (id) on delete cascade,
  market_id text not null references market (id),
  role text not null check (role in ('owner', 'dispatcher', 'support', 'finance', 'reader')),
  primary key (invitation_id, market_id)
);
