-- No queue reaches back further than 28 days: who looked after what is forgotten later, oldest first.
create index queue_item_taken_idx on queue_item (taken_at);
