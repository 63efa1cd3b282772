-- The schema that the migrations make. Written by `npm run schema`; the check compares it with a fresh database.

create table access_problem (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  crew_id uuid not null,
  reason text not null,
  note text not null default ''::text,
  contact text not null,
  photo_id uuid not null,
  lat double precision,
  lng double precision,
  distance_feet integer,
  state text not null default 'waiting'::text,
  reported_at timestamp with time zone not null,
  waits_until timestamp with time zone not null,
  answer text not null default ''::text,
  answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint access_problem_pkey PRIMARY KEY (id),
  constraint access_problem_check CHECK ((waits_until >= reported_at)),
  constraint access_problem_check1 CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint access_problem_check2 CHECK (((state = ANY (ARRAY['solved'::text, 'ended'::text])) = (closed_at IS NOT NULL))),
  constraint access_problem_check3 CHECK (((state <> ALL (ARRAY['answered'::text, 'let_go'::text])) OR (answered_at IS NOT NULL))),
  constraint access_problem_contact_check CHECK ((contact = ANY (ARRAY['rang'::text, 'called'::text, 'waited'::text, 'none'::text]))),
  constraint access_problem_distance_feet_check CHECK ((distance_feet >= 0)),
  constraint access_problem_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint access_problem_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint access_problem_reason_check CHECK ((reason = ANY (ARRAY['gate'::text, 'dog'::text, 'nobody_home'::text, 'unsafe'::text, 'other'::text]))),
  constraint access_problem_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'let_go'::text, 'solved'::text, 'ended'::text])))
);
CREATE UNIQUE INDEX access_problem_open_key ON access_problem USING btree (visit_id) WHERE (closed_at IS NULL);
CREATE INDEX access_problem_photo_idx ON access_problem USING btree (photo_id);
CREATE INDEX access_problem_visit_idx ON access_problem USING btree (visit_id, reported_at);

create table account_closing (
  user_id uuid not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  taken_back_at timestamp with time zone,
  closed_at timestamp with time zone,
  constraint account_closing_pkey PRIMARY KEY (user_id, asked_at),
  constraint account_closing_check CHECK ((due_at > asked_at)),
  constraint account_closing_check1 CHECK (((taken_back_at IS NULL) OR (closed_at IS NULL)))
);
CREATE INDEX account_closing_due_idx ON account_closing USING btree (due_at, user_id) WHERE ((taken_back_at IS NULL) AND (closed_at IS NULL));
CREATE UNIQUE INDEX account_closing_live_key ON account_closing USING btree (user_id) WHERE (taken_back_at IS NULL);

create table account_merge (
  from_id uuid not null,
  into_id uuid not null,
  referral_code text not null,
  merged_at timestamp with time zone not null,
  merged_by uuid not null,
  constraint account_merge_pkey PRIMARY KEY (from_id),
  constraint account_merge_referral_code_key UNIQUE (referral_code),
  constraint account_merge_check CHECK ((from_id <> into_id))
);
CREATE INDEX account_merge_by_idx ON account_merge USING btree (merged_by);
CREATE INDEX account_merge_into_idx ON account_merge USING btree (into_id);

create table account_try (
  kind text not null,
  email_hash bytea not null,
  tries integer not null,
  since timestamp with time zone not null,
  constraint account_try_pkey PRIMARY KEY (kind, email_hash),
  constraint account_try_email_hash_check CHECK ((octet_length(email_hash) = 32)),
  constraint account_try_kind_check CHECK ((kind = ANY (ARRAY['sign_in'::text, 'confirm_password'::text, 'register'::text, 'change_email'::text, 'reset_password'::text, 'sign_in_link'::text, 'codes_at_once'::text, 'codes_of_day'::text, 'codes_of_address'::text, 'codes_of_device'::text, 'codes_texted'::text, 'passkeys_of_address'::text, 'passkeys_of_device'::text, 'second_factor'::text, 'mailbox_asked'::text]))),
  constraint account_try_tries_check CHECK ((tries > 0))
);
CREATE INDEX account_try_since_idx ON account_try USING btree (since);

create table approval (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  market_id text not null,
  customer_id uuid not null,
  payment_id uuid,
  dispute_id uuid,
  warning_id text,
  amount_cents bigint not null,
  takes_back_crew_pay boolean not null default false,
  reason text not null,
  state text not null default 'waiting'::text,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text not null default ''::text,
  constraint approval_pkey PRIMARY KEY (id),
  constraint approval_amount_cents_check CHECK ((amount_cents > 0)),
  constraint approval_check CHECK ((expires_at > asked_at)),
  constraint approval_check1 CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint approval_check2 CHECK (((decided_by IS NULL) = (state = ANY (ARRAY['waiting'::text, 'expired'::text])))),
  constraint approval_check3 CHECK (((state = 'withdrawn'::text) = ((decided_by IS NOT NULL) AND (decided_by = asked_by)))),
  constraint approval_check4 CHECK (((kind = ANY (ARRAY['refund'::text, 'fraud_warning'::text])) <= (payment_id IS NOT NULL))),
  constraint approval_check5 CHECK (((kind = 'dispute'::text) = (dispute_id IS NOT NULL))),
  constraint approval_check6 CHECK (((kind = 'fraud_warning'::text) = (warning_id IS NOT NULL))),
  constraint approval_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'credit'::text, 'dispute'::text, 'fraud_warning'::text]))),
  constraint approval_note_check CHECK ((length(note) <= 300)),
  constraint approval_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 2000))),
  constraint approval_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text])))
);
CREATE INDEX approval_asked_by_idx ON approval USING btree (asked_by);
CREATE INDEX approval_customer_idx ON approval USING btree (customer_id);
CREATE INDEX approval_decided_by_idx ON approval USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX approval_dispute_idx ON approval USING btree (dispute_id) WHERE (dispute_id IS NOT NULL);
CREATE INDEX approval_market_idx ON approval USING btree (market_id, asked_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX approval_payment_idx ON approval USING btree (payment_id, asked_at DESC) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX approval_waiting_key ON approval USING btree (kind, COALESCE(warning_id, (dispute_id)::text, (payment_id)::text, (customer_id)::text)) WHERE (state = 'waiting'::text);
CREATE INDEX approval_warning_idx ON approval USING btree (warning_id) WHERE (warning_id IS NOT NULL);

create table assignment (
  id uuid not null default gen_random_uuid(),
  weekly_job_id uuid not null,
  weekday smallint not null,
  crew_id uuid not null,
  route_id uuid,
  position integer not null default 0,
  taken_at timestamp with time zone not null,
  from_date date not null,
  released_at timestamp with time zone,
  released_from date,
  release_reason text,
  is_late_release boolean not null default false,
  constraint assignment_pkey PRIMARY KEY (id),
  constraint assignment_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX assignment_crew_idx ON assignment USING btree (crew_id) WHERE (released_at IS NULL);
CREATE INDEX assignment_job_idx ON assignment USING btree (weekly_job_id, taken_at DESC, id DESC);
CREATE UNIQUE INDEX assignment_live_key ON assignment USING btree (weekly_job_id, weekday) WHERE (released_at IS NULL);

create table audit_entry (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id uuid,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'::jsonb,
  market_id text,
  constraint audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_action_idx ON audit_entry USING btree (market_id, action, at DESC, id DESC);
CREATE INDEX audit_entry_actor_action_idx ON audit_entry USING btree (market_id, actor_id, action, at DESC, id DESC);
CREATE INDEX audit_entry_actor_idx ON audit_entry USING btree (market_id, actor_id, at DESC, id DESC);
CREATE INDEX audit_entry_at_idx ON audit_entry USING btree (market_id, at DESC, id DESC);
CREATE INDEX audit_entry_of_market_idx ON audit_entry USING btree (subject, id DESC) WHERE (action = ANY (ARRAY['add_market'::text, 'save_market'::text, 'save_letterhead'::text, 'open_market'::text, 'close_market'::text]));
CREATE INDEX audit_entry_subject_idx ON audit_entry USING btree (subject, at DESC);

create table audit_person (
  person_id uuid not null,
  entry_id bigint not null,
  at timestamp with time zone not null,
  constraint audit_person_pkey PRIMARY KEY (person_id, at, entry_id)
);
CREATE INDEX audit_person_entry_idx ON audit_person USING btree (entry_id);

create table billing_details (
  customer_id uuid not null,
  company_name text not null default ''::text,
  billing_address text not null default ''::text,
  tax_number text not null default ''::text,
  po_number text not null default ''::text,
  copies_to text[] not null default '{}'::text[],
  constraint billing_details_pkey PRIMARY KEY (customer_id),
  constraint billing_details_billing_address_check CHECK ((length(billing_address) <= 300)),
  constraint billing_details_company_name_check CHECK ((length(company_name) <= 120)),
  constraint billing_details_copies_to_check CHECK ((cardinality(copies_to) <= 10)),
  constraint billing_details_po_number_check CHECK ((length(po_number) <= 60)),
  constraint billing_details_tax_number_check CHECK ((length(tax_number) <= 60))
);

create table billing_terms (
  customer_id uuid not null,
  net_days integer not null,
  period text not null,
  credit_limit_cents bigint not null,
  granted_by uuid not null,
  granted_at timestamp with time zone not null,
  constraint billing_terms_pkey PRIMARY KEY (customer_id),
  constraint billing_terms_credit_limit_cents_check CHECK ((credit_limit_cents > 0)),
  constraint billing_terms_net_days_check CHECK ((net_days = ANY (ARRAY[7, 15, 30]))),
  constraint billing_terms_period_check CHECK ((period = ANY (ARRAY['weekly'::text, 'monthly'::text])))
);
CREATE INDEX billing_terms_granted_by_idx ON billing_terms USING btree (granted_by);

create table building (
  id uuid not null default gen_random_uuid(),
  complex_id uuid not null,
  name text not null,
  position integer not null,
  units text[] not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint building_pkey PRIMARY KEY (id),
  constraint building_units_check CHECK ((cardinality(units) <= 1000))
);
CREATE UNIQUE INDEX building_name_key ON building USING btree (complex_id, lower(name)) WHERE (removed_at IS NULL);

create table building_check (
  visit_id uuid not null,
  building_id uuid not null,
  crew_id uuid not null,
  photo_id uuid,
  checked_at timestamp with time zone not null,
  constraint building_check_pkey PRIMARY KEY (visit_id, building_id)
);
CREATE INDEX building_check_photo_idx ON building_check USING btree (photo_id);

create table bulk_change (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  change jsonb not null,
  is_whole boolean not null,
  state text not null default 'running'::text,
  job_count integer not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  undo_until timestamp with time zone not null,
  share_id uuid,
  undo_share_id uuid,
  constraint bulk_change_pkey PRIMARY KEY (id),
  constraint bulk_change_job_count_check CHECK (((job_count >= 1) AND (job_count <= 2000))),
  constraint bulk_change_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'undoing'::text, 'undone'::text, 'giving_up'::text, 'given_up'::text])))
);
CREATE INDEX bulk_change_created_idx ON bulk_change USING btree (created_at);
CREATE INDEX bulk_change_customer_idx ON bulk_change USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX bulk_change_share_idx ON bulk_change USING btree (share_id) WHERE (share_id IS NOT NULL);
CREATE INDEX bulk_change_undo_share_idx ON bulk_change USING btree (undo_share_id) WHERE (undo_share_id IS NOT NULL);

create table bulk_change_job (
  bulk_change_id uuid not null,
  weekly_job_id uuid not null,
  state text not null default 'waiting'::text,
  note text not null default ''::text,
  before jsonb,
  after jsonb,
  done_at timestamp with time zone,
  crew_ids uuid[] not null default '{}'::uuid[],
  undone_crew_ids uuid[] not null default '{}'::uuid[],
  note_texts jsonb,
  constraint bulk_change_job_pkey PRIMARY KEY (bulk_change_id, weekly_job_id),
  constraint bulk_change_job_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'changed'::text, 'same'::text, 'refused'::text, 'undone'::text, 'left'::text])))
);
CREATE INDEX bulk_change_job_job_idx ON bulk_change_job USING btree (weekly_job_id);
CREATE INDEX bulk_change_job_state_idx ON bulk_change_job USING btree (bulk_change_id, state, weekly_job_id);

create table calendar (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  group_id uuid,
  property_id uuid,
  address_key uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint calendar_pkey PRIMARY KEY (id),
  constraint calendar_user_id_kind_group_id_property_id_key UNIQUE NULLS NOT DISTINCT (user_id, kind, group_id, property_id),
  constraint calendar_check CHECK (((kind = 'group'::text) = (group_id IS NOT NULL))),
  constraint calendar_check1 CHECK (((kind = 'place'::text) = (property_id IS NOT NULL))),
  constraint calendar_kind_check CHECK ((kind = ANY (ARRAY['all'::text, 'group'::text, 'place'::text, 'work'::text])))
);
CREATE INDEX calendar_group_idx ON calendar USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX calendar_property_idx ON calendar USING btree (property_id) WHERE (property_id IS NOT NULL);

create table card_hold (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  number integer not null,
  provider_customer_id text not null,
  provider_method_id text not null,
  amount_cents bigint not null,
  state text not null,
  provider_intent_id text,
  decline_code text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  settled_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  listed_in uuid,
  constraint card_hold_pkey PRIMARY KEY (id),
  constraint card_hold_order_id_number_key UNIQUE (order_id, number),
  constraint card_hold_provider_intent_id_key UNIQUE (provider_intent_id),
  constraint card_hold_amount_cents_check CHECK ((amount_cents > 0)),
  constraint card_hold_check CHECK (((state <> ALL (ARRAY['held'::text, 'captured'::text])) OR ((provider_intent_id IS NOT NULL) AND (expires_at IS NOT NULL)))),
  constraint card_hold_number_check CHECK ((number >= 0)),
  constraint card_hold_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'held'::text, 'declined'::text, 'captured'::text, 'releasing'::text, 'released'::text, 'expired'::text])))
);
CREATE INDEX card_hold_held_idx ON card_hold USING btree (id) WHERE (state = 'held'::text);
CREATE UNIQUE INDEX card_hold_live_key ON card_hold USING btree (order_id) WHERE (state = ANY (ARRAY['asked'::text, 'held'::text, 'captured'::text]));
CREATE INDEX card_hold_open_idx ON card_hold USING btree (created_at) WHERE (state = ANY (ARRAY['asked'::text, 'held'::text, 'releasing'::text]));

create table charge_attempt (
  payment_id uuid not null,
  number integer not null,
  is_retry boolean not null,
  provider_customer_id text not null,
  provider_method_id text not null,
  amount_cents bigint not null,
  state text not null,
  provider_intent_id text,
  fee_cents bigint,
  decline_code text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  captures_intent_id text,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint charge_attempt_pkey PRIMARY KEY (payment_id, number),
  constraint charge_attempt_provider_intent_id_key UNIQUE (provider_intent_id),
  constraint charge_attempt_amount_cents_check CHECK ((amount_cents > 0)),
  constraint charge_attempt_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint charge_attempt_number_check CHECK ((number >= 0)),
  constraint charge_attempt_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX charge_attempt_asked_idx ON charge_attempt USING btree (created_at) WHERE (state = 'asked'::text);
CREATE INDEX charge_attempt_captures_idx ON charge_attempt USING btree (captures_intent_id) WHERE (captures_intent_id IS NOT NULL);
CREATE INDEX charge_attempt_feeless_idx ON charge_attempt USING btree (settled_at) WHERE ((state = 'succeeded'::text) AND (fee_cents IS NULL));
CREATE UNIQUE INDEX charge_attempt_live_key ON charge_attempt USING btree (payment_id) WHERE (state <> 'failed'::text);

create table chargeback (
  id uuid not null default gen_random_uuid(),
  provider_chargeback_id text not null,
  payment_id uuid,
  provider_intent_id text not null,
  amount_cents bigint not null,
  fee_cents bigint,
  state text not null,
  reason text not null,
  evidence_due_at timestamp with time zone,
  evidence_sent_at timestamp with time zone,
  claws_back_crew_pay boolean not null default false,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  evidence_note text not null default ''::text,
  evidence_without text[] not null default '{}'::text[],
  answered_at timestamp with time zone,
  answered_by uuid,
  accepted_at timestamp with time zone,
  is_return boolean not null default false,
  owed_payment_id uuid,
  constraint chargeback_pkey PRIMARY KEY (id),
  constraint chargeback_provider_chargeback_id_key UNIQUE (provider_chargeback_id),
  constraint chargeback_amount_cents_check CHECK ((amount_cents > 0)),
  constraint chargeback_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint chargeback_state_check CHECK ((state = ANY (ARRAY['needs_evidence'::text, 'under_review'::text, 'won'::text, 'lost'::text])))
);
CREATE INDEX chargeback_closed_idx ON chargeback USING btree (closed_at DESC, id) WHERE (state = ANY (ARRAY['won'::text, 'lost'::text]));
CREATE INDEX chargeback_open_idx ON chargeback USING btree (evidence_due_at) WHERE (state = ANY (ARRAY['needs_evidence'::text, 'under_review'::text]));
CREATE UNIQUE INDEX chargeback_owed_payment_key ON chargeback USING btree (owed_payment_id) WHERE (owed_payment_id IS NOT NULL);
CREATE INDEX chargeback_payment_idx ON chargeback USING btree (payment_id);
CREATE INDEX chargeback_unanswered_idx ON chargeback USING btree (opened_at) WHERE (state = 'needs_evidence'::text);

create table checkpoint (
  building_id uuid not null,
  complex_id uuid not null,
  code text not null,
  made_at timestamp with time zone not null,
  earlier_code text,
  constraint checkpoint_pkey PRIMARY KEY (building_id),
  constraint checkpoint_code_key UNIQUE (code),
  constraint checkpoint_earlier_code_key UNIQUE (earlier_code)
);
CREATE INDEX checkpoint_complex_idx ON checkpoint USING btree (complex_id);

create table checkpoint_pass (
  visit_id uuid not null,
  building_id uuid not null,
  crew_id uuid not null,
  passed_at timestamp with time zone not null,
  is_typed boolean not null,
  distance_feet integer,
  constraint checkpoint_pass_pkey PRIMARY KEY (visit_id, building_id),
  constraint checkpoint_pass_distance_feet_check CHECK ((distance_feet >= 0))
);
CREATE INDEX checkpoint_pass_building_idx ON checkpoint_pass USING btree (building_id, passed_at DESC);

create table cohort_month (
  market_id text not null,
  joined date not null,
  month date not null,
  customers integer not null,
  revenue_cents bigint not null,
  constraint cohort_month_pkey PRIMARY KEY (market_id, joined, month),
  constraint cohort_month_check CHECK ((joined <= month)),
  constraint cohort_month_joined_check CHECK ((EXTRACT(day FROM joined) = (1)::numeric)),
  constraint cohort_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
CREATE INDEX cohort_month_month_idx ON cohort_month USING btree (market_id, month);

create table commission (
  id uuid not null default gen_random_uuid(),
  sponsor_id uuid not null,
  brought_id uuid not null,
  kind text not null,
  payment_id uuid,
  payout_id uuid,
  amount_cents bigint not null,
  reversed_cents bigint not null default 0,
  earned_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  released_at timestamp with time zone,
  refused_cents bigint not null default 0,
  used_cents bigint not null default 0,
  constraint commission_pkey PRIMARY KEY (id),
  constraint commission_amount_cents_check CHECK ((amount_cents > 0)),
  constraint commission_check CHECK (((reversed_cents >= 0) AND (reversed_cents <= amount_cents))),
  constraint commission_check1 CHECK (((payment_id IS NULL) <> (payout_id IS NULL))),
  constraint commission_check2 CHECK (((used_cents >= 0) AND (used_cents <= amount_cents))),
  constraint commission_kind_check CHECK ((kind = ANY (ARRAY['customer'::text, 'crew'::text]))),
  constraint commission_refused_check CHECK (((refused_cents >= 0) AND (refused_cents <= reversed_cents)))
);
CREATE INDEX commission_brought_idx ON commission USING btree (brought_id);
CREATE INDEX commission_earned_at_idx ON commission USING btree (earned_at);
CREATE INDEX commission_left_idx ON commission USING btree (sponsor_id, available_at) WHERE ((released_at IS NOT NULL) AND (((amount_cents - reversed_cents) - used_cents) <> 0));
CREATE UNIQUE INDEX commission_payment_key ON commission USING btree (sponsor_id, payment_id);
CREATE UNIQUE INDEX commission_payout_key ON commission USING btree (sponsor_id, payout_id);
CREATE INDEX commission_sponsor_idx ON commission USING btree (sponsor_id, earned_at DESC);
CREATE INDEX commission_waiting_idx ON commission USING btree (available_at) WHERE (released_at IS NULL);

create table commission_spending (
  id uuid not null default gen_random_uuid(),
  sponsor_id uuid not null,
  kind text not null,
  amount_cents bigint not null,
  earning_id uuid,
  payout_id uuid,
  spent_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint commission_spending_pkey PRIMARY KEY (id),
  constraint commission_spending_earning_id_key UNIQUE (earning_id),
  constraint commission_spending_payout_id_key UNIQUE (payout_id),
  constraint commission_spending_amount_cents_check CHECK ((amount_cents > 0)),
  constraint commission_spending_kind_check CHECK ((kind = ANY (ARRAY['credit'::text, 'with_payout'::text, 'withdrawal'::text])))
);
CREATE INDEX commission_spending_sponsor_idx ON commission_spending USING btree (sponsor_id, spent_at DESC, id);

create table commission_use (
  spending_id uuid not null,
  commission_id uuid not null,
  amount_cents bigint not null,
  constraint commission_use_pkey PRIMARY KEY (spending_id, commission_id),
  constraint commission_use_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX commission_use_commission_idx ON commission_use USING btree (commission_id);

create table complex (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  complex_group_id uuid,
  name text not null,
  address text not null,
  lat double precision not null,
  lng double precision not null,
  time_zone text not null,
  units integer not null,
  instructions text not null default ''::text,
  created_at timestamp with time zone not null,
  po_number text not null default ''::text,
  constraint complex_pkey PRIMARY KEY (id),
  constraint complex_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint complex_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint complex_units_check CHECK ((units > 0))
);
CREATE INDEX complex_customer_idx ON complex USING btree (customer_id);
CREATE INDEX complex_group_idx ON complex USING btree (complex_group_id);

create table complex_exception (
  id uuid not null default gen_random_uuid(),
  complex_id uuid not null,
  building_id uuid,
  unit_label text,
  kind text not null,
  note text not null default ''::text,
  from_date date not null,
  to_date date not null,
  created_at timestamp with time zone not null,
  constraint complex_exception_pkey PRIMARY KEY (id),
  constraint complex_exception_check CHECK ((to_date >= from_date)),
  constraint complex_exception_check1 CHECK (((unit_label IS NULL) OR (building_id IS NOT NULL))),
  constraint complex_exception_check2 CHECK (((kind = 'leave_out'::text) OR (note <> ''::text))),
  constraint complex_exception_kind_check CHECK ((kind = ANY (ARRAY['leave_out'::text, 'note'::text])))
);
CREATE INDEX complex_exception_idx ON complex_exception USING btree (complex_id, to_date);

create table complex_group (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint complex_group_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX complex_group_name_key ON complex_group USING btree (customer_id, lower(name));

create table conversation (
  visit_id uuid not null,
  user_id uuid not null,
  last_number bigint not null,
  is_unread boolean not null default false,
  constraint conversation_pkey PRIMARY KEY (visit_id, user_id)
);
CREATE INDEX conversation_unread_idx ON conversation USING btree (user_id) WHERE is_unread;
CREATE INDEX conversation_user_idx ON conversation USING btree (user_id, last_number DESC);

create table coupon (
  code text not null,
  name text not null,
  credit_cents bigint,
  valid_until timestamp with time zone,
  share_basis_points integer,
  most_uses integer,
  most_uses_each integer,
  budget_cents bigint,
  valid_from timestamp with time zone,
  ended_from timestamp with time zone,
  market_id text,
  service_key text,
  is_first_order_only boolean not null default false,
  version integer not null default 1,
  use_count integer not null default 0,
  given_cents bigint not null default 0,
  constraint coupon_pkey PRIMARY KEY (code),
  constraint coupon_budget_cents_check CHECK ((budget_cents > 0)),
  constraint coupon_code_check CHECK ((code ~ '^[A-Za-z0-9_-]{1,32}$'::text)),
  constraint coupon_credit_cents_check CHECK ((credit_cents > 0)),
  constraint coupon_dates_check CHECK ((valid_until > valid_from)),
  constraint coupon_gift_check CHECK (((credit_cents IS NULL) <> (share_basis_points IS NULL))),
  constraint coupon_most_uses_check CHECK ((most_uses > 0)),
  constraint coupon_most_uses_each_check CHECK ((most_uses_each > 0)),
  constraint coupon_share_basis_points_check CHECK (((share_basis_points >= 1) AND (share_basis_points <= 10000))),
  constraint coupon_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX coupon_code_idx ON coupon USING btree (upper(code));
CREATE INDEX coupon_market_idx ON coupon USING btree (market_id) WHERE (market_id IS NOT NULL);
CREATE INDEX coupon_service_idx ON coupon USING btree (service_key) WHERE (service_key IS NOT NULL);

create table coupon_use (
  work_id uuid not null,
  coupon_code text not null,
  customer_id uuid not null,
  visit_id uuid,
  order_id uuid,
  amount_cents bigint not null,
  used_at timestamp with time zone not null,
  constraint coupon_use_pkey PRIMARY KEY (work_id),
  constraint coupon_use_amount_cents_check CHECK ((amount_cents > 0)),
  constraint coupon_use_check CHECK (((visit_id IS NULL) <> (order_id IS NULL))),
  constraint coupon_use_check1 CHECK ((work_id = COALESCE(visit_id, order_id)))
);
CREATE INDEX coupon_use_code_idx ON coupon_use USING btree (coupon_code, used_at DESC, work_id);
CREATE INDEX coupon_use_customer_idx ON coupon_use USING btree (customer_id, coupon_code) INCLUDE (amount_cents);
CREATE INDEX coupon_use_order_idx ON coupon_use USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX coupon_use_visit_idx ON coupon_use USING btree (visit_id) WHERE (visit_id IS NOT NULL);

create table coupon_version (
  coupon_code text not null,
  version integer not null,
  kind text not null,
  facts jsonb not null,
  saved_at timestamp with time zone not null,
  saved_by uuid not null,
  constraint coupon_version_pkey PRIMARY KEY (coupon_code, version),
  constraint coupon_version_kind_check CHECK ((kind = ANY (ARRAY['made'::text, 'changed'::text, 'ended'::text, 'resumed'::text]))),
  constraint coupon_version_version_check CHECK ((version > 0))
);
CREATE INDEX coupon_version_saved_by_idx ON coupon_version USING btree (saved_by);

create table credit_change (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  operator_id uuid not null,
  kind text not null,
  amount_cents bigint not null,
  reason text not null,
  created_at timestamp with time zone not null,
  approval_id uuid,
  constraint credit_change_pkey PRIMARY KEY (id),
  constraint credit_change_amount_cents_check CHECK ((amount_cents > 0)),
  constraint credit_change_kind_check CHECK ((kind = ANY (ARRAY['given'::text, 'taken'::text]))),
  constraint credit_change_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300)))
);
CREATE INDEX credit_change_approval_idx ON credit_change USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX credit_change_at_idx ON credit_change USING btree (created_at DESC, id DESC);
CREATE INDEX credit_change_customer_idx ON credit_change USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX credit_change_operator_idx ON credit_change USING btree (operator_id);

create table credit_note (
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  market_id text not null,
  year integer not null,
  number integer not null,
  issued_on date not null,
  refund_id uuid,
  amount_cents bigint not null,
  credit_cents bigint not null default 0,
  reason text not null,
  created_at timestamp with time zone not null,
  back_cents bigint not null default 0,
  constraint credit_note_pkey PRIMARY KEY (id),
  constraint credit_note_refund_id_key UNIQUE (refund_id),
  constraint credit_note_amount_cents_check CHECK ((amount_cents > 0)),
  constraint credit_note_check CHECK (((credit_cents >= 0) AND (credit_cents <= amount_cents))),
  constraint credit_note_check1 CHECK (((back_cents >= 0) AND ((credit_cents + back_cents) <= amount_cents)))
);
CREATE INDEX credit_note_created_at_idx ON credit_note USING btree (created_at);
CREATE INDEX credit_note_invoice_idx ON credit_note USING btree (invoice_id, created_at);
CREATE UNIQUE INDEX credit_note_number_key ON credit_note USING btree (market_id, year, number);

create table crew_hours (
  crew_id uuid not null,
  weekday smallint not null,
  starts time without time zone not null,
  ends time without time zone not null,
  constraint crew_hours_pkey PRIMARY KEY (crew_id, weekday),
  constraint crew_hours_check CHECK ((starts < ends)),
  constraint crew_hours_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table crew_profile (
  user_id uuid not null,
  range_feet integer not null,
  services text[] not null default '{}'::text[],
  vehicle text not null default ''::text,
  photo_id uuid,
  merged_at timestamp with time zone,
  constraint crew_profile_pkey PRIMARY KEY (user_id),
  constraint crew_profile_range_feet_check CHECK (((range_feet >= 1000) AND (range_feet <= 528000)))
);
CREATE UNIQUE INDEX crew_profile_living_key ON crew_profile USING btree (user_id, merged_at);
CREATE INDEX crew_profile_photo_idx ON crew_profile USING btree (photo_id) WHERE (photo_id IS NOT NULL);

create table crew_stars (
  crew_id uuid not null,
  stars bigint not null,
  count bigint not null,
  constraint crew_stars_pkey PRIMARY KEY (crew_id)
);

create table crew_whereabouts (
  crew_id uuid not null,
  date date not null,
  shared_since timestamp with time zone not null,
  visit_id uuid,
  lat double precision,
  lng double precision,
  measured_at timestamp with time zone,
  drive_seconds integer,
  constraint crew_whereabouts_pkey PRIMARY KEY (crew_id),
  constraint crew_whereabouts_check CHECK ((((visit_id IS NULL) = (lat IS NULL)) AND ((lat IS NULL) = (lng IS NULL)) AND ((lat IS NULL) = (measured_at IS NULL)))),
  constraint crew_whereabouts_check1 CHECK (((drive_seconds IS NULL) OR (visit_id IS NOT NULL))),
  constraint crew_whereabouts_drive_seconds_check CHECK ((drive_seconds >= 0)),
  constraint crew_whereabouts_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint crew_whereabouts_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision)))
);
CREATE INDEX crew_whereabouts_date_idx ON crew_whereabouts USING btree (date);
CREATE INDEX crew_whereabouts_visit_idx ON crew_whereabouts USING btree (visit_id) WHERE (visit_id IS NOT NULL);

