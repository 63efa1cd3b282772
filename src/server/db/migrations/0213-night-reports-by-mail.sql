-- Who gets the proof of each night at a complex by mail (decision 67): asked by its owner, confirmed by whoever reads the
-- address's mail, ended by a link in each mail, and then forgotten.
create table report_address (
  id uuid primary key default gen_random_uuid(),
  complex_id uuid not null references complex (id) on delete cascade,
  email text not null check (length(email) between 3 and 254),
  locale text not null check (locale in ('en', 'es')),
  -- The link is made from our secret, so every mail carries the same one.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  -- What was mailed last; nights up to it are no news.
  last_night date,
  check ((confirmed_at is null) = (last_night is null))
);
create unique index report_address_email_key on report_address (complex_id, lower(email));
create index report_address_unconfirmed_idx on report_address (asked_at) where confirmed_at is null;
