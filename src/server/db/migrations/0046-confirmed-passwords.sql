-- Passwords that somebody gives again, signed in, are counted like those that sign in.

alter table account_try drop constraint account_try_kind_check;
alter table account_try add constraint account_try_kind_check
  check (kind in ('sign_in', 'confirm_password', 'reset_password', 'sign_in_link'));
