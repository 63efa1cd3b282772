-- Holidays, pushed days and single visits that were moved: what makes a visit take place on another day than its rule says.

-- A calendar that one hauler or city keeps. Which holidays move or cancel the work of that day is its rows.
create table holiday_rule_set (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  -- Null: every service.
  service_keys text[],
  -- Two holidays in one week move the rest of it by one day in all, or each by a day of its own.
  second_holiday text not null default 'once' check (second_holiday in ('once', 'adds')),
  -- While visits that stand already follow a change of the rules.
  followed_after uuid,
  is_following boolean not null default false,
  follow_total integer not null default 0 check (follow_total >= 0),
  follow_done integer not null default 0 check (follow_done >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table holiday_rule (
  rule_set_id uuid not null references holiday_rule_set (id) on delete cascade,
  key text not null check (key ~ '^[a-z0-9_]{1,40}$'),
  name_en text not null check (length(name_en) between 1 and 60),
  name_es text not null check (length(name_es) between 1 and 60),
  month smallint not null check (month between 1 and 12),
  -- Either a day of the month, or a weekday by its number in the month, of which -1 is the last.
  day smallint check (day between 1 and 31),
  nth smallint check (nth between -1 and 5 and nth <> 0),
  weekday smallint check (weekday between 1 and 7),
  effect text not null check (effect in ('shift', 'skip', 'none')),
  -- Of one that falls on a weekend: nothing, on that day itself, or on the Friday or Monday beside it.
  weekend text not null default 'ignore' check (weekend in ('ignore', 'keep', 'observe')),
  primary key (rule_set_id, key),
  check ((nth is null) = (weekday is null)),
  check ((day is null) <> (nth is null))
);

alter table market add column holiday_rule_set_id uuid references holiday_rule_set (id) on delete set null;
-- Another hauler's calendar than the market's.
alter table property add column holiday_rule_set_id uuid references holiday_rule_set (id) on delete set null;
create index property_rule_set_idx on property (holiday_rule_set_id) where holiday_rule_set_id is not null;

create table pushed_day (
  id uuid primary key default gen_random_uuid(),
  market_id text not null references market (id),
  date date not null,
  -- Null: that day's visits are skipped.
  to_date date,
  -- Null: the whole market.
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  radius_feet integer check (radius_feet between 1000 and 528000),
  service_keys text[],
  reason text not null check (reason in ('snow', 'hauler', 'other')),
  note text not null default '' check (length(note) <= 200),
  state text not null default 'running' check (state in ('running', 'done', 'undoing', 'undone')),
  -- The last visit that a batch took, so that a crash loses at most one batch.
  after_visit_id uuid,
  total_count integer not null default 0 check (total_count >= 0),
  moved_count integer not null default 0 check (moved_count >= 0),
  skipped_count integer not null default 0 check (skipped_count >= 0),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  undo_until timestamptz not null,
  undone_by uuid references users (id),
  undone_at timestamptz,
  check (to_date <> date),
  check (abs(to_date - date) <= 14),
  check ((lat is null) = (lng is null) and (lat is null) = (radius_feet is null)),
  check ((undone_at is null) = (undone_by is null))
);
create index pushed_day_market_idx on pushed_day (market_id, created_at desc);

-- One date of a weekly job that takes place on another day, or in another window or quantity, whatever the job's terms
-- become later. Holidays are not here: they follow from the rules.
create table schedule_move (
  weekly_job_id uuid not null references weekly_job (id) on delete cascade,
  from_date date not null,
  to_date date not null,
  sets_window boolean not null default false,
  window_start time,
  window_end time,
  quantity integer check (quantity between 1 and 1000),
  reason text not null check (reason in ('customer', 'pushed')),
  pushed_day_id uuid references pushed_day (id),
  created_by uuid references users (id),
  created_at timestamptz not null,
  primary key (weekly_job_id, from_date),
  check ((window_start is null) = (window_end is null)),
  check (window_start < window_end),
  check (sets_window or window_start is null),
  check (abs(to_date - from_date) <= 28),
  check ((reason = 'pushed') = (pushed_day_id is not null))
);

alter table weekly_job_skip drop constraint weekly_job_skip_reason_check;
alter table weekly_job_skip
  add column pushed_day_id uuid references pushed_day (id),
  add constraint weekly_job_skip_reason_check check (reason in ('customer', 'holiday', 'dunning', 'pushed')),
  add constraint weekly_job_skip_pushed_check check ((reason = 'pushed') = (pushed_day_id is not null));

alter table visit
  -- The date by the rule, where the visit takes place on another.
  add column moved_from date,
  add column moved_by text check (moved_by in ('holiday', 'pushed', 'customer')),
  -- The holiday's key or the pushed day's id.
  add column moved_source text,
  add constraint visit_moved_check check (moved_from is null or (moved_by is not null and moved_from <> date));

-- One visit per date of the rule, for ever; one live visit per job and day, asked when a statement ends, so that the
-- days of a week can step aside together.
drop index visit_job_date_key;
create unique index visit_occurrence_key on visit (weekly_job_id, (coalesce(moved_from, date)));
alter table visit add constraint visit_job_date_key
  exclude using btree (weekly_job_id with =, date with =) where (state <> 'skipped' and state <> 'cancelled')
  deferrable initially immediate;

-- How each visit stood before a pushed day took it, so that undoing restores exactly that.
create table pushed_day_visit (
  pushed_day_id uuid not null references pushed_day (id) on delete cascade,
  visit_id uuid not null references visit (id) on delete cascade,
  outcome text not null check (outcome in ('moved', 'skipped')),
  was_date date not null,
  was_starts_at timestamptz not null,
  was_ends_at timestamptz not null,
  was_state text not null,
  was_crew_id uuid,
  was_assignment_id uuid,
  was_position integer not null,
  was_moved_from date,
  was_moved_by text,
  was_moved_source text,
  -- The move that stood before, where there was one.
  was_move jsonb,
  -- Owed to the crew that had confirmed and hears of it too late; null where nothing is.
  standby_cents bigint check (standby_cents > 0),
  primary key (pushed_day_id, visit_id)
);
create index pushed_day_visit_visit_idx on pushed_day_visit (visit_id);

insert into holiday_rule_set (name, created_at, updated_at) values ('US federal holidays', now(), now());
insert into holiday_rule (rule_set_id, key, name_en, name_es, month, day, nth, weekday, effect)
select holiday_rule_set.id, rule.*
from holiday_rule_set, (values
  ('new_year', 'New Year’s Day', 'Año Nuevo', 1, 1, null, null, 'shift'),
  ('king_day', 'Martin Luther King Jr. Day', 'Día de Martin Luther King Jr.', 1, null, 3, 1, 'none'),
  ('presidents_day', 'Presidents’ Day', 'Día de los Presidentes', 2, null, 3, 1, 'none'),
  ('memorial_day', 'Memorial Day', 'Día de los Caídos', 5, null, -1, 1, 'shift'),
  ('juneteenth', 'Juneteenth', 'Juneteenth', 6, 19, null, null, 'none'),
  ('independence_day', 'Independence Day', 'Día de la Independencia', 7, 4, null, null, 'shift'),
  ('labor_day', 'Labor Day', 'Día del Trabajo', 9, null, 1, 1, 'shift'),
  ('columbus_day', 'Columbus Day', 'Día de Colón', 10, null, 2, 1, 'none'),
  ('veterans_day', 'Veterans Day', 'Día de los Veteranos', 11, 11, null, null, 'none'),
  ('thanksgiving', 'Thanksgiving', 'Día de Acción de Gracias', 11, null, 4, 4, 'shift'),
  ('christmas', 'Christmas Day', 'Navidad', 12, 25, null, null, 'shift')
) as rule (key, name_en, name_es, month, day, nth, weekday, effect);
update market set holiday_rule_set_id = (select id from holiday_rule_set limit 1);
