-- Who set a price, beside it; what a city began with was set by nobody. A change is shown with the jobs that it touches.
-- No reference: taking a demo city's people away would take the prices of the catalogue with them.
alter table price add column written_by uuid;
create index weekly_job_service_idx on weekly_job (service_key) where state <> 'cancelled';
