-- A mail each morning of what happens that day, for whoever chose it (decision 67). Whether it comes is a preference of
-- notices; here stands when.
create table daily_digest (
  user_id uuid primary key references users (id) on delete cascade,
  -- On the reader's clock.
  hour smallint not null check (hour between 0 and 23),
  next_at timestamptz not null
);
create index daily_digest_next_idx on daily_digest (next_at);

create trigger daily_digest_owner_lives after insert on daily_digest
  referencing new table as changed for each statement execute function refuse_merged('user_id');
