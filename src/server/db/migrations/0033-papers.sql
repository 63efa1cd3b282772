-- Who wants papers by mail, and what the outbox says of them.

create table paper_preference (
  user_id uuid primary key references users (id) on delete cascade,
  mails_receipts boolean not null
);

-- Their names: the files themselves are made anew from what they are of.
alter table outbox_message add column attachments text[] not null default '{}';
