-- Whoever looks after places of somebody else changes many weekly jobs there, and keeps filters of its own. Each share is
-- asked again for every job, so a change says by which it was begun, and by which undone.
alter table bulk_change
  add column share_id uuid references share (id) on delete cascade,
  add column undo_share_id uuid references share (id) on delete cascade;
create index bulk_change_share_idx on bulk_change (share_id) where share_id is not null;
create index bulk_change_undo_share_idx on bulk_change (undo_share_id) where undo_share_id is not null;

-- Two people may read why one could not be, each in its language. The former column is of those before.
alter table bulk_change_job add column note_texts jsonb;

alter table job_filter add column share_id uuid references share (id) on delete cascade;
create index job_filter_share_idx on job_filter (share_id) where share_id is not null;
drop index job_filter_name_key;
create unique index job_filter_name_key on job_filter (customer_id, share_id, lower(name)) nulls not distinct;