create table customer_crew_mark (
  customer_id uuid not null,
  crew_id uuid not null,
  mark text not null,
  created_at timestamp with time zone not null,
  constraint customer_crew_mark_pkey PRIMARY KEY (customer_id, crew_id),
  constraint customer_crew_mark_mark_check CHECK ((mark = ANY (ARRAY['favourite'::text, 'blocked'::text])))
);
CREATE INDEX customer_crew_mark_crew_idx ON customer_crew_mark USING btree (crew_id);

create table customer_span (
  customer_id uuid not null,
  market_id text not null,
  first_on date not null,
  last_on date not null,
  constraint customer_span_pkey PRIMARY KEY (customer_id),
  constraint customer_span_check CHECK ((first_on <= last_on))
);
CREATE INDEX customer_span_first_idx ON customer_span USING btree (market_id, first_on);
CREATE INDEX customer_span_last_idx ON customer_span USING btree (market_id, last_on);

create table daily_digest (
  user_id uuid not null,
  hour smallint not null,
  next_at timestamp with time zone not null,
  constraint daily_digest_pkey PRIMARY KEY (user_id),
  constraint daily_digest_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);
CREATE INDEX daily_digest_next_idx ON daily_digest USING btree (next_at);

create table daily_number (
  market_id text not null,
  date date not null,
  service_key text not null,
  visits integer not null,
  filled integer not null,
  completed integer not null,
  on_time integer not null,
  missed integer not null,
  revenue_cents bigint not null,
  crew_pay_cents bigint not null,
  crew_minutes integer not null,
  refund_cents bigint not null,
  sponsor_cents bigint not null,
  new_customers integer not null,
  lost_customers integer not null,
  constraint daily_number_pkey PRIMARY KEY (market_id, date, service_key)
);

create table data_export (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  asked_at timestamp with time zone not null,
  content bytea,
  size_bytes integer,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  kind text not null default 'data'::text,
  year integer,
  account_id uuid,
  locale text,
  constraint data_export_pkey PRIMARY KEY (id),
  constraint data_export_check CHECK ((((content IS NULL) = (ready_at IS NULL)) AND ((ready_at IS NULL) = (expires_at IS NULL)))),
  constraint data_export_kind_check CHECK ((kind = ANY (ARRAY['data'::text, 'payments'::text, 'earnings'::text]))),
  constraint data_export_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint data_export_year_check CHECK ((((kind = 'data'::text) = (year IS NULL)) AND ((kind = 'data'::text) = (locale IS NULL)) AND ((kind = 'data'::text) = (account_id IS NULL))))
);
CREATE INDEX data_export_expiry_idx ON data_export USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX data_export_user_idx ON data_export USING btree (user_id, asked_at DESC);

create table demo_bank_object (
  id text not null,
  kind text not null,
  idempotency_key text,
  request_hash bytea,
  state text not null,
  amount_cents bigint not null default 0,
  parent_id text,
  data jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  reference text,
  plan jsonb not null default '[]'::jsonb,
  due_at timestamp with time zone,
  constraint demo_bank_object_pkey PRIMARY KEY (id),
  constraint demo_bank_object_idempotency_key_key UNIQUE (idempotency_key),
  constraint demo_bank_object_kind_check CHECK ((kind = ANY (ARRAY['customer'::text, 'setup'::text, 'method'::text, 'intent'::text, 'capture'::text, 'refund'::text, 'account'::text, 'link'::text, 'transfer'::text, 'reversal'::text, 'payout'::text, 'chargeback'::text, 'warning'::text, 'event'::text, 'movement'::text])))
);
CREATE INDEX demo_bank_object_asking_idx ON demo_bank_object USING btree (((data ->> 'clientSecret'::text))) WHERE (state = 'requires_action'::text);
CREATE INDEX demo_bank_object_due_idx ON demo_bank_object USING btree (kind, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX demo_bank_object_held_idx ON demo_bank_object USING btree (created_at, id) WHERE (state = 'held'::text);
CREATE INDEX demo_bank_object_kind_idx ON demo_bank_object USING btree (kind, created_at, id);
CREATE INDEX demo_bank_object_parent_idx ON demo_bank_object USING btree (parent_id);
CREATE INDEX demo_bank_object_reference_idx ON demo_bank_object USING btree (kind, reference) WHERE (reference IS NOT NULL);
CREATE INDEX demo_bank_object_source_idx ON demo_bank_object USING btree (((data ->> 'sourceIntentId'::text))) WHERE (kind = 'transfer'::text);

create table dispatch_plan (
  id uuid not null default gen_random_uuid(),
  market_id text not null,
  from_date date not null,
  to_date date not null,
  state text not null default 'solving'::text,
  progress integer not null default 0,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  undo_until timestamp with time zone,
  constraint dispatch_plan_pkey PRIMARY KEY (id),
  constraint dispatch_plan_check CHECK ((((to_date - from_date) >= 0) AND ((to_date - from_date) <= 6))),
  constraint dispatch_plan_check1 CHECK (((applied_at IS NULL) = (undo_until IS NULL))),
  constraint dispatch_plan_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint dispatch_plan_state_check CHECK ((state = ANY (ARRAY['solving'::text, 'ready'::text, 'applied'::text, 'undone'::text])))
);
CREATE INDEX dispatch_plan_created_by_idx ON dispatch_plan USING btree (created_by);
CREATE INDEX dispatch_plan_market_idx ON dispatch_plan USING btree (market_id, created_at);

create table dispatch_plan_lane (
  plan_id uuid not null,
  crew_id uuid not null,
  date date not null,
  stops_before integer not null,
  stops integer not null,
  feet_before integer not null,
  feet integer not null,
  minutes_before integer not null,
  minutes integer not null,
  pay_before_cents bigint not null,
  pay_cents bigint not null,
  constraint dispatch_plan_lane_pkey PRIMARY KEY (plan_id, crew_id, date)
);
CREATE INDEX dispatch_plan_lane_crew_idx ON dispatch_plan_lane USING btree (crew_id);

create table dispatch_plan_visit (
  plan_id uuid not null,
  visit_id uuid not null,
  was_crew_id uuid,
  was_assignment_id uuid,
  was_position integer not null,
  was_state text not null,
  was_starts_at timestamp with time zone not null,
  was_raise_cents bigint not null,
  crew_id uuid,
  position integer not null,
  why_open text,
  constraint dispatch_plan_visit_pkey PRIMARY KEY (plan_id, visit_id)
);
CREATE INDEX dispatch_plan_visit_crew_idx ON dispatch_plan_visit USING btree (crew_id);
CREATE INDEX dispatch_plan_visit_visit_idx ON dispatch_plan_visit USING btree (visit_id);
CREATE INDEX dispatch_plan_visit_was_assignment_idx ON dispatch_plan_visit USING btree (was_assignment_id);
CREATE INDEX dispatch_plan_visit_was_crew_idx ON dispatch_plan_visit USING btree (was_crew_id);

create table dispute (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  customer_id uuid not null,
  crew_id uuid not null,
  problem text not null,
  note text not null,
  state text not null,
  opened_at timestamp with time zone not null,
  crew_note text not null default ''::text,
  is_automatic boolean not null default false,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_note text not null default ''::text,
  amount_cents bigint,
  refund_id uuid,
  redo_visit_id uuid,
  approval_id uuid,
  constraint dispute_pkey PRIMARY KEY (id),
  constraint dispute_redo_visit_id_key UNIQUE (redo_visit_id),
  constraint dispute_refund_id_key UNIQUE (refund_id),
  constraint dispute_amount_cents_check CHECK ((amount_cents > 0)),
  constraint dispute_check CHECK (((state = ANY (ARRAY['open'::text, 'answered'::text])) = (decided_at IS NULL))),
  constraint dispute_check1 CHECK (((state = 'refunded'::text) = (amount_cents IS NOT NULL))),
  constraint dispute_check2 CHECK (((state = 'redo'::text) = (redo_visit_id IS NOT NULL))),
  constraint dispute_check3 CHECK (((refund_id IS NULL) OR (state = 'refunded'::text))),
  constraint dispute_crew_note_check CHECK ((length(crew_note) <= 2000)),
  constraint dispute_decision_note_check CHECK ((length(decision_note) <= 2000)),
  constraint dispute_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000))),
  constraint dispute_problem_check CHECK ((problem = ANY (ARRAY['not_done'::text, 'poorly_done'::text, 'damage'::text, 'wrong_place'::text, 'other'::text]))),
  constraint dispute_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'redo'::text, 'refunded'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE INDEX dispute_approval_idx ON dispute USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX dispute_crew_idx ON dispute USING btree (crew_id, opened_at DESC);
CREATE INDEX dispute_customer_idx ON dispute USING btree (customer_id, opened_at DESC);
CREATE INDEX dispute_decided_at_idx ON dispute USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX dispute_open_idx ON dispute USING btree (opened_at) WHERE (state = ANY (ARRAY['open'::text, 'answered'::text]));
CREATE INDEX dispute_opened_idx ON dispute USING btree (opened_at DESC, id DESC);
CREATE INDEX dispute_visit_idx ON dispute USING btree (visit_id);
CREATE UNIQUE INDEX dispute_visit_key ON dispute USING btree (visit_id) WHERE (state <> 'withdrawn'::text);

create table dispute_event (
  id bigint not null generated always as identity,
  dispute_id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  actor_role text not null,
  transition text not null,
  from_state text,
  to_state text not null,
  note text not null default ''::text,
  constraint dispute_event_pkey PRIMARY KEY (id),
  constraint dispute_event_actor_role_check CHECK ((actor_role = ANY (ARRAY['customer'::text, 'crew'::text, 'operator'::text, 'system'::text])))
);
CREATE INDEX dispute_event_dispute_idx ON dispute_event USING btree (dispute_id, id);

create table earning (
  id uuid not null default gen_random_uuid(),
  crew_id uuid not null,
  visit_id uuid,
  kind text not null,
  amount_cents bigint not null,
  earned_at timestamp with time zone not null,
  available_at timestamp with time zone not null,
  payout_id uuid,
  constraint earning_pkey PRIMARY KEY (id),
  constraint earning_kind_check CHECK ((kind = ANY (ARRAY['visit'::text, 'tip'::text, 'clawback'::text, 'adjustment'::text, 'partner'::text, 'commission'::text])))
);
CREATE INDEX earning_crew_idx ON earning USING btree (crew_id, earned_at DESC, id);
CREATE INDEX earning_partner_idx ON earning USING btree (crew_id) WHERE (kind = 'partner'::text);
CREATE INDEX earning_payout_idx ON earning USING btree (payout_id);
CREATE INDEX earning_unpaid_idx ON earning USING btree (crew_id, available_at) WHERE (payout_id IS NULL);
CREATE INDEX earning_visit_idx ON earning USING btree (visit_id);
CREATE UNIQUE INDEX earning_visit_key ON earning USING btree (visit_id) WHERE (kind = 'visit'::text);

create table extra_work (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  crew_id uuid not null,
  service_key text,
  quantity integer not null,
  note jsonb not null,
  amount_cents bigint not null,
  photo_id uuid,
  state text not null default 'proposed'::text,
  proposed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint extra_work_pkey PRIMARY KEY (id),
  constraint extra_work_amount_cents_check CHECK ((amount_cents > 0)),
  constraint extra_work_check CHECK ((expires_at > proposed_at)),
  constraint extra_work_check1 CHECK (((state = 'proposed'::text) = (closed_at IS NULL))),
  constraint extra_work_note_check CHECK ((((note ->> 'en'::text) <> ''::text) AND ((note ->> 'es'::text) <> ''::text))),
  constraint extra_work_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
  constraint extra_work_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text])))
);
CREATE UNIQUE INDEX extra_work_open_key ON extra_work USING btree (visit_id) WHERE (state = 'proposed'::text);
CREATE INDEX extra_work_photo_idx ON extra_work USING btree (photo_id) WHERE (photo_id IS NOT NULL);
CREATE INDEX extra_work_visit_idx ON extra_work USING btree (visit_id, proposed_at);

create table former_session_token (
  token_hash bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint former_session_token_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX former_session_token_expires_idx ON former_session_token USING btree (expires_at);
CREATE INDEX former_session_token_session_idx ON former_session_token USING btree (session_id);

create table fraud_warning (
  id text not null,
  payment_id uuid,
  provider_intent_id text not null,
  is_actionable boolean not null,
  warned_at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  answered_by uuid,
  constraint fraud_warning_pkey PRIMARY KEY (id)
);
CREATE INDEX fraud_warning_payment_idx ON fraud_warning USING btree (payment_id);
CREATE INDEX fraud_warning_waiting_idx ON fraud_warning USING btree (warned_at, id) WHERE (dismissed_at IS NULL);

create table go_link (
  code text not null,
  purpose text not null,
  subject_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  uses integer not null default 0,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint go_link_pkey PRIMARY KEY (code),
  constraint go_link_check CHECK ((expires_at > created_at)),
  constraint go_link_code_check CHECK ((code ~ '^[0-9A-Z]{8}$'::text)),
  constraint go_link_purpose_check CHECK ((purpose = ANY (ARRAY['visit'::text, 'receipt'::text, 'offer'::text, 'share'::text, 'invoice'::text]))),
  constraint go_link_uses_check CHECK ((uses >= 0))
);
CREATE INDEX go_link_expires_idx ON go_link USING btree (expires_at);
CREATE UNIQUE INDEX go_link_live_key ON go_link USING btree (purpose, subject_id, user_id) WHERE (revoked_at IS NULL);
CREATE INDEX go_link_user_idx ON go_link USING btree (user_id);

create table holiday_rule (
  rule_set_id uuid not null,
  key text not null,
  name_en text not null,
  name_es text not null,
  month smallint not null,
  day smallint,
  nth smallint,
  weekday smallint,
  effect text not null,
  weekend text not null default 'ignore'::text,
  constraint holiday_rule_pkey PRIMARY KEY (rule_set_id, key),
  constraint holiday_rule_check CHECK (((nth IS NULL) = (weekday IS NULL))),
  constraint holiday_rule_check1 CHECK (((day IS NULL) <> (nth IS NULL))),
  constraint holiday_rule_day_check CHECK (((day >= 1) AND (day <= 31))),
  constraint holiday_rule_effect_check CHECK ((effect = ANY (ARRAY['shift'::text, 'skip'::text, 'none'::text]))),
  constraint holiday_rule_key_check CHECK ((key ~ '^[a-z0-9_]{1,40}$'::text)),
  constraint holiday_rule_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint holiday_rule_name_en_check CHECK (((length(name_en) >= 1) AND (length(name_en) <= 60))),
  constraint holiday_rule_name_es_check CHECK (((length(name_es) >= 1) AND (length(name_es) <= 60))),
  constraint holiday_rule_nth_check CHECK ((((nth >= '-1'::integer) AND (nth <= 5)) AND (nth <> 0))),
  constraint holiday_rule_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7))),
  constraint holiday_rule_weekend_check CHECK ((weekend = ANY (ARRAY['ignore'::text, 'keep'::text, 'observe'::text])))
);

create table holiday_rule_set (
  id uuid not null default gen_random_uuid(),
  name text not null,
  service_keys text[],
  second_holiday text not null default 'once'::text,
  is_following boolean not null default false,
  follow_total integer not null default 0,
  follow_done integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint holiday_rule_set_pkey PRIMARY KEY (id),
  constraint holiday_rule_set_follow_done_check CHECK ((follow_done >= 0)),
  constraint holiday_rule_set_follow_total_check CHECK ((follow_total >= 0)),
  constraint holiday_rule_set_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint holiday_rule_set_second_holiday_check CHECK ((second_holiday = ANY (ARRAY['once'::text, 'adds'::text])))
);

create table hospitable_account (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  hospitable_id text not null,
  name text not null,
  email text not null,
  state text not null,
  tokens_sealed bytea,
  pair_number integer not null default 1,
  access_expires_at timestamp with time zone not null,
  refresh_expires_at timestamp with time zone not null,
  refreshing_until timestamp with time zone,
  connected_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  last_read_at timestamp with time zone,
  next_read_at timestamp with time zone not null,
  failures integer not null default 0,
  constraint hospitable_account_pkey PRIMARY KEY (id),
  constraint hospitable_account_check CHECK (((state = 'ended'::text) = (tokens_sealed IS NULL))),
  constraint hospitable_account_state_check CHECK ((state = ANY (ARRAY['connected'::text, 'lapsed'::text, 'ended'::text])))
);
CREATE INDEX hospitable_account_customer_idx ON hospitable_account USING btree (customer_id);
CREATE INDEX hospitable_account_due_idx ON hospitable_account USING btree (next_read_at) WHERE (state = 'connected'::text);
CREATE UNIQUE INDEX hospitable_account_ours_idx ON hospitable_account USING btree (customer_id) WHERE (state <> 'ended'::text);
CREATE UNIQUE INDEX hospitable_account_theirs_idx ON hospitable_account USING btree (hospitable_id) WHERE (state <> 'ended'::text);

create table hospitable_code (
  code_hash bytea not null,
  customer_id uuid not null,
  taken_at timestamp with time zone not null,
  constraint hospitable_code_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX hospitable_code_customer_idx ON hospitable_code USING btree (customer_id);
CREATE INDEX hospitable_code_taken_idx ON hospitable_code USING btree (taken_at);

create table hospitable_event (
  id text not null,
  action text not null,
  received_at timestamp with time zone not null,
  constraint hospitable_event_pkey PRIMARY KEY (id),
  constraint hospitable_event_action_check CHECK (((length(action) >= 1) AND (length(action) <= 100))),
  constraint hospitable_event_id_check CHECK (((length(id) >= 1) AND (length(id) <= 100)))
);
CREATE INDEX hospitable_event_received_idx ON hospitable_event USING btree (received_at);

create table hospitable_property (
  account_id uuid not null,
  hospitable_id text not null,
  name text not null,
  address text not null,
  lat double precision,
  lng double precision,
  parent_id text,
  property_id uuid,
  seen_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  merged_into text,
  constraint hospitable_property_pkey PRIMARY KEY (account_id, hospitable_id)
);
CREATE INDEX hospitable_property_place_idx ON hospitable_property USING btree (property_id) WHERE (property_id IS NOT NULL);
CREATE INDEX hospitable_property_theirs_idx ON hospitable_property USING btree (hospitable_id);

create table house_text (
  page text not null,
  version integer not null,
  body_en text not null,
  body_es text not null,
  note text not null default ''::text,
  published_at timestamp with time zone not null,
  published_by uuid,
  constraint house_text_pkey PRIMARY KEY (page, version),
  constraint house_text_body_en_check CHECK (((length(body_en) >= 1) AND (length(body_en) <= 40000))),
  constraint house_text_body_es_check CHECK (((length(body_es) >= 1) AND (length(body_es) <= 40000))),
  constraint house_text_note_check CHECK ((length(note) <= 500)),
  constraint house_text_page_check CHECK ((page = ANY (ARRAY['terms'::text, 'privacy'::text, 'help'::text]))),
  constraint house_text_version_check CHECK ((version > 0))
);

create table idempotent_reply (
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status integer,
  reply jsonb,
  created_at timestamp with time zone not null,
  steps bytea[] not null default '{}'::bytea[],
  claimed_until timestamp with time zone not null,
  constraint idempotent_reply_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotent_reply_created_idx ON idempotent_reply USING btree (created_at);

create table identity_mark (
  user_id uuid not null,
  kind text not null,
  mark text not null,
  seen_at timestamp with time zone not null,
  constraint identity_mark_pkey PRIMARY KEY (user_id, kind, mark),
  constraint identity_mark_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'bank'::text, 'device'::text])))
);
CREATE INDEX identity_mark_idx ON identity_mark USING btree (kind, mark);

create table installation (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null,
  constraint installation_pkey PRIMARY KEY (key)
);

create table invoice (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  customer_id uuid not null,
  market_id text not null,
  year integer not null,
  number integer not null,
  issued_on date not null,
  due_on date not null,
  company_name text not null,
  billing_address text not null,
  po_number text not null,
  copies_to text[] not null,
  total_cents bigint not null,
  paid_cents bigint not null default 0,
  credited_cents bigint not null default 0,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  voided_at timestamp with time zone,
  replaced_by uuid,
  tax_number text not null default ''::text,
  constraint invoice_pkey PRIMARY KEY (id),
  constraint invoice_check CHECK ((due_on >= issued_on)),
  constraint invoice_check1 CHECK (((paid_cents + credited_cents) <= total_cents)),
  constraint invoice_check2 CHECK (((closed_at IS NOT NULL) = ((paid_cents + credited_cents) = total_cents))),
  constraint invoice_check3 CHECK (((voided_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint invoice_credited_cents_check CHECK ((credited_cents >= 0)),
  constraint invoice_paid_cents_check CHECK ((paid_cents >= 0)),
  constraint invoice_total_cents_check CHECK ((total_cents > 0))
);
CREATE INDEX invoice_customer_idx ON invoice USING btree (customer_id, issued_on DESC, id);
CREATE INDEX invoice_market_idx ON invoice USING btree (market_id, issued_on DESC, id);
CREATE UNIQUE INDEX invoice_number_key ON invoice USING btree (market_id, year, number);
CREATE INDEX invoice_open_idx ON invoice USING btree (market_id, due_on, id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX invoice_payment_key ON invoice USING btree (payment_id) WHERE (voided_at IS NULL);
CREATE INDEX invoice_replaced_by_idx ON invoice USING btree (replaced_by) WHERE (replaced_by IS NOT NULL);

create table invoice_receipt (
  id uuid not null default gen_random_uuid(),
  invoice_id uuid not null,
  way text not null,
  state text not null,
  amount_cents bigint not null,
  part_payment_id uuid,
  provider_customer_id text,
  provider_method_id text,
  method_name text not null default ''::text,
  reference text not null default ''::text,
  asked_as text,
  received_on date,
  recorded_by uuid,
  failure text,
  created_at timestamp with time zone not null,
  constraint invoice_receipt_pkey PRIMARY KEY (id),
  constraint invoice_receipt_asked_as_key UNIQUE (asked_as),
  constraint invoice_receipt_part_payment_id_key UNIQUE (part_payment_id),
  constraint invoice_receipt_amount_cents_check CHECK ((amount_cents > 0)),
  constraint invoice_receipt_check CHECK (((part_payment_id IS NULL) = (way = ANY (ARRAY['check'::text, 'wire'::text, 'other'::text])))),
  constraint invoice_receipt_check1 CHECK (((part_payment_id IS NULL) = (provider_method_id IS NULL))),
  constraint invoice_receipt_check2 CHECK (((part_payment_id IS NULL) = (recorded_by IS NOT NULL))),
  constraint invoice_receipt_check3 CHECK (((received_on IS NULL) = (state <> 'received'::text))),
  constraint invoice_receipt_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'received'::text, 'failed'::text, 'returned'::text]))),
  constraint invoice_receipt_way_check CHECK ((way = ANY (ARRAY['card'::text, 'bank_account'::text, 'check'::text, 'wire'::text, 'other'::text])))
);
CREATE INDEX invoice_receipt_invoice_idx ON invoice_receipt USING btree (invoice_id, created_at);
CREATE INDEX invoice_receipt_recorded_by_idx ON invoice_receipt USING btree (recorded_by) WHERE (recorded_by IS NOT NULL);

