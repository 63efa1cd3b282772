-- What left the house, whoever carries it, and what the provider said of it last.
alter table outbox_message
  add column state text not null default 'sent' check (state in ('sent', 'failed')),
  add column tries integer not null default 1 check (tries > 0),
  add column last_error text not null default '',
  -- An operator sent it once more.
  add column resent_at timestamptz,
  add column resent_count integer not null default 0,
  -- What it is about: the first word of its key.
  add column kind text not null generated always as (coalesce(split_part(dedupe_key, ':', 2), '')) stored;
create index outbox_message_user_idx on outbox_message (user_id, created_at desc, id desc) where user_id is not null;
create index outbox_message_kind_idx on outbox_message (market_id, kind, created_at desc, id desc);
create index outbox_message_failed_idx on outbox_message (market_id, created_at desc, id desc) where state = 'failed';
