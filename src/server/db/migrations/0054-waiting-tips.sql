-- A tip that was just given waits here for some minutes, in which its customer can take it back; only then is it booked
-- and the crew notified. What is taken back before leaves no trace in the books.

create table waiting_tip (
  -- The tip's own, so that giving it twice books it once.
  id uuid primary key default gen_random_uuid(),
  visit_id uuid not null unique references visit (id),
  customer_id uuid not null references users (id),
  amount_cents bigint not null check (amount_cents > 0),
  waits_until timestamptz not null,
  created_at timestamptz not null
);
create index waiting_tip_customer_idx on waiting_tip (customer_id);
