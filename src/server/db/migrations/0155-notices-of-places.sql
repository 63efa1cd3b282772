-- A notice knows the place and the weekly job that it is about, so that their histories read it by an index.
alter table notice
  add column property_id uuid references property (id) on delete set null,
  add column weekly_job_id uuid references weekly_job (id) on delete set null;
update notice set property_id = visit.property_id, weekly_job_id = visit.weekly_job_id
from visit
where visit.id = notice.visit_id;
create index notice_property_idx on notice (property_id, created_at desc, id desc) where property_id is not null;
create index notice_weekly_job_idx on notice (weekly_job_id, created_at desc, id desc)
  where weekly_job_id is not null;
