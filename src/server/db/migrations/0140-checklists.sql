-- What a crew goes through at a visit. A service's list and a place's are kept in versions; a visit keeps what its crew
-- saw when it began, with what was said of each item.
create table service_checklist (
  service_key text not null references service (key),
  version integer not null check (version > 0),
  -- In their order.
  items jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid not null references users (id),
  -- Null while it holds.
  replaced_at timestamptz check (replaced_at >= saved_at),
  primary key (service_key, version)
);
create unique index service_checklist_now_idx on service_checklist (service_key) where replaced_at is null;
create index service_checklist_saved_by_idx on service_checklist (saved_by);

-- What a customer changes of a service's list at one place, and adds to it.
create table place_checklist (
  property_id uuid not null references property (id) on delete cascade,
  service_key text not null references service (key),
  version integer not null check (version > 0),
  items jsonb not null,
  saved_at timestamptz not null,
  replaced_at timestamptz check (replaced_at >= saved_at),
  primary key (property_id, service_key, version)
);
create unique index place_checklist_now_idx on place_checklist (property_id, service_key) where replaced_at is null;

-- No row: the visit has not begun, or its service had no list then.
create table visit_checklist (
  visit_id uuid primary key references visit (id) on delete cascade,
  -- Who goes through it; another crew that begins the visit anew begins its list anew.
  crew_id uuid not null references users (id),
  items jsonb not null,
  kept_at timestamptz not null
);
create index visit_checklist_crew_idx on visit_checklist (crew_id);

create table visit_mark (
  visit_id uuid not null references visit_checklist (visit_id) on delete cascade,
  item_key text not null check (length(item_key) between 1 and 40),
  is_marked boolean not null,
  -- By the phone of the crew, never later than when we received it.
  marked_at timestamptz not null,
  -- Why it was left undone, said with the completion.
  reason text check (length(reason) between 1 and 40),
  words text not null default '' check (length(words) <= 300),
  primary key (visit_id, item_key)
);

-- What is running low at a place; the row goes when its customer says that it is there again.
create table low_supply (
  property_id uuid not null references property (id) on delete cascade,
  service_key text not null references service (key),
  item_key text not null check (length(item_key) between 1 and 40),
  words jsonb not null,
  visit_id uuid not null references visit (id) on delete cascade,
  since timestamptz not null,
  -- The crew took it back at the same visit.
  is_withdrawn boolean not null default false,
  primary key (property_id, service_key, item_key)
);
create index low_supply_visit_idx on low_supply (visit_id);

-- Which item of the list a photo shows.
alter table photo add column item_key text check (length(item_key) between 1 and 40);

create trigger visit_mark_live_insert after insert on visit_mark referencing new table as changed
  for each statement execute function notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
create trigger visit_mark_live_update after update on visit_mark referencing new table as changed
  for each statement execute function notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