create table invoice_reminder (
  invoice_id uuid not null,
  day integer not null,
  sent_at timestamp with time zone not null,
  constraint invoice_reminder_pkey PRIMARY KEY (invoice_id, day)
);

create table job_filter (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  name text not null,
  search text not null,
  group_id uuid,
  service_key text not null,
  crew_id uuid,
  weekday smallint,
  state text not null,
  created_at timestamp with time zone not null,
  share_id uuid,
  constraint job_filter_pkey PRIMARY KEY (id),
  constraint job_filter_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint job_filter_state_check CHECK ((state = ANY (ARRAY[''::text, 'active'::text, 'paused'::text]))),
  constraint job_filter_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX job_filter_crew_idx ON job_filter USING btree (crew_id);
CREATE INDEX job_filter_group_idx ON job_filter USING btree (group_id);
CREATE UNIQUE INDEX job_filter_name_key ON job_filter USING btree (customer_id, share_id, lower(name)) NULLS NOT DISTINCT;
CREATE INDEX job_filter_share_idx ON job_filter USING btree (share_id) WHERE (share_id IS NOT NULL);

create table late_completion (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  crew_id uuid not null,
  reason text not null,
  done_at timestamp with time zone not null,
  lat double precision,
  lng double precision,
  accuracy_meters double precision,
  note text not null default ''::text,
  received_at timestamp with time zone not null,
  changed_at timestamp with time zone,
  changed_by text,
  state text not null default 'waiting'::text,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision_note text not null default ''::text,
  constraint late_completion_pkey PRIMARY KEY (id),
  constraint late_completion_accuracy_meters_check CHECK ((accuracy_meters >= (0)::double precision)),
  constraint late_completion_changed_by_check CHECK ((changed_by = ANY (ARRAY['customer'::text, 'crew'::text, 'operator'::text, 'system'::text]))),
  constraint late_completion_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint late_completion_check1 CHECK (((changed_at IS NULL) = (changed_by IS NULL))),
  constraint late_completion_check2 CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint late_completion_check3 CHECK (((state = 'waiting'::text) = (decided_by IS NULL))),
  constraint late_completion_decision_note_check CHECK ((length(decision_note) <= 500)),
  constraint late_completion_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint late_completion_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint late_completion_note_check CHECK ((length(note) <= 1000)),
  constraint late_completion_reason_check CHECK ((reason = ANY (ARRAY['cancelled'::text, 'skipped'::text, 'reassigned'::text, 'too_late'::text]))),
  constraint late_completion_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'dismissed'::text])))
);
CREATE INDEX late_completion_crew_idx ON late_completion USING btree (crew_id, received_at);
CREATE INDEX late_completion_decided_by_idx ON late_completion USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE UNIQUE INDEX late_completion_once_key ON late_completion USING btree (visit_id, crew_id);
CREATE INDEX late_completion_waiting_idx ON late_completion USING btree (received_at, id) WHERE (state = 'waiting'::text);

create table ledger_account (
  id bigint not null generated always as identity,
  kind text not null,
  owner_id uuid,
  market_id text,
  constraint ledger_account_pkey PRIMARY KEY (id),
  constraint ledger_account_kind_owner_id_market_id_key UNIQUE NULLS NOT DISTINCT (kind, owner_id, market_id)
);

create table ledger_journal (
  id bigint not null generated always as identity,
  key text not null,
  kind text not null,
  at timestamp with time zone not null,
  subject_id uuid,
  memo text not null default ''::text,
  posted_at timestamp with time zone not null default transaction_timestamp(),
  market_id text,
  constraint ledger_journal_pkey PRIMARY KEY (id),
  constraint ledger_journal_key_key UNIQUE (key)
);
CREATE INDEX ledger_journal_market_idx ON ledger_journal USING btree (market_id, at DESC);
CREATE INDEX ledger_journal_subject_idx ON ledger_journal USING btree (subject_id);

create table ledger_posting (
  id bigint not null generated always as identity,
  journal_id bigint not null,
  account_id bigint not null,
  amount_cents bigint not null,
  constraint ledger_posting_pkey PRIMARY KEY (id),
  constraint ledger_posting_amount_cents_check CHECK ((amount_cents <> 0))
);
CREATE INDEX ledger_posting_account_idx ON ledger_posting USING btree (account_id);
CREATE INDEX ledger_posting_journal_idx ON ledger_posting USING btree (journal_id);

create table ledger_seal (
  market_id text not null,
  kind text not null,
  amount_cents bigint not null,
  constraint ledger_seal_pkey PRIMARY KEY (market_id, kind)
);

create table ledger_seal_account (
  market_id text not null,
  account_id bigint not null,
  constraint ledger_seal_account_pkey PRIMARY KEY (market_id, account_id)
);

create table ledger_seal_mark (
  is_only boolean not null default true,
  through_journal bigint not null,
  constraint ledger_seal_mark_pkey PRIMARY KEY (is_only),
  constraint ledger_seal_mark_is_only_check CHECK (is_only)
);

create table ledger_seal_market (
  market_id text not null,
  journal_count bigint not null,
  constraint ledger_seal_market_pkey PRIMARY KEY (market_id)
);

create table letterhead (
  market_id text not null,
  version integer not null,
  legal_name text not null,
  postal_address text not null,
  tax_number text not null,
  saved_at timestamp with time zone not null,
  saved_by uuid not null,
  constraint letterhead_pkey PRIMARY KEY (market_id, version),
  constraint letterhead_legal_name_check CHECK (((length(legal_name) >= 1) AND (length(legal_name) <= 120))),
  constraint letterhead_postal_address_check CHECK ((length(postal_address) <= 300)),
  constraint letterhead_tax_number_check CHECK ((length(tax_number) <= 60)),
  constraint letterhead_version_check CHECK ((version > 0))
);
CREATE INDEX letterhead_saved_by_idx ON letterhead USING btree (saved_by);

create table live_event (
  id bigint not null generated always as identity,
  xact bigint not null default ((pg_current_xact_id())::text)::bigint,
  at timestamp with time zone not null default now(),
  user_id uuid,
  kind text not null,
  ids uuid[] not null default '{}'::uuid[],
  market_id text,
  constraint live_event_pkey PRIMARY KEY (id),
  constraint live_event_ids_check CHECK ((cardinality(ids) <= 20)),
  constraint live_event_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 40))),
  constraint live_event_market_check CHECK (((market_id IS NULL) OR (ids = '{}'::uuid[]))),
  constraint live_event_whose_check CHECK (((user_id IS NULL) <> (market_id IS NULL)))
);
CREATE INDEX live_event_at_idx ON live_event USING btree (at);
CREATE INDEX live_event_market_idx ON live_event USING btree (xact) WHERE (market_id IS NOT NULL);
CREATE INDEX live_event_xact_idx ON live_event USING btree (xact);

create table live_horizon (
  is_only boolean not null default true,
  pruned_xact bigint not null default 0,
  constraint live_horizon_pkey PRIMARY KEY (is_only),
  constraint live_horizon_is_only_check CHECK (is_only)
);

create table low_supply (
  property_id uuid not null,
  service_key text not null,
  item_key text not null,
  words jsonb not null,
  visit_id uuid not null,
  since timestamp with time zone not null,
  is_withdrawn boolean not null default false,
  constraint low_supply_pkey PRIMARY KEY (property_id, service_key, item_key),
  constraint low_supply_item_key_check CHECK (((length(item_key) >= 1) AND (length(item_key) <= 40)))
);
CREATE INDEX low_supply_visit_idx ON low_supply USING btree (visit_id);

create table market (
  id text not null,
  name text not null,
  time_zone text not null,
  lat double precision,
  lng double precision,
  holiday_rule_set_id uuid,
  state text not null default 'waitlist'::text,
  area jsonb,
  south double precision,
  west double precision,
  north double precision,
  east double precision,
  service_keys text[],
  opened_at timestamp with time zone,
  support_email text,
  support_phone text,
  version integer not null default 1,
  constraint market_pkey PRIMARY KEY (id),
  constraint market_box_check CHECK ((((area IS NULL) = (south IS NULL)) AND ((area IS NULL) = (west IS NULL)) AND ((area IS NULL) = (north IS NULL)) AND ((area IS NULL) = (east IS NULL)))),
  constraint market_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint market_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint market_open_check CHECK (((state <> 'open'::text) OR (area IS NOT NULL))),
  constraint market_place_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint market_state_check CHECK ((state = ANY (ARRAY['waitlist'::text, 'open'::text, 'closed'::text]))),
  constraint market_support_email_check CHECK ((length(support_email) <= 254)),
  constraint market_version_check CHECK ((version > 0))
);
CREATE INDEX market_box_idx ON market USING btree (south, north);

create table notice (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  event text not null,
  key text not null,
  title text not null,
  text text not null,
  url text not null,
  visit_id uuid,
  visit_starts_at timestamp with time zone,
  visit_crew_id uuid,
  until timestamp with time zone,
  is_urgent boolean not null default false,
  is_in_app boolean not null default true,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  property_id uuid,
  weekly_job_id uuid,
  share_id uuid,
  market_id text,
  constraint notice_pkey PRIMARY KEY (id),
  constraint notice_user_id_key_key UNIQUE (user_id, key),
  constraint notice_text_check CHECK ((length(text) <= 4000)),
  constraint notice_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300))),
  constraint notice_url_check CHECK ((url ~ '^/($|[^/\\])'::text))
);
CREATE INDEX notice_forgotten_idx ON notice USING btree (market_id, created_at);
CREATE INDEX notice_list_idx ON notice USING btree (user_id, created_at DESC, id) WHERE is_in_app;
CREATE INDEX notice_paper_idx ON notice USING btree (url, created_at DESC, id DESC) WHERE (url ~~ '/account/payments/%'::text);
CREATE INDEX notice_property_idx ON notice USING btree (property_id, created_at DESC, id DESC) WHERE (property_id IS NOT NULL);
CREATE INDEX notice_share_idx ON notice USING btree (share_id) WHERE (share_id IS NOT NULL);
CREATE INDEX notice_unread_idx ON notice USING btree (user_id) WHERE (is_in_app AND (read_at IS NULL));
CREATE INDEX notice_visit_idx ON notice USING btree (visit_id) WHERE (visit_id IS NOT NULL);
CREATE INDEX notice_weekly_job_idx ON notice USING btree (weekly_job_id, created_at DESC, id DESC) WHERE (weekly_job_id IS NOT NULL);

create table notice_preference (
  user_id uuid not null,
  event text not null,
  channel text not null,
  is_on boolean not null,
  constraint notice_preference_pkey PRIMARY KEY (user_id, event, channel),
  constraint notice_preference_channel_check CHECK ((channel = ANY (ARRAY['in_app'::text, 'mail'::text, 'sms'::text, 'push'::text])))
);

create table offer (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  crew_id uuid not null,
  wave smallint not null,
  is_standing boolean not null default false,
  pay_cents bigint not null,
  raise_cents bigint not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  quantity integer not null,
  state text not null default 'open'::text,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  is_chosen boolean not null default false,
  market_id text,
  constraint offer_pkey PRIMARY KEY (id),
  constraint offer_check CHECK ((raise_cents <= pay_cents)),
  constraint offer_check1 CHECK ((starts_at < ends_at)),
  constraint offer_check2 CHECK ((sent_at < expires_at)),
  constraint offer_check3 CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint offer_pay_cents_check CHECK ((pay_cents >= 0)),
  constraint offer_raise_cents_check CHECK ((raise_cents >= 0)),
  constraint offer_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'withdrawn'::text, 'lost'::text]))),
  constraint offer_wave_check CHECK ((wave >= 0))
);
CREATE UNIQUE INDEX offer_accepted_key ON offer USING btree (visit_id) WHERE (state = 'accepted'::text);
CREATE INDEX offer_crew_decided_idx ON offer USING btree (crew_id, decided_at) WHERE (state = ANY (ARRAY['accepted'::text, 'withdrawn'::text]));
CREATE INDEX offer_crew_idx ON offer USING btree (crew_id, expires_at) WHERE (state = 'open'::text);
CREATE INDEX offer_forgotten_idx ON offer USING btree (market_id, sent_at) WHERE (state <> ALL (ARRAY['open'::text, 'accepted'::text]));
CREATE UNIQUE INDEX offer_live_key ON offer USING btree (visit_id, crew_id) WHERE (state = ANY (ARRAY['open'::text, 'accepted'::text]));
CREATE INDEX offer_open_idx ON offer USING btree (expires_at) WHERE (state = 'open'::text);
CREATE INDEX offer_visit_idx ON offer USING btree (visit_id, sent_at);

create table offering (
  visit_id uuid not null,
  began_at timestamp with time zone not null,
  waves_done smallint not null default 0,
  wave_expires_at timestamp with time zone,
  is_standing boolean not null default false,
  operator_notified_at timestamp with time zone,
  left_by_crew_id uuid,
  constraint offering_pkey PRIMARY KEY (visit_id),
  constraint offering_waves_done_check CHECK ((waves_done >= 0))
);
CREATE INDEX offering_notified_idx ON offering USING btree (operator_notified_at) WHERE (operator_notified_at IS NOT NULL);

create table on_demand_draft (
  token_hash bytea not null,
  customer_id uuid,
  content jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint on_demand_draft_pkey PRIMARY KEY (token_hash),
  constraint on_demand_draft_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX on_demand_draft_customer_idx ON on_demand_draft USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX on_demand_draft_expires_idx ON on_demand_draft USING btree (expires_at);

create table on_demand_order (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  property_id uuid not null,
  service_key text not null,
  quantity integer not null,
  is_now boolean not null,
  date date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  notes text not null default ''::text,
  price_lines jsonb not null,
  total_cents bigint not null,
  state text not null,
  decline_code text,
  draft_hash bytea not null,
  visit_id uuid,
  payment_id uuid,
  fee_cents bigint not null default 0,
  fee_crew_cents bigint not null default 0,
  credit_cents bigint not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint on_demand_order_pkey PRIMARY KEY (id),
  constraint on_demand_order_draft_hash_key UNIQUE (draft_hash),
  constraint on_demand_order_payment_id_key UNIQUE (payment_id),
  constraint on_demand_order_visit_id_key UNIQUE (visit_id),
  constraint on_demand_order_check CHECK (((fee_crew_cents >= 0) AND (fee_crew_cents <= fee_cents))),
  constraint on_demand_order_check1 CHECK ((starts_at < ends_at)),
  constraint on_demand_order_check2 CHECK (((state <> ALL (ARRAY['booked'::text, 'done'::text, 'nobody_found'::text, 'missed'::text, 'no_access'::text])) OR (visit_id IS NOT NULL))),
  constraint on_demand_order_credit_cents_check CHECK ((credit_cents >= 0)),
  constraint on_demand_order_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint on_demand_order_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
  constraint on_demand_order_state_check CHECK ((state = ANY (ARRAY['booking'::text, 'declined'::text, 'booked'::text, 'done'::text, 'cancelled'::text, 'nobody_found'::text, 'missed'::text, 'no_access'::text]))),
  constraint on_demand_order_total_cents_check CHECK ((total_cents >= 0))
);
CREATE INDEX on_demand_order_customer_idx ON on_demand_order USING btree (customer_id, created_at DESC);
CREATE INDEX on_demand_order_open_idx ON on_demand_order USING btree (ends_at) WHERE (state = ANY (ARRAY['booking'::text, 'booked'::text]));
CREATE INDEX on_demand_order_payment_idx ON on_demand_order USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX on_demand_order_property_idx ON on_demand_order USING btree (property_id);

create table one_time_token (
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  goes_to text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint one_time_token_pkey PRIMARY KEY (token_hash),
  constraint one_time_token_purpose_check CHECK ((purpose = ANY (ARRAY['reset_password'::text, 'sign_in'::text, 'change_email'::text, 'update_billing'::text, 'my_assignments'::text])))
);
CREATE INDEX one_time_token_expires_idx ON one_time_token USING btree (expires_at);
CREATE INDEX one_time_token_user_idx ON one_time_token USING btree (user_id, purpose);

create table operator_market (
  user_id uuid not null,
  market_id text not null,
  role text not null,
  constraint operator_market_pkey PRIMARY KEY (user_id, market_id),
  constraint operator_market_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'dispatcher'::text, 'support'::text, 'finance'::text, 'reader'::text])))
);
CREATE INDEX operator_market_market_idx ON operator_market USING btree (market_id);

create table order_photo (
  id uuid not null default gen_random_uuid(),
  draft_hash bytea,
  order_id uuid,
  storage_key text not null,
  sha256 bytea not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  created_at timestamp with time zone not null,
  constraint order_photo_pkey PRIMARY KEY (id),
  constraint order_photo_storage_key_key UNIQUE (storage_key)
);
CREATE UNIQUE INDEX order_photo_draft_sha_key ON order_photo USING btree (draft_hash, sha256);
CREATE INDEX order_photo_order_idx ON order_photo USING btree (order_id);

create table outbox_message (
  id uuid not null default gen_random_uuid(),
  channel text not null,
  recipient text not null,
  subject text not null default ''::text,
  body text not null,
  dedupe_key text,
  user_id uuid,
  created_at timestamp with time zone not null,
  attachments text[] not null default '{}'::text[],
  market_id text,
  state text not null default 'sent'::text,
  tries integer not null default 1,
  last_error text not null default ''::text,
  resent_at timestamp with time zone,
  resent_count integer not null default 0,
  kind text not null generated always as (COALESCE(split_part(dedupe_key, ':'::text, 2), ''::text)) stored,
  constraint outbox_message_pkey PRIMARY KEY (id),
  constraint outbox_message_dedupe_key_key UNIQUE (dedupe_key),
  constraint outbox_message_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text, 'push'::text]))),
  constraint outbox_message_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'failed'::text]))),
  constraint outbox_message_tries_check CHECK ((tries > 0))
);
CREATE INDEX outbox_message_channel_idx ON outbox_message USING btree (market_id, channel, created_at DESC, id DESC);
CREATE INDEX outbox_message_created_idx ON outbox_message USING btree (created_at DESC);
CREATE INDEX outbox_message_failed_idx ON outbox_message USING btree (market_id, created_at DESC, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX outbox_message_kind_idx ON outbox_message USING btree (market_id, kind, created_at DESC, id DESC);
CREATE INDEX outbox_message_market_idx ON outbox_message USING btree (market_id, created_at DESC, id DESC);
CREATE INDEX outbox_message_user_idx ON outbox_message USING btree (user_id, created_at DESC, id DESC) WHERE (user_id IS NOT NULL);

create table paper_number (
  market_id text not null,
  series text not null,
  year integer not null,
  last integer not null,
  constraint paper_number_pkey PRIMARY KEY (market_id, series, year),
  constraint paper_number_last_check CHECK ((last > 0)),
  constraint paper_number_series_check CHECK ((series = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint paper_number_year_check CHECK (((year >= 2020) AND (year <= 2100)))
);

create table paper_preference (
  user_id uuid not null,
  mails_receipts boolean not null,
  constraint paper_preference_pkey PRIMARY KEY (user_id)
);

create table partner_crew (
  market_id text not null,
  partner text not null default 'recyclops'::text,
  crew_ref text not null,
  crew_id uuid not null,
  chosen_at timestamp with time zone not null,
  constraint partner_crew_pkey PRIMARY KEY (market_id, partner, crew_ref),
  constraint partner_crew_partner_check CHECK ((partner = 'recyclops'::text))
);

create table partner_line (
  id uuid not null default gen_random_uuid(),
  statement_id uuid not null,
  market_id text not null,
  partner text not null default 'recyclops'::text,
  row_number integer not null,
  period_start date not null,
  period_end date not null,
  crew_ref text not null,
  partner_crew_id text,
  crew_name text,
  email text,
  phone text,
  line_ref text not null,
  stops integer,
  amount_cents bigint not null,
  crew_id uuid,
  matched_by text,
  earning_id uuid,
  moves integer not null default 0,
  constraint partner_line_pkey PRIMARY KEY (id),
  constraint partner_line_amount_cents_check CHECK ((amount_cents > 0)),
  constraint partner_line_check CHECK ((period_end >= period_start)),
  constraint partner_line_check1 CHECK (((crew_id IS NULL) = (earning_id IS NULL))),
  constraint partner_line_check2 CHECK (((crew_id IS NULL) = (matched_by IS NULL))),
  constraint partner_line_matched_by_check CHECK ((matched_by = ANY (ARRAY['operator'::text, 'email'::text, 'phone'::text]))),
  constraint partner_line_partner_check CHECK ((partner = 'recyclops'::text)),
  constraint partner_line_stops_check CHECK ((stops >= 0))
);
CREATE INDEX partner_line_crew_idx ON partner_line USING btree (crew_id, period_end DESC, period_start DESC);
CREATE UNIQUE INDEX partner_line_earning_key ON partner_line USING btree (earning_id);
CREATE UNIQUE INDEX partner_line_key ON partner_line USING btree (market_id, partner, period_start, period_end, crew_ref, line_ref);
CREATE INDEX partner_line_statement_idx ON partner_line USING btree (statement_id, row_number);
CREATE INDEX partner_line_waiting_idx ON partner_line USING btree (market_id, crew_ref) WHERE (crew_id IS NULL);

create table partner_payment (
  id uuid not null default gen_random_uuid(),
  statement_id uuid not null,
  amount_cents bigint not null,
  paid_on date not null,
  reference text not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  voided_by uuid,
  voided_at timestamp with time zone,
  constraint partner_payment_pkey PRIMARY KEY (id),
  constraint partner_payment_amount_cents_check CHECK ((amount_cents > 0)),
  constraint partner_payment_check CHECK (((voided_at IS NULL) = (voided_by IS NULL)))
);
CREATE UNIQUE INDEX partner_payment_reference_key ON partner_payment USING btree (statement_id, lower(reference)) WHERE (voided_at IS NULL);
CREATE INDEX partner_payment_statement_idx ON partner_payment USING btree (statement_id, paid_on DESC, id);

create table partner_statement (
  id uuid not null default gen_random_uuid(),
  market_id text not null,
  partner text not null default 'recyclops'::text,
  file_name text not null,
  file_hash text not null,
  header jsonb not null,
  rows jsonb not null,
  mapping jsonb,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  repeated_lines integer not null default 0,
  refused_rows integer not null default 0,
  constraint partner_statement_pkey PRIMARY KEY (id),
  constraint partner_statement_check CHECK (((confirmed_at IS NULL) = (confirmed_by IS NULL))),
  constraint partner_statement_check1 CHECK (((confirmed_at IS NULL) OR (mapping IS NOT NULL))),
  constraint partner_statement_partner_check CHECK ((partner = 'recyclops'::text))
);
CREATE UNIQUE INDEX partner_statement_file_key ON partner_statement USING btree (market_id, partner, file_hash);
CREATE INDEX partner_statement_market_idx ON partner_statement USING btree (market_id, uploaded_at DESC, id);
CREATE INDEX partner_statement_uploaded_by_idx ON partner_statement USING btree (uploaded_by);

create table passkey (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkey_sign_count_check CHECK ((sign_count >= 0))
);
CREATE UNIQUE INDEX passkey_credential_key ON passkey USING btree (credential_id);
CREATE INDEX passkey_user_idx ON passkey USING btree (user_id, created_at);

create table passkey_challenge (
  challenge_hash bytea not null,
  purpose text not null,
  asker_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenge_asker_hash_check CHECK ((octet_length(asker_hash) = 32)),
  constraint passkey_challenge_challenge_hash_check CHECK ((octet_length(challenge_hash) = 32)),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'sign_in'::text, 'confirm'::text])))
);
CREATE INDEX passkey_challenge_expires_idx ON passkey_challenge USING btree (expires_at);

create table payment (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  period_start date not null,
  period_end date not null,
  state text not null,
  subtotal_cents bigint not null,
  tax_cents bigint not null default 0,
  coupon_cents bigint not null default 0,
  total_cents bigint not null,
  refunded_cents bigint not null default 0,
  provider_intent_id text,
  attempts integer not null default 0,
  failed_retries integer not null default 0,
  first_failed_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  last_decline text,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  kind text not null default 'weekly'::text,
  credit_cents bigint not null default 0,
  charged_brand text,
  charged_last4 text,
  merged_from uuid,
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_provider_intent_id_key UNIQUE (provider_intent_id),
  constraint payment_coupon_cents_check CHECK ((coupon_cents >= 0)),
  constraint payment_credit_cents_check CHECK ((credit_cents >= 0)),
  constraint payment_invoiced_check CHECK (((state <> 'invoiced'::text) OR (kind = 'invoice'::text))),
  constraint payment_kind_check CHECK ((kind = ANY (ARRAY['weekly'::text, 'on_demand'::text, 'fee'::text, 'tip'::text, 'invoice'::text, 'invoice_part'::text, 'returned_debit'::text]))),
  constraint payment_refunded_cents_check CHECK ((refunded_cents >= 0)),
  constraint payment_refunded_check CHECK ((refunded_cents <= (total_cents + credit_cents))),
  constraint payment_state_check CHECK ((state = ANY (ARRAY['due'::text, 'charging'::text, 'paid'::text, 'declined'::text, 'written_off'::text, 'invoiced'::text]))),
  constraint payment_subtotal_cents_check CHECK ((subtotal_cents >= 0)),
  constraint payment_tax_cents_check CHECK ((tax_cents >= 0)),
  constraint payment_total_cents_check CHECK ((total_cents >= 0)),
  constraint payment_total_check CHECK ((total_cents = (((subtotal_cents + tax_cents) - coupon_cents) - credit_cents)))
);
CREATE INDEX payment_created_idx ON payment USING btree (created_at DESC, id DESC) WHERE (kind <> 'invoice_part'::text);
CREATE INDEX payment_customer_idx ON payment USING btree (customer_id, created_at DESC);
CREATE INDEX payment_declined_idx ON payment USING btree (created_at) WHERE (state = 'declined'::text);
CREATE INDEX payment_due_idx ON payment USING btree (created_at) WHERE (state = 'due'::text);
CREATE UNIQUE INDEX payment_invoice_key ON payment USING btree (customer_id, period_start, period_end) WHERE ((kind = 'invoice'::text) AND (merged_from IS NULL));
CREATE INDEX payment_merged_idx ON payment USING btree (merged_from) WHERE (merged_from IS NOT NULL);
CREATE INDEX payment_open_idx ON payment USING btree (id) WHERE (state = ANY (ARRAY['due'::text, 'charging'::text, 'declined'::text]));
CREATE INDEX payment_paid_at_idx ON payment USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX payment_retry_idx ON payment USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE UNIQUE INDEX payment_weekly_key ON payment USING btree (customer_id, period_start) WHERE ((kind = 'weekly'::text) AND (merged_from IS NULL));

