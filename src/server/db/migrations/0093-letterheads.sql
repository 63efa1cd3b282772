-- Who we are on papers: by law a name, an address and a number, by market and in versions, so that a paper keeps what
-- held on its day. How to reach us stands at the market, and is true today.

create table letterhead (
  market_id text not null references market (id),
  version integer not null check (version > 0),
  legal_name text not null check (length(legal_name) between 1 and 120),
  postal_address text not null check (length(postal_address) <= 300),
  tax_number text not null check (length(tax_number) <= 60),
  saved_at timestamptz not null,
  saved_by uuid not null,
  primary key (market_id, version)
);
create index letterhead_saved_by_idx on letterhead (saved_by);
alter table letterhead add constraint letterhead_saved_by_fkey foreign key (saved_by) references users (id);

drop index audit_entry_of_market_idx;
create index audit_entry_of_market_idx on audit_entry (subject, id desc)
  where action in ('add_market', 'save_market', 'save_letterhead', 'open_market', 'close_market');

-- To whom papers are made out, whoever pays by card or on terms: one place for receipts and invoices.
create table billing_details (
  customer_id uuid primary key references users (id) on delete cascade,
  company_name text not null default '' check (length(company_name) <= 120),
  billing_address text not null default '' check (length(billing_address) <= 300),
  tax_number text not null default '' check (length(tax_number) <= 60),
  po_number text not null default '' check (length(po_number) <= 60),
  copies_to text[] not null default '{}' check (cardinality(copies_to) <= 10)
);
insert into billing_details (customer_id, company_name, billing_address, po_number, copies_to)
  select customer_id, company_name, billing_address, po_number, copies_to from billing_terms;
alter table billing_terms
  drop column company_name, drop column billing_address, drop column po_number, drop column copies_to;

alter table invoice add column tax_number text not null default '';
