-- A quarter may be filed after its first month, which begins on the same day.
alter table sales_tax_filing drop constraint sales_tax_filing_market_id_period_start_key;
alter table sales_tax_filing add unique (market_id, period_start, period_end);
