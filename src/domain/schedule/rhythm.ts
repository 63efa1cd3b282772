/**
 * How often a weekly job comes: in which weeks or months, and in which part of the year. Its weekdays say the rest, so
 * a date belongs to a job where its weekday is one of the job's and its rhythm has it.
 */
import {
  addDays,
  daysBetween,
  daysInMonthOf,
  isLocalDate,
  type LocalDate,
  localDate,
  mondayOf,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '../time.ts'

export const WEEK_STEPS = [1, 2, 3, 4] as const
/** Of the month's Mondays, Tuesdays …: a fifth is not in every month, so there is the last instead. */
export const MONTH_NTHS = [1, 2, 3, 4, -1] as const

/** A day of any year: `MM-DD`. */
export type YearDay = string & { readonly __unit: 'yearDay' }

/** Both ends included; one that ends before it begins goes on over New Year. */
export type Season = { readonly from: YearDay; readonly to: YearDay }

/** `anchor` is the Monday of a week in which it comes: what counts the weeks, whatever is skipped, paused or edited. */
type EveryWeeks = {
  readonly kind: 'weeks'
  readonly every: (typeof WEEK_STEPS)[number]
  readonly anchor: LocalDate
}
/** A month that is too short has its last day instead: the 31st is the last day of every month. */
type OnMonthDay = { readonly kind: 'month_day'; readonly day: number }
type OnMonthWeekday = { readonly kind: 'month_weekday'; readonly nth: (typeof MONTH_NTHS)[number] }
type InSeason = { readonly season: Season | null }

export type Rhythm = (EveryWeeks | OnMonthDay | OnMonthWeekday) & InSeason

/** As somebody chooses it: `weekOf` is a day of a week in which it comes, where it is not the first one possible. */
export type ChosenRhythm = (
  | (Pick<EveryWeeks, 'kind' | 'every'> & { readonly weekOf?: LocalDate | undefined })
  | OnMonthDay
  | OnMonthWeekday
) &
  InSeason

/** A season of a single day meets any weekday within twelve years. */
const LONGEST_WAIT_DAYS = 12 * 366

/** What a weekly job is unless it says otherwise. */
export const EVERY_WEEK: Rhythm = {
  kind: 'weeks',
  every: 1,
  anchor: localDate('1970-01-05'),
  season: null,
}

export function isEveryWeek(rhythm: Rhythm): boolean {
  return rhythm.kind === 'weeks' && rhythm.every === 1 && rhythm.season === null
}

/** Every week is kept as null: jobs are that unless they say otherwise. */
export function rhythmOf({ rhythm }: { readonly rhythm: Rhythm | null }): Rhythm {
  return rhythm ?? EVERY_WEEK
}

export function rhythmToKeep(rhythm: Rhythm): Rhythm | null {
  return isEveryWeek(rhythm) ? null : rhythm
}

/** Whether its weeks or months, and its season, have this date, whatever its weekday. */
export function isOnRhythm(rhythm: Rhythm, date: LocalDate): boolean {
  return isInSeason(rhythm.season, date) && isInTurn(rhythm, date)
}

export function isYearDay(text: string): text is YearDay {
  // 2000 was a leap year: 29 February is a day of the year, too.
  return isLocalDate(`2000-${text}`)
}

/** A day of the month can fall on any weekday, so such a job has all of them. */
export function hasItsWeekdays(rhythm: Pick<Rhythm, 'kind'>, weekdays: readonly Weekday[]): boolean {
  return rhythm.kind !== 'month_day' || weekdays.length === WEEKDAYS.length
}

/** From a day on: the weeks are counted from the first one that has a date, unless another was chosen. */
export function beginRhythm(
  chosen: ChosenRhythm | undefined,
  weekdays: readonly Weekday[],
  from: LocalDate,
): Rhythm {
  if (chosen === undefined) return EVERY_WEEK
  if (chosen.kind !== 'weeks') return chosen
  const { kind, every, season, weekOf } = chosen
  return { kind, every, season, anchor: mondayOf(weekOf ?? firstDay(season, weekdays, from)) }
}

/** A change that keeps the number of weeks keeps counting them as before, so that no edit shifts them. */
export function changeRhythm(
  rhythm: Rhythm,
  chosen: ChosenRhythm | undefined,
  weekdays: readonly Weekday[],
  from: LocalDate,
): Rhythm {
  if (chosen === undefined) return rhythm
  const begun = beginRhythm(chosen, weekdays, from)
  if (begun.kind !== 'weeks' || rhythm.kind !== 'weeks') return begun
  const isCountedOn = begun.every === rhythm.every && begun.every > 1 && !isOfOtherWeek(chosen)
  return isCountedOn ? { ...begun, anchor: rhythm.anchor } : begun
}

function isOfOtherWeek(chosen: ChosenRhythm): boolean {
  return chosen.kind === 'weeks' && chosen.weekOf !== undefined
}

function isInTurn(rhythm: Rhythm, date: LocalDate): boolean {
  switch (rhythm.kind) {
    case 'weeks':
      return rhythm.every === 1 || Math.floor(daysBetween(rhythm.anchor, date) / 7) % rhythm.every === 0
    case 'month_day':
      return dayOf(date) === Math.min(rhythm.day, daysInMonthOf(date))
    case 'month_weekday':
      return rhythm.nth === -1
        ? dayOf(date) > daysInMonthOf(date) - 7
        : Math.ceil(dayOf(date) / 7) === rhythm.nth
  }
}

function isInSeason(season: Season | null, date: LocalDate): boolean {
  if (season === null) return true
  const day = date.slice(5)
  const { from, to } = season
  return from <= to ? day >= from && day <= to : day >= from || day <= to
}

/** The day itself where a season of a single day and the weekdays meet in no year that anybody plans for. */
function firstDay(season: Season | null, weekdays: readonly Weekday[], from: LocalDate): LocalDate {
  for (let days = 0; days < LONGEST_WAIT_DAYS; days += 1) {
    const date = addDays(from, days)
    if (weekdays.includes(weekdayOf(date)) && isInSeason(season, date)) return date
  }
  return from
}

function dayOf(date: LocalDate): number {
  return Number(date.slice(8))
}
