-- Whom a customer wants at a place first, then second, then third, before everybody is asked.
create table place_crew (
  property_id uuid not null references property (id) on delete cascade,
  rank smallint not null check (rank > 0 and rank < 4),
  crew_id uuid not null references users (id) on delete cascade,
  primary key (property_id, rank),
  unique (property_id, crew_id)
);
create index place_crew_crew_idx on place_crew (crew_id);

-- The crew was asked alone because the customer chose it.
alter table offer add is_chosen boolean not null default false;
