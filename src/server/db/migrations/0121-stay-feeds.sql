-- Calendars of platforms by address: how they were read last, and when they are read again.
create table stay_feed (
  source_id uuid primary key references stay_source (id) on delete cascade,
  -- Whoever has the address reads the calendar: it is kept sealed.
  sealed_address bytea not null,
  host text not null,
  -- Its last letters, by which its owner knows it again.
  ending text not null check (length(ending) <= 8),
  etag text,
  last_modified text,
  -- Null while it is paused.
  next_read_at timestamptz,
  read_at timestamptz,
  -- When it was whole last.
  good_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  fault text,
  -- Coming stays that it had and has not now, and why they are not cancelled yet.
  missing integer not null default 0,
  doubt text check (doubt in ('empty', 'many_missing')),
  -- What was in it and is no stay, by reason.
  ignored jsonb not null default '{}',
  -- What the last reading that changed anything changed, and when.
  changed_at timestamptz,
  added integer not null default 0,
  moved integer not null default 0,
  cancelled integer not null default 0,
  -- Since when it is silent, and its owner is notified.
  silent_since timestamptz
);
create index stay_feed_due_idx on stay_feed (next_read_at) where next_read_at is not null;
create index stay_feed_silent_idx on stay_feed (silent_since) where silent_since is not null;
