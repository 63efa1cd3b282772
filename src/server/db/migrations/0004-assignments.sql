-- Days off, whose word a step of a visit keeps or breaks, and the link to one's assignments.

create table time_off (
  id uuid primary key default gen_random_uuid(),
  crew_id uuid not null references crew_profile (user_id) on delete cascade,
  from_date date not null,
  to_date date not null,
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null,
  check (from_date <= to_date),
  check (to_date - from_date <= 366)
);
-- Two entries of one crew with the same days are one: a second tap adds nothing.
create unique index time_off_days_key on time_off (crew_id, from_date, to_date);
create index time_off_to_idx on time_off (to_date);

-- Who had the visit before the step, and what the step says of that crew's reliability.
alter table visit_event
  add column crew_id uuid references crew_profile (user_id),
  add column counts_as text check (counts_as in ('kept', 'late_release', 'missed')),
  add constraint visit_event_counts_for_somebody check (counts_as is null or crew_id is not null);

update visit_event set crew_id = visit.crew_id, counts_as = case visit_event.to_state when 'completed' then 'kept' else 'missed' end
from visit
where visit.id = visit_event.visit_id and visit.crew_id is not null
  and visit_event.transition in ('complete', 'miss');

update visit_event set crew_id = visit_event.actor_id,
  counts_as = case when visit.starts_at - visit_event.at < interval '48 hours' then 'late_release' end
from visit
where visit.id = visit_event.visit_id
  and visit_event.transition = 'release' and visit_event.actor_role = 'crew';

create index visit_event_counts_idx on visit_event (crew_id, at) where counts_as is not null;

alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('reset_password', 'sign_in', 'update_billing', 'my_assignments'));
