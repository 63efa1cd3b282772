-- Whether a tip stands on a payment: what is still to be billed is found without the tips of years.
alter table tip add column is_billed boolean not null default false;
update tip set is_billed = true where exists (select from payment_line line where line.tip_id = tip.id);
create index tip_unbilled_idx on tip (customer_id) where not is_billed;

create function mark_tips_billed() returns trigger language plpgsql as $$
begin
  update tip set is_billed = true from added where tip.id = added.tip_id;
  return null;
end $$;
create trigger payment_line_marks_tips after insert on payment_line referencing new table as added
  for each statement execute function mark_tips_billed();
