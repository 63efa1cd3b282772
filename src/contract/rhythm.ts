/** How often a weekly job comes, as it is chosen and as it is kept. */
import { z } from 'zod'
import { isYearDay, MONTH_NTHS, WEEK_STEPS } from '#domain/schedule/rhythm.ts'
import { says } from './sentences.ts'
import { day } from './shapes.ts'

/** A day of any year: `04-01`. */
const yearDay = z.string().refine(isYearDay, says('yearDay')).meta({ format: 'month-day' })
/** Both ends included; from autumn to spring it goes on over New Year. */
const season = z.strictObject({ from: yearDay, to: yearDay })

const weeks = { kind: z.literal('weeks'), every: z.literal(WEEK_STEPS, says('oneToFourWeeks')) }
const monthDay = {
  kind: z.literal('month_day'),
  /** In a month that is too short its last day: 31 is the last day of every month. */
  day: z.int(says('dayOfMonth')).min(1, says('dayOfMonth')).max(31, says('dayOfMonth')),
}
const monthWeekday = {
  kind: z.literal('month_weekday'),
  /** The first to fourth of each chosen weekday in the month; -1 is the last. */
  nth: z.literal(MONTH_NTHS, says('firstToFourthOrLast')),
}

const inSeason = { season: season.nullable().default(null) }

export const chosenRhythm = z.discriminatedUnion('kind', [
  /** `weekOf`: a day of a week in which it comes; absent, that is the first week that has one of its days. */
  z.strictObject({ ...weeks, weekOf: day.optional(), ...inSeason }),
  z.strictObject({ ...monthDay, ...inSeason }),
  z.strictObject({ ...monthWeekday, ...inSeason }),
])

const keptSeason = { season: season.nullable() }

/** `anchor`: the Monday of a week in which it comes, from which the weeks are counted. */
export const rhythm = z.discriminatedUnion('kind', [
  z.object({ ...weeks, anchor: day, ...keptSeason }),
  z.object({ ...monthDay, ...keptSeason }),
  z.object({ ...monthWeekday, ...keptSeason }),
])
