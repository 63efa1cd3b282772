-- Complexes in use: their place in the world of visits, buildings, units, exceptions, the round of a night, violations.

-- A complex is serviced, priced and routed like any place: behind each stands one property that lists leave out.
alter table property add column complex_id uuid unique references complex (id) on delete cascade;

insert into property (customer_id, name, address, lat, lng, time_zone, access_notes, complex_id, created_at, updated_at)
select customer_id, name, address, lat, lng, time_zone, instructions, id, created_at, created_at from complex;

create index complex_group_idx on complex (complex_group_id);
create unique index complex_group_name_key on complex_group (customer_id, lower(name));

create table building (
  id uuid primary key default gen_random_uuid(),
  complex_id uuid not null references complex (id) on delete cascade,
  name text not null,
  position integer not null,
  -- Doors by their labels, in the order of the walk.
  units text[] not null check (cardinality(units) <= 1000),
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index building_name_key on building (complex_id, lower(name)) where removed_at is null;

-- What is different for some nights: a building or single doors that are left out, or something to know.
create table complex_exception (
  id uuid primary key default gen_random_uuid(),
  complex_id uuid not null references complex (id) on delete cascade,
  building_id uuid references building (id) on delete cascade,
  unit_label text,
  kind text not null check (kind in ('leave_out', 'note')),
  words text not null default '',
  from_date date not null,
  to_date date not null,
  created_at timestamptz not null,
  check (to_date >= from_date),
  check (unit_label is null or building_id is not null),
  check (kind = 'leave_out' or words <> '')
);
create index complex_exception_idx on complex_exception (complex_id, to_date);

-- The round of one night: which buildings were done, when, with which photo.
create table building_check (
  visit_id uuid not null references visit (id) on delete cascade,
  building_id uuid not null references building (id) on delete cascade,
  crew_id uuid not null references crew_profile (user_id),
  photo_id uuid references photo (id) on delete set null,
  checked_at timestamptz not null,
  primary key (visit_id, building_id)
);
create index building_check_photo_idx on building_check (photo_id);

create table violation (
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null references visit (id) on delete cascade,
  building_id uuid not null references building (id) on delete cascade,
  unit_label text,
  kind text not null
    check (kind in ('loose_trash', 'overweight', 'hazardous', 'bin_left_out', 'blocked', 'other')),
  words text not null default '',
  photo_id uuid not null references photo (id),
  crew_id uuid not null references crew_profile (user_id),
  reported_at timestamptz not null
);
create index violation_visit_idx on violation (visit_id);
create index violation_building_idx on violation (building_id, reported_at desc);
create unique index violation_once_key on violation (visit_id, building_id, coalesce(unit_label, ''), kind, photo_id);
