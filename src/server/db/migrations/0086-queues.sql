-- Who looks after what waits in an operators' queue, and what somebody has looked at: two people do not do the same.
create table queue_item (
  kind text not null,
  subject_id uuid not null,
  owner_id uuid not null references users (id),
  taken_at timestamptz not null,
  -- Looked at, and off the list.
  settled_at timestamptz,
  primary key (kind, subject_id)
);
create index queue_item_owner_idx on queue_item (owner_id);
create index visit_missed_idx on visit (date) where state = 'missed';
create index visit_flagged_idx on visit (date) where is_flagged and state = 'completed';
create index payment_declined_idx on payment (created_at) where state = 'declined';
create index payout_failed_idx on payout (created_at) where state = 'failed';
