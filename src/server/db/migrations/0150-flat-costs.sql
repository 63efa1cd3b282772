-- What grows without end is read by index, and what is forgotten is found by index: none of it costs more with history.

create index earning_crew_idx on earning (crew_id, earned_at desc, id);
create index notice_created_idx on notice (created_at);
create index session_expires_idx on session (expires_at);
create index one_time_token_expires_idx on one_time_token (expires_at);
create index go_link_expires_idx on go_link (expires_at);
create index rating_request_asked_idx on rating_request (asked_at);
create index offer_sent_idx on offer (sent_at);

-- Balances of the books up to a journal, kept by a task: whoever reads a balance sums up only what came after. The
-- empty market is that of journals which are of none. One row for all of them would be fought over by every payment.
create table ledger_seal_mark (
  is_only boolean primary key default true check (is_only),
  through_journal bigint not null
);

create table ledger_seal (
  market_id text not null,
  kind text not null,
  amount_cents bigint not null,
  primary key (market_id, kind)
);

create table ledger_seal_market (
  market_id text primary key,
  journal_count bigint not null
);

-- Which accounts were posted to, so that each is counted once.
create table ledger_seal_account (
  market_id text not null,
  account_id bigint not null,
  primary key (market_id, account_id)
);

-- Rows that come and go all day: cleaned up after some hundreds of them, not after a fifth of the table.
alter table task set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);
alter table live_event set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table idempotent_reply set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table session set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Large ones of which a part changes every day: a fifth of them is weeks.
alter table visit set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table notice set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
alter table earning set (autovacuum_analyze_scale_factor = 0.01);
alter table ledger_journal set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);
alter table ledger_posting set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);

-- The billing run goes from customer to customer.
create index users_customer_idx on users (market_id, id) where type = 'Customer';
