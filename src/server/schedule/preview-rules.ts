/** Which planned visits other holiday rules would move, counted by day. Nothing is written. */
import type { HolidayRuleSetId } from '#domain/ids.ts'
import { changedDates, type HolidayEffect, rememberHolidays, toRuleSet } from '#domain/schedule/holidays.ts'
import type { LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { readRuleSets } from '../jobs/calendar-queries.ts'
import { Refused } from '../refused.ts'
import { plannedDays } from './follow-holidays.ts'
import { countVisitsConcerned } from './holiday-queries.ts'
import type { WrittenRules } from './save-holiday-rules.ts'

export async function previewRules(app: App, input: WrittenRules & { readonly ruleSetId: HolidayRuleSetId }) {
  const now = app.ports.clock.now()
  const known = (await readRuleSets(app.db, [input.ruleSetId])).get(input.ruleSetId)
  if (known === undefined) throw new Refused('not_found')
  const [before, after] = [rememberHolidays(known), rememberHolidays(toRuleSet(input))]
  const { from, to } = await plannedDays(app.db, now)
  const dates = changedDates(before, after, from, to)
  const rows = await countVisitsConcerned(app.db, input.ruleSetId, dates, now)
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
