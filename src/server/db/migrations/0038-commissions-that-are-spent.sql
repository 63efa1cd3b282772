-- What sponsors do with what they earned, and whom they may not sponsor.

-- A payout account is whoever's is paid: a crew's, or a customer's who withdraws commissions.
create table payout_account (
  user_id uuid primary key references users (id),
  account_id text not null unique,
  state text not null default 'pending' check (state in ('pending', 'ready', 'restricted')),
  requirements text[] not null default '{}',
  deadline timestamptz,
  disabled_reason text,
  bank_name text,
  bank_last4 text,
  bank_fingerprint text,
  has_instant_payouts boolean not null default false
);
insert into payout_account (user_id, account_id, state, requirements, deadline, disabled_reason, bank_name, bank_last4,
    bank_fingerprint, has_instant_payouts)
  select user_id, payout_account_id, case payout_account_state when 'none' then 'pending' else payout_account_state end,
    payout_requirements, payout_deadline, payout_disabled_reason, payout_bank_name, payout_bank_last4,
    payout_bank_fingerprint, has_instant_payouts
  from crew_profile where payout_account_id is not null;
alter table crew_profile drop column payout_account_id, drop column payout_account_state,
  drop column payout_requirements, drop column payout_deadline, drop column payout_disabled_reason,
  drop column payout_bank_name, drop column payout_bank_last4, drop column payout_bank_fingerprint,
  drop column has_instant_payouts;

-- Accounts that are read anew each night.
create index payout_account_open_idx on payout_account (user_id) where state <> 'ready' or requirements <> '{}';

-- `crew_id` is whoever is paid: where a sponsor withdraws commissions, it can be a customer. Rows of the past were held
-- to crew_profile, whose users are there, and need not be looked at again.
alter table earning drop constraint earning_crew_id_fkey;
alter table earning add constraint earning_crew_id_fkey foreign key (crew_id) references users (id) not valid;
alter table payout drop constraint payout_crew_id_fkey;
alter table payout add constraint payout_crew_id_fkey foreign key (crew_id) references users (id) not valid;
alter table earning drop constraint earning_kind_check;
alter table earning add constraint earning_kind_check
  check (kind in ('visit', 'tip', 'clawback', 'adjustment', 'partner', 'commission'));
alter table payout drop constraint payout_kind_check;
alter table payout add constraint payout_kind_check check (kind in ('weekly', 'instant', 'commission'));

-- Of what was reversed, what was so because the sponsor turned out to be no other person: an operator may restore it.
alter table commission add column refused_cents bigint not null default 0;
alter table commission add column used_cents bigint not null default 0 check (used_cents between 0 and amount_cents);
alter table commission add constraint commission_refused_check check (refused_cents between 0 and reversed_cents);
create index commission_brought_idx on commission (brought_id);
-- What a sponsor can spend comes out of these, and below zero is netted with them.
create index commission_left_idx on commission (sponsor_id, available_at)
  where released_at is not null and amount_cents - reversed_cents - used_cents <> 0;

create table commission_spending (
  id uuid primary key default gen_random_uuid(),
  sponsor_id uuid not null references users (id),
  -- `with_payout`: an earning that goes out with the crew's next payout; `withdrawal`: a payout of its own.
  kind text not null check (kind in ('credit', 'with_payout', 'withdrawal')),
  amount_cents bigint not null check (amount_cents > 0),
  earning_id uuid unique references earning (id) on delete set null,
  payout_id uuid unique references payout (id),
  spent_at timestamptz not null,
  -- The account could not take it: it is the sponsor's to spend again.
  undone_at timestamptz
);
create index commission_spending_sponsor_idx on commission_spending (sponsor_id, spent_at desc, id);

-- Which commissions it came out of, oldest first.
create table commission_use (
  spending_id uuid not null references commission_spending (id),
  commission_id uuid not null references commission (id),
  amount_cents bigint not null check (amount_cents > 0),
  primary key (spending_id, commission_id)
);
create index commission_use_commission_idx on commission_use (commission_id);

-- By what two accounts may turn out to be one person's: cards and banks by the provider's fingerprints, devices by a
-- random id of ours. What an account has had once stays.
create table identity_mark (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('card', 'bank', 'device')),
  mark text not null,
  seen_at timestamptz not null,
  primary key (user_id, kind, mark)
);
create index identity_mark_idx on identity_mark (kind, mark);
insert into identity_mark (user_id, kind, mark, seen_at)
  select user_id, 'card', fingerprint, updated_at from payment_method where fingerprint <> '';
insert into identity_mark (user_id, kind, mark, seen_at)
  select user_id, 'bank', bank_fingerprint, now() from payout_account where bank_fingerprint is not null;

-- Sponsorships in which something is shared: stopped by the rule, parked for an operator, or decided by one.
create table referral_review (
  brought_id uuid primary key references users (id),
  sponsor_id uuid not null references users (id),
  market_id text not null references market (id),
  state text not null check (state in ('parked', 'refused', 'approved')),
  reasons text[] not null,
  -- What an operator has seen and let pass: found again it parks nothing.
  allowed text[] not null default '{}',
  -- The name under which commissions were reversed.
  refusal_id uuid,
  found_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  note text not null default ''
);
create index referral_review_market_idx on referral_review (market_id, state, found_at desc, brought_id);
create index referral_review_sponsor_idx on referral_review (sponsor_id);
