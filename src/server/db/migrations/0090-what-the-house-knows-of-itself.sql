-- What each of those outside answered last, by whichever server asked: the page of the system's health shows it.

create table provider_answer (
  port text primary key check (port in ('mail', 'sms', 'push', 'photos', 'places', 'matrix', 'payments')),
  is_ok boolean not null,
  answered_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  -- What was asked, by the name of the call, and what went wrong in its own words; empty where nothing did.
  call text not null,
  error text not null,
  failed_at timestamptz
);

-- Parked work is looked through newest first.
create index task_parked_at_idx on task (parked_at desc, id desc) where parked_at is not null;
