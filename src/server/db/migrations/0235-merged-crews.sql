-- Two accounts of one crew become one (decision 73).

-- Set when its account was merged into another. Part of a key, so that whoever waited at the closed crew's row by an older
-- view of the world looks anew (see `closeAccount`).
alter table crew_profile add column merged_at timestamptz;
create unique index crew_profile_living_key on crew_profile (user_id, merged_at);

-- Work is given to crews by changing rows, too, one column of them; here the row's own check waits at the crew's row first.
create function refuse_merged_crew() returns trigger language plpgsql as $$
begin
  if exists (select from account_merge where from_id = new.crew_id) then
    raise exception 'account % was merged into another', new.crew_id using errcode = 'CM001';
  end if;
  return null;
end $$;

do $$
declare
  guarded record;
begin
  for guarded in
    select * from (values
      ('access_problem', 'crew_id'),
      ('assignment', 'crew_id'),
      ('building_check', 'crew_id'),
      ('checkpoint_pass', 'crew_id'),
      ('crew_hours', 'crew_id'),
      ('crew_whereabouts', 'crew_id'),
      ('customer_crew_mark', 'crew_id'),
      ('dispute', 'crew_id'),
      ('extra_work', 'crew_id'),
      ('job_filter', 'crew_id'),
      ('late_completion', 'crew_id'),
      ('notice', 'visit_crew_id'),
      ('offer', 'crew_id'),
      ('partner_crew', 'crew_id'),
      ('place_crew', 'crew_id'),
      ('rating', 'crew_id'),
      ('refund_part', 'crew_id'),
      ('route', 'crew_id'),
      ('time_off', 'crew_id'),
      ('violation', 'crew_id'),
      ('visit', 'crew_id'),
      ('visit_checklist', 'crew_id'),
      ('visit_event', 'crew_id'),
      ('visit_message', 'crew_id')
    ) as each (of_table, of_column)
  loop
    execute format(
      'create trigger %I after insert on %I referencing new table as changed for each statement execute function refuse_merged(%L)',
      guarded.of_table || '_' || guarded.of_column || '_lives', guarded.of_table, guarded.of_column);
  end loop;

  for guarded in select unnest(array['earning', 'partner_crew', 'partner_line', 'visit']) as of_table loop
    execute format(
      'create trigger %I after update of crew_id on %I for each row
        when (new.crew_id is not null and new.crew_id is distinct from old.crew_id) execute function refuse_merged_crew()',
      guarded.of_table || '_crew_lives', guarded.of_table);
  end loop;
end $$;
