-- Who takes part in the messages of which visit, and how far they go: the list of somebody's conversations is read by
-- this index, newest first.

create table conversation (
  visit_id uuid not null references visit (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- The number of the newest message.
  last_number bigint not null,
  primary key (visit_id, user_id)
);
create index conversation_user_idx on conversation (user_id, last_number desc);

insert into conversation (visit_id, user_id, last_number)
select visit_id, user_id, max(number) from (
  select message.visit_id, visit.customer_id as user_id, message.number
  from visit_message message join visit on visit.id = message.visit_id
  union all
  select message.visit_id, message.crew_id, message.number from visit_message message
) as part
group by visit_id, user_id;
