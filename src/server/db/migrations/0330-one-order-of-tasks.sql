-- What is due is found by lane and market (`task_turn_idx`): an order of its own by lane alone cost each task three
-- entries, and a claim a fifth of its time.
drop index task_due_idx;
