-- How often a weekly job comes; null is every week of the year. Its shape is in db/json-columns.ts.
alter table weekly_job add column rhythm jsonb;
alter table weekly_job_earlier_terms add column rhythm jsonb;
-- A day of the month falls on any weekday, and a crew holds each of them by itself.
alter table weekly_job add check (rhythm ->> 'kind' <> 'month_day' or cardinality(weekdays) = 7);
alter table weekly_job_earlier_terms add check (rhythm ->> 'kind' <> 'month_day' or cardinality(weekdays) = 7);
-- Which rhythms there are is asked where a calendar leaves days out.
create index weekly_job_rhythm_idx on weekly_job (rhythm) where rhythm is not null;
create index weekly_job_earlier_rhythm_idx on weekly_job_earlier_terms (rhythm) where rhythm is not null;
