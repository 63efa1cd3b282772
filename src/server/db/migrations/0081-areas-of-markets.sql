-- Where a market works is what an operator drew, no longer a circle. An address is served by the market whose area holds
-- it; the box around the area finds that market by an index, and the area decides.

alter table market
  add column state text not null default 'waitlist' check (state in ('waitlist', 'open', 'closed')),
  -- Polygons as GeoJSON writes them: parts, each an outer ring and its holes, of longitudes and latitudes.
  add column area jsonb,
  add column south double precision,
  add column west double precision,
  add column north double precision,
  add column east double precision,
  -- What is offered there; null is the whole catalogue.
  add column service_keys text[],
  -- First; null where it has been open from the beginning, or was never.
  add column opened_at timestamptz,
  add column support_email text check (length(support_email) <= 254),
  add column support_phone text,
  -- Each change adds one, so that nobody writes over what somebody else changed meanwhile.
  add column version integer not null default 1 check (version > 0);

-- What stands keeps its ground: the polygon around the circle, and a market without one the whole country.
update market set state = 'open', area = case
  when radius_feet is null then '[[[[-172,17],[-64,17],[-64,72],[-172,72],[-172,17]]]]'::jsonb
  else (
    select jsonb_build_array(jsonb_build_array(jsonb_agg(
      jsonb_build_array(round(corner_lng::numeric, 6), round(corner_lat::numeric, 6)) order by number)))
    from generate_series(0, 32) as number,
      lateral (select 2 * pi() * (number % 32) / 32 as turned,
        degrees(radius_feet / (6378137 * 3.28084) / cos(pi() / 32)) as reach) as spoke,
      lateral (select lat + reach * sin(turned) as corner_lat) as at_lat,
      lateral (select lng + reach * cos(turned) / cos(radians(corner_lat)) as corner_lng) as at_lng
  ) end;
update market set south = box.south, west = box.west, north = box.north, east = box.east
from (
  select id, min((corner ->> 1)::double precision) as south, min((corner ->> 0)::double precision) as west,
    max((corner ->> 1)::double precision) as north, max((corner ->> 0)::double precision) as east
  from market, jsonb_array_elements(area) as part, jsonb_array_elements(part -> 0) as corner
  group by id
) as box
where box.id = market.id;

alter table market
  drop column radius_feet,
  add constraint market_place_check check ((lat is null) = (lng is null)),
  add constraint market_box_check check (
    (area is null) = (south is null) and (area is null) = (west is null)
    and (area is null) = (north is null) and (area is null) = (east is null)),
  add constraint market_open_check check (state <> 'open' or area is not null);
create index market_box_idx on market (south, north);

-- The markets that an operator runs; `users.market_id` is the one on the desk now.
create table operator_market (
  user_id uuid not null references users (id) on delete cascade,
  market_id text not null references market (id),
  primary key (user_id, market_id)
);
create index operator_market_market_idx on operator_market (market_id);
insert into operator_market (user_id, market_id) select id, market_id from users where type = 'Operator';

-- What was changed of one market, newest first.
create index audit_entry_of_market_idx on audit_entry (subject, id desc)
  where action in ('add_market', 'save_market', 'open_market', 'close_market');

-- Who wants us to come: told once, when the market that holds the address opens, and forgotten with it.
create table waitlist_entry (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'sms')),
  contact text not null check (length(contact) between 1 and 254),
  address text not null check (length(address) between 1 and 200),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  locale text not null check (locale in ('en', 'es')),
  created_at timestamptz not null,
  unique (contact, address)
);
create index waitlist_entry_place_idx on waitlist_entry (lat, lng);
