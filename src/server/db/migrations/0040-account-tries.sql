-- How often somebody lately tried a password for an address, or asked for a link to it, whether it has an account or not.

create table account_try (
  kind text not null check (kind in ('sign_in', 'reset_password', 'sign_in_link')),
  email_hash bytea not null check (octet_length(email_hash) = 32),
  tries integer not null check (tries > 0),
  since timestamptz not null,
  primary key (kind, email_hash)
);
create index account_try_since_idx on account_try (since);
