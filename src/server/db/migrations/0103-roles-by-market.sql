-- A role stands beside a city, so that one person owns Phoenix and only reads Denver. `users.staff_role` is the role of
-- whoever has the same in every city, those to come included; such a person has no rows here.

alter table operator_market add column role text
  check (role in ('owner', 'dispatcher', 'support', 'finance', 'reader'));

insert into operator_market (user_id, market_id)
select id, market_id from users where type = 'Operator' and staff_role is not null
on conflict do nothing;

update operator_market set role = users.staff_role from users where users.id = operator_market.user_id;
delete from operator_market where role is null;
alter table operator_market alter column role set not null;

-- Whoever runs every city there is keeps running every city.
delete from operator_market where not exists (
  select from market where not exists (
    select from operator_market as held
    where held.user_id = operator_market.user_id and held.market_id = market.id
  )
);
update users set staff_role = null
where staff_role is not null and exists (select from operator_market where operator_market.user_id = users.id);

-- Who was an operator once stays in the list of the staff; there are few.
create index users_staff_idx on users (name, id) where type = 'Operator';
