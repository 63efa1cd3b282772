-- A payout goes in two steps: transfers out of the charges that brought the money to the crew's balance at the provider,
-- and from there one payout to the bank. Books move at the transfers.

create table payout_transfer (
  payout_id uuid not null references payout (id),
  number integer not null,
  -- The charge that it comes out of; null for what no card paid.
  source_intent_id text,
  amount_cents bigint not null check (amount_cents > 0),
  reversed_cents bigint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'made', 'reversing', 'reversed', 'failed')),
  provider_transfer_id text unique,
  provider_reversal_id text unique,
  -- When the provider was asked and has not answered yet; and how often it was asked under another key.
  asked_at timestamptz,
  ask_number integer not null default 0,
  primary key (payout_id, number),
  check (reversed_cents between 0 and amount_cents),
  check (state not in ('made', 'reversing', 'reversed') or provider_transfer_id is not null)
);
create index payout_transfer_source_idx on payout_transfer (source_intent_id) where source_intent_id is not null;

-- `returned`: the bank did not take it, and it lies in the crew's balance at the provider.
alter table payout drop constraint payout_state_check;
alter table payout add constraint payout_state_check
  check (state in ('sending', 'in_transit', 'paid', 'returned', 'failed'));
drop index payout_sending_idx;
create index payout_under_way_idx on payout (created_at) where state in ('sending', 'in_transit', 'returned');
-- How often it was sent to the bank, when the provider was asked for that, and how often under another key.
alter table payout add column bank_number integer not null default 0;
alter table payout add column asked_at timestamptz;
alter table payout add column ask_number integer not null default 0;
alter table payout add column sent_at timestamptz;
alter table payout add column arrives_at timestamptz;
-- Since when our own balance at the provider is too short for it.
alter table payout add column short_since timestamptz;
-- It lies with the provider because that does not pay the crew's account: no bank has seen it.
alter table payout add column is_refused boolean not null default false;

-- Payouts made until now went in one step.
insert into payout_transfer (payout_id, number, amount_cents, reversed_cents, state, provider_transfer_id)
  select id, 1, amount_cents, case state when 'failed' then amount_cents else 0 end,
    case when provider_payout_id is null then case state when 'failed' then 'failed' else 'waiting' end
      when state = 'failed' then 'reversed' else 'made' end,
    'tr_' || substr(provider_payout_id, 4)
  from payout;
update payout set state = case state when 'sending' then 'in_transit' else state end, bank_number = 1,
  sent_at = created_at, arrives_at = coalesce(paid_at, created_at)
  where provider_payout_id is not null;
update payout_transfer set asked_at = payout.created_at, ask_number = 1
  from payout where payout.id = payout_id and payout_transfer.state = 'waiting';

-- What the provider says of a crew's account, so that the crew can be told before it works.
alter table crew_profile add column payout_requirements text[] not null default '{}';
alter table crew_profile add column payout_deadline timestamptz;
alter table crew_profile add column payout_disabled_reason text;
alter table crew_profile add column payout_bank_name text;
alter table crew_profile add column payout_bank_last4 text;
alter table crew_profile add column payout_bank_fingerprint text;
alter table crew_profile add column has_instant_payouts boolean not null default false;
update crew_profile set has_instant_payouts = true where payout_account_state = 'ready';
create index crew_profile_payout_bank_idx on crew_profile (payout_bank_fingerprint)
  where payout_bank_fingerprint is not null;

-- The embedded provider keeps what a real one does: setups, transfers apart from bank payouts, reversals, chargebacks,
-- movements with their fees. What an object becomes by itself stands in its plan, and when in due_at.

alter table demo_bank_object add column reference text;
alter table demo_bank_object add column plan jsonb not null default '[]';
alter table demo_bank_object add column due_at timestamptz;
alter table demo_bank_object drop constraint demo_bank_object_kind_check;
alter table demo_bank_object add constraint demo_bank_object_kind_check check (kind in (
  'customer', 'setup', 'method', 'intent', 'capture', 'refund', 'account', 'link', 'transfer', 'reversal', 'payout',
  'chargeback', 'warning', 'event', 'movement'
)) not valid;
drop index demo_bank_object_open_idx;
create index demo_bank_object_due_idx on demo_bank_object (kind, due_at, id) where due_at is not null;
create index demo_bank_object_reference_idx on demo_bank_object (kind, reference) where reference is not null;
create index demo_bank_object_asking_idx on demo_bank_object ((data ->> 'clientSecret')) where state = 'requires_action';
create index demo_bank_object_source_idx on demo_bank_object ((data ->> 'sourceIntentId')) where kind = 'transfer';

-- Forms and links live for minutes.
delete from demo_bank_object where kind in ('token', 'link');
update demo_bank_object set idempotency_key = null, request_hash = null;

