-- What a partner paid for a statement, as an operator records it; a mistake is taken back, never deleted.

create table partner_payment (
  id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references partner_statement (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- When it was on our account.
  paid_on date not null,
  -- As our bank names it.
  reference text not null,
  recorded_by uuid not null references users (id),
  recorded_at timestamptz not null,
  voided_by uuid references users (id),
  voided_at timestamptz,
  check ((voided_at is null) = (voided_by is null))
);
-- One transfer pays a statement once, however often it is recorded.
create unique index partner_payment_reference_key on partner_payment (statement_id, lower(reference))
  where voided_at is null;
create index partner_payment_statement_idx on partner_payment (statement_id, paid_on desc, id);
