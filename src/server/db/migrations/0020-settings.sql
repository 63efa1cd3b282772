-- What this installation knows about itself (whether its city is a demo) is no number of the business.
alter table setting rename to installation;
alter table installation rename constraint setting_pkey to installation_pkey;

-- Every number of the business that somebody set: for one market or, without one, for all that have none of their
-- own; from an instant on. A null value gives the number back to what holds otherwise. Rows are never changed.
create table setting (
  id bigint generated always as identity primary key,
  market_id text references market (id),
  key text not null,
  value jsonb,
  in_force_from timestamptz not null,
  written_by uuid references users (id),
  created_at timestamptz not null
);
create index setting_key on setting (key, in_force_from);

create function setting_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'settings are append-only' using errcode = 'check_violation';
end $$;
create trigger setting_append_only before update or delete on setting
  for each statement execute function setting_is_append_only();

-- Sales tax was kept beside the market; it is a setting like every other.
insert into setting (market_id, key, value, in_force_from, created_at)
select id, 'salesTaxBasisPoints', to_jsonb(sales_tax_basis_points), '2000-01-01Z', '2000-01-01Z'
from market
where sales_tax_basis_points <> 0;
alter table market drop column sales_tax_basis_points;
