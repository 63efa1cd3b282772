-- The books stay as they were written, whoever asks: no change, no removal, no emptying, and nothing is added to a
-- journal after the transaction that opened it.

alter table ledger_journal add column posted_at timestamptz not null default transaction_timestamp();

create function ledger_journal_opens_now() returns trigger language plpgsql as $$
begin
  new.posted_at := transaction_timestamp();
  return new;
end $$;
create trigger ledger_journal_opens_now before insert on ledger_journal
  for each row execute function ledger_journal_opens_now();

-- A transaction's own journals carry its start and its number; of an older one at least the number is another.
create function ledger_journal_is_open() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_journal
    where id = new.journal_id and posted_at = transaction_timestamp() and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'journal % is closed', new.journal_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_posting_in_time before insert on ledger_posting
  for each row execute function ledger_journal_is_open();

create trigger ledger_account_append_only before update or delete on ledger_account
  for each statement execute function ledger_is_append_only();
create trigger ledger_account_kept before truncate on ledger_account
  for each statement execute function ledger_is_append_only();
create trigger ledger_journal_kept before truncate on ledger_journal
  for each statement execute function ledger_is_append_only();
create trigger ledger_posting_kept before truncate on ledger_posting
  for each statement execute function ledger_is_append_only();
create trigger setting_kept before truncate on setting
  for each statement execute function setting_is_append_only();

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'check_violation';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each statement execute function audit_is_append_only();
create trigger audit_entry_kept before truncate on audit_entry
  for each statement execute function audit_is_append_only();
