-- The list of weekly jobs: its newest page is read by index, however many there are, and what is looked for often is kept.

create index weekly_job_newest_idx on weekly_job (customer_id, created_at desc, id desc);

create table job_filter (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users (id),
  name text not null check (length(name) between 1 and 60),
  search text not null,
  -- A filter by a group that is gone would find nothing.
  group_id uuid references property_group (id) on delete cascade,
  service_key text not null,
  crew_id uuid references users (id),
  weekday smallint check (weekday between 1 and 7),
  state text not null check (state in ('', 'active', 'paused')),
  created_at timestamptz not null
);
create unique index job_filter_name_key on job_filter (customer_id, lower(name));
create index job_filter_group_idx on job_filter (group_id);
create index job_filter_crew_idx on job_filter (crew_id);
