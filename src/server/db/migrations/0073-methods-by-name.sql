-- Each charge asks by the provider's name of a method whether it is a debit, which takes days; and the provider's news
-- of a card names it so.
create index payment_method_provider_method_idx on payment_method (provider_method_id);
