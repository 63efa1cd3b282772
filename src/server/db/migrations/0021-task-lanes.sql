-- Each kind of work waits in a lane of its own, so that slow work outside never keeps quick work waiting; and whoever
-- commits work says so.

alter table task add column lane text;
update task set lane = case
  when kind in ('send_mail') then 'mail'
  when kind in ('send_sms') then 'sms'
  when kind in ('send_push') then 'push'
  when kind in ('charge_payment', 'send_refund', 'send_payout', 'hold_card', 'release_hold', 'apply_provider_event', 'take_demo_webhooks') then 'payments'
  when kind in ('import_properties') then 'imports'
  when kind in ('tell_trip') then 'routes'
  else 'quick'
end;
alter table task alter column lane set not null;

drop index task_due_idx;
create index task_due_idx on task (lane, run_at, id) where parked_at is null;

-- What was parked keeps nobody from trying again.
drop index task_dedupe_key;
create unique index task_dedupe_key on task (kind, dedupe_key) where dedupe_key is not null and parked_at is null;
create index task_parked_idx on task (kind, dedupe_key) where parked_at is not null;

-- Work for later is found by looking.
create function signal_task() returns trigger language plpgsql as $$
begin
  perform pg_notify('crew_task', soon.lane)
  from (select distinct lane from changed where run_at <= now() + interval '5 seconds') as soon;
  return null;
end $$;
create trigger task_signal_insert after insert on task referencing new table as changed
  for each statement execute function signal_task();
