-- A bank takes back a debit that had settled: nobody can contest it, and what it had paid is owed again, on its invoice
-- or by a payment of its own.
alter table chargeback
  add column is_return boolean not null default false,
  add column owed_payment_id uuid references payment (id);
create unique index chargeback_owed_payment_key on chargeback (owed_payment_id) where owed_payment_id is not null;

alter table invoice_receipt drop constraint invoice_receipt_state_check;
alter table invoice_receipt
  add constraint invoice_receipt_state_check check (state in ('asked', 'received', 'failed', 'returned'));

alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check
  check (kind in ('weekly', 'on_demand', 'fee', 'tip', 'invoice', 'invoice_part', 'returned_debit'));
