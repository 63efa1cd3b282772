-- An operator looks at the pages of a person as the person sees them, for a quarter of an hour.
create table seeing (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references users (id),
  person_id uuid not null references users (id) on delete cascade,
  began_at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at > began_at)
);
create index seeing_operator_idx on seeing (operator_id);
create index seeing_person_idx on seeing (person_id);
