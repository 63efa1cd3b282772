-- Books that watch themselves: runs that compare them with our rows and the provider's, and the differences they found.

create table reconcile_run (
  id uuid primary key default gen_random_uuid(),
  -- `nightly`: what is new since the run before, and what differed then; `complete`: everything.
  kind text not null check (kind in ('nightly', 'complete')),
  state text not null default 'running' check (state in ('running', 'finished')),
  requested_by uuid references users (id),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- From here on rows are new to a nightly run.
  since timestamptz not null,
  after_journal bigint not null,
  last_journal bigint not null,
  -- Where it stands: the part, and the last of what that part has compared.
  part integer not null default 0,
  after text,
  slices integer not null default 0,
  check ((state = 'finished') = (finished_at is not null))
);
create unique index reconcile_run_running_key on reconcile_run ((true)) where state = 'running';
create index reconcile_run_started_idx on reconcile_run (started_at desc, id desc);
create index reconcile_run_requested_by_idx on reconcile_run (requested_by);

-- What a nightly run compares; gone with its end.
create table reconcile_subject (
  run_id uuid not null references reconcile_run (id) on delete cascade,
  kind text not null,
  subject text not null,
  primary key (run_id, kind, subject)
);

-- What was compared, of each market; null is of none.
create table reconcile_count (
  run_id uuid not null references reconcile_run (id) on delete cascade,
  check_name text not null,
  market_id text references market (id),
  compared bigint not null,
  amount_cents bigint not null,
  differing bigint not null,
  unique nulls not distinct (run_id, check_name, market_id)
);
create index reconcile_count_market_idx on reconcile_count (market_id);

create table reconcile_difference (
  id uuid primary key default gen_random_uuid(),
  check_name text not null,
  subject_kind text not null,
  subject text not null,
  market_id text references market (id),
  sentence text not null,
  -- What our rows say, and what the books or the provider say; null where there is nothing.
  ours_cents bigint,
  theirs_cents bigint,
  state text not null default 'open' check (state in ('open', 'explained', 'gone')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  last_run_id uuid not null references reconcile_run (id),
  gone_at timestamptz,
  note text not null default '' check (length(note) <= 2000),
  explained_by uuid references users (id),
  explained_at timestamptz,
  -- How often the operators were alarmed of it.
  alarms integer not null default 0,
  unique (check_name, subject),
  check ((state = 'gone') = (gone_at is not null)),
  check (state <> 'explained' or (explained_by is not null and note <> ''))
);
create index reconcile_difference_seen_idx on reconcile_difference (first_seen_at desc, id desc);
create index reconcile_difference_standing_idx on reconcile_difference (subject_kind, subject) where state <> 'gone';
create index reconcile_difference_run_idx on reconcile_difference (last_run_id);
create index reconcile_difference_market_idx on reconcile_difference (market_id);
create index reconcile_difference_explained_by_idx on reconcile_difference (explained_by);

-- The run in which the provider's list had it.
alter table card_hold add column listed_in uuid;
create index card_hold_held_idx on card_hold (id) where state = 'held';

-- What is new since a run.
create index payment_paid_at_idx on payment (paid_at) where paid_at is not null;
create index payment_open_idx on payment (id) where state in ('due', 'charging', 'declined');
create index refund_settled_at_idx on refund (settled_at) where settled_at is not null;
create index commission_earned_at_idx on commission (earned_at);
create index tip_given_at_idx on tip (given_at);
create index dispute_decided_at_idx on dispute (decided_at) where decided_at is not null;
create index credit_note_created_at_idx on credit_note (created_at);
