-- After the work: ratings both ways, tips, and what becomes of a report that something was not right.

create table rating (
  visit_id uuid not null references visit on delete cascade,
  side text not null check (side in ('customer', 'crew')),
  -- Who did the work and for whom: the visit may be somebody else's later.
  crew_id uuid not null references crew_profile (user_id),
  customer_id uuid not null references users,
  stars smallint not null check (stars between 1 and 5),
  words text not null default '' check (length(words) <= 500),
  given_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (visit_id, side),
  check (changed_at >= given_at)
);
create index rating_crew_idx on rating (crew_id, side);
create index rating_customer_idx on rating (customer_id, side);

-- Whom we asked for a rating: nobody is asked every week.
create table rating_request (
  visit_id uuid primary key references visit on delete cascade,
  customer_id uuid not null references users,
  asked_at timestamptz not null
);
create index rating_request_customer_idx on rating_request (customer_id, asked_at);

-- One tip a visit, whole to its crew.
create table tip (
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null unique references visit,
  customer_id uuid not null references users,
  crew_id uuid not null references crew_profile (user_id),
  amount_cents bigint not null check (amount_cents between 100 and 50000),
  given_at timestamptz not null
);
create index tip_customer_idx on tip (customer_id);
create index tip_crew_idx on tip (crew_id);

-- A tip stands on one payment, once.
alter table payment_line add column tip_id uuid unique references tip;
alter table payment_line add constraint payment_line_tip_check check (tip_id is null or kind = 'tip');

create table dispute (
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null references visit,
  customer_id uuid not null references users,
  crew_id uuid not null references crew_profile (user_id),
  problem text not null check (problem in ('not_done', 'poorly_done', 'damage', 'wrong_place', 'other')),
  words text not null check (length(words) between 1 and 2000),
  state text not null check (state in ('open', 'answered', 'redo', 'refunded', 'rejected', 'withdrawn')),
  reported_at timestamptz not null,
  crew_words text not null default '' check (length(crew_words) <= 2000),
  -- Whether it was settled by itself, within the budget.
  is_automatic boolean not null default false,
  decided_by uuid references users,
  decided_at timestamptz,
  decision_words text not null default '' check (length(decision_words) <= 2000),
  -- What the customer gets back: to the card where the visit was paid, else as credit on the next bill.
  amount_cents bigint check (amount_cents > 0),
  refund_id uuid unique references refund,
  redo_visit_id uuid unique references visit,
  check ((state in ('open', 'answered')) = (decided_at is null)),
  check ((state = 'refunded') = (amount_cents is not null)),
  check ((state = 'redo') = (redo_visit_id is not null)),
  check (refund_id is null or state = 'refunded')
);
-- One report at a time; what was decided is final.
create unique index dispute_visit_key on dispute (visit_id) where state <> 'withdrawn';
create index dispute_open_idx on dispute (reported_at) where state in ('open', 'answered');
create index dispute_visit_idx on dispute (visit_id);
create index dispute_customer_idx on dispute (customer_id, reported_at desc);
create index dispute_crew_idx on dispute (crew_id, reported_at desc);

create table dispute_event (
  id bigint generated always as identity primary key,
  dispute_id uuid not null references dispute on delete cascade,
  at timestamptz not null,
  actor_id uuid references users,
  actor_role text not null check (actor_role in ('customer', 'crew', 'operator', 'system')),
  transition text not null,
  from_state text,
  to_state text not null,
  words text not null default ''
);
create index dispute_event_dispute_idx on dispute_event (dispute_id, id);

alter table photo add column dispute_id uuid references dispute on delete cascade;
create unique index photo_dispute_sha_key on photo (dispute_id, sha256) where dispute_id is not null;

create trigger rating_live_insert after insert on rating referencing new table as changed
  for each statement execute function tell_live('rating', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
create trigger rating_live_update after update on rating referencing new table as changed
  for each statement execute function tell_live('rating', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
create trigger tip_live_insert after insert on tip referencing new table as changed
  for each statement execute function tell_live('rating', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
create trigger dispute_live_insert after insert on dispute referencing new table as changed
  for each statement execute function tell_live('dispute', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
create trigger dispute_live_update after update on dispute referencing new table as changed
  for each statement execute function tell_live('dispute', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');

-- What was added since the first tellers.
create trigger notice_live_insert after insert on notice referencing new table as changed
  for each statement execute function tell_live('notification', 'select user_id, id from changed where is_in_app');
create trigger notice_live_update after update on notice referencing new table as changed
  for each statement execute function tell_live('notification', 'select user_id, id from changed where is_in_app');
create trigger visit_message_live_insert after insert on visit_message referencing new table as changed
  for each statement execute function tell_live('message', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
create trigger on_demand_order_live_update after update on on_demand_order referencing new table as changed
  for each statement execute function tell_live('on_demand', 'select customer_id, id from changed');
create trigger access_problem_live_insert after insert on access_problem referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
create trigger access_problem_live_update after update on access_problem referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
create trigger extra_work_live_insert after insert on extra_work referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
create trigger extra_work_live_update after update on extra_work referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
