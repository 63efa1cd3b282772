-- The log is looked through by whom an entry concerns, by who did it, by what was done and by when: each by an index of
-- its own, so that a page costs the same however long the log is.

create table audit_person (
  person_id uuid not null references users (id),
  -- Entries are never taken away, so nothing need watch over what is named here.
  entry_id bigint not null,
  at timestamptz not null,
  primary key (person_id, at, entry_id)
);
create index audit_person_entry_idx on audit_person (entry_id);

-- Whom an entry names, and whose the visit, bill or paper is that it names.
create function audit_people(of_subject text, of_detail jsonb) returns setof uuid language sql stable as $$
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
  union select payment.customer_id from named join payment using (id)
  union select dispute.customer_id from named join dispute using (id)
  union select invoice.customer_id from named join invoice using (id)
  union select payment.customer_id from named join refund using (id) join payment on payment.id = refund.payment_id
  union select payment.customer_id from named join chargeback using (id) join payment on payment.id = chargeback.payment_id
  union select tax_exemption.customer_id from named join tax_exemption using (id)
  union select late_completion.crew_id from named join late_completion using (id)
$$;

create function keep_audit_people() returns trigger language plpgsql as $$
begin
  insert into audit_person (person_id, entry_id, at)
  select person_id, new.id, new.at from audit_people(new.subject, new.detail) as person_id;
  return null;
end $$;
create trigger audit_entry_people after insert on audit_entry for each row execute function keep_audit_people();

insert into audit_person (person_id, entry_id, at)
select person_id, audit_entry.id, audit_entry.at
from audit_entry cross join lateral audit_people(audit_entry.subject, audit_entry.detail) as person_id;

create index audit_entry_at_idx on audit_entry (market_id, at desc, id desc);
create index audit_entry_action_idx on audit_entry (market_id, action, at desc, id desc);
create index audit_entry_actor_idx on audit_entry (market_id, actor_id, at desc, id desc);
create index audit_entry_actor_action_idx on audit_entry (market_id, actor_id, action, at desc, id desc);
drop index audit_entry_market_idx;
create index users_operator_idx on users (market_id, name, id) where type = 'Operator';