create table payment_line (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  visit_id uuid,
  kind text not null,
  description text not null,
  amount_cents bigint not null,
  tip_id uuid,
  constraint payment_line_pkey PRIMARY KEY (id),
  constraint payment_line_tip_id_key UNIQUE (tip_id),
  constraint payment_line_visit_id_key UNIQUE (visit_id),
  constraint payment_line_kind_check CHECK ((kind = ANY (ARRAY['visit'::text, 'tax'::text, 'coupon'::text, 'credit'::text, 'fee'::text, 'tip'::text, 'invoice'::text]))),
  constraint payment_line_tip_check CHECK (((tip_id IS NULL) OR (kind = 'tip'::text)))
);
CREATE INDEX payment_line_payment_idx ON payment_line USING btree (payment_id);

create table payment_method (
  user_id uuid not null,
  provider_customer_id text not null,
  provider_method_id text not null,
  brand text not null,
  last4 text not null,
  expires_month smallint,
  expires_year smallint,
  fingerprint text not null,
  updated_at timestamp with time zone not null,
  kind text not null default 'card'::text,
  pays_bills boolean not null default true,
  constraint payment_method_pkey PRIMARY KEY (user_id, kind),
  constraint payment_method_expires_month_check CHECK (((expires_month >= 1) AND (expires_month <= 12))),
  constraint payment_method_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'bank_account'::text]))),
  constraint payment_method_last4_check CHECK ((last4 ~ '^\d{4}$'::text))
);
CREATE INDEX payment_method_fingerprint_idx ON payment_method USING btree (fingerprint);
CREATE UNIQUE INDEX payment_method_pays_bills_key ON payment_method USING btree (user_id) WHERE pays_bills;
CREATE INDEX payment_method_provider_method_idx ON payment_method USING btree (provider_method_id);

create table payout (
  id uuid not null default gen_random_uuid(),
  crew_id uuid not null,
  period_start date not null,
  period_end date not null,
  kind text not null default 'weekly'::text,
  state text not null,
  amount_cents bigint not null,
  fee_cents bigint not null default 0,
  provider_account_id text not null,
  provider_payout_id text,
  failure text,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  bank_number integer not null default 0,
  asked_at timestamp with time zone,
  ask_number integer not null default 0,
  sent_at timestamp with time zone,
  arrives_at timestamp with time zone,
  short_since timestamp with time zone,
  is_refused boolean not null default false,
  constraint payout_pkey PRIMARY KEY (id),
  constraint payout_provider_payout_id_key UNIQUE (provider_payout_id),
  constraint payout_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payout_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint payout_kind_check CHECK ((kind = ANY (ARRAY['weekly'::text, 'instant'::text, 'commission'::text]))),
  constraint payout_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'in_transit'::text, 'paid'::text, 'returned'::text, 'failed'::text])))
);
CREATE INDEX payout_created_idx ON payout USING btree (created_at DESC, id DESC);
CREATE INDEX payout_crew_idx ON payout USING btree (crew_id, created_at DESC);
CREATE INDEX payout_crew_paid_idx ON payout USING btree (crew_id, paid_at) WHERE (state = 'paid'::text);
CREATE INDEX payout_failed_idx ON payout USING btree (created_at) WHERE (state = 'failed'::text);
CREATE INDEX payout_paid_idx ON payout USING btree (paid_at) WHERE (state = 'paid'::text);
CREATE INDEX payout_under_way_idx ON payout USING btree (created_at) WHERE (state = ANY (ARRAY['sending'::text, 'in_transit'::text, 'returned'::text]));
CREATE UNIQUE INDEX payout_weekly_key ON payout USING btree (crew_id, period_end) WHERE ((kind = 'weekly'::text) AND (state <> 'failed'::text));

create table payout_account (
  user_id uuid not null,
  account_id text not null,
  state text not null default 'pending'::text,
  requirements text[] not null default '{}'::text[],
  deadline timestamp with time zone,
  disabled_reason text,
  bank_name text,
  bank_last4 text,
  bank_fingerprint text,
  has_instant_payouts boolean not null default false,
  constraint payout_account_pkey PRIMARY KEY (user_id),
  constraint payout_account_account_id_key UNIQUE (account_id),
  constraint payout_account_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'ready'::text, 'restricted'::text])))
);
CREATE INDEX payout_account_open_idx ON payout_account USING btree (user_id) WHERE ((state <> 'ready'::text) OR (requirements <> '{}'::text[]));

create table payout_transfer (
  payout_id uuid not null,
  number integer not null,
  source_intent_id text,
  amount_cents bigint not null,
  reversed_cents bigint not null default 0,
  state text not null default 'waiting'::text,
  provider_transfer_id text,
  provider_reversal_id text,
  asked_at timestamp with time zone,
  ask_number integer not null default 0,
  constraint payout_transfer_pkey PRIMARY KEY (payout_id, number),
  constraint payout_transfer_provider_reversal_id_key UNIQUE (provider_reversal_id),
  constraint payout_transfer_provider_transfer_id_key UNIQUE (provider_transfer_id),
  constraint payout_transfer_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payout_transfer_check CHECK (((reversed_cents >= 0) AND (reversed_cents <= amount_cents))),
  constraint payout_transfer_check1 CHECK (((state <> ALL (ARRAY['made'::text, 'reversing'::text, 'reversed'::text])) OR (provider_transfer_id IS NOT NULL))),
  constraint payout_transfer_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'made'::text, 'reversing'::text, 'reversed'::text, 'failed'::text])))
);
CREATE INDEX payout_transfer_source_idx ON payout_transfer USING btree (source_intent_id) WHERE (source_intent_id IS NOT NULL);

create table person_note (
  id uuid not null default gen_random_uuid(),
  person_id uuid not null,
  author_id uuid not null,
  text text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  about_kind text,
  about_id uuid,
  constraint person_note_pkey PRIMARY KEY (id),
  constraint person_note_about_check CHECK (((about_kind IS NULL) = (about_id IS NULL))),
  constraint person_note_about_kind_check CHECK ((about_kind = ANY (ARRAY['visit'::text, 'place'::text, 'complex'::text, 'job'::text, 'payment'::text, 'payout'::text]))),
  constraint person_note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
CREATE INDEX person_note_about_idx ON person_note USING btree (about_id, created_at DESC, id DESC) WHERE (about_id IS NOT NULL);
CREATE INDEX person_note_author_idx ON person_note USING btree (author_id);
CREATE INDEX person_note_person_idx ON person_note USING btree (person_id, created_at DESC, id DESC);

create table photo (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null,
  visit_id uuid,
  storage_key text not null,
  sha256 bytea not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  taken_at timestamp with time zone,
  created_at timestamp with time zone not null,
  purpose text not null default 'proof'::text,
  dispute_id uuid,
  item_key text,
  constraint photo_pkey PRIMARY KEY (id),
  constraint photo_storage_key_key UNIQUE (storage_key),
  constraint photo_item_key_check CHECK (((length(item_key) >= 1) AND (length(item_key) <= 40))),
  constraint photo_purpose_check CHECK ((purpose = ANY (ARRAY['proof'::text, 'access'::text, 'extra'::text, 'face'::text])))
);
CREATE UNIQUE INDEX photo_dispute_sha_key ON photo USING btree (dispute_id, sha256) WHERE (dispute_id IS NOT NULL);
CREATE INDEX photo_owner_idx ON photo USING btree (owner_id, created_at);
CREATE UNIQUE INDEX photo_visit_sha_key ON photo USING btree (visit_id, sha256);

create table pickup_day (
  weekly_job_id uuid not null,
  date date not null,
  not_before time without time zone,
  is_extra boolean not null default false,
  is_kept boolean not null default false,
  nights integer,
  guests integer,
  created_at timestamp with time zone not null,
  constraint pickup_day_pkey PRIMARY KEY (weekly_job_id, date),
  constraint pickup_day_check CHECK ((is_extra = (nights IS NOT NULL))),
  constraint pickup_day_check1 CHECK (((NOT is_extra) OR (not_before IS NOT NULL)))
);
CREATE INDEX pickup_day_date_idx ON pickup_day USING btree (date);

create table pickup_rule (
  property_id uuid not null,
  is_on boolean not null,
  check_out_time time without time zone not null,
  extra_nights smallint,
  extra_guests smallint,
  counts_closed boolean not null,
  updated_at timestamp with time zone not null,
  constraint pickup_rule_pkey PRIMARY KEY (property_id),
  constraint pickup_rule_extra_guests_check CHECK (((extra_guests >= 2) AND (extra_guests <= 50))),
  constraint pickup_rule_extra_nights_check CHECK (((extra_nights >= 2) AND (extra_nights <= 60)))
);

create table place_checklist (
  property_id uuid not null,
  service_key text not null,
  version integer not null,
  items jsonb not null,
  saved_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  constraint place_checklist_pkey PRIMARY KEY (property_id, service_key, version),
  constraint place_checklist_check CHECK ((replaced_at >= saved_at)),
  constraint place_checklist_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX place_checklist_now_idx ON place_checklist USING btree (property_id, service_key) WHERE (replaced_at IS NULL);

create table place_crew (
  property_id uuid not null,
  rank smallint not null,
  crew_id uuid not null,
  constraint place_crew_pkey PRIMARY KEY (property_id, rank),
  constraint place_crew_property_id_crew_id_key UNIQUE (property_id, crew_id),
  constraint place_crew_rank_check CHECK (((rank > 0) AND (rank < 4)))
);
CREATE INDEX place_crew_crew_idx ON place_crew USING btree (crew_id);

create table price (
  id uuid not null default gen_random_uuid(),
  service_key text not null,
  scope text not null,
  scope_id uuid,
  base_cents bigint not null,
  unit_cents bigint not null,
  minimum_cents bigint not null,
  in_force_from timestamp with time zone not null,
  created_at timestamp with time zone not null,
  written_by uuid,
  market_id text,
  is_end boolean not null default false,
  from_day date,
  constraint price_pkey PRIMARY KEY (id),
  constraint price_base_cents_check CHECK ((base_cents >= 0)),
  constraint price_end_check CHECK (((NOT is_end) OR (scope <> 'default'::text))),
  constraint price_market_check CHECK (((scope = 'market'::text) = (market_id IS NOT NULL))),
  constraint price_minimum_cents_check CHECK ((minimum_cents >= 0)),
  constraint price_scope_check CHECK ((scope = ANY (ARRAY['default'::text, 'market'::text, 'group'::text, 'property'::text, 'complex'::text]))),
  constraint price_scope_id_check CHECK (((scope = ANY (ARRAY['default'::text, 'market'::text])) = (scope_id IS NULL))),
  constraint price_unit_cents_check CHECK ((unit_cents >= 0))
);
CREATE INDEX price_lookup_idx ON price USING btree (service_key, scope, scope_id, in_force_from DESC);
CREATE INDEX price_of_market_idx ON price USING btree (market_id, service_key, in_force_from DESC) WHERE (market_id IS NOT NULL);

create table property (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  group_id uuid,
  external_ref text,
  name text not null,
  address text,
  neighbourhood text,
  kind text,
  lat double precision not null,
  lng double precision not null,
  time_zone text not null,
  access_notes text not null default ''::text,
  last_import_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  holiday_rule_set_id uuid,
  complex_id uuid,
  constraint property_pkey PRIMARY KEY (id),
  constraint property_complex_id_key UNIQUE (complex_id),
  constraint property_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint property_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision)))
);
CREATE INDEX property_customer_idx ON property USING btree (customer_id, id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX property_external_ref_key ON property USING btree (customer_id, external_ref);
CREATE INDEX property_group_idx ON property USING btree (group_id);
CREATE INDEX property_last_import_idx ON property USING btree (last_import_id) WHERE (last_import_id IS NOT NULL);
CREATE INDEX property_place_idx ON property USING btree (lat, lng) WHERE (removed_at IS NULL);
CREATE INDEX property_rule_set_idx ON property USING btree (holiday_rule_set_id) WHERE (holiday_rule_set_id IS NOT NULL);

create table property_group (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint property_group_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX property_group_name_key ON property_group USING btree (customer_id, lower(name));

create table property_import (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  file_name text not null,
  stored_as text not null,
  size_bytes bigint not null,
  delimiter text not null,
  header jsonb not null,
  state text not null,
  mapping jsonb,
  next_byte bigint not null,
  next_row integer not null,
  total_rows integer not null default 0,
  read_rows integer not null default 0,
  added integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  failure text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint property_import_pkey PRIMARY KEY (id),
  constraint property_import_state_check CHECK ((state = ANY (ARRAY['uploaded'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX property_import_customer_idx ON property_import USING btree (customer_id, created_at DESC);
CREATE UNIQUE INDEX property_import_running_key ON property_import USING btree (customer_id) WHERE (state = 'running'::text);

create table property_import_refusal (
  import_id uuid not null,
  row_number integer not null,
  field text not null,
  reason text not null,
  raw text not null,
  constraint property_import_refusal_pkey PRIMARY KEY (import_id, row_number, field, reason)
);

create table provider_answer (
  port text not null,
  is_ok boolean not null,
  answered_at timestamp with time zone not null,
  took_ms integer not null,
  call text not null,
  error text not null,
  failed_at timestamp with time zone,
  constraint provider_answer_pkey PRIMARY KEY (port),
  constraint provider_answer_port_check CHECK ((port = ANY (ARRAY['mail'::text, 'sms'::text, 'push'::text, 'photos'::text, 'places'::text, 'matrix'::text, 'payments'::text, 'hospitable'::text]))),
  constraint provider_answer_took_ms_check CHECK ((took_ms >= 0))
);

create table provider_event (
  id text not null,
  type text not null,
  object_id text not null,
  received_at timestamp with time zone not null,
  subject text not null default 'unknown'::text,
  account_id text,
  happened_at timestamp with time zone,
  constraint provider_event_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_event_received_idx ON provider_event USING btree (received_at);

create table provider_movement (
  id text not null,
  kind text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  object_id text,
  reference text,
  at timestamp with time zone not null,
  constraint provider_movement_pkey PRIMARY KEY (id),
  constraint provider_movement_kind_check CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'refund_failed'::text, 'transfer'::text, 'reversal'::text, 'chargeback'::text, 'chargeback_won'::text, 'fee'::text, 'platform_payout'::text, 'adjustment'::text])))
);
CREATE INDEX provider_movement_at_idx ON provider_movement USING btree (at);
CREATE INDEX provider_movement_object_idx ON provider_movement USING btree (object_id);

create table push_subscription (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null,
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_endpoint_key UNIQUE (endpoint)
);
CREATE INDEX push_subscription_session_idx ON push_subscription USING btree (session_id);
CREATE INDEX push_subscription_user_idx ON push_subscription USING btree (user_id);

create table pushed_day (
  id uuid not null default gen_random_uuid(),
  market_id text not null,
  date date not null,
  to_date date,
  lat double precision,
  lng double precision,
  radius_feet integer,
  service_keys text[],
  reason text not null,
  note text not null default ''::text,
  state text not null default 'running'::text,
  after_visit_id uuid,
  total_count integer not null default 0,
  moved_count integer not null default 0,
  skipped_count integer not null default 0,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  undo_until timestamp with time zone not null,
  undone_by uuid,
  undone_at timestamp with time zone,
  constraint pushed_day_pkey PRIMARY KEY (id),
  constraint pushed_day_check CHECK ((to_date <> date)),
  constraint pushed_day_check1 CHECK ((abs((to_date - date)) <= 14)),
  constraint pushed_day_check2 CHECK ((((lat IS NULL) = (lng IS NULL)) AND ((lat IS NULL) = (radius_feet IS NULL)))),
  constraint pushed_day_check3 CHECK (((undone_at IS NULL) = (undone_by IS NULL))),
  constraint pushed_day_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint pushed_day_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint pushed_day_moved_count_check CHECK ((moved_count >= 0)),
  constraint pushed_day_note_check CHECK ((length(note) <= 200)),
  constraint pushed_day_radius_feet_check CHECK (((radius_feet >= 1000) AND (radius_feet <= 528000))),
  constraint pushed_day_reason_check CHECK ((reason = ANY (ARRAY['snow'::text, 'hauler'::text, 'other'::text]))),
  constraint pushed_day_skipped_count_check CHECK ((skipped_count >= 0)),
  constraint pushed_day_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'undoing'::text, 'undone'::text]))),
  constraint pushed_day_total_count_check CHECK ((total_count >= 0))
);
CREATE INDEX pushed_day_market_idx ON pushed_day USING btree (market_id, created_at DESC);

create table pushed_day_visit (
  pushed_day_id uuid not null,
  visit_id uuid not null,
  outcome text not null,
  was_date date not null,
  was_starts_at timestamp with time zone not null,
  was_ends_at timestamp with time zone not null,
  was_state text not null,
  was_crew_id uuid,
  was_assignment_id uuid,
  was_position integer not null,
  was_moved_from date,
  was_moved_by text,
  was_moved_source text,
  was_move jsonb,
  standby_cents bigint,
  constraint pushed_day_visit_pkey PRIMARY KEY (pushed_day_id, visit_id),
  constraint pushed_day_visit_outcome_check CHECK ((outcome = ANY (ARRAY['moved'::text, 'skipped'::text]))),
  constraint pushed_day_visit_standby_cents_check CHECK ((standby_cents > 0))
);
CREATE INDEX pushed_day_visit_visit_idx ON pushed_day_visit USING btree (visit_id);

create table queue_filter (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  name text not null,
  owner text not null,
  service_key text not null,
  text text not null,
  waits_hours integer not null,
  is_default boolean not null,
  constraint queue_filter_pkey PRIMARY KEY (id),
  constraint queue_filter_user_id_kind_name_key UNIQUE (user_id, kind, name),
  constraint queue_filter_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint queue_filter_owner_check CHECK ((owner = ANY (ARRAY['anyone'::text, 'me'::text, 'nobody'::text]))),
  constraint queue_filter_text_check CHECK ((length(text) <= 100)),
  constraint queue_filter_waits_hours_check CHECK ((waits_hours >= 0))
);
CREATE UNIQUE INDEX queue_filter_default_key ON queue_filter USING btree (user_id, kind) WHERE is_default;

create table queue_item (
  kind text not null,
  subject_id text not null,
  owner_id uuid not null,
  taken_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint queue_item_pkey PRIMARY KEY (kind, subject_id)
);
CREATE INDEX queue_item_owner_idx ON queue_item USING btree (owner_id);
CREATE INDEX queue_item_taken_idx ON queue_item USING btree (taken_at);

create table quiet_hours (
  user_id uuid not null,
  is_on boolean not null,
  starts time without time zone not null,
  ends time without time zone not null,
  holds_mail boolean not null,
  constraint quiet_hours_pkey PRIMARY KEY (user_id),
  constraint quiet_hours_check CHECK ((starts <> ends))
);

create table rating (
  visit_id uuid not null,
  side text not null,
  crew_id uuid not null,
  customer_id uuid not null,
  stars smallint not null,
  note text not null default ''::text,
  given_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  done_at timestamp with time zone,
  constraint rating_pkey PRIMARY KEY (visit_id, side),
  constraint rating_check CHECK ((changed_at >= given_at)),
  constraint rating_note_check CHECK ((length(note) <= 500)),
  constraint rating_side_check CHECK ((side = ANY (ARRAY['customer'::text, 'crew'::text]))),
  constraint rating_stars_check CHECK (((stars >= 1) AND (stars <= 5)))
);
CREATE INDEX rating_customer_idx ON rating USING btree (customer_id, side);
CREATE INDEX rating_shown_idx ON rating USING btree (crew_id, side, done_at);

create table rating_request (
  visit_id uuid not null,
  customer_id uuid not null,
  asked_at timestamp with time zone not null,
  constraint rating_request_pkey PRIMARY KEY (visit_id)
);
CREATE INDEX rating_request_asked_idx ON rating_request USING btree (asked_at);
CREATE INDEX rating_request_customer_idx ON rating_request USING btree (customer_id, asked_at);

create table reconcile_count (
  run_id uuid not null,
  check_name text not null,
  market_id text,
  compared bigint not null,
  amount_cents bigint not null,
  differing bigint not null,
  constraint reconcile_count_run_id_check_name_market_id_key UNIQUE NULLS NOT DISTINCT (run_id, check_name, market_id)
);
CREATE INDEX reconcile_count_market_idx ON reconcile_count USING btree (market_id);

create table reconcile_difference (
  id uuid not null default gen_random_uuid(),
  check_name text not null,
  subject_kind text not null,
  subject text not null,
  market_id text,
  sentence text not null,
  ours_cents bigint,
  theirs_cents bigint,
  state text not null default 'open'::text,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  last_run_id uuid not null,
  gone_at timestamp with time zone,
  note text not null default ''::text,
  explained_by uuid,
  explained_at timestamp with time zone,
  alarms integer not null default 0,
  constraint reconcile_difference_pkey PRIMARY KEY (id),
  constraint reconcile_difference_check_name_subject_key UNIQUE (check_name, subject),
  constraint reconcile_difference_check CHECK (((state = 'gone'::text) = (gone_at IS NOT NULL))),
  constraint reconcile_difference_check1 CHECK (((state <> 'explained'::text) OR ((explained_by IS NOT NULL) AND (note <> ''::text)))),
  constraint reconcile_difference_note_check CHECK ((length(note) <= 2000)),
  constraint reconcile_difference_state_check CHECK ((state = ANY (ARRAY['open'::text, 'explained'::text, 'gone'::text])))
);
CREATE INDEX reconcile_difference_explained_by_idx ON reconcile_difference USING btree (explained_by);
CREATE INDEX reconcile_difference_market_idx ON reconcile_difference USING btree (market_id);
CREATE INDEX reconcile_difference_open_idx ON reconcile_difference USING btree (first_seen_at) WHERE (state = 'open'::text);
CREATE INDEX reconcile_difference_run_idx ON reconcile_difference USING btree (last_run_id);
CREATE INDEX reconcile_difference_seen_idx ON reconcile_difference USING btree (first_seen_at DESC, id DESC);
CREATE INDEX reconcile_difference_standing_idx ON reconcile_difference USING btree (subject_kind, subject) WHERE (state <> 'gone'::text);

create table reconcile_run (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  state text not null default 'running'::text,
  requested_by uuid,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  since timestamp with time zone not null,
  after_journal bigint not null,
  last_journal bigint not null,
  part integer not null default 0,
  after text,
  slices integer not null default 0,
  constraint reconcile_run_pkey PRIMARY KEY (id),
  constraint reconcile_run_check CHECK (((state = 'finished'::text) = (finished_at IS NOT NULL))),
  constraint reconcile_run_kind_check CHECK ((kind = ANY (ARRAY['nightly'::text, 'complete'::text]))),
  constraint reconcile_run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text])))
);
CREATE INDEX reconcile_run_requested_by_idx ON reconcile_run USING btree (requested_by);
CREATE UNIQUE INDEX reconcile_run_running_key ON reconcile_run USING btree ((true)) WHERE (state = 'running'::text);
CREATE INDEX reconcile_run_started_idx ON reconcile_run USING btree (started_at DESC, id DESC);

create table reconcile_subject (
  run_id uuid not null,
  kind text not null,
  subject text not null,
  constraint reconcile_subject_pkey PRIMARY KEY (run_id, kind, subject)
);

create table recovery_code (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_code_hash_check CHECK ((octet_length(code_hash) = 32))
);

create table referral_review (
  brought_id uuid not null,
  sponsor_id uuid not null,
  market_id text not null,
  state text not null,
  reasons text[] not null,
  allowed text[] not null default '{}'::text[],
  refusal_id uuid,
  found_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text not null default ''::text,
  constraint referral_review_pkey PRIMARY KEY (brought_id),
  constraint referral_review_state_check CHECK ((state = ANY (ARRAY['parked'::text, 'refused'::text, 'approved'::text])))
);
CREATE INDEX referral_review_market_idx ON referral_review USING btree (market_id, state, found_at DESC, brought_id);
CREATE INDEX referral_review_parked_idx ON referral_review USING btree (found_at) WHERE (state = 'parked'::text);
CREATE INDEX referral_review_sponsor_idx ON referral_review USING btree (sponsor_id);

