-- Telling people: what they were told, on which channels they want it and when, reminders, and messages about a visit.
-- Live screens follow `notice` (by user_id) and `visit_message` (by visit_id).

-- Everything that somebody was told. The row is the memory by which the same is told once, whatever the channels.
create table notice (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  event text not null,
  key text not null,
  title text not null check (length(title) between 1 and 300),
  text text not null check (length(text) <= 4000),
  -- A path of ours.
  url text not null check (url ~ '^/($|[^/\\])'),
  visit_id uuid references visit on delete set null,
  -- What the visit was when it was told: news of a plan is no longer sent once the plan is another.
  visit_starts_at timestamptz,
  visit_crew_id uuid references crew_profile (user_id),
  -- Not sent after this moment: an offer that has expired.
  until timestamptz,
  is_urgent boolean not null default false,
  -- False where the person does not want it in the list.
  is_in_app boolean not null default true,
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, key)
);
create index notice_list_idx on notice (user_id, created_at desc, id) where is_in_app;
create index notice_unread_idx on notice (user_id) where is_in_app and read_at is null;
create index notice_visit_idx on notice (visit_id) where visit_id is not null;

-- Only what differs from the defaults of domain/notifications.
create table notice_preference (
  user_id uuid not null references users on delete cascade,
  event text not null,
  channel text not null check (channel in ('in_app', 'mail', 'sms', 'push')),
  is_on boolean not null,
  primary key (user_id, event, channel)
);

-- On a person's own clock. Without a row the defaults hold.
create table quiet_hours (
  user_id uuid primary key references users on delete cascade,
  is_on boolean not null,
  starts time not null,
  ends time not null,
  holds_mail boolean not null,
  check (starts <> ends)
);

-- Numbers whose owner answered STOP. No text message goes there, whoever has the number.
create table sms_opt_out (
  phone text primary key check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  opted_out_at timestamptz not null
);

-- Links in mails that switch one event off. Made from our secret, so that here stand hashes only.
create table unsubscribe_token (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  event text not null,
  created_at timestamptz not null,
  unique (user_id, event)
);

-- Who was reminded of which visit as it stood then: another time or another crew is reminded anew.
create table visit_reminder (
  visit_id uuid not null references visit on delete cascade,
  user_id uuid not null references users on delete cascade,
  starts_at timestamptz not null,
  notice_id uuid references notice on delete cascade,
  primary key (visit_id, user_id, starts_at)
);
create index visit_reminder_notice_idx on visit_reminder (notice_id) where notice_id is not null;

-- What the customer and the crew of a visit write each other. It belongs to the two of them: a crew that comes after sees nothing of it.
create table visit_message (
  id uuid primary key default gen_random_uuid(),
  -- The order of a thread; given while the visit is locked.
  number bigint generated always as identity unique,
  visit_id uuid not null references visit on delete cascade,
  crew_id uuid not null references crew_profile (user_id),
  sender_id uuid not null references users,
  sender_role text not null check (sender_role in ('customer', 'crew', 'operator')),
  text text not null check (length(text) <= 1000),
  photo_id uuid references photo on delete set null,
  created_at timestamptz not null
);
create index visit_message_thread_idx on visit_message (visit_id, number);
create index visit_message_sender_idx on visit_message (sender_id, created_at);
create index visit_message_photo_idx on visit_message (photo_id) where photo_id is not null;

-- How far somebody has read a thread.
create table visit_message_read (
  visit_id uuid not null references visit on delete cascade,
  user_id uuid not null references users on delete cascade,
  read_number bigint not null,
  primary key (visit_id, user_id)
);
