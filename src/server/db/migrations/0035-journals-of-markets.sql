-- Whose books a journal is in: an operator reads those of one market. Null for what the provider moved by itself.

alter table ledger_journal add column market_id text references market (id);

alter table ledger_journal disable trigger user;
update ledger_journal journal set market_id = coalesce(
  (
    select max(users.market_id) from ledger_posting posting
    join ledger_account account on account.id = posting.account_id
    join users on users.id = account.owner_id
    where posting.journal_id = journal.id
  ),
  (
    select users.market_id from payment join users on users.id = payment.customer_id
    where payment.id = journal.subject_id
  )
);
alter table ledger_journal enable trigger user;

create index ledger_journal_market_idx on ledger_journal (market_id, at desc);
