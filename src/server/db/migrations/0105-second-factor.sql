-- The second factor of operators: an app that makes codes, and ten codes for when it is lost. A passkey needs nothing here.

-- When it was last given in this session.
alter table session add column second_factor_at timestamptz;

create table second_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed by the house's secret: a copy of the database makes no codes.
  secret_sealed bytea,
  -- Of an app that is being set up; counts once it has made a code.
  pending_sealed bytea,
  -- The span of the newest code that was used: it and older ones are no good any more.
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  check ((secret_sealed is null) = (confirmed_at is null))
);

create table recovery_code (
  user_id uuid not null references second_factor (user_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

alter table account_try drop constraint account_try_kind_check;
alter table account_try add constraint account_try_kind_check check (kind in (
  'sign_in', 'confirm_password', 'register', 'change_email', 'reset_password', 'sign_in_link',
  'codes_at_once', 'codes_of_day', 'codes_of_address', 'codes_of_device', 'codes_texted',
  'passkeys_of_address', 'passkeys_of_device', 'second_factor'
));
