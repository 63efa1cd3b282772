-- Whoever looks after places is reminded of visits there where it chose so.
alter table share add column gets_reminders boolean not null default false;
create index share_reminded_idx on share (owner_id) where gets_reminders and ended_at is null;
