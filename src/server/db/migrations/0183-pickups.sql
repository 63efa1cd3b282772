-- Weekly pickups follow the stays of a place where its host wants them to.

create table pickup_rule (
  property_id uuid primary key references property (id) on delete cascade,
  is_on boolean not null,
  check_out_time time not null,
  -- Null: however long or large the stay, no pickup of its own.
  extra_nights smallint check (extra_nights between 2 and 60),
  extra_guests smallint check (extra_guests between 2 and 50),
  counts_closed boolean not null,
  updated_at timestamptz not null
);

-- What stays say of a day of a weekly job. Which dates are vacant stands with the other dates left out.
create table pickup_day (
  weekly_job_id uuid not null references weekly_job (id) on delete cascade,
  date date not null,
  -- Nobody comes before this check-out.
  not_before time,
  is_extra boolean not null default false,
  -- The host brought the date back: it is not left out again.
  is_kept boolean not null default false,
  nights integer,
  guests integer,
  created_at timestamptz not null,
  primary key (weekly_job_id, date),
  check (is_extra = (nights is not null)),
  check (not is_extra or not_before is not null)
);
create index pickup_day_date_idx on pickup_day (date);

alter table weekly_job_skip drop constraint weekly_job_skip_reason_check;
alter table weekly_job_skip add constraint weekly_job_skip_reason_check
  check (reason in ('customer', 'holiday', 'dunning', 'pushed', 'vacant'));
