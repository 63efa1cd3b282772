-- How many conversations somebody has not read stands in every menu: it is counted over those alone, however many there are.

alter table conversation add column is_unread boolean not null default false;

update conversation set is_unread = true
from (
  select distinct on (message.visit_id) message.visit_id, message.sender_id, message.number
  from visit_message message order by message.visit_id, message.number desc
) as newest
where newest.visit_id = conversation.visit_id and newest.sender_id <> conversation.user_id
  and newest.number > coalesce((
    select read_number from visit_message_read seen
    where seen.visit_id = conversation.visit_id and seen.user_id = conversation.user_id
  ), 0);

create index conversation_unread_idx on conversation (user_id) where is_unread;
