-- Customers on net terms: their bills are invoices, numbered without a gap, paid in parts, by whichever way.

create table billing_terms (
  customer_id uuid primary key references users (id),
  net_days integer not null check (net_days in (7, 15, 30)),
  period text not null check (period in ('weekly', 'monthly')),
  credit_limit_cents bigint not null check (credit_limit_cents > 0),
  company_name text not null check (company_name <> ''),
  billing_address text not null default '',
  po_number text not null default '',
  -- Accounts payable: who else gets the invoices by mail.
  copies_to text[] not null default '{}',
  granted_by uuid not null references users (id),
  granted_at timestamptz not null
);
create index billing_terms_granted_by_idx on billing_terms (granted_by);

alter table complex add column po_number text not null default '';

-- The last number given in each series; the row's lock makes numbers without a gap, also where a transaction fails.
create table paper_number (
  market_id text not null references market (id),
  series text not null check (series in ('invoice', 'credit_note')),
  year integer not null check (year between 2020 and 2100),
  last integer not null check (last > 0),
  primary key (market_id, series, year)
);

create table invoice (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payment (id),
  customer_id uuid not null references users (id),
  market_id text not null references market (id),
  year integer not null,
  number integer not null,
  issued_on date not null,
  due_on date not null,
  -- As they stood when it was issued.
  company_name text not null,
  billing_address text not null,
  po_number text not null,
  copies_to text[] not null,
  total_cents bigint not null check (total_cents > 0),
  paid_cents bigint not null default 0 check (paid_cents >= 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  created_at timestamptz not null,
  -- Nothing is open any more: paid, credited, or void.
  closed_at timestamptz,
  voided_at timestamptz,
  replaced_by uuid references invoice (id),
  check (due_on >= issued_on),
  check (paid_cents + credited_cents <= total_cents),
  check ((closed_at is not null) = (paid_cents + credited_cents = total_cents)),
  check (voided_at is null or closed_at is not null)
);
create unique index invoice_number_key on invoice (market_id, year, number);
create unique index invoice_payment_key on invoice (payment_id) where voided_at is null;
create index invoice_customer_idx on invoice (customer_id, issued_on desc, id);
create index invoice_open_idx on invoice (market_id, due_on, id) where closed_at is null;
create index invoice_market_idx on invoice (market_id, issued_on desc, id);
create index invoice_replaced_by_idx on invoice (replaced_by) where replaced_by is not null;

-- Money for an invoice: a charge of its own at the provider, or what came another way and was written down.
create table invoice_receipt (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references invoice (id),
  way text not null check (way in ('card', 'bank_account', 'check', 'wire', 'other')),
  state text not null check (state in ('asked', 'received', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  part_payment_id uuid unique references payment (id),
  provider_customer_id text,
  provider_method_id text,
  method_name text not null default '',
  -- The number of a check, or what the bank says of a wire.
  reference text not null default '',
  -- Of what it would be paid twice by.
  asked_as text unique,
  received_on date,
  recorded_by uuid references users (id),
  failure text,
  created_at timestamptz not null,
  check ((part_payment_id is null) = (way in ('check', 'wire', 'other'))),
  check ((part_payment_id is null) = (provider_method_id is null)),
  check ((part_payment_id is null) = (recorded_by is not null)),
  check ((received_on is null) = (state <> 'received'))
);
create index invoice_receipt_invoice_idx on invoice_receipt (invoice_id, created_at);
create index invoice_receipt_recorded_by_idx on invoice_receipt (recorded_by) where recorded_by is not null;

create table credit_note (
  id uuid primary key default gen_random_uuid(),
  invoice_id uuid not null references invoice (id),
  market_id text not null references market (id),
  year integer not null,
  number integer not null,
  issued_on date not null,
  -- Null where an invoice was replaced by another: nothing was given back then.
  refund_id uuid unique references refund (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- Of the amount, what was paid already and became credit.
  credit_cents bigint not null default 0 check (credit_cents between 0 and amount_cents),
  reason text not null,
  created_at timestamptz not null
);
create unique index credit_note_number_key on credit_note (market_id, year, number);
create index credit_note_invoice_idx on credit_note (invoice_id, created_at);

-- Which reminder of an invoice went out.
create table invoice_reminder (
  invoice_id uuid not null references invoice (id),
  -- Days after the due date, negative before it.
  day integer not null,
  sent_at timestamptz not null,
  primary key (invoice_id, day)
);

alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check
  check (kind in ('weekly', 'on_demand', 'fee', 'tip', 'invoice', 'invoice_part'));
alter table payment drop constraint payment_state_check;
alter table payment add constraint payment_state_check
  check (state in ('due', 'charging', 'paid', 'declined', 'written_off', 'invoiced'));
alter table payment add constraint payment_invoiced_check check (state <> 'invoiced' or kind = 'invoice');
create unique index payment_invoice_key on payment (customer_id, period_start, period_end) where kind = 'invoice';

alter table payment_line drop constraint payment_line_kind_check;
alter table payment_line add constraint payment_line_kind_check
  check (kind in ('visit', 'tax', 'coupon', 'credit', 'fee', 'tip', 'invoice'));

alter table go_link drop constraint go_link_purpose_check;
alter table go_link add constraint go_link_purpose_check
  check (purpose in ('visit', 'receipt', 'offer', 'share', 'invoice'));
