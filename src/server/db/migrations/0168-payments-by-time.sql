-- The latest payments and payouts of a market are found without reading all there ever were.
create index payment_created_idx on payment (created_at desc, id desc) where kind <> 'invoice_part';
create index payout_created_idx on payout (created_at desc, id desc);
-- And so are the disputes that somebody decided.
create index dispute_opened_idx on dispute (opened_at desc, id desc);
