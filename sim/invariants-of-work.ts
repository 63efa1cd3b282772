/** What must hold of jobs, visits and crews after every day. */
import { sql } from 'kysely'
import { HOUR_MS, instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import type { Invariant } from './moment.ts'

/** The rule of `domain/schedule/rhythm.ts` in other words, so that one watches the other. */
const IS_ON_RHYTHM = sql`(
  case job.rhythm ->> 'kind'
    when 'weeks' then floor((day::date - (job.rhythm ->> 'anchor')::date) / 7.0)::integer % (job.rhythm ->> 'every')::integer = 0
    when 'month_day' then extract(day from day) = least(
      (job.rhythm ->> 'day')::integer,
      extract(day from date_trunc('month', day) + interval '1 month - 1 day')
    )
    when 'month_weekday' then case (job.rhythm ->> 'nth')::integer
      when -1 then date_trunc('month', day + interval '7 days') > date_trunc('month', day)
      else ceil(extract(day from day) / 7.0) = (job.rhythm ->> 'nth')::integer
    end
    else true
  end
) and case
  when job.rhythm -> 'season' ->> 'from' is null then true
  when job.rhythm -> 'season' ->> 'from' <= job.rhythm -> 'season' ->> 'to' then
    to_char(day, 'MM-DD') between job.rhythm -> 'season' ->> 'from' and job.rhythm -> 'season' ->> 'to'
  else to_char(day, 'MM-DD') >= job.rhythm -> 'season' ->> 'from' or to_char(day, 'MM-DD') <= job.rhythm -> 'season' ->> 'to'
end`

export const WORK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a weekly job has two visits on one date',
    broken: () => sql`
      select weekly_job_id, date, count(*) from visit
      where weekly_job_id is not null and state not in ('skipped', 'cancelled')
      group by weekly_job_id, date having count(*) > 1`,
  },
  {
    name: 'two crews hold one weekday of a weekly job',
    broken: () => sql`
      select weekly_job_id, weekday, count(*) from assignment where released_at is null
      group by weekly_job_id, weekday having count(*) > 1`,
  },
  {
    name: 'what is kept of the open days of a weekly job is not what nobody holds',
    broken: () => sql`
      select job.id, job.open_days from weekly_job job
      where job.open_days <> cardinality(job.weekdays) - (
        select count(distinct weekday) from assignment
        where weekly_job_id = job.id and released_at is null and weekday = any (job.weekdays)
      )`,
  },
  {
    name: 'a crew was in two places at once',
    broken: () => sql`
      select one.crew_id, one.id as one, other.id as other, one.started_at, one.completed_at, other.started_at as other_start
      from visit one join visit other
        on other.crew_id = one.crew_id and other.id <> one.id and other.date = one.date
        and other.started_at >= one.started_at and other.started_at < one.completed_at
      where one.state = 'completed' and other.state = 'completed'`,
  },
  {
    name: 'an assignment stands on a weekday that its job does not have, or of a job that has ended',
    broken: () => sql`
      select assignment.id, assignment.weekday, job.weekdays, job.state
      from assignment join weekly_job job on job.id = assignment.weekly_job_id
      where assignment.released_at is null and (job.state = 'cancelled' or assignment.weekday <> all (job.weekdays))`,
  },
  {
    name: 'a coming visit stands with a crew that neither holds its weekday nor was offered it',
    broken: (_, { now }) => sql`
      select visit.id, visit.date, visit.crew_id, visit.state from visit
      where visit.state in ('scheduled', 'confirmed') and visit.crew_id is not null
        and visit.starts_at > ${toTimestamp(now)} and visit.weekly_job_id is not null
        and not exists (
          select from offer where offer.visit_id = visit.id and offer.crew_id = visit.crew_id and offer.state = 'accepted'
        ) and not exists (
          select from assignment where assignment.weekly_job_id = visit.weekly_job_id
            and assignment.crew_id = visit.crew_id and assignment.weekday = extract(isodow from coalesce(visit.moved_from, visit.date))
            and (assignment.released_at is null or assignment.released_from > coalesce(visit.moved_from, visit.date))
        )`,
  },
  {
    name: 'a job that goes on lacks a visit on one of its days ahead',
    broken: (_, { date }) => sql`
      select job.id, day::date from weekly_job job
      cross join generate_series(${date}::date + 1, ${date}::date + 21, interval '1 day') day
      where job.state = 'active' and extract(isodow from day) = any (job.weekdays) and ${IS_ON_RHYTHM}
        and day::date >= job.starts_on and (job.ends_on is null or day::date <= job.ends_on)
        and not exists (
          select from visit where visit.weekly_job_id = job.id and coalesce(visit.moved_from, visit.date) = day::date
        )
        and not exists (
          -- Saturday's work that a holiday moves to a Sunday of its own falls together with it.
          select from visit where extract(isodow from day) = 6 and visit.weekly_job_id = job.id and visit.date = day::date + 1
        )
        and not exists (
          select from weekly_job_pause pause where pause.weekly_job_id = job.id and day::date >= pause.from_date
            and (pause.to_date is null or day::date <= pause.to_date)
        )
        and not exists (select from weekly_job_skip skip where skip.weekly_job_id = job.id and skip.date = day::date)
        and not exists (
          select from weekly_job_earlier_terms terms where terms.weekly_job_id = job.id and day::date <= terms.until_date
        )`,
  },
  {
    name: 'a visit whose time has long passed is still open',
    broken: ({ settings }, { now }) => sql`
      select id, date, state, ends_at from visit
      where state in ('scheduled', 'confirmed', 'en_route', 'in_progress')
        and ends_at < ${toTimestamp(instant(now - (settings.missedGraceHours + 4) * HOUR_MS))}`,
  },
  {
    name: 'an offer waits for an answer though its visit is taken or over',
    broken: (_, { now }) => sql`
      select offer.id, offer.visit_id, visit.state, visit.crew_id from offer join visit on visit.id = offer.visit_id
      where offer.state = 'open' and offer.expires_at > ${toTimestamp(now)}
        and (visit.crew_id is not null or visit.state not in ('scheduled', 'reopened'))`,
  },
  {
    name: 'a visit was accepted by one crew and done by another without changing hands',
    broken: () => sql`
      select visit.id, visit.crew_id, offer.crew_id as accepted_by from visit join offer on offer.visit_id = visit.id
      where visit.state = 'completed' and offer.state = 'accepted' and offer.crew_id <> visit.crew_id
        and not exists (
          select from visit_event event where event.visit_id = visit.id and event.at >= offer.decided_at
            and event.transition in ('assign', 'release', 'lapse', 'reopen', 'unskip')
        )`,
  },
  {
    name: 'background work was given up or lies undone',
    broken: ({ yesterday }) => sql`
      select id, kind, attempts, run_at, parked_at, last_error from task
      where parked_at is not null or run_at < ${yesterday}`,
  },
]
