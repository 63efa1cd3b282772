-- A call under a key happens once, whatever breaks: what each of its transactions answered is written by that very
-- transaction, so that the call can be made again and passes over what was done.

alter table idempotent_reply add column steps bytea[] not null default '{}';
-- Whoever makes the call now; where it died, another takes over then.
alter table idempotent_reply add column held_until timestamptz;
update idempotent_reply set held_until = created_at;
alter table idempotent_reply alter column held_until set not null;
