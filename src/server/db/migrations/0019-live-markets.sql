-- Hints that concern every crew of a market at once: one row per market and statement, however many crews there are.

alter table live_event alter column user_id drop not null;
alter table live_event add column market_id text;
alter table live_event add constraint live_event_whose_check check ((user_id is null) <> (market_id is null));
-- What concerns many names nothing that belongs to somebody.
alter table live_event add constraint live_event_market_check check (market_id is null or ids = '{}');
create index live_event_market_idx on live_event (xact) where market_id is not null;

-- The arguments: the kind, and a query over the transition tables that answers customers. Their markets are looked up
-- one by one: a join would read all people for every batch of jobs that is planned.
create function tell_market() returns trigger language plpgsql as $$
declare
  told bigint;
begin
  execute format(
    'insert into live_event (market_id, kind)
     select distinct (select users.market_id from users where users.id = customer.customer_id), %L
     from (select distinct customer_id from (%s) as concerned (customer_id)) as customer',
    tg_argv[0], tg_argv[1]);
  get diagnostics told = row_count;
  if told > 0 then
    notify crew_live;
  end if;
  return null;
end $$;

-- Work to take: weekdays of jobs that somebody takes or gives back, jobs that begin, change or end, places that move.
create trigger assignment_market_insert after insert on assignment referencing new table as changed
  for each statement execute function tell_market('open_work', 'select job.customer_id from changed join weekly_job job on job.id = changed.weekly_job_id');
-- A new order of the day opens nothing.
create trigger assignment_market_update after update on assignment referencing old table as before new table as changed
  for each statement execute function tell_market('open_work', 'select job.customer_id from changed join before using (id) join weekly_job job on job.id = changed.weekly_job_id where (changed.crew_id, changed.weekday, changed.released_at) is distinct from (before.crew_id, before.weekday, before.released_at)');
create trigger weekly_job_market_insert after insert on weekly_job referencing new table as changed
  for each statement execute function tell_market('open_work', 'select changed.customer_id from changed where changed.state not in (''paused'', ''cancelled'')');
create trigger weekly_job_market_update after update on weekly_job referencing old table as before new table as changed
  for each statement execute function tell_market('open_work', 'select changed.customer_id from changed join before using (id) where changed.updated_at <> before.updated_at or changed.state <> before.state');
create trigger property_market_update after update on property referencing old table as before new table as changed
  for each statement execute function tell_market('open_work', 'select changed.customer_id from changed join before using (id) where (changed.lat, changed.lng, changed.removed_at) is distinct from (before.lat, before.lng, before.removed_at) and exists (select from weekly_job job where job.property_id = changed.id and job.state not in (''paused'', ''cancelled''))');

-- The crew hears of its own reports, operators hear of all.
create trigger late_report_live_insert after insert on late_report referencing new table as changed
  for each statement execute function tell_live('late_report', 'select crew_id, id from changed');
create trigger late_report_live_update after update on late_report referencing new table as changed
  for each statement execute function tell_live('late_report', 'select crew_id, id from changed');

-- The round of a night, and what its customer says of it.
create trigger building_check_live_insert after insert on building_check referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
create trigger building_check_live_delete after delete on building_check referencing old table as before
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from before join visit on visit.id = before.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
create trigger violation_live_insert after insert on violation referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
create trigger complex_exception_live_insert after insert on complex_exception referencing new table as changed
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from changed join property on property.complex_id = changed.complex_id join visit on visit.property_id = property.id and visit.date between changed.from_date and changed.to_date cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
create trigger complex_exception_live_delete after delete on complex_exception referencing old table as before
  for each statement execute function tell_live('visit', 'select concerned.user_id, visit.id from before join property on property.complex_id = before.complex_id join visit on visit.property_id = property.id and visit.date between before.from_date and before.to_date cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
