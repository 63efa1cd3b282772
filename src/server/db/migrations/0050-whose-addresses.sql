-- Registering must not tell whose addresses are known. Who registers with one that somebody else has gets an account as
-- anybody does; it does not hold the address: no mail goes there, and links by mail open the account that does.

alter table users add column holds_email boolean not null default true;
drop index users_email_key;
create unique index users_email_key on users (lower(email)) where holds_email;
create index users_email_idx on users (lower(email));

alter table account_try drop constraint account_try_kind_check;
alter table account_try add constraint account_try_kind_check
  check (kind in ('sign_in', 'confirm_password', 'register', 'change_email', 'reset_password', 'sign_in_link'));

alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('reset_password', 'sign_in', 'change_email', 'update_billing', 'my_assignments'));
