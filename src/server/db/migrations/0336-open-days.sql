-- How many of a weekly job's days nobody holds, kept: what is open around a crew is looked for among what is open, not
-- among all that is held by somebody.
create function count_open_days(job uuid, days smallint[]) returns smallint language sql stable as $$
  select count(*)::smallint from unnest(days) as asked (weekday)
  where not exists (
    select from assignment
    where assignment.weekly_job_id = job and assignment.weekday = asked.weekday and assignment.released_at is null
  )
$$;

alter table weekly_job add column open_days smallint not null default 0;
update weekly_job set open_days = count_open_days(id, weekdays);

create function keep_open_days_of_job() returns trigger language plpgsql as $$
begin
  new.open_days = count_open_days(new.id, new.weekdays);
  return new;
end $$;
create trigger weekly_job_open_days before insert or update of weekdays on weekly_job
  for each row execute function keep_open_days_of_job();

-- Whoever changes who holds a job has locked it; those who change several find them in one order.
create function keep_open_days() returns trigger language plpgsql as $$
begin
  update weekly_job set open_days = count_open_days(weekly_job.id, weekly_job.weekdays)
  from (select distinct weekly_job_id from touched order by 1) held
  where weekly_job.id = held.weekly_job_id
    and weekly_job.open_days <> count_open_days(weekly_job.id, weekly_job.weekdays);
  return null;
end $$;
create function keep_open_days_after_change() returns trigger language plpgsql as $$
begin
  update weekly_job set open_days = count_open_days(weekly_job.id, weekly_job.weekdays)
  from (
    select distinct touched.weekly_job_id from was_there was join touched using (id)
    where (was.released_at is null) <> (touched.released_at is null) or was.weekday <> touched.weekday
    order by 1
  ) held
  where weekly_job.id = held.weekly_job_id
    and weekly_job.open_days <> count_open_days(weekly_job.id, weekly_job.weekdays);
  return null;
end $$;
create trigger assignment_open_days_insert after insert on assignment referencing new table as touched
  for each statement execute function keep_open_days();
create trigger assignment_open_days_delete after delete on assignment referencing old table as touched
  for each statement execute function keep_open_days();
create trigger assignment_open_days_update after update on assignment
  referencing old table as was_there new table as touched
  for each statement execute function keep_open_days_after_change();

create index weekly_job_open_idx on weekly_job (property_id)
  where open_days > 0 and state not in ('paused', 'cancelled');
