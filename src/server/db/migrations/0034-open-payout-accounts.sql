-- Accounts that are read anew each night: those that take no money, or that the provider has questions about.
create index crew_profile_open_account_idx on crew_profile (user_id)
  where payout_account_id is not null and (payout_account_state <> 'ready' or payout_requirements <> '{}');
