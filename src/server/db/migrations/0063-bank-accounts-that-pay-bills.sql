-- A customer may have a card and a bank account; one of them pays Monday's bill. Orders on demand need the card.
alter table payment_method
  add column kind text not null default 'card' check (kind in ('card', 'bank_account')),
  add column pays_bills boolean not null default true;
update payment_method set kind = 'bank_account' where expires_month is null;
alter table payment_method drop constraint payment_method_pkey;
alter table payment_method add primary key (user_id, kind);
create unique index payment_method_pays_bills_key on payment_method (user_id) where pays_bills;
