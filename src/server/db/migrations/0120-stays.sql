-- When somebody has a place to themselves, and who told us: feeds and accounts of platforms.
create table stay_source (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references property (id) on delete cascade,
  kind text not null check (kind in ('account', 'feed')),
  platform text not null
    check (platform in ('airbnb', 'vrbo', 'booking', 'google', 'hospitable', 'direct', 'other')),
  -- What an account calls the place; of a feed the hash of its address.
  external_ref text not null check (length(external_ref) between 1 and 200),
  created_at timestamptz not null,
  -- Nobody asks it for now.
  paused_at timestamptz,
  -- It says nothing any more; kept for as long as stays that it told of are.
  ended_at timestamptz
);
create unique index stay_source_ref_key on stay_source (property_id, kind, external_ref) where ended_at is null;
create index stay_source_property_idx on stay_source (property_id, created_at, id);

create table stay (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references property (id) on delete cascade,
  kind text not null check (kind in ('stay', 'owner', 'block')),
  is_guess boolean not null,
  state text not null check (state in ('booked', 'cancelled')),
  -- Days and times of the place.
  check_in date not null,
  check_out date not null,
  check_in_time time,
  check_out_time time,
  guests integer check (guests between 0 and 999),
  pets integer check (pets between 0 and 999),
  platform text check (platform in ('airbnb', 'vrbo', 'booking', 'google', 'hospitable', 'direct', 'other')),
  code text check (length(code) between 1 and 100),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (check_out > check_in)
);
create index stay_property_idx on stay (property_id, check_out, id);
create index stay_over_idx on stay (check_out, id);

-- What each source says of a stay, under which id.
create table stay_report (
  source_id uuid not null references stay_source (id) on delete cascade,
  external_id text not null check (length(external_id) between 1 and 500),
  stay_id uuid not null references stay (id) on delete cascade,
  kind text not null check (kind in ('stay', 'owner', 'block')),
  is_guess boolean not null,
  state text not null check (state in ('booked', 'cancelled')),
  check_in date not null,
  check_out date not null,
  check_in_time time,
  check_out_time time,
  guests integer check (guests between 0 and 999),
  pets integer check (pets between 0 and 999),
  platform text check (platform in ('airbnb', 'vrbo', 'booking', 'google', 'hospitable', 'direct', 'other')),
  code text check (length(code) between 1 and 100),
  changed_at timestamptz not null,
  missing_since timestamptz,
  primary key (source_id, external_id),
  check (check_out > check_in)
);
create index stay_report_stay_idx on stay_report (stay_id);
