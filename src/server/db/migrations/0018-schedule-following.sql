-- Visits follow a change of holiday rules task by task, each with its own place in the list of jobs.
alter table holiday_rule_set drop column followed_after;

-- The few visits that stand on another day than their rule's.
create index visit_moved_idx on visit (date) where moved_from is not null;
