-- Who set a price, beside it; what a city began with was set by nobody. A change is shown with the jobs that it touches.
alter table price add column written_by uuid references users (id);
create index weekly_job_service_idx on weekly_job (service_key) where state <> 'cancelled';