create table refund (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  amount_cents bigint not null,
  reason text not null,
  claws_back_crew_pay boolean not null default false,
  state text not null,
  provider_refund_id text,
  created_at timestamp with time zone not null,
  credit_cents bigint not null default 0,
  visit_id uuid,
  asked_at timestamp with time zone,
  ask_number integer not null default 0,
  failure text,
  settled_at timestamp with time zone,
  retried_as uuid,
  is_from_provider boolean not null default false,
  through_payment_id uuid,
  leading_id uuid,
  approval_id uuid,
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_provider_refund_id_key UNIQUE (provider_refund_id),
  constraint refund_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refund_credit_cents_check CHECK (((credit_cents >= 0) AND (credit_cents <= amount_cents))),
  constraint refund_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX refund_approval_idx ON refund USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX refund_created_idx ON refund USING btree (created_at);
CREATE INDEX refund_failed_idx ON refund USING btree (settled_at) WHERE ((state = 'failed'::text) AND (retried_as IS NULL));
CREATE INDEX refund_leading_idx ON refund USING btree (leading_id) WHERE (leading_id IS NOT NULL);
CREATE INDEX refund_payment_idx ON refund USING btree (payment_id);
CREATE INDEX refund_pending_idx ON refund USING btree (created_at) WHERE (state = 'pending'::text);
CREATE INDEX refund_settled_at_idx ON refund USING btree (settled_at) WHERE (settled_at IS NOT NULL);
CREATE INDEX refund_through_payment_idx ON refund USING btree (through_payment_id) WHERE (through_payment_id IS NOT NULL);

create table refund_part (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  refund_id uuid,
  dispute_id uuid,
  visit_id uuid,
  tip_id uuid,
  payment_id uuid,
  crew_id uuid,
  amount_cents bigint not null,
  tax_cents bigint not null,
  clawing_cents bigint not null,
  crew_cents bigint not null,
  undone_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint refund_part_pkey PRIMARY KEY (id),
  constraint refund_part_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint refund_part_cause_check CHECK (((refund_id IS NULL) <> (dispute_id IS NULL))),
  constraint refund_part_check CHECK (((clawing_cents >= 0) AND (clawing_cents <= amount_cents))),
  constraint refund_part_crew_cents_check CHECK ((crew_cents >= 0)),
  constraint refund_part_kind_check CHECK ((kind = ANY (ARRAY['work'::text, 'tip'::text, 'fee'::text]))),
  constraint refund_part_tax_cents_check CHECK ((tax_cents >= 0))
);
CREATE INDEX refund_part_created_idx ON refund_part USING btree (created_at);
CREATE INDEX refund_part_dispute_idx ON refund_part USING btree (dispute_id);
CREATE INDEX refund_part_payment_idx ON refund_part USING btree (payment_id);
CREATE INDEX refund_part_refund_idx ON refund_part USING btree (refund_id);
CREATE INDEX refund_part_visit_idx ON refund_part USING btree (visit_id);

create table report_address (
  id uuid not null default gen_random_uuid(),
  complex_id uuid not null,
  email text not null,
  locale text not null,
  token_hash bytea not null,
  asked_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_night date,
  former_token_hash bytea,
  constraint report_address_pkey PRIMARY KEY (id),
  constraint report_address_token_hash_key UNIQUE (token_hash),
  constraint report_address_check CHECK (((confirmed_at IS NULL) = (last_night IS NULL))),
  constraint report_address_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint report_address_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint report_address_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX report_address_email_key ON report_address USING btree (complex_id, lower(email));
CREATE UNIQUE INDEX report_address_former_token_key ON report_address USING btree (former_token_hash) WHERE (former_token_hash IS NOT NULL);
CREATE INDEX report_address_unconfirmed_idx ON report_address USING btree (asked_at) WHERE (confirmed_at IS NULL);

create table route (
  id uuid not null default gen_random_uuid(),
  crew_id uuid not null,
  weekday smallint not null,
  driving_feet integer not null,
  driving_seconds integer not null,
  pay_cents bigint not null,
  taken_at timestamp with time zone not null,
  constraint route_pkey PRIMARY KEY (id),
  constraint route_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table sales_tax_entry (
  id bigint not null generated always as identity,
  market_id text not null,
  journal_key text not null,
  visit_id uuid not null,
  at timestamp with time zone not null,
  kind text not null,
  service_key text not null,
  treatment text not null,
  sales_cents bigint not null,
  tax_cents bigint not null,
  parts jsonb,
  exemption_id uuid,
  constraint sales_tax_entry_pkey PRIMARY KEY (id),
  constraint sales_tax_entry_journal_key_visit_id_key UNIQUE (journal_key, visit_id),
  constraint sales_tax_entry_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'refund'::text]))),
  constraint sales_tax_entry_treatment_check CHECK ((treatment = ANY (ARRAY['taxable'::text, 'exempt'::text, 'untaxed'::text])))
);
CREATE INDEX sales_tax_entry_market_idx ON sales_tax_entry USING btree (market_id, at);
CREATE UNIQUE INDEX sales_tax_entry_sale_key ON sales_tax_entry USING btree (visit_id) WHERE (kind = 'sale'::text);

create table sales_tax_filing (
  id uuid not null default gen_random_uuid(),
  market_id text not null,
  period_start date not null,
  period_end date not null,
  opening_cents bigint not null,
  collected_cents bigint not null,
  refunded_cents bigint not null,
  paid_cents bigint not null,
  confirmation text not null,
  filed_by uuid,
  filed_at timestamp with time zone not null,
  constraint sales_tax_filing_pkey PRIMARY KEY (id),
  constraint sales_tax_filing_market_id_period_start_period_end_key UNIQUE (market_id, period_start, period_end),
  constraint sales_tax_filing_check CHECK ((period_start <= period_end)),
  constraint sales_tax_filing_paid_cents_check CHECK ((paid_cents >= 0))
);

create table sales_tax_seal (
  market_id text not null,
  month date not null,
  tax_cents bigint not null,
  constraint sales_tax_seal_pkey PRIMARY KEY (market_id, month)
);

create table schedule_move (
  weekly_job_id uuid not null,
  from_date date not null,
  to_date date not null,
  sets_window boolean not null default false,
  window_start time without time zone,
  window_end time without time zone,
  quantity integer,
  reason text not null,
  pushed_day_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null,
  constraint schedule_move_pkey PRIMARY KEY (weekly_job_id, from_date),
  constraint schedule_move_check CHECK (((window_start IS NULL) = (window_end IS NULL))),
  constraint schedule_move_check1 CHECK ((window_start < window_end)),
  constraint schedule_move_check2 CHECK ((sets_window OR (window_start IS NULL))),
  constraint schedule_move_check3 CHECK ((abs((to_date - from_date)) <= 28)),
  constraint schedule_move_check4 CHECK (((reason = 'pushed'::text) = (pushed_day_id IS NOT NULL))),
  constraint schedule_move_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
  constraint schedule_move_reason_check CHECK ((reason = ANY (ARRAY['customer'::text, 'pushed'::text])))
);

create table search_entry (
  kind text not null,
  subject_id uuid not null,
  owner_id uuid not null,
  market_id text not null,
  title text not null,
  detail text not null,
  is_removed boolean not null default false,
  folded_title text not null,
  words tsvector not null,
  constraint search_entry_pkey PRIMARY KEY (subject_id),
  constraint search_entry_kind_check CHECK ((kind = ANY (ARRAY['customer'::text, 'crew'::text, 'operator'::text, 'place'::text, 'complex'::text, 'group'::text, 'note'::text])))
);
CREATE INDEX search_entry_owner_idx ON search_entry USING btree (owner_id);
CREATE INDEX search_entry_title_idx ON search_entry USING btree (market_id, folded_title text_pattern_ops);
CREATE INDEX search_entry_words_idx ON search_entry USING gin (words);

create table search_mark (
  operator_id uuid not null,
  subject_id uuid not null,
  opened_at timestamp with time zone not null,
  is_pinned boolean not null default false,
  constraint search_mark_pkey PRIMARY KEY (operator_id, subject_id)
);
CREATE INDEX search_mark_opened_idx ON search_mark USING btree (operator_id, opened_at DESC);
CREATE INDEX search_mark_subject_idx ON search_mark USING btree (subject_id);

create table second_factor (
  user_id uuid not null,
  secret_sealed bytea,
  pending_sealed bytea,
  last_step bigint not null default 0,
  confirmed_at timestamp with time zone,
  constraint second_factor_pkey PRIMARY KEY (user_id),
  constraint second_factor_check CHECK (((secret_sealed IS NULL) = (confirmed_at IS NULL)))
);

create table seeing (
  id uuid not null default gen_random_uuid(),
  operator_id uuid not null,
  person_id uuid not null,
  began_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint seeing_pkey PRIMARY KEY (id),
  constraint seeing_check CHECK ((ends_at > began_at))
);
CREATE INDEX seeing_operator_idx ON seeing USING btree (operator_id);
CREATE INDEX seeing_person_idx ON seeing USING btree (person_id);

create table service (
  key text not null,
  name_en text not null,
  name_es text not null,
  unit_en text not null,
  unit_es text not null,
  icon text not null,
  minutes integer not null,
  minutes_per_unit integer not null default 0,
  photos_required smallint not null default 1,
  is_weekly boolean not null default true,
  sort smallint not null default 0,
  is_active boolean not null default true,
  is_on_demand boolean not null default true,
  units_en text not null,
  units_es text not null,
  version integer not null default 1,
  needs text[] not null default '{}'::text[],
  constraint service_pkey PRIMARY KEY (key),
  constraint service_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  constraint service_minutes_check CHECK (((minutes >= 1) AND (minutes <= 600))),
  constraint service_minutes_per_unit_check CHECK ((minutes_per_unit >= 0)),
  constraint service_photos_required_check CHECK (((photos_required >= 0) AND (photos_required <= 10))),
  constraint service_version_check CHECK ((version > 0))
);

create table service_change (
  service_key text not null,
  from_date date not null,
  minutes integer not null,
  minutes_per_unit integer not null,
  photos_required smallint not null,
  needs text[] not null,
  planned_at timestamp with time zone not null,
  planned_by uuid not null,
  constraint service_change_pkey PRIMARY KEY (service_key, from_date),
  constraint service_change_minutes_check CHECK ((minutes > 0)),
  constraint service_change_minutes_per_unit_check CHECK ((minutes_per_unit >= 0)),
  constraint service_change_photos_required_check CHECK ((photos_required >= 0))
);
CREATE INDEX service_change_planned_by_idx ON service_change USING btree (planned_by);

create table service_checklist (
  service_key text not null,
  version integer not null,
  items jsonb not null,
  saved_at timestamp with time zone not null,
  saved_by uuid not null,
  replaced_at timestamp with time zone,
  constraint service_checklist_pkey PRIMARY KEY (service_key, version),
  constraint service_checklist_check CHECK ((replaced_at >= saved_at)),
  constraint service_checklist_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX service_checklist_now_idx ON service_checklist USING btree (service_key) WHERE (replaced_at IS NULL);
CREATE INDEX service_checklist_saved_by_idx ON service_checklist USING btree (saved_by);

create table service_past (
  id uuid not null default gen_random_uuid(),
  service_key text not null,
  name_en text not null,
  name_es text not null,
  unit_en text not null,
  units_en text not null,
  unit_es text not null,
  units_es text not null,
  icon text not null,
  minutes integer not null,
  minutes_per_unit integer not null,
  photos_required smallint not null,
  replaced_at timestamp with time zone not null,
  replaced_by uuid not null,
  needs text[] not null default '{}'::text[],
  constraint service_past_pkey PRIMARY KEY (id)
);
CREATE INDEX service_past_of_idx ON service_past USING btree (service_key, replaced_at DESC);
CREATE INDEX service_past_replaced_by_idx ON service_past USING btree (replaced_by);

create table session (
  token_hash bytea not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  authenticated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  second_factor_at timestamp with time zone,
  share_id uuid,
  constraint session_pkey PRIMARY KEY (token_hash),
  constraint session_id_key UNIQUE (id)
);
CREATE INDEX session_expires_idx ON session USING btree (expires_at);
CREATE INDEX session_share_idx ON session USING btree (share_id) WHERE (share_id IS NOT NULL);
CREATE INDEX session_user_idx ON session USING btree (user_id);

create table setting (
  id bigint not null generated always as identity,
  market_id text,
  key text not null,
  value jsonb,
  in_force_from timestamp with time zone not null,
  written_by uuid,
  created_at timestamp with time zone not null,
  constraint setting_pkey PRIMARY KEY (id)
);
CREATE INDEX setting_key ON setting USING btree (key, in_force_from);

create table share (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null,
  helper_id uuid,
  name text not null,
  email text not null,
  locale text not null,
  role text not null,
  is_whole boolean not null,
  token_hash bytea,
  gets_notices boolean not null default true,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  joined_at timestamp with time zone,
  ended_at timestamp with time zone,
  gets_reminders boolean not null default false,
  constraint share_pkey PRIMARY KEY (id),
  constraint share_token_hash_key UNIQUE (token_hash),
  constraint share_check CHECK ((expires_at > sent_at)),
  constraint share_check1 CHECK (((helper_id IS NULL) = (joined_at IS NULL))),
  constraint share_check2 CHECK ((helper_id <> owner_id)),
  constraint share_check3 CHECK (((token_hash IS NULL) OR ((helper_id IS NULL) AND (ended_at IS NULL)))),
  constraint share_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint share_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint share_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint share_role_check CHECK ((role = ANY (ARRAY['see'::text, 'schedule'::text, 'pay'::text, 'all'::text]))),
  constraint share_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX share_ended_idx ON share USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX share_helper_idx ON share USING btree (helper_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX share_owner_email_idx ON share USING btree (owner_id, lower(email)) WHERE ((ended_at IS NULL) AND (helper_id IS NULL));
CREATE UNIQUE INDEX share_owner_helper_idx ON share USING btree (owner_id, helper_id) WHERE (ended_at IS NULL);
CREATE INDEX share_reminded_idx ON share USING btree (owner_id) WHERE (gets_reminders AND (ended_at IS NULL));

create table share_action (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null,
  share_id uuid not null,
  call text not null,
  try_id uuid not null,
  property_id uuid,
  visit_id uuid,
  at timestamp with time zone not null,
  constraint share_action_pkey PRIMARY KEY (id),
  constraint share_action_try_id_key UNIQUE (try_id),
  constraint share_action_call_check CHECK (((length(call) >= 1) AND (length(call) <= 100)))
);
CREATE INDEX share_action_at_idx ON share_action USING btree (at);
CREATE INDEX share_action_owner_idx ON share_action USING btree (owner_id, at DESC, id DESC);
CREATE INDEX share_action_property_idx ON share_action USING btree (property_id) WHERE (property_id IS NOT NULL);
CREATE INDEX share_action_share_idx ON share_action USING btree (share_id);
CREATE INDEX share_action_visit_idx ON share_action USING btree (visit_id) WHERE (visit_id IS NOT NULL);

create table share_group (
  share_id uuid not null,
  property_group_id uuid,
  complex_group_id uuid,
  constraint share_group_share_id_property_group_id_complex_group_id_key UNIQUE NULLS NOT DISTINCT (share_id, property_group_id, complex_group_id),
  constraint share_group_check CHECK ((num_nonnulls(property_group_id, complex_group_id) = 1))
);
CREATE INDEX share_group_complex_group_idx ON share_group USING btree (complex_group_id);
CREATE INDEX share_group_property_group_idx ON share_group USING btree (property_group_id);

create table sign_in (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  user_agent text not null,
  at timestamp with time zone not null,
  market_id text,
  constraint sign_in_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_forgotten_idx ON sign_in USING btree (market_id, at);
CREATE INDEX sign_in_user_idx ON sign_in USING btree (user_id, at DESC, id DESC);

create table sign_in_code (
  token_hash bytea not null,
  channel text not null,
  recipient text not null,
  tries integer not null default 0,
  proven_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_code_pkey PRIMARY KEY (token_hash),
  constraint sign_in_code_channel_check CHECK ((channel = ANY (ARRAY['phone'::text, 'email'::text]))),
  constraint sign_in_code_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sign_in_code_tries_check CHECK ((tries >= 0))
);
CREATE INDEX sign_in_code_expires_idx ON sign_in_code USING btree (expires_at);

create table sms_opt_out (
  phone text not null,
  opted_out_at timestamp with time zone not null,
  constraint sms_opt_out_pkey PRIMARY KEY (phone),
  constraint sms_opt_out_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text))
);

create table staff_invitation (
  id uuid not null default gen_random_uuid(),
  email text not null,
  name text not null,
  locale text not null,
  staff_role text,
  token_hash bytea not null,
  invited_by uuid not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  joined_at timestamp with time zone,
  joined_as uuid,
  constraint staff_invitation_pkey PRIMARY KEY (id),
  constraint staff_invitation_token_hash_key UNIQUE (token_hash),
  constraint staff_invitation_check CHECK ((expires_at > sent_at)),
  constraint staff_invitation_check1 CHECK (((joined_at IS NULL) = (joined_as IS NULL))),
  constraint staff_invitation_check2 CHECK (((withdrawn_at IS NULL) OR (joined_at IS NULL))),
  constraint staff_invitation_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint staff_invitation_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint staff_invitation_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint staff_invitation_staff_role_check CHECK ((staff_role = ANY (ARRAY['owner'::text, 'dispatcher'::text, 'support'::text, 'finance'::text, 'reader'::text]))),
  constraint staff_invitation_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE UNIQUE INDEX staff_invitation_open_key ON staff_invitation USING btree (lower(email)) WHERE ((withdrawn_at IS NULL) AND (joined_at IS NULL));
CREATE INDEX staff_invitation_sent_idx ON staff_invitation USING btree (sent_at DESC, id DESC) WHERE ((withdrawn_at IS NULL) AND (joined_at IS NULL));

create table staff_invitation_role (
  invitation_id uuid not null,
  market_id text not null,
  role text not null,
  constraint staff_invitation_role_pkey PRIMARY KEY (invitation_id, market_id),
  constraint staff_invitation_role_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'dispatcher'::text, 'support'::text, 'finance'::text, 'reader'::text])))
);

create table stay (
  id uuid not null default gen_random_uuid(),
  property_id uuid not null,
  kind text not null,
  is_guess boolean not null,
  state text not null,
  check_in date not null,
  check_out date not null,
  check_in_time time without time zone,
  check_out_time time without time zone,
  guests integer,
  pets integer,
  platform text,
  code text,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint stay_pkey PRIMARY KEY (id),
  constraint stay_check CHECK ((check_out > check_in)),
  constraint stay_code_check CHECK (((length(code) >= 1) AND (length(code) <= 100))),
  constraint stay_guests_check CHECK (((guests >= 0) AND (guests <= 999))),
  constraint stay_kind_check CHECK ((kind = ANY (ARRAY['stay'::text, 'owner'::text, 'block'::text]))),
  constraint stay_pets_check CHECK (((pets >= 0) AND (pets <= 999))),
  constraint stay_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'vrbo'::text, 'booking'::text, 'google'::text, 'hospitable'::text, 'direct'::text, 'other'::text]))),
  constraint stay_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'cancelled'::text])))
);
CREATE INDEX stay_over_idx ON stay USING btree (check_out, id);
CREATE INDEX stay_property_idx ON stay USING btree (property_id, check_out, id);

create table stay_feed (
  source_id uuid not null,
  sealed_address bytea not null,
  host text not null,
  ending text not null,
  etag text,
  last_modified text,
  next_read_at timestamp with time zone,
  read_at timestamp with time zone,
  good_at timestamp with time zone,
  failures integer not null default 0,
  fault text,
  missing integer not null default 0,
  doubt text,
  ignored jsonb not null default '{}'::jsonb,
  changed_at timestamp with time zone,
  added integer not null default 0,
  moved integer not null default 0,
  cancelled integer not null default 0,
  silent_since timestamp with time zone,
  constraint stay_feed_pkey PRIMARY KEY (source_id),
  constraint stay_feed_doubt_check CHECK ((doubt = ANY (ARRAY['empty'::text, 'many_missing'::text]))),
  constraint stay_feed_ending_check CHECK ((length(ending) <= 8)),
  constraint stay_feed_failures_check CHECK ((failures >= 0))
);
CREATE INDEX stay_feed_due_idx ON stay_feed USING btree (next_read_at) WHERE (next_read_at IS NOT NULL);
CREATE INDEX stay_feed_silent_idx ON stay_feed USING btree (silent_since) WHERE (silent_since IS NOT NULL);

create table stay_report (
  source_id uuid not null,
  external_id text not null,
  stay_id uuid not null,
  kind text not null,
  is_guess boolean not null,
  state text not null,
  check_in date not null,
  check_out date not null,
  check_in_time time without time zone,
  check_out_time time without time zone,
  guests integer,
  pets integer,
  platform text,
  code text,
  changed_at timestamp with time zone not null,
  missing_since timestamp with time zone,
  constraint stay_report_pkey PRIMARY KEY (source_id, external_id),
  constraint stay_report_check CHECK ((check_out > check_in)),
  constraint stay_report_code_check CHECK (((length(code) >= 1) AND (length(code) <= 100))),
  constraint stay_report_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 500))),
  constraint stay_report_guests_check CHECK (((guests >= 0) AND (guests <= 999))),
  constraint stay_report_kind_check CHECK ((kind = ANY (ARRAY['stay'::text, 'owner'::text, 'block'::text]))),
  constraint stay_report_pets_check CHECK (((pets >= 0) AND (pets <= 999))),
  constraint stay_report_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'vrbo'::text, 'booking'::text, 'google'::text, 'hospitable'::text, 'direct'::text, 'other'::text]))),
  constraint stay_report_state_check CHECK ((state = ANY (ARRAY['booked'::text, 'cancelled'::text])))
);
CREATE INDEX stay_report_stay_idx ON stay_report USING btree (stay_id);

create table stay_source (
  id uuid not null default gen_random_uuid(),
  property_id uuid not null,
  kind text not null,
  platform text not null,
  external_ref text not null,
  created_at timestamp with time zone not null,
  paused_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint stay_source_pkey PRIMARY KEY (id),
  constraint stay_source_external_ref_check CHECK (((length(external_ref) >= 1) AND (length(external_ref) <= 200))),
  constraint stay_source_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'feed'::text]))),
  constraint stay_source_platform_check CHECK ((platform = ANY (ARRAY['airbnb'::text, 'vrbo'::text, 'booking'::text, 'google'::text, 'hospitable'::text, 'direct'::text, 'other'::text])))
);
CREATE INDEX stay_source_property_idx ON stay_source USING btree (property_id, created_at, id);
CREATE UNIQUE INDEX stay_source_ref_key ON stay_source USING btree (property_id, kind, external_ref) WHERE (ended_at IS NULL);

create table task (
  id bigint not null generated always as identity,
  kind text not null,
  payload jsonb not null,
  run_at timestamp with time zone not null,
  attempts integer not null default 0,
  dedupe_key text,
  last_error text,
  parked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  lane text not null,
  market_id text not null default ''::text,
  constraint task_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX task_dedupe_key ON task USING btree (kind, dedupe_key) WHERE ((dedupe_key IS NOT NULL) AND (parked_at IS NULL));
CREATE INDEX task_parked_at_idx ON task USING btree (parked_at DESC, id DESC) WHERE (parked_at IS NOT NULL);
CREATE INDEX task_parked_idx ON task USING btree (kind, dedupe_key) WHERE (parked_at IS NOT NULL);
CREATE INDEX task_turn_idx ON task USING btree (lane, market_id, run_at, id) WHERE (parked_at IS NULL);

create table task_schedule (
  kind text not null,
  next_run_at timestamp with time zone not null,
  constraint task_schedule_pkey PRIMARY KEY (kind)
);

create table tax_consent (
  id bigint not null generated always as identity,
  crew_id uuid not null,
  version integer not null,
  is_given boolean not null,
  created_at timestamp with time zone not null,
  constraint tax_consent_pkey PRIMARY KEY (id),
  constraint tax_consent_version_check CHECK ((version > 0))
);
CREATE INDEX tax_consent_crew_idx ON tax_consent USING btree (crew_id, id DESC);

create table tax_exemption (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  number text not null,
  issued_by text not null,
  starts_on date not null,
  expires_on date not null,
  storage_key text not null,
  file_type text not null,
  state text not null default 'asked'::text,
  note text not null default ''::text,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  ended_on date,
  reminded_at timestamp with time zone,
  constraint tax_exemption_pkey PRIMARY KEY (id),
  constraint tax_exemption_check CHECK ((starts_on <= expires_on)),
  constraint tax_exemption_check1 CHECK (((state = 'asked'::text) = (decided_at IS NULL))),
  constraint tax_exemption_file_type_check CHECK ((file_type = ANY (ARRAY['image/webp'::text, 'application/pdf'::text]))),
  constraint tax_exemption_issued_by_check CHECK ((issued_by ~ '^[A-Z]{2}$'::text)),
  constraint tax_exemption_number_check CHECK ((number <> ''::text)),
  constraint tax_exemption_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text])))
);
CREATE INDEX tax_exemption_customer_idx ON tax_exemption USING btree (customer_id, asked_at DESC);
CREATE INDEX tax_exemption_expiry_idx ON tax_exemption USING btree (expires_on) WHERE ((state = 'approved'::text) AND (reminded_at IS NULL));
CREATE INDEX tax_exemption_state_idx ON tax_exemption USING btree (state, asked_at, id);

create table tax_form_sent (
  crew_id uuid not null,
  year integer not null,
  amount_cents bigint not null,
  sent_by uuid not null,
  sent_at timestamp with time zone not null,
  constraint tax_form_sent_pkey PRIMARY KEY (crew_id, year),
  constraint tax_form_sent_year_check CHECK (((year >= 2020) AND (year <= 2100)))
);

create table tax_reminder (
  crew_id uuid not null,
  year integer not null,
  sent_at timestamp with time zone not null,
  constraint tax_reminder_pkey PRIMARY KEY (crew_id, year)
);

create table terms_acceptance (
  user_id uuid not null,
  page text not null,
  version integer not null,
  accepted_at timestamp with time zone not null,
  constraint terms_acceptance_pkey PRIMARY KEY (user_id, page, version)
);
CREATE INDEX terms_acceptance_text_idx ON terms_acceptance USING btree (page, version);

create table time_off (
  id uuid not null default gen_random_uuid(),
  crew_id uuid not null,
  from_date date not null,
  to_date date not null,
  note text not null default ''::text,
  created_at timestamp with time zone not null,
  constraint time_off_pkey PRIMARY KEY (id),
  constraint time_off_check CHECK ((from_date <= to_date)),
  constraint time_off_check1 CHECK (((to_date - from_date) <= 366)),
  constraint time_off_note_check CHECK ((length(note) <= 200))
);
CREATE UNIQUE INDEX time_off_days_key ON time_off USING btree (crew_id, from_date, to_date);
CREATE INDEX time_off_to_idx ON time_off USING btree (to_date);

create table tip (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  customer_id uuid not null,
  crew_id uuid not null,
  amount_cents bigint not null,
  given_at timestamp with time zone not null,
  is_billed boolean not null default false,
  constraint tip_pkey PRIMARY KEY (id),
  constraint tip_visit_id_key UNIQUE (visit_id),
  constraint tip_amount_cents_check CHECK (((amount_cents >= 100) AND (amount_cents <= 50000)))
);
CREATE INDEX tip_crew_idx ON tip USING btree (crew_id);
CREATE INDEX tip_customer_idx ON tip USING btree (customer_id);
CREATE INDEX tip_given_at_idx ON tip USING btree (given_at);
CREATE INDEX tip_unbilled_idx ON tip USING btree (customer_id) WHERE (NOT is_billed);

