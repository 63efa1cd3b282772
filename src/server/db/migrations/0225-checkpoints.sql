-- A code at each building of a complex that a crew passes on its round.

create table checkpoint (
  building_id uuid primary key references building (id) on delete cascade,
  complex_id uuid not null references complex (id) on delete cascade,
  code text not null unique,
  made_at timestamptz not null,
  -- The one before: what was passed by it on a phone without a connection may be told later.
  earlier_code text unique
);
create index checkpoint_complex_idx on checkpoint (complex_id);

-- Who was at which building, when. Once a night and building, however often it was passed.
create table checkpoint_pass (
  visit_id uuid not null references visit (id) on delete cascade,
  building_id uuid not null references building (id) on delete cascade,
  crew_id uuid not null references crew_profile (user_id),
  passed_at timestamptz not null,
  -- Typed by hand, not opened by the camera.
  is_typed boolean not null,
  -- From the place of the complex, where the phone was allowed to say where it is.
  distance_feet integer check (distance_feet >= 0),
  primary key (visit_id, building_id)
);
create index checkpoint_pass_building_idx on checkpoint_pass (building_id, passed_at desc);

create trigger checkpoint_pass_live_insert after insert on checkpoint_pass referencing new table as changed
  for each statement execute function notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
