-- What a crew has to offer besides a service to be asked for it. What it offers stays its own to say; what it is asked for
-- follows from that and the catalogue, here alone.
alter table service add column needs text[] not null default '{}';
alter table service_past add column needs text[] not null default '{}';

create function able_services(offered text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(wanted.key order by wanted.place), '{}')
  from unnest(offered) with ordinality as wanted (key, place)
  where not exists (
    select from service where service.key = wanted.key and not service.needs <@ offered
  )
$$;