create table turnover (
  visit_id uuid not null,
  property_id uuid not null,
  stay_id uuid,
  is_by_hand boolean not null default false,
  is_same_day boolean not null,
  guests integer,
  nights integer not null,
  pets integer,
  created_at timestamp with time zone not null,
  own_from time without time zone,
  own_until time without time zone,
  constraint turnover_pkey PRIMARY KEY (visit_id),
  constraint turnover_own_hours_check CHECK ((((own_from IS NULL) AND (own_until IS NULL)) OR ((own_from IS NOT NULL) AND (own_until IS NOT NULL) AND (own_from < own_until))))
);
CREATE INDEX turnover_property_idx ON turnover USING btree (property_id);
CREATE INDEX turnover_stay_idx ON turnover USING btree (stay_id) WHERE (stay_id IS NOT NULL);

create table turnover_rule (
  property_id uuid not null,
  is_on boolean not null,
  bedrooms smallint not null,
  check_in_time time without time zone not null,
  check_out_time time without time zone not null,
  finish_by time without time zone not null,
  updated_at timestamp with time zone not null,
  counts_closed boolean not null default false,
  constraint turnover_rule_pkey PRIMARY KEY (property_id),
  constraint turnover_rule_bedrooms_check CHECK (((bedrooms >= 1) AND (bedrooms <= 100))),
  constraint turnover_rule_check CHECK ((check_out_time < finish_by))
);

create table unsubscribe_token (
  token_hash bytea not null,
  user_id uuid not null,
  event text not null,
  created_at timestamp with time zone not null,
  constraint unsubscribe_token_pkey PRIMARY KEY (token_hash),
  constraint unsubscribe_token_user_id_event_key UNIQUE (user_id, event)
);

create table users (
  id uuid not null default gen_random_uuid(),
  type text not null,
  market_id text not null,
  email text not null,
  name text not null,
  phone text,
  password_hash text,
  locale text not null default 'en'::text,
  time_zone text not null default 'America/Denver'::text,
  address text,
  lat double precision,
  lng double precision,
  frozen_until timestamp with time zone,
  frozen_notes text,
  referral_code text not null,
  sponsor_id uuid,
  coupon_code text,
  password_changed_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  holds_email boolean not null default true,
  holds_phone boolean not null default false,
  staff_role text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_referral_code_key UNIQUE (referral_code),
  constraint users_check CHECK (((lat IS NULL) = (lng IS NULL))),
  constraint users_check1 CHECK ((sponsor_id <> id)),
  constraint users_holds_email_check CHECK (((NOT holds_email) OR (email <> ''::text))),
  constraint users_holds_phone_check CHECK (((NOT holds_phone) OR ((phone IS NOT NULL) AND (type <> 'Operator'::text)))),
  constraint users_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint users_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint users_staff_is_operator_check CHECK (((staff_role IS NULL) OR (type = 'Operator'::text))),
  constraint users_staff_role_check CHECK ((staff_role = ANY (ARRAY['owner'::text, 'dispatcher'::text, 'support'::text, 'finance'::text, 'reader'::text]))),
  constraint users_type_check CHECK ((type = ANY (ARRAY['Customer'::text, 'Crew'::text, 'Operator'::text])))
);
CREATE INDEX users_coupon_idx ON users USING btree (coupon_code) WHERE (coupon_code IS NOT NULL);
CREATE INDEX users_customer_idx ON users USING btree (market_id, id) WHERE (type = 'Customer'::text);
CREATE INDEX users_email_idx ON users USING btree (lower(email));
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email)) WHERE holds_email;
CREATE INDEX users_market_name_idx ON users USING btree (market_id, name, id);
CREATE INDEX users_operator_idx ON users USING btree (market_id, name, id) WHERE (type = 'Operator'::text);
CREATE INDEX users_phone_idx ON users USING btree (phone);
CREATE UNIQUE INDEX users_phone_key ON users USING btree (phone) WHERE holds_phone;
CREATE INDEX users_sponsor_idx ON users USING btree (sponsor_id);
CREATE INDEX users_staff_idx ON users USING btree (name, id) WHERE (type = 'Operator'::text);

create table violation (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  building_id uuid not null,
  unit_label text,
  kind text not null,
  note text not null default ''::text,
  photo_id uuid not null,
  crew_id uuid not null,
  reported_at timestamp with time zone not null,
  complex_id uuid not null,
  night date not null,
  constraint violation_pkey PRIMARY KEY (id),
  constraint violation_kind_check CHECK ((kind = ANY (ARRAY['loose_trash'::text, 'overweight'::text, 'hazardous'::text, 'bin_left_out'::text, 'blocked'::text, 'other'::text])))
);
CREATE INDEX violation_building_idx ON violation USING btree (building_id, reported_at DESC);
CREATE INDEX violation_complex_idx ON violation USING btree (complex_id, night DESC, id DESC) INCLUDE (building_id, kind);
CREATE UNIQUE INDEX violation_once_key ON violation USING btree (visit_id, building_id, COALESCE(unit_label, ''::text), kind, photo_id);
CREATE INDEX violation_visit_idx ON violation USING btree (visit_id);

create table visit (
  id uuid not null default gen_random_uuid(),
  weekly_job_id uuid,
  customer_id uuid not null,
  property_id uuid not null,
  service_key text not null,
  date date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  quantity integer not null,
  state text not null default 'scheduled'::text,
  crew_id uuid,
  assignment_id uuid,
  position integer not null default 0,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  completed_lat double precision,
  completed_lng double precision,
  completed_distance_feet integer,
  is_flagged boolean not null default false,
  price_lines jsonb,
  price_cents bigint,
  crew_pay_cents bigint,
  created_at timestamp with time zone not null,
  offer_raise_cents bigint not null default 0,
  expected_at timestamp with time zone,
  late_notified_at timestamp with time zone,
  missed_reason text,
  moved_from date,
  moved_by text,
  moved_source text,
  revision integer not null default 0,
  revised_at timestamp with time zone not null default now(),
  is_turnover boolean not null default false,
  constraint visit_pkey PRIMARY KEY (id),
  constraint visit_job_date_key EXCLUDE USING btree (weekly_job_id WITH =, date WITH =) WHERE (((state <> 'skipped'::text) AND (state <> 'cancelled'::text))) DEFERRABLE,
  constraint visit_check CHECK ((starts_at < ends_at)),
  constraint visit_check1 CHECK (((state <> 'completed'::text) OR ((crew_id IS NOT NULL) AND (completed_at IS NOT NULL) AND (price_cents IS NOT NULL) AND (crew_pay_cents IS NOT NULL)))),
  constraint visit_crew_pay_cents_check CHECK ((crew_pay_cents >= 0)),
  constraint visit_missed_reason_check CHECK ((missed_reason = ANY (ARRAY['no_access'::text, 'unsafe'::text]))),
  constraint visit_moved_by_check CHECK ((moved_by = ANY (ARRAY['holiday'::text, 'pushed'::text, 'customer'::text]))),
  constraint visit_moved_check CHECK (((moved_from IS NULL) OR ((moved_by IS NOT NULL) AND (moved_from <> date)))),
  constraint visit_offer_raise_cents_check CHECK ((offer_raise_cents >= 0)),
  constraint visit_price_cents_check CHECK ((price_cents >= 0)),
  constraint visit_quantity_check CHECK ((quantity >= 1)),
  constraint visit_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'confirmed'::text, 'en_route'::text, 'in_progress'::text, 'completed'::text, 'cancelled'::text, 'skipped'::text, 'missed'::text, 'reopened'::text])))
);
CREATE INDEX visit_assignment_idx ON visit USING btree (assignment_id) WHERE (assignment_id IS NOT NULL);
CREATE INDEX visit_completed_idx ON visit USING btree (completed_at) WHERE (state = 'completed'::text);
CREATE INDEX visit_crew_idx ON visit USING btree (crew_id, date) WHERE (crew_id IS NOT NULL);
CREATE INDEX visit_customer_idx ON visit USING btree (customer_id, date);
CREATE INDEX visit_date_idx ON visit USING btree (date, id);
CREATE INDEX visit_flagged_idx ON visit USING btree (date) WHERE (is_flagged AND (state = 'completed'::text));
CREATE INDEX visit_job_idx ON visit USING btree (weekly_job_id, date) WHERE (weekly_job_id IS NOT NULL);
CREATE INDEX visit_missed_idx ON visit USING btree (date) WHERE (state = 'missed'::text);
CREATE INDEX visit_moved_idx ON visit USING btree (date) WHERE (moved_from IS NOT NULL);
CREATE UNIQUE INDEX visit_occurrence_key ON visit USING btree (weekly_job_id, COALESCE(moved_from, date));
CREATE INDEX visit_open_idx ON visit USING btree (ends_at) WHERE (state = ANY (ARRAY['scheduled'::text, 'confirmed'::text, 'en_route'::text, 'in_progress'::text, 'reopened'::text]));
CREATE INDEX visit_property_idx ON visit USING btree (property_id, date);
CREATE INDEX visit_unheld_idx ON visit USING btree (date) WHERE ((crew_id IS NULL) AND (state = ANY (ARRAY['scheduled'::text, 'reopened'::text])));

create table visit_checklist (
  visit_id uuid not null,
  crew_id uuid not null,
  items jsonb not null,
  kept_at timestamp with time zone not null,
  constraint visit_checklist_pkey PRIMARY KEY (visit_id)
);
CREATE INDEX visit_checklist_crew_idx ON visit_checklist USING btree (crew_id);

create table visit_event (
  id bigint not null generated always as identity,
  visit_id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  actor_role text not null,
  transition text not null,
  from_state text not null,
  to_state text not null,
  detail jsonb not null default '{}'::jsonb,
  crew_id uuid,
  counts_as text,
  constraint visit_event_pkey PRIMARY KEY (id),
  constraint visit_event_actor_role_check CHECK ((actor_role = ANY (ARRAY['customer'::text, 'crew'::text, 'operator'::text, 'system'::text]))),
  constraint visit_event_counts_as_check CHECK ((counts_as = ANY (ARRAY['kept'::text, 'late_release'::text, 'missed'::text]))),
  constraint visit_event_counts_for_somebody CHECK (((counts_as IS NULL) OR (crew_id IS NOT NULL)))
);
CREATE INDEX visit_event_counts_idx ON visit_event USING btree (crew_id, at) WHERE (counts_as IS NOT NULL);
CREATE INDEX visit_event_lapse_idx ON visit_event USING btree (at) WHERE (transition = 'lapse'::text);
CREATE INDEX visit_event_visit_idx ON visit_event USING btree (visit_id, id);

create table visit_mark (
  visit_id uuid not null,
  item_key text not null,
  is_marked boolean not null,
  marked_at timestamp with time zone not null,
  reason text,
  words text not null default ''::text,
  constraint visit_mark_pkey PRIMARY KEY (visit_id, item_key),
  constraint visit_mark_item_key_check CHECK (((length(item_key) >= 1) AND (length(item_key) <= 40))),
  constraint visit_mark_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 40))),
  constraint visit_mark_words_check CHECK ((length(words) <= 300))
);

create table visit_message (
  id uuid not null default gen_random_uuid(),
  number bigint not null generated always as identity,
  visit_id uuid not null,
  crew_id uuid not null,
  sender_id uuid not null,
  sender_role text not null,
  text text not null,
  photo_id uuid,
  created_at timestamp with time zone not null,
  constraint visit_message_pkey PRIMARY KEY (id),
  constraint visit_message_number_key UNIQUE (number),
  constraint visit_message_sender_role_check CHECK ((sender_role = ANY (ARRAY['customer'::text, 'crew'::text, 'operator'::text]))),
  constraint visit_message_text_check CHECK ((length(text) <= 1000))
);
CREATE INDEX visit_message_photo_idx ON visit_message USING btree (photo_id) WHERE (photo_id IS NOT NULL);
CREATE INDEX visit_message_sender_idx ON visit_message USING btree (sender_id, created_at);
CREATE INDEX visit_message_thread_idx ON visit_message USING btree (visit_id, number);

create table visit_message_read (
  visit_id uuid not null,
  user_id uuid not null,
  read_number bigint not null,
  constraint visit_message_read_pkey PRIMARY KEY (visit_id, user_id)
);

create table visit_reminder (
  visit_id uuid not null,
  user_id uuid not null,
  starts_at timestamp with time zone not null,
  notice_id uuid,
  constraint visit_reminder_pkey PRIMARY KEY (visit_id, user_id, starts_at)
);
CREATE INDEX visit_reminder_notice_idx ON visit_reminder USING btree (notice_id) WHERE (notice_id IS NOT NULL);

create table waiting_tip (
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  customer_id uuid not null,
  amount_cents bigint not null,
  waits_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint waiting_tip_pkey PRIMARY KEY (id),
  constraint waiting_tip_visit_id_key UNIQUE (visit_id),
  constraint waiting_tip_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX waiting_tip_customer_idx ON waiting_tip USING btree (customer_id);

create table waitlist_entry (
  id uuid not null default gen_random_uuid(),
  channel text not null,
  contact text not null,
  address text not null,
  lat double precision not null,
  lng double precision not null,
  locale text not null,
  created_at timestamp with time zone not null,
  constraint waitlist_entry_pkey PRIMARY KEY (id),
  constraint waitlist_entry_contact_address_key UNIQUE (contact, address),
  constraint waitlist_entry_address_check CHECK (((length(address) >= 1) AND (length(address) <= 200))),
  constraint waitlist_entry_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint waitlist_entry_contact_check CHECK (((length(contact) >= 1) AND (length(contact) <= 254))),
  constraint waitlist_entry_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint waitlist_entry_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint waitlist_entry_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'es'::text])))
);
CREATE INDEX waitlist_entry_place_idx ON waitlist_entry USING btree (lat, lng);

create table weekly_job (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  property_id uuid not null,
  service_key text not null,
  weekdays smallint[] not null,
  window_start time without time zone,
  window_end time without time zone,
  quantity integer not null,
  starts_on date not null,
  ends_on date,
  state text not null default 'active'::text,
  notes text not null default ''::text,
  planned_until date,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rhythm jsonb,
  open_days smallint not null default 0,
  constraint weekly_job_pkey PRIMARY KEY (id),
  constraint weekly_job_check CHECK ((ends_on >= starts_on)),
  constraint weekly_job_check1 CHECK (((window_start IS NULL) = (window_end IS NULL))),
  constraint weekly_job_check2 CHECK ((window_start < window_end)),
  constraint weekly_job_check3 CHECK ((((rhythm ->> 'kind'::text) <> 'month_day'::text) OR (cardinality(weekdays) = 7))),
  constraint weekly_job_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
  constraint weekly_job_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'cancelled'::text]))),
  constraint weekly_job_weekdays_check CHECK ((((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)) AND (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[])))
);
CREATE INDEX weekly_job_customer_idx ON weekly_job USING btree (customer_id, id);
CREATE INDEX weekly_job_newest_idx ON weekly_job USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX weekly_job_open_idx ON weekly_job USING btree (property_id) WHERE ((open_days > 0) AND (state <> ALL (ARRAY['paused'::text, 'cancelled'::text])));
CREATE INDEX weekly_job_planning_idx ON weekly_job USING btree (planned_until, id) WHERE (state = 'active'::text);
CREATE INDEX weekly_job_property_idx ON weekly_job USING btree (property_id);
CREATE INDEX weekly_job_rhythm_idx ON weekly_job USING btree (rhythm) WHERE (rhythm IS NOT NULL);
CREATE INDEX weekly_job_service_idx ON weekly_job USING btree (service_key) WHERE (state <> 'cancelled'::text);

create table weekly_job_earlier_terms (
  weekly_job_id uuid not null,
  until_date date not null,
  weekdays smallint[] not null,
  window_start time without time zone,
  window_end time without time zone,
  quantity integer not null,
  rhythm jsonb,
  constraint weekly_job_earlier_terms_pkey PRIMARY KEY (weekly_job_id, until_date),
  constraint weekly_job_earlier_terms_check CHECK (((window_start IS NULL) = (window_end IS NULL))),
  constraint weekly_job_earlier_terms_check1 CHECK ((window_start < window_end)),
  constraint weekly_job_earlier_terms_check2 CHECK ((((rhythm ->> 'kind'::text) <> 'month_day'::text) OR (cardinality(weekdays) = 7))),
  constraint weekly_job_earlier_terms_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000))),
  constraint weekly_job_earlier_terms_weekdays_check CHECK ((((cardinality(weekdays) >= 1) AND (cardinality(weekdays) <= 7)) AND (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[])))
);
CREATE INDEX weekly_job_earlier_rhythm_idx ON weekly_job_earlier_terms USING btree (rhythm) WHERE (rhythm IS NOT NULL);

create table weekly_job_pause (
  id uuid not null default gen_random_uuid(),
  weekly_job_id uuid not null,
  from_date date not null,
  to_date date,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint weekly_job_pause_pkey PRIMARY KEY (id),
  constraint weekly_job_pause_check CHECK ((to_date >= from_date)),
  constraint weekly_job_pause_reason_check CHECK ((reason = ANY (ARRAY['customer'::text, 'dunning'::text])))
);
CREATE INDEX weekly_job_pause_job_idx ON weekly_job_pause USING btree (weekly_job_id);

create table weekly_job_skip (
  weekly_job_id uuid not null,
  date date not null,
  reason text not null,
  created_at timestamp with time zone not null,
  pushed_day_id uuid,
  constraint weekly_job_skip_pkey PRIMARY KEY (weekly_job_id, date),
  constraint weekly_job_skip_pushed_check CHECK (((reason = 'pushed'::text) = (pushed_day_id IS NOT NULL))),
  constraint weekly_job_skip_reason_check CHECK ((reason = ANY (ARRAY['customer'::text, 'holiday'::text, 'dunning'::text, 'pushed'::text, 'vacant'::text])))
);

create table write_off (
  payment_id uuid not null,
  customer_id uuid not null,
  operator_id uuid not null,
  amount_cents bigint not null,
  reason text not null,
  keeps_service boolean not null,
  created_at timestamp with time zone not null,
  constraint write_off_pkey PRIMARY KEY (payment_id),
  constraint write_off_amount_cents_check CHECK ((amount_cents > 0)),
  constraint write_off_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300)))
);
CREATE INDEX write_off_customer_idx ON write_off USING btree (customer_id) WHERE (NOT keeps_service);
CREATE INDEX write_off_operator_idx ON write_off USING btree (operator_id);

CREATE OR REPLACE FUNCTION able_services(offered text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(wanted.key order by wanted.place), '{}')
  from unnest(offered) with ordinality as wanted (key, place)
  where not exists (
    select from service where service.key = wanted.key and not service.needs <@ offered
  )
$function$;

CREATE OR REPLACE FUNCTION audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION audit_people(of_subject text, of_detail jsonb)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  with named as materialized (
    select said::uuid as id
    from (
      select of_subject as said
      union
      select value #>> '{}' from jsonb_path_query(of_detail, 'strict $.** ? (@.type() == "string")') as value
    ) as sayings
    where said ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
  )
  select users.id from named join users using (id)
  union select visit.customer_id from named join visit using (id)
  union select visit.crew_id from named join visit using (id) where visit.crew_id is not null
  union select weekly_job.customer_id from named join weekly_job using (id)
  union select property.customer_id from named join property using (id)
  union select on_demand_order.customer_id from named join on_demand_order using (id)
  union select payment.customer_id from named join payment using (id)
  union select payout.crew_id from named join payout using (id)
  union select dispute.customer_id from named join dispute using (id)
  union select invoice.customer_id from named join invoice using (id)
  union select payment.customer_id from named join refund using (id) join payment on payment.id = refund.payment_id
  union select payment.customer_id from named join chargeback using (id) join payment on payment.id = chargeback.payment_id
  union select tax_exemption.customer_id from named join tax_exemption using (id)
  union select late_completion.crew_id from named join late_completion using (id)
$function$;

