-- Work that was done without a connection and told of when its visit was no longer its crew's to complete: nothing of
-- it is lost, an operator decides.

create table late_report (
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null references visit on delete cascade,
  crew_id uuid not null references crew_profile (user_id) on delete cascade,
  reason text not null check (reason in ('cancelled', 'skipped', 'reassigned', 'too_late')),
  -- What the crew says: when it was done, where the phone was, how exactly that is known.
  done_at timestamptz not null,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  accuracy_meters double precision check (accuracy_meters >= 0),
  note text not null default '' check (length(note) <= 1000),
  reported_at timestamptz not null,
  -- Who had changed the visit, and when; null where only time had passed.
  changed_at timestamptz,
  changed_by text check (changed_by in ('customer', 'crew', 'operator', 'system')),
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'dismissed')),
  decided_at timestamptz,
  decided_by uuid references users,
  decision_note text not null default '' check (length(decision_note) <= 500),
  check ((lat is null) = (lng is null)),
  check ((changed_at is null) = (changed_by is null)),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'waiting') = (decided_by is null))
);
-- Sent twice, or twice at once, it is one report.
create unique index late_report_once_key on late_report (visit_id, crew_id);
create index late_report_waiting_idx on late_report (reported_at, id) where state = 'waiting';
create index late_report_crew_idx on late_report (crew_id, reported_at);
create index late_report_decided_by_idx on late_report (decided_by) where decided_by is not null;

-- How much a crew has sent within a day.
create index photo_owner_idx on photo (owner_id, created_at);
