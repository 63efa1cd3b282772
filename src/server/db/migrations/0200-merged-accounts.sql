-- Two accounts of one customer become one (decision 63). What lives on moves to the account that stays; the other one's
-- row stays for the books and the log, and leads to it.

create table account_merge (
  from_id uuid primary key references users (id),
  into_id uuid not null references users (id),
  -- By which the closed account's friends still come.
  referral_code text not null unique,
  merged_at timestamptz not null,
  merged_by uuid not null references users (id),
  check (from_id <> into_id)
);
create index account_merge_into_idx on account_merge (into_id);
create index account_merge_by_idx on account_merge (merged_by);

-- Both accounts may have been billed for the same week.
alter table payment add column merged_from uuid references users (id);
create index payment_merged_idx on payment (merged_from) where merged_from is not null;
drop index payment_weekly_key;
create unique index payment_weekly_key on payment (customer_id, period_start)
  where kind = 'weekly' and merged_from is null;
drop index payment_invoice_key;
create unique index payment_invoice_key on payment (customer_id, period_start, period_end)
  where kind = 'invoice' and merged_from is null;

-- Nobody looks for an account that is closed; the other one is found.
create or replace function keep_search_of_person()
 returns trigger language plpgsql as $$
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
end $$;

-- A merged account gets nothing new: a booking, a sign-in or a notice that was on its way when the merge was saved waits
-- at the account's row for it, and is refused here. After the rows' own checks, which is where it waits.
create function refuse_merged() returns trigger language plpgsql as $$
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
end $$;

do $$
declare
  guarded record;
begin
  for guarded in
    select * from (values
      ('billing_details', 'customer_id'),
      ('billing_terms', 'customer_id'),
      ('bulk_change', 'customer_id'),
      ('calendar', 'user_id'),
      ('commission', 'sponsor_id'),
      ('commission_spending', 'sponsor_id'),
      ('complex', 'customer_id'),
      ('complex_group', 'customer_id'),
      ('conversation', 'user_id'),
      ('coupon_use', 'customer_id'),
      ('credit_change', 'customer_id'),
      ('customer_crew_mark', 'customer_id'),
      ('data_export', 'user_id'),
      ('dispute', 'customer_id'),
      ('earning', 'crew_id'),
      ('go_link', 'user_id'),
      ('hospitable_account', 'customer_id'),
      ('hospitable_code', 'customer_id'),
      ('identity_mark', 'user_id'),
      ('invoice', 'customer_id'),
      ('job_filter', 'customer_id'),
      ('notice', 'user_id'),
      ('notice_preference', 'user_id'),
      ('on_demand_draft', 'customer_id'),
      ('on_demand_order', 'customer_id'),
      ('one_time_token', 'user_id'),
      ('paper_preference', 'user_id'),
      ('passkey', 'user_id'),
      ('payment', 'customer_id'),
      ('payment_method', 'user_id'),
      ('payout', 'crew_id'),
      ('payout_account', 'user_id'),
      ('person_note', 'person_id'),
      ('photo', 'owner_id'),
      ('property', 'customer_id'),
      ('property_group', 'customer_id'),
      ('property_import', 'customer_id'),
      ('push_subscription', 'user_id'),
      ('quiet_hours', 'user_id'),
      ('rating', 'customer_id'),
      ('rating_request', 'customer_id'),
      ('referral_review', 'sponsor_id'),
      ('second_factor', 'user_id'),
      ('session', 'user_id'),
      ('tax_exemption', 'customer_id'),
      ('tip', 'customer_id'),
      ('unsubscribe_token', 'user_id'),
      ('users', 'sponsor_id'),
      ('visit', 'customer_id'),
      ('visit_message', 'sender_id'),
      ('visit_message_read', 'user_id'),
      ('visit_reminder', 'user_id'),
      ('waiting_tip', 'customer_id'),
      ('weekly_job', 'customer_id'),
      ('write_off', 'customer_id')
    ) as each (of_table, of_column)
  loop
    execute format(
      'create trigger %I after insert on %I referencing new table as changed for each statement execute function refuse_merged(%L)',
      guarded.of_table || '_owner_lives', guarded.of_table, guarded.of_column);
  end loop;
end $$;
