-- Open screens hear of offers: the crew whose offer it is, and no more than its id.

create trigger offer_live_insert after insert on offer referencing new table as changed
  for each statement execute function tell_live('offer', 'select crew_id, id from changed');
create trigger offer_live_update after update on offer referencing new table as changed
  for each statement execute function tell_live('offer', 'select crew_id, id from changed');