update demo_bank_object as intent set
  reference = intent.data ->> 'reference',
  state = case intent.state when 'requires_action' then 'declined' else intent.state end,
  plan = case when intent.state = 'processing' then jsonb_build_array(jsonb_build_object(
      'at', intent.data -> 'endsAt', 'to', intent.data -> 'endsAs', 'word', intent.data -> 'decline'))
    when intent.state = 'held' then jsonb_build_array(jsonb_build_object(
      'at', intent.data -> 'heldUntil', 'to', 'expired', 'word', null))
    else '[]' end,
  due_at = case intent.state
    when 'processing' then to_timestamp((intent.data ->> 'endsAt')::bigint / 1000.0)
    when 'held' then to_timestamp((intent.data ->> 'heldUntil')::bigint / 1000.0) end,
  data = jsonb_build_object(
    'isHold', intent.data ? 'heldUntil',
    'customerId', method.parent_id,
    'attempt', 0,
    'clientSecret', 'pi_secret_' || md5(random()::text || intent.id),
    'method', jsonb_build_object('kind', 'card', 'brand', method.data -> 'brand', 'last4', method.data -> 'last4'),
    'declineCode', intent.data -> 'decline',
    'heldUntil', intent.data -> 'heldUntil',
    'capturedCents', intent.data -> 'capturedCents',
    'feeKnownAt', case intent.state when 'succeeded' then (extract(epoch from intent.created_at) * 1000)::bigint end
  )
from demo_bank_object as method where intent.kind = 'intent' and method.id = intent.parent_id;

update demo_bank_object set data = '{"failure": null}' where kind = 'refund';
update demo_bank_object set reference = refund.id::text from refund
  where kind = 'refund' and refund.provider_refund_id = demo_bank_object.id;

update demo_bank_object set data = jsonb_build_object(
  'email', data -> 'email',
  'requirements', case state when 'ready' then '[]'::jsonb when 'pending'
    then '["individual.legal_name", "external_account"]' else '["external_account"]' end,
  'deadline', null,
  'disabledReason', case state when 'ready' then null else 'requirements.past_due' end,
  'bank', case when data ? 'last4' then jsonb_build_object('name', 'Test bank', 'last4', data -> 'last4',
    'fingerprint', md5(data ->> 'last4'), 'canBePaidInstantly', true, 'failsPayouts', null) end
) where kind = 'account';

-- A payout of the past was a transfer and a bank payout in one. One that failed has moved nothing.
insert into demo_bank_object (id, kind, state, amount_cents, parent_id, reference, data, created_at)
  select 'tr_' || substr(id, 4), 'transfer', 'made', amount_cents, parent_id, (data ->> 'reference') || ':1',
    jsonb_build_object('sourceIntentId', null, 'arrivesAt', (extract(epoch from created_at) * 1000)::bigint,
      'reversedCents', case state when 'failed' then amount_cents else 0 end), created_at
  from demo_bank_object where kind = 'payout';
update demo_bank_object set
  reference = (data ->> 'reference') || ':bank:1',
  state = case state when 'sending' then 'in_transit' else state end,
  plan = case state when 'sending' then jsonb_build_array(jsonb_build_object(
    'at', data -> 'endsAt', 'to', data -> 'endsAs', 'word', data -> 'failure')) else '[]' end,
  due_at = case state when 'sending' then to_timestamp((data ->> 'endsAt')::bigint / 1000.0) end,
  data = jsonb_build_object('speed', 'standard', 'failure', case state when 'failed' then data -> 'failure' end,
    'arrivesAt', coalesce((data ->> 'endsAt')::bigint, (extract(epoch from created_at) * 1000)::bigint))
where kind = 'payout';
update demo_bank_object set data = data || '{"accountId": null}', due_at = case state when 'due' then created_at end
  where kind = 'event';

insert into demo_bank_object (id, kind, state, amount_cents, reference, data, created_at)
  select 'txn_' || md5('charge' || id), 'movement', 'made', coalesce((data ->> 'capturedCents')::bigint, amount_cents),
    reference, jsonb_build_object('kind', 'charge', 'objectId', id, 'reference', reference,
      'feeCents', least(coalesce((data ->> 'capturedCents')::bigint, amount_cents),
        round(coalesce((data ->> 'capturedCents')::bigint, amount_cents) * 0.029)::bigint + 30),
      'availableAt', (extract(epoch from created_at) * 1000)::bigint), created_at
  from demo_bank_object where kind = 'intent' and state = 'succeeded'
  union all
  select 'txn_' || md5('refund' || id), 'movement', 'made', -amount_cents, reference,
    jsonb_build_object('kind', 'refund', 'objectId', id, 'reference', reference, 'feeCents', 0,
      'availableAt', (extract(epoch from created_at) * 1000)::bigint), created_at
  from demo_bank_object where kind = 'refund' and state = 'succeeded'
  union all
  select 'txn_' || md5('transfer' || id), 'movement', 'made', -amount_cents, reference,
    jsonb_build_object('kind', 'transfer', 'objectId', id, 'reference', reference, 'feeCents', 0,
      'availableAt', (extract(epoch from created_at) * 1000)::bigint), created_at
  from demo_bank_object where kind = 'transfer' and data ->> 'reversedCents' = '0';

alter table demo_bank_object validate constraint demo_bank_object_kind_check;
