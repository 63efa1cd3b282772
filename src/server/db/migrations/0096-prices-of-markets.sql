-- A market may have a price of its own, between a group's and everybody's; a price of its own may end on a day.
alter table price
  add column market_id text references market (id),
  -- From its day on the scope has no price of its own; what is wider holds again.
  add column is_end boolean not null default false,
  -- The day that was chosen, for places whose clock is another than the writer's; null where nobody chose one.
  add column from_day date;
alter table price drop constraint price_check;
alter table price drop constraint price_scope_check;
alter table price
  add constraint price_scope_check check (scope in ('default', 'market', 'group', 'property', 'complex')),
  add constraint price_scope_id_check check ((scope in ('default', 'market')) = (scope_id is null)),
  add constraint price_market_check check ((scope = 'market') = (market_id is not null)),
  add constraint price_end_check check (not is_end or scope <> 'default');
create index price_of_market_idx on price (market_id, service_key, in_force_from desc) where market_id is not null;
