/** Which planned visits other holiday rules would move, counted by day. Nothing is written. */
import { sql } from 'kysely'
import type { HolidayRuleSetId } from '#domain/ids.ts'
import { changedDates, type HolidayEffect, rememberHolidays } from '#domain/schedule/holidays.ts'
import type { LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { toTimestamp } from '../db/client.ts'
import { JOBS_WITH_RULE_SETS, readRuleSets } from '../jobs/calendars.ts'
import { Refused } from '../refused.ts'
import { plannedDays, toRuleSet, type WrittenRules } from './holiday-rules.ts'

export async function previewRules(app: App, input: WrittenRules & { readonly ruleSetId: HolidayRuleSetId }) {
  const now = app.ports.clock.now()
  const known = (await readRuleSets(app.db, [input.ruleSetId])).get(input.ruleSetId)
  if (known === undefined) throw new Refused('not_found')
  const [before, after] = [rememberHolidays(known), rememberHolidays(toRuleSet(input))]
  const { from, to } = await plannedDays(app.db, now)
  const dates = changedDates(before, after, from, to)
  // A customer's own move of a date beats the calendar, so such visits stay.
  const { rows } = await sql<{ date: LocalDate | null; visits: number; customers: number; crews: number }>`
    with concerned as (
      select coalesce(visit.moved_from, visit.date) as date, visit.customer_id, visit.crew_id
      ${JOBS_WITH_RULE_SETS}
      join visit on visit.weekly_job_id = job.id
      where rule_set.id = ${input.ruleSetId}::uuid and job.state <> 'cancelled' and visit.state in ('scheduled', 'confirmed', 'skipped')
        and coalesce(visit.moved_from, visit.date) = any(${dates}::date[]) and visit.ends_at > ${toTimestamp(now)}
        and (visit.moved_by is null or visit.moved_by = 'holiday')
        and (visit.state <> 'skipped' or not exists (
          select from weekly_job_skip skip where skip.weekly_job_id = job.id and skip.date = visit.date
        ))
    )
    select date, count(*)::integer as visits, count(distinct customer_id)::integer as customers,
      count(distinct crew_id)::integer as crews
    from concerned group by grouping sets ((date), ())
  `.execute(app.db)
  const total = rows.find((row) => row.date === null)
  const countOn = new Map(rows.map((row) => [row.date, row.visits]))
  return {
    visitCount: total?.visits ?? 0,
    customerCount: total?.customers ?? 0,
    crewCount: total?.crews ?? 0,
    days: dates.map((date) => ({
      date,
      before: placeAfter(before(date), date),
      after: placeAfter(after(date), date),
      visitCount: countOn.get(date) ?? 0,
    })),
  }
}

function placeAfter(effect: HolidayEffect, date: LocalDate): LocalDate | null {
  if (effect.kind === 'skip') return null
  return effect.kind === 'shift' ? effect.to : date
}
