-- What an operator reads of the log, of messages and of people is of its own market. In the log an entry without a
-- market concerns all of them; a message to nobody who has an account is no market's, but where there is one only.

alter table audit_entry add column market_id text references market (id);
alter table audit_entry disable trigger audit_entry_append_only;
update audit_entry set market_id = users.market_id from users
  where users.id = coalesce(actor_id, case when action like 'sponsor\_%' then subject::uuid end);
update audit_entry set market_id = users.market_id
  from payment join users on users.id = payment.customer_id
  where audit_entry.action in ('refund_from_provider', 'refund_payment') and payment.id = audit_entry.subject::uuid;
update audit_entry set market_id = users.market_id
  from dispute join visit on visit.id = dispute.visit_id join users on users.id = visit.customer_id
  where audit_entry.action = 'settle_dispute' and dispute.id = audit_entry.subject::uuid;
update audit_entry set market_id = null
  where action in ('publish_house_text', 'run_reconcile', 'save_holiday_rules')
    or (action = 'set_setting' and detail ->> 'marketId' is null)
    or (action = 'set_price' and detail ->> 'groupId' is null and detail ->> 'propertyId' is null);
alter table audit_entry enable trigger audit_entry_append_only;
create index audit_entry_market_idx on audit_entry (market_id, id desc);

alter table outbox_message add column market_id text references market (id);
update outbox_message set market_id = coalesce(
  (select users.market_id from users where users.id = outbox_message.user_id),
  (select min(id) from market having count(*) = 1)
);
create index outbox_message_market_idx on outbox_message (market_id, created_at desc, id desc);

create index users_market_name_idx on users (market_id, name, id);
