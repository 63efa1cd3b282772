-- Hints to open screens: what changed for whom, written by triggers so that no action can forget it. A row names things,
-- never what is in them.

create table live_event (
  id bigint generated always as identity primary key,
  -- Commit order is not the order of ids: a reader asks which transactions it had not seen yet.
  xact bigint not null default pg_current_xact_id()::text::bigint,
  -- The database's own clock: it says when a row may go, nothing of the business.
  at timestamptz not null default now(),
  -- No foreign key: it would lock the person's row in every transaction that tells, and rows live a day.
  user_id uuid not null,
  kind text not null check (length(kind) between 1 and 40),
  -- Empty where it were too many to name.
  ids uuid[] not null default '{}' check (cardinality(ids) <= 20)
);
create index live_event_xact_idx on live_event (xact);
create index live_event_at_idx on live_event (at);

-- The newest transaction of which a row was pruned: who had read less far has to read everything anew.
create table live_horizon (
  is_only boolean primary key default true check (is_only),
  pruned_xact bigint not null default 0
);
insert into live_horizon default values;

-- One row per person and statement. The arguments: the kind, and a query over the transition tables `before` and
-- `changed` that answers (user, thing).
create function tell_live() returns trigger language plpgsql as $$
declare
  told bigint;
begin
  execute format(
    'insert into live_event (user_id, kind, ids)
     select user_id, %L, case when count(distinct id) <= 20 then array_agg(distinct id) else ''{}'' end
     from (%s) as concerned (user_id, id) where user_id is not null group by user_id',
    tg_argv[0], tg_argv[1]);
  get diagnostics told = row_count;
  if told > 0 then
    notify crew_live;
  end if;
  return null;
end $$;

create trigger visit_live_insert after insert on visit referencing new table as changed
  for each statement execute function tell_live('visit', 'select customer_id, id from changed union all select crew_id, id from changed');
create trigger visit_live_update after update on visit referencing old table as before new table as changed
  for each statement execute function tell_live('visit', 'select customer_id, id from changed union all select crew_id, id from changed union all select crew_id, id from before');
create trigger visit_live_delete after delete on visit referencing old table as before
  for each statement execute function tell_live('visit', 'select customer_id, id from before union all select crew_id, id from before');

-- A step that changes the state changed the visit itself, which told already.
create trigger visit_event_live_insert after insert on visit_event referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id) where changed.from_state = changed.to_state');
create trigger photo_live_insert after insert on photo referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');

create trigger assignment_live_insert after insert on assignment referencing new table as changed
  for each statement execute function tell_live('assignment', 'select crew_id, weekly_job_id from changed union all select job.customer_id, job.id from changed join weekly_job as job on job.id = changed.weekly_job_id');
create trigger assignment_live_update after update on assignment referencing new table as changed
  for each statement execute function tell_live('assignment', 'select crew_id, weekly_job_id from changed union all select job.customer_id, job.id from changed join weekly_job as job on job.id = changed.weekly_job_id');

create trigger weekly_job_live_insert after insert on weekly_job referencing new table as changed
  for each statement execute function tell_live('job', 'select customer_id, id from changed');
-- Planning only moves how far the job is planned, and does so for very many at once.
create trigger weekly_job_live_update after update on weekly_job referencing old table as before new table as changed
  for each statement execute function tell_live('job', 'select changed.customer_id, changed.id from changed join before using (id) where changed.updated_at <> before.updated_at or changed.state <> before.state');

create trigger payment_live_insert after insert on payment referencing new table as changed
  for each statement execute function tell_live('payment', 'select customer_id, id from changed');
create trigger payment_live_update after update on payment referencing new table as changed
  for each statement execute function tell_live('payment', 'select customer_id, id from changed');
create trigger refund_live_insert after insert on refund referencing new table as changed
  for each statement execute function tell_live('payment', 'select payment.customer_id, payment.id from changed join payment on payment.id = changed.payment_id');
create trigger refund_live_update after update on refund referencing new table as changed
  for each statement execute function tell_live('payment', 'select payment.customer_id, payment.id from changed join payment on payment.id = changed.payment_id');
create trigger earning_live_insert after insert on earning referencing new table as changed
  for each statement execute function tell_live('payout', 'select crew_id, id from changed');
create trigger payout_live_insert after insert on payout referencing new table as changed
  for each statement execute function tell_live('payout', 'select crew_id, id from changed');
create trigger payout_live_update after update on payout referencing new table as changed
  for each statement execute function tell_live('payout', 'select crew_id, id from changed');
