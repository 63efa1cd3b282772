-- An account belongs to whoever opened it: they take their data with them, and they leave. Whoever leaves has days of
-- grace in which signing in takes it back; then the background forgets the person, and the books stay.

create table account_closing (
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz not null,
  -- From then on the person is forgotten, as soon as no money is open.
  due_at timestamptz not null check (due_at > asked_at),
  taken_back_at timestamptz,
  closed_at timestamptz,
  primary key (user_id, asked_at),
  check (taken_back_at is null or closed_at is null)
);
create unique index account_closing_live_key on account_closing (user_id) where taken_back_at is null;
create index account_closing_due_idx on account_closing (due_at, user_id)
  where taken_back_at is null and closed_at is null;

create table data_export (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz not null,
  -- Null while it is being written.
  content bytea,
  size_bytes integer,
  ready_at timestamptz,
  expires_at timestamptz,
  check ((content is null) = (ready_at is null) and (ready_at is null) = (expires_at is null))
);
create index data_export_user_idx on data_export (user_id, asked_at desc);
create index data_export_expiry_idx on data_export (expires_at) where expires_at is not null;
