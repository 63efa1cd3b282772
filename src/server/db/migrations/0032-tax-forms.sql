-- Crews' tax forms: consent to get them by download, which were sent, and who was reminded of what is missing.

-- What a crew said last holds; that it consented to earlier forms stays on record.
create table tax_consent (
  id bigint generated always as identity primary key,
  crew_id uuid not null references users (id),
  version integer not null check (version > 0),
  is_given boolean not null,
  created_at timestamptz not null
);
create index tax_consent_crew_idx on tax_consent (crew_id, id desc);

create table tax_form_sent (
  crew_id uuid not null references users (id),
  year integer not null check (year between 2020 and 2100),
  -- What it said; a payout that comes back later makes it wrong.
  amount_cents bigint not null,
  sent_by uuid not null references users (id),
  sent_at timestamptz not null,
  primary key (crew_id, year)
);

create table tax_reminder (
  crew_id uuid not null references users (id),
  year integer not null,
  sent_at timestamptz not null,
  primary key (crew_id, year)
);

-- The year of a crew, and of all crews of a market, is read by the day of payment.
create index payout_paid_idx on payout (paid_at) where state = 'paid';
