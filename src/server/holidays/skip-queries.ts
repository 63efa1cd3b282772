/** Days on which a holiday leaves weekly work out: there is no visit of them, so that they follow from the calendars. */
import { sql } from 'kysely'
import type { HolidayRuleSetId } from '#domain/ids.ts'
import { effectOn } from '#domain/schedule/holidays.ts'
import { isOnRhythm, type Rhythm } from '#domain/schedule/rhythm.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { JOBS_WITH_RULE_SETS, readRuleSets } from '../jobs/calendar-queries.ts'

/** One that a calendar names, before anybody's work is looked at. */
export type SkippedDate = {
  readonly ruleSetId: HolidayRuleSetId
  readonly holiday: string
  readonly date: LocalDate
}

/** Of every calendar that somebody in the market keeps, from yesterday in our zone on. */
export async function listSkippedDates(
  db: Db,
  marketId: string,
  { now, days }: { readonly now: Instant; readonly days: number },
): Promise<SkippedDate[]> {
  const { rows } = await sql<{ id: HolidayRuleSetId }>`
    select holiday_rule_set_id as id from market where id = ${marketId} and holiday_rule_set_id is not null
    union
    select property.holiday_rule_set_id from property
    join users on users.id = property.customer_id and users.market_id = ${marketId}
    where property.holiday_rule_set_id is not null
  `.execute(db)
  const ruleSets = await readRuleSets(
    db,
    rows.map(({ id }) => id),
  )
  const yesterday = addDays(dateAt(now, 'UTC'), -1)
  const dates = Array.from({ length: days + 2 }, (_, index) => addDays(yesterday, index))
  return rows.flatMap(({ id: ruleSetId }) =>
    dates.flatMap((date) => {
      const effect = effectOn(ruleSets.get(ruleSetId)!, date)
      return effect.kind === 'skip' ? [{ ruleSetId, holiday: effect.holiday, date }] : []
    }),
  )
}

/** Of the dates those that a rhythm has: what does not come every week asks whether it comes on them. */
export type RhythmDate = { readonly rhythm: string; readonly date: LocalDate }

/** Read by an index of the rhythms other than every week, which many jobs share. */
export async function listRhythmDates(db: Db, dates: readonly LocalDate[]): Promise<RhythmDate[]> {
  if (dates.length === 0) return []
  const { rows } = await sql<{ rhythm: Rhythm; text: string }>`
    select rhythm, rhythm::text as text from (
      select rhythm from weekly_job where rhythm is not null
      union select rhythm from weekly_job_earlier_terms where rhythm is not null
    ) as known
  `.execute(db)
  return rows.flatMap(({ rhythm, text }) =>
    [...new Set(dates)].filter((date) => isOnRhythm(rhythm, date)).map((date) => ({ rhythm: text, date })),
  )
}

/** The weekly work that they leave out, one row for each job and date; what a person moved or skipped is left out. */
export function workOnDates(
  skipped: readonly SkippedDate[],
  rhythmDates: readonly RhythmDate[],
  marketId: string,
) {
  const parts = {
    ids: skipped.map(({ ruleSetId }) => ruleSetId),
    holidays: skipped.map(({ holiday }) => holiday),
    dates: skipped.map(({ date }) => date),
  }
  return sql`
    select job.customer_id, job.property_id, job.service_key, skipped.holiday, skipped.date
    ${JOBS_WITH_RULE_SETS}
    join unnest(${parts.ids}::uuid[], ${parts.holidays}::text[], ${parts.dates}::date[])
      as skipped (rule_set_id, holiday, date) on skipped.rule_set_id = rule_set.id
    cross join lateral (
      (
        select earlier.weekdays, earlier.rhythm from weekly_job_earlier_terms earlier
        where earlier.weekly_job_id = job.id and earlier.until_date >= skipped.date
        order by earlier.until_date limit 1
      )
      union all select job.weekdays, job.rhythm
      limit 1
    ) as terms
    where market.id = ${marketId} and job.state = 'active'
      and skipped.date >= job.starts_on and (job.ends_on is null or skipped.date <= job.ends_on)
      and extract(isodow from skipped.date)::smallint = any(terms.weekdays)
      and (terms.rhythm is null or (terms.rhythm, skipped.date) in (
        select rhythm_date.rhythm::jsonb, rhythm_date.date
        from unnest(${rhythmDates.map(({ rhythm }) => rhythm)}::text[], ${rhythmDates.map(({ date }) => date)}::date[])
          as rhythm_date (rhythm, date)
      ))
      and not exists (
        select from weekly_job_pause pause where pause.weekly_job_id = job.id
          and skipped.date >= pause.from_date and (pause.to_date is null or skipped.date <= pause.to_date)
      )
      and not exists (
        select from weekly_job_skip skip where skip.weekly_job_id = job.id and skip.date = skipped.date
      )
      and not exists (
        select from schedule_move move where move.weekly_job_id = job.id and move.from_date = skipped.date
          and move.to_date <> skipped.date
      )
      -- Where the calendar has just been changed, the visit that is still there is what holds.
      and not exists (
        select from visit where visit.weekly_job_id = job.id and visit.state <> 'skipped' and visit.state <> 'cancelled'
          and coalesce(visit.moved_from, visit.date) = skipped.date
      )
  `
}
