-- A crew may share where it is for one day: its last place, while it drives to somebody, and nothing of the way there.

create table crew_whereabouts (
  crew_id uuid primary key references users (id) on delete cascade,
  -- The day that it agreed to; the row goes when it takes that back, with its last stop, and at the end of the day.
  date date not null,
  shared_since timestamptz not null,
  -- To whom it drives, and where it was last; none while it drives to nobody.
  visit_id uuid references visit (id) on delete cascade,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  measured_at timestamptz,
  -- From there to the place; null where the way could not be measured.
  drive_seconds integer check (drive_seconds >= 0),
  check ((visit_id is null) = (lat is null) and (lat is null) = (lng is null) and (lat is null) = (measured_at is null)),
  check (drive_seconds is null or visit_id is not null)
);
create index crew_whereabouts_visit_idx on crew_whereabouts (visit_id) where visit_id is not null;
create index crew_whereabouts_date_idx on crew_whereabouts (date);

create trigger crew_whereabouts_live_insert after insert on crew_whereabouts
  referencing new table as changed for each statement
  execute function notify_live('whereabouts', 'select crew_id, crew_id from changed');
create trigger crew_whereabouts_live_update after update on crew_whereabouts
  referencing old table as before new table as changed for each statement
  execute function notify_live('whereabouts', 'select visit.customer_id, visit.id from (select visit_id from changed union select visit_id from before) as trip join visit on visit.id = trip.visit_id');
create trigger crew_whereabouts_live_delete after delete on crew_whereabouts
  referencing old table as before for each statement
  execute function notify_live('whereabouts', 'select crew_id, crew_id from before union all select visit.customer_id, visit.id from before join visit on visit.id = before.visit_id');
