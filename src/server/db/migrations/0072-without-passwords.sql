-- An account needs no password and no email address: a phone that somebody has proven opens it by a code.

alter table users alter column password_hash drop not null;
alter table users add column holds_phone boolean not null default false;
-- Of all accounts that name a phone one is opened by it. An operator's is not: a phone is taken over more easily than a mailbox.
alter table users add constraint users_holds_phone_check check (not holds_phone or (phone is not null and type <> 'Operator'));
create unique index users_phone_key on users (phone) where holds_phone;
-- Who gave no address has none.
alter table users add constraint users_holds_email_check check (not holds_email or email <> '');

-- A code that was asked for. It is made of its row and the house's secret, so that nobody reads it here.
create table sign_in_code (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  channel text not null check (channel in ('phone', 'email')),
  recipient text not null,
  tries integer not null default 0 check (tries >= 0),
  -- When the right code was given by somebody without an account, who opens one now.
  proven_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_code_expires_idx on sign_in_code (expires_at);

alter table account_try drop constraint account_try_kind_check;
alter table account_try add constraint account_try_kind_check check (kind in (
  'sign_in', 'confirm_password', 'register', 'change_email', 'reset_password', 'sign_in_link',
  'codes_at_once', 'codes_of_day', 'codes_of_address', 'codes_of_device', 'codes_texted'
));
