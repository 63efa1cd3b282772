-- A webhook of Hospitable is taken in once, and forgotten when it is sent no more.
create table hospitable_event (
  id text primary key check (length(id) between 1 and 100),
  action text not null check (length(action) between 1 and 100),
  received_at timestamptz not null
);
create index hospitable_event_received_idx on hospitable_event (received_at);

-- Over there it became a part of another rental; the place follows once that one is seen.
alter table hospitable_property add column merged_into text;
