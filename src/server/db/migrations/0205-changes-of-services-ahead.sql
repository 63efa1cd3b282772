-- Changes of a service that begin on a day of the place: visits from that day on are planned by them at once, the service
-- itself is changed once the day has begun in every city, and then they are gone from here.
create table service_change (
  service_key text not null references service (key),
  from_date date not null,
  minutes integer not null check (minutes > 0),
  minutes_per_unit integer not null check (minutes_per_unit >= 0),
  photos_required smallint not null check (photos_required >= 0),
  needs text[] not null,
  planned_at timestamptz not null,
  planned_by uuid not null references users (id),
  primary key (service_key, from_date)
);
create index service_change_planned_by_idx on service_change (planned_by);