CREATE OR REPLACE FUNCTION count_open_days(job uuid, days smallint[])
 RETURNS smallint
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::smallint from unnest(days) as asked (weekday)
  where not exists (
    select from assignment
    where assignment.weekly_job_id = job and assignment.weekday = asked.weekday and assignment.released_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION coupon_line(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select line from jsonb_array_elements(lines) as line where line ->> 'kind' = 'coupon' limit 1
$function$;

CREATE OR REPLACE FUNCTION drop_search_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_entry where subject_id = old.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION drop_search_marks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_mark where subject_id = old.subject_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_audit_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_person (person_id, entry_id, at)
  select person_id, new.id, new.at from audit_people(new.subject, new.detail) as person_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_coupon_use(work uuid, of_visit uuid, of_order uuid, customer uuid, at timestamp with time zone, line jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  was coupon_use;
  amount bigint := coalesce(-(line ->> 'amountCents')::bigint, 0);
  paid_by text;
begin
  delete from coupon_use where work_id = work returning * into was;
  if was.work_id is not null then
    update coupon set use_count = use_count - 1, given_cents = given_cents - was.amount_cents
    where coupon.code = was.coupon_code;
  end if;
  if amount <= 0 then return; end if;
  paid_by := coalesce(line ->> 'coupon', was.coupon_code, (select coupon_code from users where id = customer));
  if paid_by is null then return; end if;
  insert into coupon_use (work_id, coupon_code, customer_id, visit_id, order_id, amount_cents, used_at)
  values (work, paid_by, customer, of_visit, of_order, amount, coalesce(was.used_at, at));
  update coupon set use_count = use_count + 1, given_cents = given_cents + amount where coupon.code = paid_by;
end
$function$;

CREATE OR REPLACE FUNCTION keep_open_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update weekly_job set open_days = count_open_days(weekly_job.id, weekly_job.weekdays)
  from (select distinct weekly_job_id from touched order by 1) held
  where weekly_job.id = held.weekly_job_id
    and weekly_job.open_days <> count_open_days(weekly_job.id, weekly_job.weekdays);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_open_days_after_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update weekly_job set open_days = count_open_days(weekly_job.id, weekly_job.weekdays)
  from (
    select distinct touched.weekly_job_id from was_there was join touched using (id)
    where (was.released_at is null) <> (touched.released_at is null) or was.weekday <> touched.weekday
    order by 1
  ) held
  where weekly_job.id = held.weekly_job_id
    and weekly_job.open_days <> count_open_days(weekly_job.id, weekly_job.weekdays);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_open_days_of_job()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.open_days = count_open_days(new.id, new.weekdays);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION keep_order_coupon()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_coupon_use(
    new.id, null, new.id, new.customer_id, new.created_at,
    case when new.state in ('booking', 'booked') then coupon_line(new.price_lines) end
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION keep_search_entry(of_kind text, of_subject uuid, of_owner uuid, in_market text, with_title text, with_detail text, removed boolean, also text, phone text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_entry (kind, subject_id, owner_id, market_id, title, detail, is_removed, folded_title, words)
  values (
    of_kind, of_subject, of_owner, in_market, with_title, with_detail, removed, search_fold(with_title),
    array_to_tsvector(
      search_words(concat_ws(' ', with_title, with_detail, also)) || search_phone(phone) || array['@' || in_market])
  )
  on conflict (subject_id) do update set kind = excluded.kind, owner_id = excluded.owner_id,
    market_id = excluded.market_id, title = excluded.title, detail = excluded.detail,
    is_removed = excluded.is_removed, folded_title = excluded.folded_title, words = excluded.words;
end $function$;

CREATE OR REPLACE FUNCTION keep_search_of_complex()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_search_entry('complex', new.id, new.customer_id,
    (select market_id from users where id = new.customer_id), new.name, new.address, false,
    concat_ws(' ', new.instructions, new.po_number), null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_search_of_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_search_entry('group', new.id, new.customer_id,
    (select market_id from users where id = new.customer_id), new.name, '', false, null, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_search_of_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_search_entry('note', new.id, new.person_id, (select market_id from users where id = new.person_id),
    left(new.text, 120), (select name from users where id = new.person_id), new.removed_at is not null, new.text, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_search_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from account_merge where from_id = new.id) then return null; end if;
  perform keep_search_entry(lower(new.type), new.id, new.id, new.market_id, new.name,
    concat_ws(' · ', nullif(new.email, ''), new.phone), false, concat_ws(' ', new.address, new.frozen_notes), new.phone);
  if tg_op = 'UPDATE' and new.market_id <> old.market_id then
    update search_entry set market_id = new.market_id, words = ts_delete(words, '@' || old.market_id)
      || array_to_tsvector(array['@' || new.market_id])
    where owner_id = new.id and subject_id <> new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_search_of_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The place behind a complex is found as the complex.
  if new.complex_id is not null then return null; end if;
  perform keep_search_entry('place', new.id, new.customer_id,
    (select market_id from users where id = new.customer_id), new.name,
    concat_ws(', ', new.address, new.neighbourhood), new.removed_at is not null,
    concat_ws(' ', new.external_ref, new.access_notes), null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into sign_in (user_id, user_agent, at) values (new.user_id, new.user_agent, new.created_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_stars()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Always in one order: of two who do it at once, one waits for the other.
  if tg_op = 'INSERT' then
    insert into crew_stars (crew_id, stars, count)
    select crew_id, sum(stars), count(*) from now_there where side = 'customer' group by crew_id order by crew_id
    on conflict (crew_id) do update
      set stars = crew_stars.stars + excluded.stars, count = crew_stars.count + excluded.count;
  elsif tg_op = 'DELETE' then
    update crew_stars set stars = crew_stars.stars - gone.stars, count = crew_stars.count - gone.count
    from (select crew_id, sum(stars) as stars, count(*) as count from was_there where side = 'customer' group by crew_id) gone
    where crew_stars.crew_id = gone.crew_id;
  else
    insert into crew_stars (crew_id, stars, count)
    select crew_id, sum(stars), sum(count) from (
      select crew_id, stars, 1 as count from now_there where side = 'customer'
      union all select crew_id, -stars, -1 from was_there where side = 'customer'
    ) as changed
    group by crew_id having sum(stars) <> 0 or sum(count) <> 0 order by crew_id
    on conflict (crew_id) do update
      set stars = crew_stars.stars + excluded.stars, count = crew_stars.count + excluded.count;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION keep_visit_coupon()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_coupon_use(
    new.id, new.id, null, new.customer_id, coalesce(new.completed_at, now()), coupon_line(new.price_lines)
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION ledger_journal_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  total numeric;
begin
  select sum(amount_cents) into total from ledger_posting where journal_id = new.journal_id;
  if total <> 0 then
    raise exception 'journal % does not sum to zero but to %', new.journal_id, total using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger_journal_is_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger_journal
    where id = new.journal_id and posted_at = transaction_timestamp() and (
      xmin = pg_current_xact_id()::xid
      or pg_xact_status((((pg_current_xact_id()::text::bigint >> 32) << 32) | xmin::text::bigint)::text::xid8) = 'in progress'
    )
  ) then
    raise exception 'journal % is closed', new.journal_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger_journal_opens_now()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.posted_at := transaction_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION mark_tips_billed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update tip set is_billed = true from added where tip.id = added.tip_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION notify_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told bigint;
begin
  execute format(
    'insert into live_event (user_id, kind, ids)
     select user_id, %L, case when count(distinct id) <= 20 then array_agg(distinct id) else ''{}'' end
     from (%s) as concerned (user_id, id) where user_id is not null group by user_id',
    tg_argv[0], tg_argv[1]);
  get diagnostics told = row_count;
  if told > 0 then
    notify crew_live;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION notify_market()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  told bigint;
begin
  execute format(
    'insert into live_event (market_id, kind)
     select distinct (select users.market_id from users where users.id = customer.customer_id), %L
     from (select distinct customer_id from (%s) as concerned (customer_id)) as customer',
    tg_argv[0], tg_argv[1]);
  get diagnostics told = row_count;
  if told > 0 then
    notify crew_live;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ratings_done_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update rating set done_at = coalesce(new.completed_at, 'infinity') where visit_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION refuse_merged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  gone uuid;
begin
  execute format(
    'select merge.from_id from changed join account_merge merge on merge.from_id = changed.%I limit 1', tg_argv[0]
  ) into gone;
  if gone is not null then
    raise exception 'account % was merged into another', gone using errcode = 'CM001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION refuse_merged_crew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from account_merge where from_id = new.crew_id) then
    raise exception 'account % was merged into another', new.crew_id using errcode = 'CM001';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION revise_visit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.revision := old.revision + 1;
  new.revised_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION say_market_of_crew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.market_id = (select market_id from users where id = new.crew_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION say_market_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.market_id = (select market_id from users where id = new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION say_when_done()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.done_at = coalesce((select completed_at from visit where id = new.visit_id), 'infinity');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION search_fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(translate($1,
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ',
    'AAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyy'))
$function$;

CREATE OR REPLACE FUNCTION search_phone(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(distinct ending), '{}')
  from (select regexp_replace(coalesce($1, ''), '[^0-9]', '', 'g') as digits) as phone,
    unnest(array[digits, right(digits, 10), right(digits, 7), right(digits, 4)]) as ending
  where digits <> ''
$function$;

CREATE OR REPLACE FUNCTION search_words(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(distinct left(word, 40)), '{}')
  from regexp_split_to_table(search_fold($1), '[^[:alnum:]]+') as word
  where word <> ''
$function$;

CREATE OR REPLACE FUNCTION setting_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'settings are append-only' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION signal_task()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('crew_task', soon.lane)
  from (select distinct lane from changed where run_at <= now() + interval '5 seconds') as soon;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION tell_change_of_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise notice 'what a session says has changed' using errcode = 'CM002';
  return null;
end
$function$;

alter table access_problem add constraint access_problem_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table access_problem add constraint access_problem_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id);
alter table access_problem add constraint access_problem_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER access_problem_crew_id_lives AFTER INSERT ON access_problem REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER access_problem_live_insert AFTER INSERT ON access_problem REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
CREATE TRIGGER access_problem_live_update AFTER UPDATE ON access_problem REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');

alter table account_closing add constraint account_closing_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table account_merge add constraint account_merge_from_id_fkey FOREIGN KEY (from_id) REFERENCES users(id);
alter table account_merge add constraint account_merge_into_id_fkey FOREIGN KEY (into_id) REFERENCES users(id);
alter table account_merge add constraint account_merge_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id);

alter table approval add constraint approval_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id);
alter table approval add constraint approval_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table approval add constraint approval_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table approval add constraint approval_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id);
alter table approval add constraint approval_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table approval add constraint approval_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
alter table approval add constraint approval_warning_id_fkey FOREIGN KEY (warning_id) REFERENCES fraud_warning(id);

alter table assignment add constraint assignment_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table assignment add constraint assignment_route_id_fkey FOREIGN KEY (route_id) REFERENCES route(id);
alter table assignment add constraint assignment_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE CASCADE;
CREATE TRIGGER assignment_crew_id_lives AFTER INSERT ON assignment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER assignment_live_insert AFTER INSERT ON assignment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('assignment', 'select crew_id, weekly_job_id from changed union all select job.customer_id, job.id from changed join weekly_job as job on job.id = changed.weekly_job_id');
CREATE TRIGGER assignment_live_update AFTER UPDATE ON assignment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('assignment', 'select crew_id, weekly_job_id from changed union all select job.customer_id, job.id from changed join weekly_job as job on job.id = changed.weekly_job_id');
CREATE TRIGGER assignment_market_insert AFTER INSERT ON assignment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_market('open_work', 'select job.customer_id from changed join weekly_job job on job.id = changed.weekly_job_id');
CREATE TRIGGER assignment_market_update AFTER UPDATE ON assignment REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_market('open_work', 'select job.customer_id from changed join before using (id) join weekly_job job on job.id = changed.weekly_job_id where (changed.crew_id, changed.weekday, changed.released_at) is distinct from (before.crew_id, before.weekday, before.released_at)');
CREATE TRIGGER assignment_open_days_delete AFTER DELETE ON assignment REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_open_days();
CREATE TRIGGER assignment_open_days_insert AFTER INSERT ON assignment REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_open_days();
CREATE TRIGGER assignment_open_days_update AFTER UPDATE ON assignment REFERENCING OLD TABLE AS was_there NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION keep_open_days_after_change();

alter table audit_entry add constraint audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
alter table audit_entry add constraint audit_entry_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_entry_kept BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_entry_people AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION keep_audit_people();

alter table audit_person add constraint audit_person_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id);

alter table billing_details add constraint billing_details_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER billing_details_owner_lives AFTER INSERT ON billing_details REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table billing_terms add constraint billing_terms_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table billing_terms add constraint billing_terms_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id);
CREATE TRIGGER billing_terms_owner_lives AFTER INSERT ON billing_terms REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table building add constraint building_complex_id_fkey FOREIGN KEY (complex_id) REFERENCES complex(id) ON DELETE CASCADE;

alter table building_check add constraint building_check_building_id_fkey FOREIGN KEY (building_id) REFERENCES building(id) ON DELETE CASCADE;
alter table building_check add constraint building_check_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table building_check add constraint building_check_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE SET NULL;
alter table building_check add constraint building_check_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER building_check_crew_id_lives AFTER INSERT ON building_check REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER building_check_live_delete AFTER DELETE ON building_check REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from before join visit on visit.id = before.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
CREATE TRIGGER building_check_live_insert AFTER INSERT ON building_check REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');

alter table bulk_change add constraint bulk_change_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table bulk_change add constraint bulk_change_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE;
alter table bulk_change add constraint bulk_change_undo_share_id_fkey FOREIGN KEY (undo_share_id) REFERENCES share(id) ON DELETE CASCADE;
CREATE TRIGGER bulk_change_owner_lives AFTER INSERT ON bulk_change REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table bulk_change_job add constraint bulk_change_job_bulk_change_id_fkey FOREIGN KEY (bulk_change_id) REFERENCES bulk_change(id) ON DELETE CASCADE;
alter table bulk_change_job add constraint bulk_change_job_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE CASCADE;

alter table calendar add constraint calendar_group_id_fkey FOREIGN KEY (group_id) REFERENCES property_group(id) ON DELETE CASCADE;
alter table calendar add constraint calendar_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;
alter table calendar add constraint calendar_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER calendar_owner_lives AFTER INSERT ON calendar REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table card_hold add constraint card_hold_order_id_fkey FOREIGN KEY (order_id) REFERENCES on_demand_order(id) ON DELETE CASCADE;

alter table charge_attempt add constraint charge_attempt_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);

alter table chargeback add constraint chargeback_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id);
alter table chargeback add constraint chargeback_owed_payment_id_fkey FOREIGN KEY (owed_payment_id) REFERENCES payment(id);
alter table chargeback add constraint chargeback_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);

alter table checkpoint add constraint checkpoint_building_id_fkey FOREIGN KEY (building_id) REFERENCES building(id) ON DELETE CASCADE;
alter table checkpoint add constraint checkpoint_complex_id_fkey FOREIGN KEY (complex_id) REFERENCES complex(id) ON DELETE CASCADE;

alter table checkpoint_pass add constraint checkpoint_pass_building_id_fkey FOREIGN KEY (building_id) REFERENCES building(id) ON DELETE CASCADE;
alter table checkpoint_pass add constraint checkpoint_pass_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table checkpoint_pass add constraint checkpoint_pass_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER checkpoint_pass_crew_id_lives AFTER INSERT ON checkpoint_pass REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER checkpoint_pass_live_insert AFTER INSERT ON checkpoint_pass REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');

alter table cohort_month add constraint cohort_month_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table commission add constraint commission_brought_id_fkey FOREIGN KEY (brought_id) REFERENCES users(id);
alter table commission add constraint commission_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
alter table commission add constraint commission_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id);
alter table commission add constraint commission_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES users(id);
CREATE TRIGGER commission_owner_lives AFTER INSERT ON commission REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('sponsor_id');

alter table commission_spending add constraint commission_spending_earning_id_fkey FOREIGN KEY (earning_id) REFERENCES earning(id) ON DELETE SET NULL;
alter table commission_spending add constraint commission_spending_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id);
alter table commission_spending add constraint commission_spending_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES users(id);
CREATE TRIGGER commission_spending_owner_lives AFTER INSERT ON commission_spending REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('sponsor_id');

alter table commission_use add constraint commission_use_commission_id_fkey FOREIGN KEY (commission_id) REFERENCES commission(id);
alter table commission_use add constraint commission_use_spending_id_fkey FOREIGN KEY (spending_id) REFERENCES commission_spending(id);

alter table complex add constraint complex_complex_group_id_fkey FOREIGN KEY (complex_group_id) REFERENCES complex_group(id) ON DELETE SET NULL;
alter table complex add constraint complex_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER complex_owner_lives AFTER INSERT ON complex REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');
CREATE TRIGGER complex_search AFTER INSERT OR UPDATE OF customer_id, name, address, instructions, po_number ON complex FOR EACH ROW EXECUTE FUNCTION keep_search_of_complex();
CREATE TRIGGER complex_search_end AFTER DELETE ON complex FOR EACH ROW EXECUTE FUNCTION drop_search_entry();

alter table complex_exception add constraint complex_exception_building_id_fkey FOREIGN KEY (building_id) REFERENCES building(id) ON DELETE CASCADE;
alter table complex_exception add constraint complex_exception_complex_id_fkey FOREIGN KEY (complex_id) REFERENCES complex(id) ON DELETE CASCADE;
CREATE TRIGGER complex_exception_live_delete AFTER DELETE ON complex_exception REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from before join property on property.complex_id = before.complex_id join visit on visit.property_id = property.id and visit.date between before.from_date and before.to_date cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
CREATE TRIGGER complex_exception_live_insert AFTER INSERT ON complex_exception REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join property on property.complex_id = changed.complex_id join visit on visit.property_id = property.id and visit.date between changed.from_date and changed.to_date cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');

alter table complex_group add constraint complex_group_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER complex_group_owner_lives AFTER INSERT ON complex_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table conversation add constraint conversation_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table conversation add constraint conversation_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER conversation_owner_lives AFTER INSERT ON conversation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table coupon add constraint coupon_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table coupon add constraint coupon_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);

alter table coupon_use add constraint coupon_use_coupon_code_fkey FOREIGN KEY (coupon_code) REFERENCES coupon(code);
alter table coupon_use add constraint coupon_use_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table coupon_use add constraint coupon_use_order_id_fkey FOREIGN KEY (order_id) REFERENCES on_demand_order(id) ON DELETE CASCADE;
alter table coupon_use add constraint coupon_use_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER coupon_use_owner_lives AFTER INSERT ON coupon_use REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table coupon_version add constraint coupon_version_coupon_code_fkey FOREIGN KEY (coupon_code) REFERENCES coupon(code);
alter table coupon_version add constraint coupon_version_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id);

alter table credit_change add constraint credit_change_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(id);
alter table credit_change add constraint credit_change_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table credit_change add constraint credit_change_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id);
CREATE TRIGGER credit_change_owner_lives AFTER INSERT ON credit_change REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table credit_note add constraint credit_note_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id);
alter table credit_note add constraint credit_note_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table credit_note add constraint credit_note_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id);

alter table crew_hours add constraint crew_hours_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id) ON DELETE CASCADE;
CREATE TRIGGER crew_hours_crew_id_lives AFTER INSERT ON crew_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table crew_profile add constraint crew_profile_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE SET NULL;
alter table crew_profile add constraint crew_profile_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table crew_stars add constraint crew_stars_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id) ON DELETE CASCADE;

alter table crew_whereabouts add constraint crew_whereabouts_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id) ON DELETE CASCADE;
alter table crew_whereabouts add constraint crew_whereabouts_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER crew_whereabouts_crew_id_lives AFTER INSERT ON crew_whereabouts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER crew_whereabouts_live_delete AFTER DELETE ON crew_whereabouts REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notify_live('whereabouts', 'select crew_id, crew_id from before union all select visit.customer_id, visit.id from before join visit on visit.id = before.visit_id');
CREATE TRIGGER crew_whereabouts_live_insert AFTER INSERT ON crew_whereabouts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('whereabouts', 'select crew_id, crew_id from changed');
CREATE TRIGGER crew_whereabouts_live_update AFTER UPDATE ON crew_whereabouts REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('whereabouts', 'select visit.customer_id, visit.id from (select visit_id from changed union select visit_id from before) as trip join visit on visit.id = trip.visit_id');

alter table customer_crew_mark add constraint customer_crew_mark_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id) ON DELETE CASCADE;
alter table customer_crew_mark add constraint customer_crew_mark_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER customer_crew_mark_crew_id_lives AFTER INSERT ON customer_crew_mark REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER customer_crew_mark_owner_lives AFTER INSERT ON customer_crew_mark REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table customer_span add constraint customer_span_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
alter table customer_span add constraint customer_span_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table daily_digest add constraint daily_digest_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER daily_digest_owner_lives AFTER INSERT ON daily_digest REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table daily_number add constraint daily_number_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table data_export add constraint data_export_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id) ON DELETE CASCADE;
alter table data_export add constraint data_export_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER data_export_owner_lives AFTER INSERT ON data_export REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table demo_bank_object add constraint demo_bank_object_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES demo_bank_object(id);

alter table dispatch_plan add constraint dispatch_plan_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table dispatch_plan add constraint dispatch_plan_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table dispatch_plan_lane add constraint dispatch_plan_lane_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);
alter table dispatch_plan_lane add constraint dispatch_plan_lane_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES dispatch_plan(id) ON DELETE CASCADE;

alter table dispatch_plan_visit add constraint dispatch_plan_visit_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);
alter table dispatch_plan_visit add constraint dispatch_plan_visit_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES dispatch_plan(id) ON DELETE CASCADE;
alter table dispatch_plan_visit add constraint dispatch_plan_visit_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
alter table dispatch_plan_visit add constraint dispatch_plan_visit_was_assignment_id_fkey FOREIGN KEY (was_assignment_id) REFERENCES assignment(id);
alter table dispatch_plan_visit add constraint dispatch_plan_visit_was_crew_id_fkey FOREIGN KEY (was_crew_id) REFERENCES users(id);

alter table dispute add constraint dispute_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(id);
alter table dispute add constraint dispute_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table dispute add constraint dispute_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table dispute add constraint dispute_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table dispute add constraint dispute_redo_visit_id_fkey FOREIGN KEY (redo_visit_id) REFERENCES visit(id);
alter table dispute add constraint dispute_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id);
alter table dispute add constraint dispute_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER dispute_crew_id_lives AFTER INSERT ON dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER dispute_live_insert AFTER INSERT ON dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('dispute', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
CREATE TRIGGER dispute_live_update AFTER UPDATE ON dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('dispute', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
CREATE TRIGGER dispute_owner_lives AFTER INSERT ON dispute REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table dispute_event add constraint dispute_event_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
alter table dispute_event add constraint dispute_event_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id) ON DELETE CASCADE;

alter table earning add constraint earning_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id) NOT VALID;
alter table earning add constraint earning_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id);
alter table earning add constraint earning_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER earning_crew_lives AFTER UPDATE OF crew_id ON earning FOR EACH ROW WHEN (((new.crew_id IS NOT NULL) AND (new.crew_id IS DISTINCT FROM old.crew_id))) EXECUTE FUNCTION refuse_merged_crew();
CREATE TRIGGER earning_live_insert AFTER INSERT ON earning REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('payout', 'select crew_id, id from changed');
CREATE TRIGGER earning_owner_lives AFTER INSERT ON earning REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table extra_work add constraint extra_work_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table extra_work add constraint extra_work_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE SET NULL;
alter table extra_work add constraint extra_work_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);
alter table extra_work add constraint extra_work_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER extra_work_crew_id_lives AFTER INSERT ON extra_work REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER extra_work_live_insert AFTER INSERT ON extra_work REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
CREATE TRIGGER extra_work_live_update AFTER UPDATE ON extra_work REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');

alter table former_session_token add constraint former_session_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;

alter table fraud_warning add constraint fraud_warning_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id);
alter table fraud_warning add constraint fraud_warning_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);

alter table go_link add constraint go_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER go_link_owner_lives AFTER INSERT ON go_link REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table holiday_rule add constraint holiday_rule_rule_set_id_fkey FOREIGN KEY (rule_set_id) REFERENCES holiday_rule_set(id) ON DELETE CASCADE;

alter table hospitable_account add constraint hospitable_account_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER hospitable_account_owner_lives AFTER INSERT ON hospitable_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table hospitable_code add constraint hospitable_code_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER hospitable_code_owner_lives AFTER INSERT ON hospitable_code REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table hospitable_property add constraint hospitable_property_account_id_fkey FOREIGN KEY (account_id) REFERENCES hospitable_account(id) ON DELETE CASCADE;
alter table hospitable_property add constraint hospitable_property_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE SET NULL;

alter table idempotent_reply add constraint idempotent_reply_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table identity_mark add constraint identity_mark_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE TRIGGER identity_mark_owner_lives AFTER INSERT ON identity_mark REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table invoice add constraint invoice_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table invoice add constraint invoice_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table invoice add constraint invoice_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
alter table invoice add constraint invoice_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES invoice(id);
CREATE TRIGGER invoice_owner_lives AFTER INSERT ON invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table invoice_receipt add constraint invoice_receipt_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id);
alter table invoice_receipt add constraint invoice_receipt_part_payment_id_fkey FOREIGN KEY (part_payment_id) REFERENCES payment(id);
alter table invoice_receipt add constraint invoice_receipt_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id);

alter table invoice_reminder add constraint invoice_reminder_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoice(id);

alter table job_filter add constraint job_filter_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);
alter table job_filter add constraint job_filter_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table job_filter add constraint job_filter_group_id_fkey FOREIGN KEY (group_id) REFERENCES property_group(id) ON DELETE CASCADE;
alter table job_filter add constraint job_filter_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE;
CREATE TRIGGER job_filter_crew_id_lives AFTER INSERT ON job_filter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER job_filter_owner_lives AFTER INSERT ON job_filter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table late_completion add constraint late_completion_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id) ON DELETE CASCADE;
alter table late_completion add constraint late_completion_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table late_completion add constraint late_completion_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER late_completion_crew_id_lives AFTER INSERT ON late_completion REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER late_completion_live_insert AFTER INSERT ON late_completion REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('late_completion', 'select crew_id, id from changed');
CREATE TRIGGER late_completion_live_update AFTER UPDATE ON late_completion REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('late_completion', 'select crew_id, id from changed');

alter table ledger_account add constraint ledger_account_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table ledger_account add constraint ledger_account_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
CREATE TRIGGER ledger_account_append_only BEFORE DELETE OR UPDATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_account_kept BEFORE TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

alter table ledger_journal add constraint ledger_journal_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
CREATE TRIGGER ledger_journal_append_only BEFORE DELETE OR UPDATE ON ledger_journal FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_journal_kept BEFORE TRUNCATE ON ledger_journal FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_journal_opens_now BEFORE INSERT ON ledger_journal FOR EACH ROW EXECUTE FUNCTION ledger_journal_opens_now();

alter table ledger_posting add constraint ledger_posting_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_account(id);
alter table ledger_posting add constraint ledger_posting_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES ledger_journal(id);
CREATE TRIGGER ledger_posting_append_only BEFORE DELETE OR UPDATE ON ledger_posting FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE CONSTRAINT TRIGGER ledger_posting_balances AFTER INSERT ON ledger_posting DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_journal_balances();
CREATE TRIGGER ledger_posting_in_time BEFORE INSERT ON ledger_posting FOR EACH ROW EXECUTE FUNCTION ledger_journal_is_open();
CREATE TRIGGER ledger_posting_kept BEFORE TRUNCATE ON ledger_posting FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

alter table letterhead add constraint letterhead_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table letterhead add constraint letterhead_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id);

alter table low_supply add constraint low_supply_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;
alter table low_supply add constraint low_supply_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);
alter table low_supply add constraint low_supply_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;

alter table market add constraint market_holiday_rule_set_id_fkey FOREIGN KEY (holiday_rule_set_id) REFERENCES holiday_rule_set(id) ON DELETE SET NULL;

alter table notice add constraint notice_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table notice add constraint notice_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE SET NULL;
alter table notice add constraint notice_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE;
alter table notice add constraint notice_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table notice add constraint notice_visit_crew_id_fkey FOREIGN KEY (visit_crew_id) REFERENCES crew_profile(user_id);
alter table notice add constraint notice_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE SET NULL;
alter table notice add constraint notice_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE SET NULL;
CREATE TRIGGER notice_live_insert AFTER INSERT ON notice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('notification', 'select user_id, id from changed where is_in_app');
CREATE TRIGGER notice_live_update AFTER UPDATE ON notice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('notification', 'select user_id, id from changed where is_in_app');
CREATE TRIGGER notice_market BEFORE INSERT ON notice FOR EACH ROW WHEN ((new.market_id IS NULL)) EXECUTE FUNCTION say_market_of_user();
CREATE TRIGGER notice_owner_lives AFTER INSERT ON notice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');
CREATE TRIGGER notice_visit_crew_id_lives AFTER INSERT ON notice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('visit_crew_id');

alter table notice_preference add constraint notice_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER notice_preference_owner_lives AFTER INSERT ON notice_preference REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table offer add constraint offer_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table offer add constraint offer_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table offer add constraint offer_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER offer_crew_id_lives AFTER INSERT ON offer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER offer_live_insert AFTER INSERT ON offer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('offer', 'select crew_id, id from changed');
CREATE TRIGGER offer_live_update AFTER UPDATE ON offer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('offer', 'select crew_id, id from changed');
CREATE TRIGGER offer_market BEFORE INSERT ON offer FOR EACH ROW WHEN ((new.market_id IS NULL)) EXECUTE FUNCTION say_market_of_crew();

alter table offering add constraint offering_left_by_crew_id_fkey FOREIGN KEY (left_by_crew_id) REFERENCES crew_profile(user_id);
alter table offering add constraint offering_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;

alter table on_demand_draft add constraint on_demand_draft_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER on_demand_draft_owner_lives AFTER INSERT ON on_demand_draft REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table on_demand_order add constraint on_demand_order_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table on_demand_order add constraint on_demand_order_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
alter table on_demand_order add constraint on_demand_order_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id);
alter table on_demand_order add constraint on_demand_order_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);
alter table on_demand_order add constraint on_demand_order_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER on_demand_order_live_update AFTER UPDATE ON on_demand_order REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('on_demand', 'select customer_id, id from changed');
CREATE TRIGGER on_demand_order_owner_lives AFTER INSERT ON on_demand_order REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');
CREATE TRIGGER order_coupon_insert AFTER INSERT ON on_demand_order FOR EACH ROW WHEN ((new.price_lines @> '[{"kind": "coupon"}]'::jsonb)) EXECUTE FUNCTION keep_order_coupon();
CREATE TRIGGER order_coupon_update AFTER UPDATE OF state, price_lines ON on_demand_order FOR EACH ROW WHEN ((((new.price_lines @> '[{"kind": "coupon"}]'::jsonb) OR (old.price_lines @> '[{"kind": "coupon"}]'::jsonb)) AND ((new.state IS DISTINCT FROM old.state) OR (new.price_lines IS DISTINCT FROM old.price_lines)))) EXECUTE FUNCTION keep_order_coupon();

alter table one_time_token add constraint one_time_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER one_time_token_owner_lives AFTER INSERT ON one_time_token REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table operator_market add constraint operator_market_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table operator_market add constraint operator_market_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER role_changed AFTER INSERT OR DELETE OR UPDATE ON operator_market FOR EACH STATEMENT EXECUTE FUNCTION tell_change_of_access();

alter table order_photo add constraint order_photo_draft_hash_fkey FOREIGN KEY (draft_hash) REFERENCES on_demand_draft(token_hash) ON DELETE SET NULL;
alter table order_photo add constraint order_photo_order_id_fkey FOREIGN KEY (order_id) REFERENCES on_demand_order(id) ON DELETE CASCADE;

alter table outbox_message add constraint outbox_message_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table outbox_message add constraint outbox_message_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table paper_number add constraint paper_number_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table paper_preference add constraint paper_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER paper_preference_owner_lives AFTER INSERT ON paper_preference REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table partner_crew add constraint partner_crew_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table partner_crew add constraint partner_crew_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
CREATE TRIGGER partner_crew_crew_id_lives AFTER INSERT ON partner_crew REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER partner_crew_crew_lives AFTER UPDATE OF crew_id ON partner_crew FOR EACH ROW WHEN (((new.crew_id IS NOT NULL) AND (new.crew_id IS DISTINCT FROM old.crew_id))) EXECUTE FUNCTION refuse_merged_crew();

alter table partner_line add constraint partner_line_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table partner_line add constraint partner_line_earning_id_fkey FOREIGN KEY (earning_id) REFERENCES earning(id);
alter table partner_line add constraint partner_line_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table partner_line add constraint partner_line_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES partner_statement(id);
CREATE TRIGGER partner_line_crew_lives AFTER UPDATE OF crew_id ON partner_line FOR EACH ROW WHEN (((new.crew_id IS NOT NULL) AND (new.crew_id IS DISTINCT FROM old.crew_id))) EXECUTE FUNCTION refuse_merged_crew();

