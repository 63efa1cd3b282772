-- What an operator may do follows from a role (decision 33). Whoever has none any more may do nothing.

alter table users add column staff_role text
  check (staff_role in ('owner', 'dispatcher', 'support', 'finance', 'reader'));
alter table users add constraint users_staff_is_operator_check check (staff_role is null or type = 'Operator');

-- Whoever ran the house until now owns it.
update users set staff_role = 'owner' where type = 'Operator';
