-- What a market forgets by age says whose it is, as messages do: what other markets keep for longer is passed by.
alter table notice add column market_id text references market (id);
alter table sign_in add column market_id text references market (id);
alter table offer add column market_id text references market (id);
update notice set market_id = users.market_id from users where users.id = notice.user_id;
update sign_in set market_id = users.market_id from users where users.id = sign_in.user_id;
update offer set market_id = users.market_id from users where users.id = offer.crew_id;

create function say_market_of_user() returns trigger language plpgsql as $$
begin
  new.market_id = (select market_id from users where id = new.user_id);
  return new;
end $$;
create function say_market_of_crew() returns trigger language plpgsql as $$
begin
  new.market_id = (select market_id from users where id = new.crew_id);
  return new;
end $$;
create trigger notice_market before insert on notice for each row when (new.market_id is null)
  execute function say_market_of_user();
create trigger sign_in_market before insert on sign_in for each row when (new.market_id is null)
  execute function say_market_of_user();
create trigger offer_market before insert on offer for each row when (new.market_id is null)
  execute function say_market_of_crew();

create index notice_forgotten_idx on notice (market_id, created_at);
create index sign_in_forgotten_idx on sign_in (market_id, at);
create index offer_forgotten_idx on offer (market_id, sent_at) where state not in ('open', 'accepted');
drop index notice_created_idx;
drop index sign_in_at_idx;
drop index offer_sent_idx;

-- The first year of which a crew was paid, and what it was paid in one.
create index payout_crew_paid_idx on payout (crew_id, paid_at) where state = 'paid';
