-- Violations by complex and night, as trends count them and their rows are read a page at a time: one index answers.

alter table violation
  add column complex_id uuid references complex (id) on delete cascade,
  -- The night that it was seen in, by the calendar of the place: the date of its visit.
  add column night date;

update violation set complex_id = building.complex_id, night = visit.date
from building, visit
where building.id = violation.building_id and visit.id = violation.visit_id;

alter table violation alter column complex_id set not null, alter column night set not null;

create index violation_complex_idx on violation (complex_id, night desc, id desc) include (building_id, kind);
