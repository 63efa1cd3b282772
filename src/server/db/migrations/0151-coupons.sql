-- A coupon gives an amount to each customer or a share of each piece of work, within limits, dates and a budget. What it
-- gave is kept by triggers from the lines that are frozen on visits and orders, so that nothing is counted elsewhere.
alter table coupon
  alter column credit_cents drop not null,
  add column share_basis_points integer check (share_basis_points between 1 and 10000),
  -- Pieces of work, of everybody and of each customer.
  add column most_uses integer check (most_uses > 0),
  add column most_uses_each integer check (most_uses_each > 0),
  add column budget_cents bigint check (budget_cents > 0),
  add column valid_from timestamptz,
  -- An operator ended it; what was written into it stays, so that this can be undone.
  add column ended_from timestamptz,
  -- Null: every city, every service.
  add column market_id text references market (id),
  add column service_key text references service (key),
  add column is_first_order_only boolean not null default false,
  add column version integer not null default 1 check (version > 0),
  add column use_count integer not null default 0,
  add column given_cents bigint not null default 0,
  add constraint coupon_gift_check check ((credit_cents is null) <> (share_basis_points is null)),
  add constraint coupon_dates_check check (valid_until > valid_from);
create unique index coupon_code_idx on coupon (upper(code));
create index coupon_market_idx on coupon (market_id) where market_id is not null;
create index coupon_service_idx on coupon (service_key) where service_key is not null;
create index users_coupon_idx on users (coupon_code) where coupon_code is not null;

-- What operators wrote, newest last; none for what the city began with.
create table coupon_version (
  coupon_code text not null references coupon (code),
  version integer not null check (version > 0),
  kind text not null check (kind in ('made', 'changed', 'ended', 'resumed')),
  facts jsonb not null,
  saved_at timestamptz not null,
  saved_by uuid not null references users (id),
  primary key (coupon_code, version)
);
create index coupon_version_saved_by_idx on coupon_version (saved_by);

-- One piece of work that a coupon paid a part of: a visit with its frozen lines, or until then the order that is booked.
create table coupon_use (
  work_id uuid primary key,
  coupon_code text not null references coupon (code),
  customer_id uuid not null references users (id),
  visit_id uuid references visit (id) on delete cascade,
  order_id uuid references on_demand_order (id) on delete cascade,
  amount_cents bigint not null check (amount_cents > 0),
  used_at timestamptz not null,
  check ((visit_id is null) <> (order_id is null)),
  check (work_id = coalesce(visit_id, order_id))
);
create index coupon_use_code_idx on coupon_use (coupon_code, used_at desc, work_id);
create index coupon_use_customer_idx on coupon_use (customer_id, coupon_code) include (amount_cents);
create index coupon_use_visit_idx on coupon_use (visit_id) where visit_id is not null;
create index coupon_use_order_idx on coupon_use (order_id) where order_id is not null;

create function coupon_line(lines jsonb) returns jsonb language sql immutable as $$
  select line from jsonb_array_elements(lines) as line where line ->> 'kind' = 'coupon' limit 1
$$;

-- The coupon's row is locked by whoever asked what it gives, so its sums are right when the next one asks.
create function keep_coupon_use(
  work uuid, of_visit uuid, of_order uuid, customer uuid, at timestamptz, line jsonb
) returns void language plpgsql as $$
declare
  was coupon_use;
  amount bigint := coalesce(-(line ->> 'amountCents')::bigint, 0);
  paid_by text;
begin
  delete from coupon_use where work_id = work returning * into was;
  if was.work_id is not null then
    update coupon set use_count = use_count - 1, given_cents = given_cents - was.amount_cents
    where coupon.code = was.coupon_code;
  end if;
  if amount <= 0 then return; end if;
  paid_by := coalesce(line ->> 'coupon', was.coupon_code, (select coupon_code from users where id = customer));
  if paid_by is null then return; end if;
  insert into coupon_use (work_id, coupon_code, customer_id, visit_id, order_id, amount_cents, used_at)
  values (work, paid_by, customer, of_visit, of_order, amount, coalesce(was.used_at, at));
  update coupon set use_count = use_count + 1, given_cents = given_cents + amount where coupon.code = paid_by;
end
$$;

create function keep_visit_coupon() returns trigger language plpgsql as $$
begin
  perform keep_coupon_use(
    new.id, new.id, null, new.customer_id, coalesce(new.completed_at, now()), coupon_line(new.price_lines)
  );
  return null;
end
$$;
create trigger visit_coupon_insert after insert on visit for each row
  when (new.price_lines is not null and new.price_lines @> '[{"kind": "coupon"}]')
  execute function keep_visit_coupon();
create trigger visit_coupon_update after update of price_lines on visit for each row
  when (new.price_lines is distinct from old.price_lines
    and (new.price_lines @> '[{"kind": "coupon"}]' or old.price_lines @> '[{"kind": "coupon"}]'))
  execute function keep_visit_coupon();

-- Spoken for while the order is booked; then its visit has it, or nobody.
create function keep_order_coupon() returns trigger language plpgsql as $$
begin
  perform keep_coupon_use(
    new.id, null, new.id, new.customer_id, new.created_at,
    case when new.state in ('booking', 'booked') then coupon_line(new.price_lines) end
  );
  return null;
end
$$;
create trigger order_coupon_insert after insert on on_demand_order for each row
  when (new.price_lines @> '[{"kind": "coupon"}]')
  execute function keep_order_coupon();
create trigger order_coupon_update after update of state, price_lines on on_demand_order for each row
  when ((new.price_lines @> '[{"kind": "coupon"}]' or old.price_lines @> '[{"kind": "coupon"}]')
    and (new.state is distinct from old.state or new.price_lines is distinct from old.price_lines))
  execute function keep_order_coupon();

-- What was given until now.
insert into coupon_use (work_id, coupon_code, customer_id, visit_id, amount_cents, used_at)
select visit.id, users.coupon_code, users.id, visit.id,
  -(coupon_line(visit.price_lines) ->> 'amountCents')::bigint, coalesce(visit.completed_at, now())
from visit join users on users.id = visit.customer_id
where visit.price_lines @> '[{"kind": "coupon"}]' and users.coupon_code is not null;
insert into coupon_use (work_id, coupon_code, customer_id, order_id, amount_cents, used_at)
select wanted.id, users.coupon_code, users.id, wanted.id,
  -(coupon_line(wanted.price_lines) ->> 'amountCents')::bigint, wanted.created_at
from on_demand_order wanted join users on users.id = wanted.customer_id
where wanted.state in ('booking', 'booked') and wanted.price_lines @> '[{"kind": "coupon"}]'
  and users.coupon_code is not null;
update coupon set use_count = given.works, given_cents = given.amount
from (select coupon_code, count(*) as works, sum(amount_cents) as amount from coupon_use group by coupon_code) as given
where given.coupon_code = coupon.code;
