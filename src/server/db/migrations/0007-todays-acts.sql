-- What happens on the day itself: arrival times that change, places that cannot be entered, extra work, short links.

alter table visit
  -- When the crew expects to begin, as last estimated on the day; null before it is known.
  add column expected_at timestamptz,
  -- The customer was told that the window is not kept; once a day.
  add column late_told_at timestamptz,
  -- Why a missed visit is not the crew's fault.
  add column missed_reason text check (missed_reason in ('no_access', 'unsafe'));

-- Only proof counts towards the photos that a service demands.
alter table photo
  add column purpose text not null default 'proof' check (purpose in ('proof', 'access', 'extra'));

-- A crew stands before a place that it cannot enter.
create table access_problem (
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null references visit on delete cascade,
  crew_id uuid not null references crew_profile (user_id),
  reason text not null check (reason in ('gate', 'dog', 'nobody_home', 'unsafe', 'other')),
  words text not null default '',
  contact text not null check (contact in ('rang', 'called', 'waited', 'none')),
  photo_id uuid not null references photo,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  distance_feet integer check (distance_feet >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'answered', 'let_go', 'solved', 'ended')),
  reported_at timestamptz not null,
  -- Until then the crew waits for an answer.
  waits_until timestamptz not null,
  answer text not null default '',
  answered_at timestamptz,
  closed_at timestamptz,
  check (waits_until >= reported_at),
  check ((lat is null) = (lng is null)),
  check ((state in ('solved', 'ended')) = (closed_at is not null)),
  check (state not in ('answered', 'let_go') or answered_at is not null)
);
-- One open problem a visit, however often it is reported.
create unique index access_problem_open_key on access_problem (visit_id) where closed_at is null;
create index access_problem_visit_idx on access_problem (visit_id, reported_at);
create index access_problem_photo_idx on access_problem (photo_id);

-- Work beyond the order, done only where the customer says yes.
create table extra_work (
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null references visit on delete cascade,
  crew_id uuid not null references crew_profile (user_id),
  -- Of the catalogue, at its unit price; null where the crew named a price.
  service_key text references service,
  quantity integer not null check (quantity between 1 and 100),
  words text not null check (words <> ''),
  amount_cents bigint not null check (amount_cents > 0),
  photo_id uuid references photo on delete set null,
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'declined', 'withdrawn', 'expired')),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  check (expires_at > proposed_at),
  check ((state = 'proposed') = (closed_at is null))
);
-- One question at a time.
create unique index extra_work_open_key on extra_work (visit_id) where state = 'proposed';
create index extra_work_visit_idx on extra_work (visit_id, proposed_at);
create index extra_work_photo_idx on extra_work (photo_id) where photo_id is not null;

-- A short link leads to something that is public or asks for sign-in by itself: the code is no secret.
create table go_link (
  code text primary key check (code ~ '^[0-9A-Z]{8}$'),
  purpose text not null check (purpose in ('visit', 'receipt', 'offer', 'share')),
  -- A visit, payment or offer; for `share` the person whose code it is.
  subject_id uuid not null,
  -- For whom it was made.
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  uses integer not null default 0 check (uses >= 0),
  last_used_at timestamptz,
  revoked_at timestamptz,
  check (expires_at > created_at)
);
-- One live link for one thing and person.
create unique index go_link_live_key on go_link (purpose, subject_id, user_id) where revoked_at is null;
create index go_link_user_idx on go_link (user_id);
