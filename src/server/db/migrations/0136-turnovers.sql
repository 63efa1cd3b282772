-- Turnovers follow the stays of a place where its host wants them to.

alter table visit add column is_turnover boolean not null default false;

create table turnover_rule (
  property_id uuid primary key references property (id) on delete cascade,
  is_on boolean not null,
  bedrooms smallint not null check (bedrooms between 1 and 100),
  check_in_time time not null,
  check_out_time time not null,
  -- Where nobody comes that day.
  finish_by time not null,
  updated_at timestamptz not null,
  check (check_out_time < finish_by)
);

create table turnover (
  visit_id uuid primary key references visit (id) on delete cascade,
  property_id uuid not null references property (id) on delete cascade,
  -- Null when the stay is forgotten; the visit stays for the books.
  stay_id uuid references stay (id) on delete set null,
  -- The host left it out.
  is_by_hand boolean not null default false,
  is_same_day boolean not null,
  guests integer,
  nights integer not null,
  pets integer,
  created_at timestamptz not null
);
create index turnover_property_idx on turnover (property_id);
create index turnover_stay_idx on turnover (stay_id) where stay_id is not null;
