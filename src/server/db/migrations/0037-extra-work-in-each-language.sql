-- A service of the catalogue is named in the language of whoever reads of it, as extra work and where JSON repeats it.

alter table extra_work drop constraint extra_work_note_check;
alter table extra_work alter column note type jsonb using jsonb_build_object('en', note, 'es', note);
alter table extra_work add constraint extra_work_note_check
  check (note ->> 'en' <> '' and note ->> 'es' <> '');

-- What stood there began with the English name, and with how many from two on.
update extra_work set note = jsonb_set(
  note, '{es}', to_jsonb(named.es || substr(note ->> 'en', length(named.en) + 1))
)
from (
  select work.id,
    service.name_en || case when work.quantity = 1 then '' else ', ' || work.quantity ||
      case when service.units_en ~ '^[0-9]' then ' × ' else ' ' end || service.units_en end as en,
    service.name_es || case when work.quantity = 1 then '' else ', ' || work.quantity ||
      case when service.units_es ~ '^[0-9]' then ' × ' else ' ' end || service.units_es end as es
  from extra_work work join service on service.key = work.service_key
) as named
where named.id = extra_work.id and starts_with(note ->> 'en', named.en);

update visit set price_lines = (
  select jsonb_agg(
    case when line ? 'note' then line || jsonb_build_object('note', coalesce(
      (
        select extra_work.note from extra_work
        where extra_work.visit_id = visit.id and extra_work.note ->> 'en' = line ->> 'note' limit 1
      ),
      jsonb_build_object('en', line -> 'note', 'es', line -> 'note')
    )) else line end
    order by position
  )
  from jsonb_array_elements(price_lines) with ordinality as lines (line, position)
)
where jsonb_path_exists(price_lines, '$[*].note');

update visit_event set detail = jsonb_set(detail, '{note}', work.note)
from extra_work work
where work.visit_id = visit_event.visit_id and visit_event.transition like 'extra\_%'
  and work.note ->> 'en' = visit_event.detail ->> 'note';
