-- The same change of many weekly jobs: asked once, done job by job in the background, and undone as one for a while.

create table bulk_change (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users (id),
  -- What is done to each: contract/bulk.ts.
  change jsonb not null,
  -- All or none: what cannot be done to one is done to none.
  is_whole boolean not null,
  state text not null default 'running'
    check (state in ('running', 'done', 'undoing', 'undone', 'giving_up', 'given_up')),
  job_count integer not null check (job_count between 1 and 2000),
  created_at timestamptz not null,
  finished_at timestamptz,
  undo_until timestamptz not null
);
create index bulk_change_customer_idx on bulk_change (customer_id, created_at desc, id desc);
create index bulk_change_created_idx on bulk_change (created_at);

create table bulk_change_job (
  bulk_change_id uuid not null references bulk_change (id) on delete cascade,
  weekly_job_id uuid not null references weekly_job (id) on delete cascade,
  state text not null default 'waiting'
    check (state in ('waiting', 'changed', 'same', 'refused', 'undone', 'left')),
  -- Why it could not be changed or undone, in the customer's words.
  note text not null default '',
  -- Of the job before and after, for the undo: server/bulk/job-record-queries.ts.
  before jsonb,
  after jsonb,
  done_at timestamptz,
  -- Whose visits or days it changed; each crew is notified once of all.
  crew_ids uuid[] not null default '{}',
  undone_crew_ids uuid[] not null default '{}',
  primary key (bulk_change_id, weekly_job_id)
);
create index bulk_change_job_job_idx on bulk_change_job (weekly_job_id);
create index bulk_change_job_state_idx on bulk_change_job (bulk_change_id, state, weekly_job_id);
