-- Hours that a host chose for one turnover stay when its stay moves; and whether closed days count as guests' is the
-- host's to say, where a platform calls both the same.
alter table turnover
  add column own_from time,
  add column own_until time,
  add constraint turnover_own_hours_check check (
    (own_from is null and own_until is null) or (own_from is not null and own_until is not null and own_from < own_until)
  );
alter table turnover_rule add column counts_closed boolean not null default false;
