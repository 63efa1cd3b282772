-- Whoever changes what a session says of a person hears it on its own connection, before its transaction ends: processes
-- keep sessions in mind for a moment, and a call that changed one is answered when that moment is over everywhere.
create function tell_change_of_access() returns trigger language plpgsql as $$
begin
  raise notice 'what a session says has changed' using errcode = 'CM002';
  return null;
end
$$;

create trigger session_ended after delete on session
  for each statement execute function tell_change_of_access();
create trigger session_changed after update on session
  for each row when (
    (old.user_id, old.share_id, old.expires_at, old.authenticated_at, old.second_factor_at)
      is distinct from (new.user_id, new.share_id, new.expires_at, new.authenticated_at, new.second_factor_at)
  ) execute function tell_change_of_access();

create trigger person_changed after update on users
  for each row when (
    (old.type, old.market_id, old.name, old.email, old.locale, old.time_zone, old.frozen_until, old.staff_role)
      is distinct from
      (new.type, new.market_id, new.name, new.email, new.locale, new.time_zone, new.frozen_until, new.staff_role)
  ) execute function tell_change_of_access();

create trigger role_changed after insert or update or delete on operator_market
  for each statement execute function tell_change_of_access();

create trigger share_changed after update on share
  for each row when (
    (old.owner_id, old.role, old.is_whole, old.ended_at)
      is distinct from (new.owner_id, new.role, new.is_whole, new.ended_at)
  ) execute function tell_change_of_access();

create trigger passkeys_changed after insert or delete on passkey
  for each statement execute function tell_change_of_access();

create trigger second_factor_removed after delete on second_factor
  for each statement execute function tell_change_of_access();
create trigger second_factor_changed after insert or update of secret_sealed on second_factor
  for each row execute function tell_change_of_access();
