-- What a person writes freely is a note, at a closed door and about extra work, too; and so where JSON repeats it.

alter table access_problem rename column words to note;
alter table extra_work rename column words to note;
alter table extra_work rename constraint extra_work_words_check to extra_work_note_check;

update visit_event set detail = (detail - 'words') || jsonb_build_object('note', detail -> 'words')
where detail ? 'words';

update visit set price_lines = (
  select jsonb_agg(
    case when line ? 'words' then (line - 'words') || jsonb_build_object('note', line -> 'words') else line end
    order by position
  )
  from jsonb_array_elements(price_lines) with ordinality as lines (line, position)
)
where jsonb_path_exists(price_lines, '$[*].words');
