-- Whose work a task is, so that a market waits behind its own work only. The empty market is that of work which is of
-- none, or of a release that did not say.
alter table task add column market_id text not null default '';
create index task_turn_idx on task (lane, market_id, run_at, id) where parked_at is null;
