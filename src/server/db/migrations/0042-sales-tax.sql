-- Sales tax: an account per market, what each sale and refund says of tax, certificates of exemption, and what was filed.

alter table ledger_account add column market_id text references market;
alter table ledger_account drop constraint ledger_account_kind_owner_id_key;
alter table ledger_account add unique nulls not distinct (kind, owner_id, market_id);

create table tax_exemption (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references users (id),
  number text not null check (number <> ''),
  -- Which state issued it.
  issued_by text not null check (issued_by ~ '^[A-Z]{2}$'),
  starts_on date not null,
  -- Its last day.
  expires_on date not null,
  storage_key text not null,
  file_type text not null check (file_type in ('image/webp', 'application/pdf')),
  state text not null default 'asked' check (state in ('asked', 'approved', 'refused', 'withdrawn')),
  note text not null default '',
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  -- The last day of one that ended before it expired.
  ended_on date,
  reminded_at timestamptz,
  check (starts_on <= expires_on),
  check ((state = 'asked') = (decided_at is null))
);
create index tax_exemption_customer_idx on tax_exemption (customer_id, asked_at desc);
create index tax_exemption_state_idx on tax_exemption (state, asked_at, id);
create index tax_exemption_expiry_idx on tax_exemption (expires_on) where state = 'approved' and reminded_at is null;

-- What the books say of the tax of one sale, or of what was refunded of it. A sale is taxed as its lines say.
create table sales_tax_entry (
  id bigint generated always as identity primary key,
  market_id text not null references market,
  journal_key text not null,
  visit_id uuid not null references visit (id),
  at timestamptz not null,
  kind text not null check (kind in ('sale', 'refund')),
  service_key text not null references service (key),
  treatment text not null check (treatment in ('taxable', 'exempt', 'untaxed')),
  -- Without tax; what was refunded is negative.
  sales_cents bigint not null,
  tax_cents bigint not null,
  -- By authority; null where the rate was not divided.
  parts jsonb,
  exemption_id uuid references tax_exemption (id),
  unique (journal_key, visit_id)
);
create index sales_tax_entry_market_idx on sales_tax_entry (market_id, at);
create unique index sales_tax_entry_sale_key on sales_tax_entry (visit_id) where kind = 'sale';

-- A period that was declared and paid. Days of the market's calendar, the last one included.
create table sales_tax_filing (
  id uuid primary key default gen_random_uuid(),
  market_id text not null references market,
  period_start date not null,
  period_end date not null,
  -- As they were when it was filed; what came later into the period is due with the next one.
  opening_cents bigint not null,
  collected_cents bigint not null,
  refunded_cents bigint not null,
  paid_cents bigint not null check (paid_cents >= 0),
  confirmation text not null,
  filed_by uuid references users (id),
  filed_at timestamptz not null,
  check (period_start <= period_end),
  unique (market_id, period_start)
);

create trigger sales_tax_entry_append_only before update or delete on sales_tax_entry
  for each statement execute function ledger_is_append_only();
create trigger sales_tax_entry_kept before truncate on sales_tax_entry
  for each statement execute function ledger_is_append_only();
create trigger sales_tax_filing_append_only before update or delete on sales_tax_filing
  for each statement execute function ledger_is_append_only();
create trigger sales_tax_filing_kept before truncate on sales_tax_filing
  for each statement execute function ledger_is_append_only();

-- What was booked until now.
insert into sales_tax_entry (market_id, journal_key, visit_id, at, kind, service_key, treatment, sales_cents, tax_cents)
select users.market_id, journal.key, visit.id, journal.at, 'sale', visit.service_key,
  case when lines.tax <> 0 then 'taxable' else 'untaxed' end, lines.sales, lines.tax
from ledger_journal journal
join visit on visit.id = journal.subject_id
join users on users.id = visit.customer_id
cross join lateral (
  select
    coalesce(sum(line."amountCents") filter (
      where line.kind in ('service', 'weekend', 'same_day', 'long_carry', 'extra', 'coupon')), 0) as sales,
    coalesce(sum(line."amountCents") filter (where line.kind = 'tax'), 0) as tax
  from jsonb_to_recordset(coalesce(visit.price_lines, '[]')) as line(kind text, "amountCents" bigint)
) as lines
where journal.kind = 'visit_completed' and (lines.sales <> 0 or lines.tax <> 0);

insert into sales_tax_entry (market_id, journal_key, visit_id, at, kind, service_key, treatment, sales_cents, tax_cents)
select sale.market_id, journal.key, sale.visit_id, min(journal.at), 'refund', min(sale.service_key), min(sale.treatment),
  sum((part.amount_cents - part.tax_cents) * case when journal.kind = 'refund_failed' then 1 else -1 end),
  sum(part.tax_cents * case when journal.kind = 'refund_failed' then 1 else -1 end)
from refund_part part
join sales_tax_entry sale on sale.visit_id = part.visit_id and sale.kind = 'sale'
join ledger_journal journal on journal.key in (
  'refund:' || coalesce(part.refund_id, part.dispute_id),
  'refund:' || coalesce(part.refund_id, part.dispute_id) || ':failed'
)
where part.kind = 'work'
group by sale.market_id, journal.key, sale.visit_id;

insert into ledger_account (kind, market_id)
select distinct 'tax_payable', market_id from sales_tax_entry where tax_cents <> 0;

insert into ledger_journal (key, kind, at, market_id)
select 'sales-tax-of:' || market_id, 'tax_given_to_market', now(), market_id
from sales_tax_entry group by market_id having sum(tax_cents) <> 0;

insert into ledger_posting (journal_id, account_id, amount_cents)
select journal.id, account.id, case when account.market_id is null then moved.cents else -moved.cents end
from (select market_id, sum(tax_cents) as cents from sales_tax_entry group by market_id) as moved
join ledger_journal journal on journal.key = 'sales-tax-of:' || moved.market_id
join ledger_account account on account.kind = 'tax_payable'
  and (account.market_id is null or account.market_id = moved.market_id);
