-- A session whose person has just proven again who it is has another token; what was under way with the one before is
-- answered for a moment.
create table former_session_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index former_session_token_session_idx on former_session_token (session_id);
create index former_session_token_expires_idx on former_session_token (expires_at);
