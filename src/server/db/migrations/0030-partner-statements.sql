-- What a partner pays crews for: statements as they came, their lines, and whose crew is meant by them.

create table partner_statement (
  id uuid primary key default gen_random_uuid(),
  market_id text not null references market (id),
  partner text not null default 'recyclops' check (partner in ('recyclops')),
  file_name text not null,
  -- SHA-256 of the file, in hexadecimal.
  file_hash text not null,
  header jsonb not null,
  -- Every record of the file as it was sent.
  rows jsonb not null,
  mapping jsonb,
  uploaded_by uuid not null references users (id),
  uploaded_at timestamptz not null,
  confirmed_by uuid references users (id),
  confirmed_at timestamptz,
  -- What came of it: lines that came with an earlier file, and rows that were not taken.
  repeated_lines integer not null default 0,
  refused_rows integer not null default 0,
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (confirmed_at is null or mapping is not null)
);
create unique index partner_statement_file_key on partner_statement (market_id, partner, file_hash);
create index partner_statement_market_idx on partner_statement (market_id, uploaded_at desc, id);
create index partner_statement_uploaded_by_idx on partner_statement (uploaded_by);

-- What an operator said once: who is meant by a partner's id, address or phone.
create table partner_crew (
  market_id text not null references market (id),
  partner text not null default 'recyclops' check (partner in ('recyclops')),
  crew_ref text not null,
  crew_id uuid not null references crew_profile (user_id),
  chosen_at timestamptz not null,
  primary key (market_id, partner, crew_ref)
);

create table partner_line (
  id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references partner_statement (id),
  market_id text not null references market (id),
  partner text not null default 'recyclops' check (partner in ('recyclops')),
  row_number integer not null,
  period_start date not null,
  period_end date not null,
  crew_ref text not null,
  partner_crew_id text,
  crew_name text,
  email text,
  phone text,
  line_ref text not null,
  stops integer check (stops >= 0),
  amount_cents bigint not null check (amount_cents > 0),
  -- Null while nobody knows whose line it is; with the crew comes its earning.
  crew_id uuid references crew_profile (user_id),
  matched_by text check (matched_by in ('operator', 'email', 'phone')),
  earning_id uuid references earning (id),
  moves integer not null default 0,
  check (period_end >= period_start),
  check ((crew_id is null) = (earning_id is null)),
  check ((crew_id is null) = (matched_by is null))
);
create unique index partner_line_key on partner_line (market_id, partner, period_start, period_end, crew_ref, line_ref);
create unique index partner_line_earning_key on partner_line (earning_id);
create index partner_line_statement_idx on partner_line (statement_id, row_number);
create index partner_line_crew_idx on partner_line (crew_id, period_end desc, period_start desc);
create index partner_line_waiting_idx on partner_line (market_id, crew_ref) where crew_id is null;

alter table earning drop constraint earning_kind_check;
alter table earning add constraint earning_kind_check
  check (kind in ('visit', 'tip', 'clawback', 'adjustment', 'partner'));