alter table partner_payment add constraint partner_payment_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id);
alter table partner_payment add constraint partner_payment_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES partner_statement(id);
alter table partner_payment add constraint partner_payment_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES users(id);

alter table partner_statement add constraint partner_statement_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id);
alter table partner_statement add constraint partner_statement_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table partner_statement add constraint partner_statement_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id);

alter table passkey add constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER passkey_owner_lives AFTER INSERT ON passkey REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');
CREATE TRIGGER passkeys_changed AFTER INSERT OR DELETE ON passkey FOR EACH STATEMENT EXECUTE FUNCTION tell_change_of_access();

alter table payment add constraint payment_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table payment add constraint payment_merged_from_fkey FOREIGN KEY (merged_from) REFERENCES users(id);
CREATE TRIGGER payment_live_insert AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('payment', 'select customer_id, id from changed');
CREATE TRIGGER payment_live_update AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('payment', 'select customer_id, id from changed');
CREATE TRIGGER payment_owner_lives AFTER INSERT ON payment REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table payment_line add constraint payment_line_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
alter table payment_line add constraint payment_line_tip_id_fkey FOREIGN KEY (tip_id) REFERENCES tip(id);
alter table payment_line add constraint payment_line_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER payment_line_marks_tips AFTER INSERT ON payment_line REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_tips_billed();

alter table payment_method add constraint payment_method_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER payment_method_owner_lives AFTER INSERT ON payment_method REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table payout add constraint payout_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id) NOT VALID;
CREATE TRIGGER payout_live_insert AFTER INSERT ON payout REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('payout', 'select crew_id, id from changed');
CREATE TRIGGER payout_live_update AFTER UPDATE ON payout REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('payout', 'select crew_id, id from changed');
CREATE TRIGGER payout_owner_lives AFTER INSERT ON payout REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table payout_account add constraint payout_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE TRIGGER payout_account_owner_lives AFTER INSERT ON payout_account REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table payout_transfer add constraint payout_transfer_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payout(id);

alter table person_note add constraint person_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
alter table person_note add constraint person_note_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id);
CREATE TRIGGER person_note_owner_lives AFTER INSERT ON person_note REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('person_id');
CREATE TRIGGER person_note_search AFTER INSERT OR UPDATE OF text, removed_at ON person_note FOR EACH ROW EXECUTE FUNCTION keep_search_of_note();
CREATE TRIGGER person_note_search_end AFTER DELETE ON person_note FOR EACH ROW EXECUTE FUNCTION drop_search_entry();

alter table photo add constraint photo_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id) ON DELETE CASCADE;
alter table photo add constraint photo_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table photo add constraint photo_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER photo_live_insert AFTER INSERT ON photo REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
CREATE TRIGGER photo_owner_lives AFTER INSERT ON photo REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('owner_id');

alter table pickup_day add constraint pickup_day_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE CASCADE;

alter table pickup_rule add constraint pickup_rule_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;

alter table place_checklist add constraint place_checklist_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;
alter table place_checklist add constraint place_checklist_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);

alter table place_crew add constraint place_crew_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id) ON DELETE CASCADE;
alter table place_crew add constraint place_crew_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;
CREATE TRIGGER place_crew_crew_id_lives AFTER INSERT ON place_crew REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table price add constraint price_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table price add constraint price_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);

alter table property add constraint property_complex_id_fkey FOREIGN KEY (complex_id) REFERENCES complex(id) ON DELETE CASCADE;
alter table property add constraint property_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
alter table property add constraint property_group_id_fkey FOREIGN KEY (group_id) REFERENCES property_group(id) ON DELETE SET NULL;
alter table property add constraint property_holiday_rule_set_id_fkey FOREIGN KEY (holiday_rule_set_id) REFERENCES holiday_rule_set(id) ON DELETE SET NULL;
alter table property add constraint property_last_import_id_fkey FOREIGN KEY (last_import_id) REFERENCES property_import(id) ON DELETE SET NULL;
CREATE TRIGGER property_market_update AFTER UPDATE ON property REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_market('open_work', 'select changed.customer_id from changed join before using (id) where (changed.lat, changed.lng, changed.removed_at) is distinct from (before.lat, before.lng, before.removed_at) and exists (select from weekly_job job where job.property_id = changed.id and job.state not in (''paused'', ''cancelled''))');
CREATE TRIGGER property_owner_lives AFTER INSERT ON property REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');
CREATE TRIGGER property_search AFTER INSERT OR UPDATE OF customer_id, name, address, neighbourhood, external_ref, access_notes, removed_at, complex_id ON property FOR EACH ROW EXECUTE FUNCTION keep_search_of_place();
CREATE TRIGGER property_search_end AFTER DELETE ON property FOR EACH ROW EXECUTE FUNCTION drop_search_entry();

alter table property_group add constraint property_group_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER property_group_owner_lives AFTER INSERT ON property_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');
CREATE TRIGGER property_group_search AFTER INSERT OR UPDATE OF customer_id, name ON property_group FOR EACH ROW EXECUTE FUNCTION keep_search_of_group();
CREATE TRIGGER property_group_search_end AFTER DELETE ON property_group FOR EACH ROW EXECUTE FUNCTION drop_search_entry();

alter table property_import add constraint property_import_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER property_import_owner_lives AFTER INSERT ON property_import REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table property_import_refusal add constraint property_import_refusal_import_id_fkey FOREIGN KEY (import_id) REFERENCES property_import(id) ON DELETE CASCADE;

alter table push_subscription add constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;
alter table push_subscription add constraint push_subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER push_subscription_owner_lives AFTER INSERT ON push_subscription REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table pushed_day add constraint pushed_day_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table pushed_day add constraint pushed_day_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table pushed_day add constraint pushed_day_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id);

alter table pushed_day_visit add constraint pushed_day_visit_pushed_day_id_fkey FOREIGN KEY (pushed_day_id) REFERENCES pushed_day(id) ON DELETE CASCADE;
alter table pushed_day_visit add constraint pushed_day_visit_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;

alter table queue_filter add constraint queue_filter_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table queue_item add constraint queue_item_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);

alter table quiet_hours add constraint quiet_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER quiet_hours_owner_lives AFTER INSERT ON quiet_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table rating add constraint rating_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table rating add constraint rating_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table rating add constraint rating_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER rating_crew_id_lives AFTER INSERT ON rating REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER rating_done BEFORE INSERT ON rating FOR EACH ROW EXECUTE FUNCTION say_when_done();
CREATE TRIGGER rating_kept_delete AFTER DELETE ON rating REFERENCING OLD TABLE AS was_there FOR EACH STATEMENT EXECUTE FUNCTION keep_stars();
CREATE TRIGGER rating_kept_insert AFTER INSERT ON rating REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION keep_stars();
CREATE TRIGGER rating_kept_update AFTER UPDATE ON rating REFERENCING OLD TABLE AS was_there NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION keep_stars();
CREATE TRIGGER rating_live_insert AFTER INSERT ON rating REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('rating', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
CREATE TRIGGER rating_live_update AFTER UPDATE ON rating REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('rating', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
CREATE TRIGGER rating_owner_lives AFTER INSERT ON rating REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table rating_request add constraint rating_request_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table rating_request add constraint rating_request_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER rating_request_owner_lives AFTER INSERT ON rating_request REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table reconcile_count add constraint reconcile_count_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table reconcile_count add constraint reconcile_count_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconcile_run(id) ON DELETE CASCADE;

alter table reconcile_difference add constraint reconcile_difference_explained_by_fkey FOREIGN KEY (explained_by) REFERENCES users(id);
alter table reconcile_difference add constraint reconcile_difference_last_run_id_fkey FOREIGN KEY (last_run_id) REFERENCES reconcile_run(id);
alter table reconcile_difference add constraint reconcile_difference_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table reconcile_run add constraint reconcile_run_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id);

alter table reconcile_subject add constraint reconcile_subject_run_id_fkey FOREIGN KEY (run_id) REFERENCES reconcile_run(id) ON DELETE CASCADE;

alter table recovery_code add constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factor(user_id) ON DELETE CASCADE;

alter table referral_review add constraint referral_review_brought_id_fkey FOREIGN KEY (brought_id) REFERENCES users(id);
alter table referral_review add constraint referral_review_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table referral_review add constraint referral_review_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table referral_review add constraint referral_review_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES users(id);
CREATE TRIGGER referral_review_owner_lives AFTER INSERT ON referral_review REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('sponsor_id');

alter table refund add constraint refund_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(id);
alter table refund add constraint refund_leading_id_fkey FOREIGN KEY (leading_id) REFERENCES refund(id);
alter table refund add constraint refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
alter table refund add constraint refund_retried_as_fkey FOREIGN KEY (retried_as) REFERENCES refund(id);
alter table refund add constraint refund_through_payment_id_fkey FOREIGN KEY (through_payment_id) REFERENCES payment(id);
alter table refund add constraint refund_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER refund_live_insert AFTER INSERT ON refund REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('payment', 'select payment.customer_id, payment.id from changed join payment on payment.id = changed.payment_id');
CREATE TRIGGER refund_live_update AFTER UPDATE ON refund REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('payment', 'select payment.customer_id, payment.id from changed join payment on payment.id = changed.payment_id');

alter table refund_part add constraint refund_part_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);
alter table refund_part add constraint refund_part_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES dispute(id);
alter table refund_part add constraint refund_part_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
alter table refund_part add constraint refund_part_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id);
alter table refund_part add constraint refund_part_tip_id_fkey FOREIGN KEY (tip_id) REFERENCES tip(id);
alter table refund_part add constraint refund_part_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER refund_part_crew_id_lives AFTER INSERT ON refund_part REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table report_address add constraint report_address_complex_id_fkey FOREIGN KEY (complex_id) REFERENCES complex(id) ON DELETE CASCADE;

alter table route add constraint route_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
CREATE TRIGGER route_crew_id_lives AFTER INSERT ON route REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table sales_tax_entry add constraint sales_tax_entry_exemption_id_fkey FOREIGN KEY (exemption_id) REFERENCES tax_exemption(id);
alter table sales_tax_entry add constraint sales_tax_entry_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table sales_tax_entry add constraint sales_tax_entry_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);
alter table sales_tax_entry add constraint sales_tax_entry_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER sales_tax_entry_append_only BEFORE DELETE OR UPDATE ON sales_tax_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER sales_tax_entry_kept BEFORE TRUNCATE ON sales_tax_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

alter table sales_tax_filing add constraint sales_tax_filing_filed_by_fkey FOREIGN KEY (filed_by) REFERENCES users(id);
alter table sales_tax_filing add constraint sales_tax_filing_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
CREATE TRIGGER sales_tax_filing_append_only BEFORE DELETE OR UPDATE ON sales_tax_filing FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER sales_tax_filing_kept BEFORE TRUNCATE ON sales_tax_filing FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

alter table sales_tax_seal add constraint sales_tax_seal_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table schedule_move add constraint schedule_move_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table schedule_move add constraint schedule_move_pushed_day_id_fkey FOREIGN KEY (pushed_day_id) REFERENCES pushed_day(id);
alter table schedule_move add constraint schedule_move_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE CASCADE;

alter table search_entry add constraint search_entry_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table search_entry add constraint search_entry_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER search_entry_marks_end AFTER DELETE ON search_entry FOR EACH ROW EXECUTE FUNCTION drop_search_marks();

alter table search_mark add constraint search_mark_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id);

alter table second_factor add constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER second_factor_changed AFTER INSERT OR UPDATE OF secret_sealed ON second_factor FOR EACH ROW EXECUTE FUNCTION tell_change_of_access();
CREATE TRIGGER second_factor_owner_lives AFTER INSERT ON second_factor REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');
CREATE TRIGGER second_factor_removed AFTER DELETE ON second_factor FOR EACH STATEMENT EXECUTE FUNCTION tell_change_of_access();

alter table seeing add constraint seeing_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id);
alter table seeing add constraint seeing_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id) ON DELETE CASCADE;

alter table service_change add constraint service_change_planned_by_fkey FOREIGN KEY (planned_by) REFERENCES users(id);
alter table service_change add constraint service_change_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);

alter table service_checklist add constraint service_checklist_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id);
alter table service_checklist add constraint service_checklist_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);

alter table service_past add constraint service_past_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES users(id);
alter table service_past add constraint service_past_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);

alter table session add constraint session_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE SET NULL;
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER session_changed AFTER UPDATE ON session FOR EACH ROW WHEN ((((((old.user_id IS DISTINCT FROM new.user_id) OR (old.share_id IS DISTINCT FROM new.share_id)) OR (old.expires_at IS DISTINCT FROM new.expires_at)) OR (old.authenticated_at IS DISTINCT FROM new.authenticated_at)) OR (old.second_factor_at IS DISTINCT FROM new.second_factor_at))) EXECUTE FUNCTION tell_change_of_access();
CREATE TRIGGER session_ended AFTER DELETE ON session FOR EACH STATEMENT EXECUTE FUNCTION tell_change_of_access();
CREATE TRIGGER session_owner_lives AFTER INSERT ON session REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');
CREATE TRIGGER session_sign_in AFTER INSERT ON session FOR EACH ROW EXECUTE FUNCTION keep_sign_in();

alter table setting add constraint setting_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table setting add constraint setting_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id);
CREATE TRIGGER setting_append_only BEFORE DELETE OR UPDATE ON setting FOR EACH STATEMENT EXECUTE FUNCTION setting_is_append_only();
CREATE TRIGGER setting_kept BEFORE TRUNCATE ON setting FOR EACH STATEMENT EXECUTE FUNCTION setting_is_append_only();

alter table share add constraint share_helper_id_fkey FOREIGN KEY (helper_id) REFERENCES users(id) ON DELETE CASCADE;
alter table share add constraint share_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER share_changed AFTER UPDATE ON share FOR EACH ROW WHEN (((((old.owner_id IS DISTINCT FROM new.owner_id) OR (old.role IS DISTINCT FROM new.role)) OR (old.is_whole IS DISTINCT FROM new.is_whole)) OR (old.ended_at IS DISTINCT FROM new.ended_at))) EXECUTE FUNCTION tell_change_of_access();

alter table share_action add constraint share_action_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;
alter table share_action add constraint share_action_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE SET NULL;
alter table share_action add constraint share_action_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE;
alter table share_action add constraint share_action_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE SET NULL;

alter table share_group add constraint share_group_complex_group_id_fkey FOREIGN KEY (complex_group_id) REFERENCES complex_group(id) ON DELETE CASCADE;
alter table share_group add constraint share_group_property_group_id_fkey FOREIGN KEY (property_group_id) REFERENCES property_group(id) ON DELETE CASCADE;
alter table share_group add constraint share_group_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE;

alter table sign_in add constraint sign_in_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table sign_in add constraint sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER sign_in_market BEFORE INSERT ON sign_in FOR EACH ROW WHEN ((new.market_id IS NULL)) EXECUTE FUNCTION say_market_of_user();

alter table staff_invitation add constraint staff_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id);
alter table staff_invitation add constraint staff_invitation_joined_as_fkey FOREIGN KEY (joined_as) REFERENCES users(id);

alter table staff_invitation_role add constraint staff_invitation_role_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES staff_invitation(id) ON DELETE CASCADE;
alter table staff_invitation_role add constraint staff_invitation_role_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);

alter table stay add constraint stay_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;

alter table stay_feed add constraint stay_feed_source_id_fkey FOREIGN KEY (source_id) REFERENCES stay_source(id) ON DELETE CASCADE;

alter table stay_report add constraint stay_report_source_id_fkey FOREIGN KEY (source_id) REFERENCES stay_source(id) ON DELETE CASCADE;
alter table stay_report add constraint stay_report_stay_id_fkey FOREIGN KEY (stay_id) REFERENCES stay(id) ON DELETE CASCADE;

alter table stay_source add constraint stay_source_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;

CREATE TRIGGER task_signal_insert AFTER INSERT ON task REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION signal_task();

alter table tax_consent add constraint tax_consent_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);

alter table tax_exemption add constraint tax_exemption_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table tax_exemption add constraint tax_exemption_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
CREATE TRIGGER tax_exemption_owner_lives AFTER INSERT ON tax_exemption REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table tax_form_sent add constraint tax_form_sent_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);
alter table tax_form_sent add constraint tax_form_sent_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id);

alter table tax_reminder add constraint tax_reminder_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);

alter table terms_acceptance add constraint terms_acceptance_page_version_fkey FOREIGN KEY (page, version) REFERENCES house_text(page, version);
alter table terms_acceptance add constraint terms_acceptance_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table time_off add constraint time_off_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id) ON DELETE CASCADE;
CREATE TRIGGER time_off_crew_id_lives AFTER INSERT ON time_off REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table tip add constraint tip_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table tip add constraint tip_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table tip add constraint tip_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER tip_live_insert AFTER INSERT ON tip REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('rating', 'select customer_id, visit_id from changed union all select crew_id, visit_id from changed');
CREATE TRIGGER tip_owner_lives AFTER INSERT ON tip REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table turnover add constraint turnover_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;
alter table turnover add constraint turnover_stay_id_fkey FOREIGN KEY (stay_id) REFERENCES stay(id) ON DELETE SET NULL;
alter table turnover add constraint turnover_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;

alter table turnover_rule add constraint turnover_rule_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id) ON DELETE CASCADE;

alter table unsubscribe_token add constraint unsubscribe_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
CREATE TRIGGER unsubscribe_token_owner_lives AFTER INSERT ON unsubscribe_token REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table users add constraint users_coupon_code_fkey FOREIGN KEY (coupon_code) REFERENCES coupon(code);
alter table users add constraint users_market_id_fkey FOREIGN KEY (market_id) REFERENCES market(id);
alter table users add constraint users_sponsor_id_fkey FOREIGN KEY (sponsor_id) REFERENCES users(id);
CREATE TRIGGER person_changed AFTER UPDATE ON users FOR EACH ROW WHEN (((((((((old.type IS DISTINCT FROM new.type) OR (old.market_id IS DISTINCT FROM new.market_id)) OR (old.name IS DISTINCT FROM new.name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.locale IS DISTINCT FROM new.locale)) OR (old.time_zone IS DISTINCT FROM new.time_zone)) OR (old.frozen_until IS DISTINCT FROM new.frozen_until)) OR (old.staff_role IS DISTINCT FROM new.staff_role))) EXECUTE FUNCTION tell_change_of_access();
CREATE TRIGGER users_owner_lives AFTER INSERT ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('sponsor_id');
CREATE TRIGGER users_search AFTER INSERT OR UPDATE OF type, market_id, name, email, phone, address, frozen_notes ON users FOR EACH ROW EXECUTE FUNCTION keep_search_of_person();
CREATE TRIGGER users_search_end AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION drop_search_entry();

alter table violation add constraint violation_building_id_fkey FOREIGN KEY (building_id) REFERENCES building(id) ON DELETE CASCADE;
alter table violation add constraint violation_complex_id_fkey FOREIGN KEY (complex_id) REFERENCES complex(id) ON DELETE CASCADE;
alter table violation add constraint violation_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table violation add constraint violation_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id);
alter table violation add constraint violation_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER violation_crew_id_lives AFTER INSERT ON violation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER violation_live_insert AFTER INSERT ON violation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');

alter table visit add constraint visit_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignment(id);
alter table visit add constraint visit_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table visit add constraint visit_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table visit add constraint visit_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id);
alter table visit add constraint visit_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);
alter table visit add constraint visit_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id);
CREATE TRIGGER visit_coupon_insert AFTER INSERT ON visit FOR EACH ROW WHEN (((new.price_lines IS NOT NULL) AND (new.price_lines @> '[{"kind": "coupon"}]'::jsonb))) EXECUTE FUNCTION keep_visit_coupon();
CREATE TRIGGER visit_coupon_update AFTER UPDATE OF price_lines ON visit FOR EACH ROW WHEN (((new.price_lines IS DISTINCT FROM old.price_lines) AND ((new.price_lines @> '[{"kind": "coupon"}]'::jsonb) OR (old.price_lines @> '[{"kind": "coupon"}]'::jsonb)))) EXECUTE FUNCTION keep_visit_coupon();
CREATE TRIGGER visit_crew_id_lives AFTER INSERT ON visit REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER visit_crew_lives AFTER UPDATE OF crew_id ON visit FOR EACH ROW WHEN (((new.crew_id IS NOT NULL) AND (new.crew_id IS DISTINCT FROM old.crew_id))) EXECUTE FUNCTION refuse_merged_crew();
CREATE TRIGGER visit_done_again AFTER UPDATE OF completed_at ON visit FOR EACH ROW WHEN (((old.completed_at IS NOT NULL) AND (old.completed_at IS DISTINCT FROM new.completed_at))) EXECUTE FUNCTION ratings_done_again();
CREATE TRIGGER visit_live_delete AFTER DELETE ON visit REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select customer_id, id from before union all select crew_id, id from before');
CREATE TRIGGER visit_live_insert AFTER INSERT ON visit REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select customer_id, id from changed union all select crew_id, id from changed');
CREATE TRIGGER visit_live_update AFTER UPDATE ON visit REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select customer_id, id from changed union all select crew_id, id from changed union all select crew_id, id from before');
CREATE TRIGGER visit_owner_lives AFTER INSERT ON visit REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');
CREATE TRIGGER visit_revised BEFORE UPDATE OF property_id, service_key, date, starts_at, ends_at, quantity, state, crew_id ON visit FOR EACH ROW WHEN (((((((((old.property_id IS DISTINCT FROM new.property_id) OR (old.service_key IS DISTINCT FROM new.service_key)) OR (old.date IS DISTINCT FROM new.date)) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.state IS DISTINCT FROM new.state)) OR (old.crew_id IS DISTINCT FROM new.crew_id))) EXECUTE FUNCTION revise_visit();

alter table visit_checklist add constraint visit_checklist_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES users(id);
alter table visit_checklist add constraint visit_checklist_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER visit_checklist_crew_id_lives AFTER INSERT ON visit_checklist REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');

alter table visit_event add constraint visit_event_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id);
alter table visit_event add constraint visit_event_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table visit_event add constraint visit_event_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER visit_event_crew_id_lives AFTER INSERT ON visit_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER visit_event_live_insert AFTER INSERT ON visit_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id) where changed.from_state = changed.to_state');

alter table visit_mark add constraint visit_mark_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit_checklist(visit_id) ON DELETE CASCADE;
CREATE TRIGGER visit_mark_live_insert AFTER INSERT ON visit_mark REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');
CREATE TRIGGER visit_mark_live_update AFTER UPDATE ON visit_mark REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('visit', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (visit.crew_id)) as concerned (user_id)');

alter table visit_message add constraint visit_message_crew_id_fkey FOREIGN KEY (crew_id) REFERENCES crew_profile(user_id);
alter table visit_message add constraint visit_message_photo_id_fkey FOREIGN KEY (photo_id) REFERENCES photo(id) ON DELETE SET NULL;
alter table visit_message add constraint visit_message_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id);
alter table visit_message add constraint visit_message_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER visit_message_crew_id_lives AFTER INSERT ON visit_message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('crew_id');
CREATE TRIGGER visit_message_live_insert AFTER INSERT ON visit_message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('message', 'select concerned.user_id, visit.id from changed join visit on visit.id = changed.visit_id cross join lateral (values (visit.customer_id), (changed.crew_id)) as concerned (user_id)');
CREATE TRIGGER visit_message_owner_lives AFTER INSERT ON visit_message REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('sender_id');

alter table visit_message_read add constraint visit_message_read_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table visit_message_read add constraint visit_message_read_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER visit_message_read_owner_lives AFTER INSERT ON visit_message_read REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table visit_reminder add constraint visit_reminder_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(id) ON DELETE CASCADE;
alter table visit_reminder add constraint visit_reminder_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table visit_reminder add constraint visit_reminder_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id) ON DELETE CASCADE;
CREATE TRIGGER visit_reminder_owner_lives AFTER INSERT ON visit_reminder REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('user_id');

alter table waiting_tip add constraint waiting_tip_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table waiting_tip add constraint waiting_tip_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id);
CREATE TRIGGER waiting_tip_owner_lives AFTER INSERT ON waiting_tip REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table weekly_job add constraint weekly_job_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table weekly_job add constraint weekly_job_property_id_fkey FOREIGN KEY (property_id) REFERENCES property(id);
alter table weekly_job add constraint weekly_job_service_key_fkey FOREIGN KEY (service_key) REFERENCES service(key);
CREATE TRIGGER weekly_job_live_insert AFTER INSERT ON weekly_job REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('job', 'select customer_id, id from changed');
CREATE TRIGGER weekly_job_live_update AFTER UPDATE ON weekly_job REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_live('job', 'select changed.customer_id, changed.id from changed join before using (id) where changed.updated_at <> before.updated_at or changed.state <> before.state');
CREATE TRIGGER weekly_job_market_insert AFTER INSERT ON weekly_job REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_market('open_work', 'select changed.customer_id from changed where changed.state not in (''paused'', ''cancelled'')');
CREATE TRIGGER weekly_job_market_update AFTER UPDATE ON weekly_job REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_market('open_work', 'select changed.customer_id from changed join before using (id) where changed.updated_at <> before.updated_at or changed.state <> before.state');
CREATE TRIGGER weekly_job_open_days BEFORE INSERT OR UPDATE OF weekdays ON weekly_job FOR EACH ROW EXECUTE FUNCTION keep_open_days_of_job();
CREATE TRIGGER weekly_job_owner_lives AFTER INSERT ON weekly_job REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');

alter table weekly_job_earlier_terms add constraint weekly_job_earlier_terms_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE CASCADE;

alter table weekly_job_pause add constraint weekly_job_pause_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE CASCADE;

alter table weekly_job_skip add constraint weekly_job_skip_pushed_day_id_fkey FOREIGN KEY (pushed_day_id) REFERENCES pushed_day(id);
alter table weekly_job_skip add constraint weekly_job_skip_weekly_job_id_fkey FOREIGN KEY (weekly_job_id) REFERENCES weekly_job(id) ON DELETE CASCADE;

alter table write_off add constraint write_off_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES users(id);
alter table write_off add constraint write_off_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(id);
alter table write_off add constraint write_off_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id);
CREATE TRIGGER write_off_owner_lives AFTER INSERT ON write_off REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_merged('customer_id');
