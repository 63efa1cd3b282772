-- A year's payments or earnings as a table is written in the background, as the file of all that is known of somebody.
alter table data_export
  add column kind text not null default 'data' check (kind in ('data', 'payments', 'earnings')),
  add column year integer,
  -- Whose year: another's than who asks where it was merged into that account.
  add column account_id uuid references users (id) on delete cascade,
  add column locale text check (locale in ('en', 'es')),
  add constraint data_export_year_check
    check ((kind = 'data') = (year is null) and (kind = 'data') = (locale is null)
      and (kind = 'data') = (account_id is null));
