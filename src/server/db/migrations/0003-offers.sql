-- Open visits are offered to crews in waves; one of them wins, and the database says which.

create table offer (
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null references visit on delete cascade,
  crew_id uuid not null references crew_profile,
  -- 0 is the first wave; a standing offer follows the last and stays until somebody takes the visit.
  wave smallint not null check (wave >= 0),
  is_standing boolean not null default false,
  -- As promised, the raise included.
  pay_cents bigint not null check (pay_cents >= 0),
  raise_cents bigint not null check (raise_cents >= 0),
  -- What the crew was told of the visit: an offer of other hours is no longer this one.
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  quantity integer not null,
  state text not null default 'open'
    check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'lost')),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  check (raise_cents <= pay_cents),
  check (starts_at < ends_at),
  check (sent_at < expires_at),
  check ((state = 'open') = (decided_at is null))
);
create unique index offer_accepted_key on offer (visit_id) where state = 'accepted';
create unique index offer_live_key on offer (visit_id, crew_id) where state in ('open', 'accepted');
create index offer_crew_idx on offer (crew_id, expires_at) where state = 'open';
create index offer_open_idx on offer (expires_at) where state = 'open';
create index offer_visit_idx on offer (visit_id, sent_at);

-- A visit on its way through the waves; gone once somebody has it or nobody needs it.
create table offering (
  visit_id uuid primary key references visit on delete cascade,
  -- Offers sent before are of an earlier round.
  began_at timestamptz not null,
  waves_done smallint not null default 0 check (waves_done >= 0),
  wave_expires_at timestamptz,
  is_standing boolean not null default false,
  operator_told_at timestamptz,
  -- Who gave it back is not asked again.
  left_by_crew_id uuid references crew_profile
);
create index offering_told_idx on offering (operator_told_at) where operator_told_at is not null;

-- What a customer thinks of a crew: favourites are asked first, blocked ones never.
create table customer_crew_mark (
  customer_id uuid not null references users on delete cascade,
  crew_id uuid not null references crew_profile on delete cascade,
  mark text not null check (mark in ('favourite', 'blocked')),
  created_at timestamptz not null,
  primary key (customer_id, crew_id)
);
create index customer_crew_mark_crew_idx on customer_crew_mark (crew_id);

-- Promised to the crew that accepted, on top of its share, and paid by the platform.
alter table visit add column offer_raise_cents bigint not null default 0 check (offer_raise_cents >= 0);
create index visit_unheld_idx on visit (date) where crew_id is null and state in ('scheduled', 'reopened');
