-- What an operator answered a chargeback or a warning of fraud.

alter table chargeback
  add column evidence_note text not null default '',
  add column evidence_without text[] not null default '{}',
  add column answered_at timestamptz,
  add column answered_by uuid references users (id),
  add column accepted_at timestamptz;
create index chargeback_closed_idx on chargeback (closed_at desc, id) where state in ('won', 'lost');

alter table fraud_warning
  add column answered_by uuid references users (id);
create index fraud_warning_waiting_idx on fraud_warning (warned_at, id) where dismissed_at is null;
