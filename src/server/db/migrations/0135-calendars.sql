-- Calendars that others subscribe to. Of an address nothing is kept but what it is derived from: it can be shown again,
-- made anew or taken back, and whoever reads this table opens none.

-- Which change of a visit is the later one; a subscriber keeps the highest.
alter table visit add column revision integer not null default 0;
alter table visit add column revised_at timestamptz not null default now();

create function revise_visit() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.revised_at := now();
  return new;
end $$;
create trigger visit_revised before update of
  property_id, service_key, date, starts_at, ends_at, quantity, state, crew_id on visit
  for each row when (
    (old.property_id, old.service_key, old.date, old.starts_at, old.ends_at, old.quantity, old.state, old.crew_id)
    is distinct from
    (new.property_id, new.service_key, new.date, new.starts_at, new.ends_at, new.quantity, new.state, new.crew_id)
  ) execute function revise_visit();

create table calendar (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('all', 'group', 'place', 'work')),
  group_id uuid references property_group (id) on delete cascade,
  property_id uuid references property (id) on delete cascade,
  -- Another one makes another address, and the one before opens nothing any more.
  address_key uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  read_at timestamptz,
  check ((kind = 'group') = (group_id is not null)),
  check ((kind = 'place') = (property_id is not null)),
  unique nulls not distinct (user_id, kind, group_id, property_id)
);
create index calendar_group_idx on calendar (group_id) where group_id is not null;
create index calendar_property_idx on calendar (property_id) where property_id is not null;
