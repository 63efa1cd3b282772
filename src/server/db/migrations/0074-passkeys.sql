-- A passkey is a key that a device or a password manager keeps for an account and shows after a look at a face, a finger
-- or a PIN. Only its public half is here, so that nobody signs in by what this table holds.

create table passkey (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- By which the browser names it.
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- Counted by whoever keeps the key. One that goes back was copied; many count nothing and say 0.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  -- Whether a password manager keeps it on more devices than one.
  is_synced boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkey_credential_key on passkey (credential_id);
create index passkey_user_idx on passkey (user_id, created_at);

-- What an authenticator has to sign: random, for one browser or session, once.
create table passkey_challenge (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('add', 'sign_in', 'confirm')),
  asker_hash bytea not null check (octet_length(asker_hash) = 32),
  expires_at timestamptz not null
);
create index passkey_challenge_expires_idx on passkey_challenge (expires_at);

alter table account_try drop constraint account_try_kind_check;
alter table account_try add constraint account_try_kind_check check (kind in (
  'sign_in', 'confirm_password', 'register', 'change_email', 'reset_password', 'sign_in_link',
  'codes_at_once', 'codes_of_day', 'codes_of_address', 'codes_of_device', 'codes_texted',
  'passkeys_of_address', 'passkeys_of_device'
));
