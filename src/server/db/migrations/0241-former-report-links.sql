-- A link to end mails is made of the house's secret. Where that was changed, those in mails that were sent go on opening.
alter table report_address add column former_token_hash bytea;
create unique index report_address_former_token_key on report_address (former_token_hash)
  where former_token_hash is not null;
