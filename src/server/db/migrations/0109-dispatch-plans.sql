-- A plan of a market's day or week: what the routing engine proposes beside what was there, so that it can be shown as a
-- difference, refused where something moved meanwhile, and undone exactly.
create table dispatch_plan (
  id uuid primary key default gen_random_uuid(),
  market_id text not null references market (id),
  from_date date not null,
  to_date date not null,
  state text not null default 'solving' check (state in ('solving', 'ready', 'applied', 'undone')),
  progress integer not null default 0 check (progress between 0 and 100),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  applied_at timestamptz,
  undo_until timestamptz,
  check (to_date - from_date between 0 and 6),
  check ((applied_at is null) = (undo_until is null))
);
create index dispatch_plan_market_idx on dispatch_plan (market_id, created_at);
create index dispatch_plan_created_by_idx on dispatch_plan (created_by);

-- Every visit of the span that stood on the board: what was, and what is proposed.
create table dispatch_plan_visit (
  plan_id uuid not null references dispatch_plan (id) on delete cascade,
  visit_id uuid not null references visit (id) on delete cascade,
  was_crew_id uuid references users (id),
  was_assignment_id uuid references assignment (id),
  was_position integer not null,
  was_state text not null,
  was_starts_at timestamptz not null,
  was_raise_cents bigint not null,
  -- Null: it stays open.
  crew_id uuid references users (id),
  position integer not null,
  why_open text,
  primary key (plan_id, visit_id)
);
create index dispatch_plan_visit_visit_idx on dispatch_plan_visit (visit_id);
create index dispatch_plan_visit_crew_idx on dispatch_plan_visit (crew_id);
create index dispatch_plan_visit_was_crew_idx on dispatch_plan_visit (was_crew_id);
create index dispatch_plan_visit_was_assignment_idx on dispatch_plan_visit (was_assignment_id);

-- Each crew's day before and after.
create table dispatch_plan_lane (
  plan_id uuid not null references dispatch_plan (id) on delete cascade,
  crew_id uuid not null references users (id),
  date date not null,
  stops_before integer not null,
  stops integer not null,
  feet_before integer not null,
  feet integer not null,
  minutes_before integer not null,
  minutes integer not null,
  pay_before_cents bigint not null,
  pay_cents bigint not null,
  primary key (plan_id, crew_id, date)
);
create index dispatch_plan_lane_crew_idx on dispatch_plan_lane (crew_id);
