-- What the pages of operators tell of one thing is read newest first by an index of its own, however much there is.

-- A session goes when it ends; that somebody signed in stays for a while, for whoever asks who was in an account.
create table sign_in (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  user_agent text not null,
  at timestamptz not null
);
create index sign_in_user_idx on sign_in (user_id, at desc, id desc);
create index sign_in_at_idx on sign_in (at);

create function keep_sign_in() returns trigger language plpgsql as $$
begin
  insert into sign_in (user_id, user_agent, at) values (new.user_id, new.user_agent, new.created_at);
  return null;
end $$;
create trigger session_sign_in after insert on session for each row execute function keep_sign_in();

insert into sign_in (user_id, user_agent, at) select user_id, user_agent, created_at from session;

create index visit_job_idx on visit (weekly_job_id, date) where weekly_job_id is not null;
create index assignment_job_idx on assignment (weekly_job_id, taken_at desc, id desc);
create index notice_paper_idx on notice (url, created_at desc, id desc) where url like '/account/payments/%';
create index on_demand_order_payment_idx on on_demand_order (payment_id) where payment_id is not null;

-- An entry about a payout, a weekly job, a place or an order is about whose it is, too.
create or replace function audit_people(of_subject text, of_detail jsonb) returns setof uuid language sql stable as $$
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
$$;
