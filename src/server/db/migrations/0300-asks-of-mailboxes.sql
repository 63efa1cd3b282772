-- Mails to the mailbox of somebody who did not ask for them: invitations of helpers, and questions about nights by mail.
alter table account_try drop constraint account_try_kind_check;
alter table account_try add constraint account_try_kind_check check (kind in (
  'sign_in', 'confirm_password', 'register', 'change_email', 'reset_password', 'sign_in_link',
  'codes_at_once', 'codes_of_day', 'codes_of_address', 'codes_of_device', 'codes_texted',
  'passkeys_of_address', 'passkeys_of_device', 'second_factor', 'mailbox_asked'
));
