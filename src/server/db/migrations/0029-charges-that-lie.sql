-- Money that is asked of a provider which may be slow, forget or change its mind: every asking is written before it is
-- made, and whatever has an id is read, never asked for again.

-- A charge is created, which moves nothing, and then confirmed by its id; an attempt that failed is ended at the
-- provider before the next begins.
alter table charge_attempt add column confirmed_at timestamptz;
alter table charge_attempt add column ended_at timestamptz;
alter table charge_attempt alter column fee_cents drop not null;
alter table charge_attempt alter column fee_cents drop default;
update charge_attempt set confirmed_at = created_at where provider_intent_id is not null;
update charge_attempt set ended_at = coalesce(settled_at, created_at) where state <> 'asked';
update charge_attempt set fee_cents = null where state <> 'succeeded';
create index charge_attempt_feeless_idx on charge_attempt (settled_at) where state = 'succeeded' and fee_cents is null;

-- What was charged, for the receipt: the card on file may be another one by then.
alter table payment add column charged_brand text;
alter table payment add column charged_last4 text;
update payment set charged_brand = method.brand, charged_last4 = method.last4
from payment_method method where method.user_id = payment.customer_id and payment.provider_intent_id is not null;

-- What a payment was paid with comes back the way it was paid: the card's part to the card, credit as credit.
alter table payment drop constraint payment_check1;
alter table payment add constraint payment_refunded_check check (refunded_cents <= total_cents + credit_cents);

alter table refund add column credit_cents bigint not null default 0;
alter table refund add constraint refund_credit_cents_check check (credit_cents between 0 and amount_cents);
-- Whose work it is for; null for a payment's whole.
alter table refund add column visit_id uuid references visit (id);
alter table refund add column asked_at timestamptz;
alter table refund add column ask_number integer not null default 0;
alter table refund add column failure text;
alter table refund add column settled_at timestamptz;
-- It failed, and this one was made in its place.
alter table refund add column retried_as uuid references refund (id);
-- Made at the provider itself, and booked when we heard of it.
alter table refund add column is_from_provider boolean not null default false;
update refund set settled_at = created_at where state <> 'pending';
create index refund_failed_idx on refund (settled_at) where state = 'failed' and retried_as is null;

-- What was given back for one visit or tip, by a refund or as credit, and what it took back of its crew. The sums of a
-- visit never exceed what it cost and what it paid.
create table given_back (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('work', 'tip', 'fee')),
  refund_id uuid references refund (id),
  dispute_id uuid references dispute (id),
  visit_id uuid references visit (id),
  tip_id uuid references tip (id),
  payment_id uuid references payment (id),
  crew_id uuid references users (id),
  amount_cents bigint not null check (amount_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  -- Of the amount, what the crew bears its part of.
  clawing_cents bigint not null check (clawing_cents between 0 and amount_cents),
  crew_cents bigint not null check (crew_cents >= 0),
  -- It failed at the end: counts for nothing.
  undone_at timestamptz,
  created_at timestamptz not null
);
alter table given_back add constraint given_back_whence_check check ((refund_id is null) <> (dispute_id is null));
create index given_back_visit_idx on given_back (visit_id);
create index given_back_payment_idx on given_back (payment_id);
create index given_back_refund_idx on given_back (refund_id);
create index given_back_dispute_idx on given_back (dispute_id);

alter table card_hold add column confirmed_at timestamptz;
update card_hold set confirmed_at = created_at where provider_intent_id is not null;

alter table provider_event add column subject text not null default 'unknown';
alter table provider_event add column account_id text;
alter table provider_event add column happened_at timestamptz;
create index provider_event_received_idx on provider_event (received_at);

-- A cardholder's bank took a charge back.
create table chargeback (
  id uuid primary key default gen_random_uuid(),
  provider_chargeback_id text not null unique,
  payment_id uuid references payment (id),
  provider_intent_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint check (fee_cents >= 0),
  state text not null check (state in ('needs_evidence', 'under_review', 'won', 'lost')),
  reason text not null,
  evidence_due_at timestamptz,
  evidence_sent_at timestamptz,
  claws_back_crew_pay boolean not null default false,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index chargeback_open_idx on chargeback (evidence_due_at) where state in ('needs_evidence', 'under_review');
create index chargeback_payment_idx on chargeback (payment_id);

-- An issuer's early word that a charge is likely a fraud: a refund in time saves the chargeback.
create table fraud_warning (
  id text primary key,
  payment_id uuid references payment (id),
  provider_intent_id text not null,
  is_actionable boolean not null,
  warned_at timestamptz not null,
  dismissed_at timestamptz
);
create index fraud_warning_payment_idx on fraud_warning (payment_id);

-- A bank account has no date at which it ends.
alter table payment_method alter column expires_month drop not null;
alter table payment_method alter column expires_year drop not null;

-- The provider's own lines of our balance, read page by page and kept: reconciling compares rows with rows.
create table provider_movement (
  id text primary key,
  kind text not null check (kind in (
    'charge', 'refund', 'refund_failed', 'transfer', 'reversal', 'chargeback', 'chargeback_won', 'fee',
    'platform_payout', 'adjustment'
  )),
  amount_cents bigint not null,
  fee_cents bigint not null,
  object_id text,
  reference text,
  at timestamptz not null
);
create index provider_movement_object_idx on provider_movement (object_id);
create index provider_movement_at_idx on provider_movement (at);
