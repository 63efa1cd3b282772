-- What an operator changed of a service, and what held until then. The service itself says what holds now; where nobody
-- changed it, that is what we began with.
alter table service
  add column version integer not null default 1 check (version > 0),
  add constraint service_key_check check (key ~ '^[a-z][a-z0-9_]{0,39}$');

create table service_past (
  id uuid primary key default gen_random_uuid(),
  service_key text not null references service (key),
  name_en text not null,
  name_es text not null,
  unit_en text not null,
  units_en text not null,
  unit_es text not null,
  units_es text not null,
  icon text not null,
  minutes integer not null,
  minutes_per_unit integer not null,
  photos_required smallint not null,
  replaced_at timestamptz not null,
  replaced_by uuid not null references users (id)
);
create index service_past_of_idx on service_past (service_key, replaced_at desc);
create index service_past_replaced_by_idx on service_past (replaced_by);
