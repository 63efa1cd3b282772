-- What customers gave each crew in all, kept: an average reads one row, and takes away what is still hidden, which is
-- that of the last days, however long a crew has worked.
create table crew_stars (
  crew_id uuid primary key references crew_profile (user_id) on delete cascade,
  stars bigint not null,
  count bigint not null
);
insert into crew_stars (crew_id, stars, count)
select crew_id, sum(stars), count(*) from rating where side = 'customer' group by crew_id;

create function keep_stars() returns trigger language plpgsql as $$
begin
  -- Always in one order: of two who do it at once, one waits for the other.
  if tg_op = 'INSERT' then
    insert into crew_stars (crew_id, stars, count)
    select crew_id, sum(stars), count(*) from now_there where side = 'customer' group by crew_id order by crew_id
    on conflict (crew_id) do update
      set stars = crew_stars.stars + excluded.stars, count = crew_stars.count + excluded.count;
  elsif tg_op = 'DELETE' then
    update crew_stars set stars = crew_stars.stars - gone.stars, count = crew_stars.count - gone.count
    from (select crew_id, sum(stars) as stars, count(*) as count from was_there where side = 'customer' group by crew_id) gone
    where crew_stars.crew_id = gone.crew_id;
  else
    insert into crew_stars (crew_id, stars, count)
    select crew_id, sum(stars), sum(count) from (
      select crew_id, stars, 1 as count from now_there where side = 'customer'
      union all select crew_id, -stars, -1 from was_there where side = 'customer'
    ) as changed
    group by crew_id having sum(stars) <> 0 or sum(count) <> 0 order by crew_id
    on conflict (crew_id) do update
      set stars = crew_stars.stars + excluded.stars, count = crew_stars.count + excluded.count;
  end if;
  return null;
end $$;
create trigger rating_kept_insert after insert on rating referencing new table as now_there
  for each statement execute function keep_stars();
create trigger rating_kept_update after update on rating referencing old table as was_there new table as now_there
  for each statement execute function keep_stars();
create trigger rating_kept_delete after delete on rating referencing old table as was_there
  for each statement execute function keep_stars();

-- When the work was done that a rating is about, also where it is done again: until some days after, it may be hidden.
alter table rating add column done_at timestamptz;
update rating set done_at = coalesce(visit.completed_at, 'infinity') from visit where visit.id = rating.visit_id;
create function say_when_done() returns trigger language plpgsql as $$
begin
  new.done_at = coalesce((select completed_at from visit where id = new.visit_id), 'infinity');
  return new;
end $$;
create trigger rating_done before insert on rating for each row execute function say_when_done();
create function ratings_done_again() returns trigger language plpgsql as $$
begin
  update rating set done_at = coalesce(new.completed_at, 'infinity') where visit_id = new.id;
  return null;
end $$;
create trigger visit_done_again after update of completed_at on visit for each row
  when (old.completed_at is not null and old.completed_at is distinct from new.completed_at)
  execute function ratings_done_again();

create index rating_shown_idx on rating (crew_id, side, done_at);
drop index rating_crew_idx;
