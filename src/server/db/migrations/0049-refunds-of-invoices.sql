-- A refund of an invoice goes back through the charges that paid it: each by a refund of its own.
alter table refund
  add column through_payment_id uuid references payment (id),
  -- Of one decision that is given back through several charges, the first.
  add column leading_id uuid references refund (id);
create index refund_through_payment_idx on refund (through_payment_id) where through_payment_id is not null;
create index refund_leading_idx on refund (leading_id) where leading_id is not null;

-- Of what is credited, what goes back to a card or a bank account; the rest is off what is open, or becomes credit.
alter table credit_note
  add column back_cents bigint not null default 0,
  add check (back_cents >= 0 and credit_cents + back_cents <= amount_cents);
