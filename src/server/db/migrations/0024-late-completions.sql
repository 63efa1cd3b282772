-- A report is a document for people. Work that a crew tells of too late is a late completion; a complaint is a dispute.

alter table late_report rename to late_completion;
alter table late_completion rename column reported_at to received_at;

do $$
declare found record;
begin
  for found in select conname as name from pg_constraint
    where conrelid = 'late_completion'::regclass and conname like 'late_report%'
  loop
    execute format('alter table late_completion rename constraint %I to %I',
      found.name, replace(found.name, 'late_report', 'late_completion'));
  end loop;
  for found in select indexname as name from pg_indexes
    where tablename = 'late_completion' and indexname like 'late_report%'
  loop
    execute format('alter index %I rename to %I', found.name, replace(found.name, 'late_report', 'late_completion'));
  end loop;
end $$;

drop trigger late_report_live_insert on late_completion;
drop trigger late_report_live_update on late_completion;
create trigger late_completion_live_insert after insert on late_completion referencing new table as changed
  for each statement execute function tell_live('late_completion', 'select crew_id, id from changed');
create trigger late_completion_live_update after update on late_completion referencing new table as changed
  for each statement execute function tell_live('late_completion', 'select crew_id, id from changed');

update live_event set kind = 'late_completion' where kind = 'late_report';
update visit_event set transition = 'late_completion' where transition = 'late_report';
update visit_event set transition = 'accept_late_completion' where transition = 'accept_report';

-- The name of a setting changes; what was set, when and by whom stays as it was written.
alter table setting disable trigger setting_append_only;
update setting set key = 'lateCompletionKeptDays' where key = 'lateReportDays';
alter table setting enable trigger setting_append_only;
