-- A journal that was opened in a part of a transaction has the part's own number: it is open for as long as the
-- transaction is. A row that can be seen although its transaction is in progress is of this transaction.
create or replace function ledger_journal_is_open() returns trigger language plpgsql as $$
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
end $$;
