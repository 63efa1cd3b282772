-- What is found by its number is remembered and pinned like what is found by its words; it has no row that is searched.
alter table search_mark drop constraint search_mark_subject_id_fkey;
create function drop_search_marks() returns trigger language plpgsql as $$
begin
  delete from search_mark where subject_id = old.subject_id;
  return null;
end $$;
create trigger search_entry_marks_end after delete on search_entry for each row execute function drop_search_marks();
