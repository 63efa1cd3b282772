/** How often a weekly job comes, in words: `Every 2 weeks on Mon, Thu, Apr 1 to Oct 31`. */
import { catalogue } from '../catalogue.ts'
import { INTL_TAGS, type Language } from '../language.ts'
import type { Weekday } from '../time.ts'
import type { ChosenRhythm, YearDay } from './rhythm.ts'

const texts = catalogue({
  en: {
    everyWeek: (days: string) => `Every ${days}`,
    everyWeeks: (count: number, days: string) => `Every ${count} weeks on ${days}`,
    onDay: (day: number) => `Monthly on the ${ordinal(day)}`,
    onLateDay: (day: number) => `Monthly on the ${ordinal(day)} or the last day`,
    onLastDay: 'Monthly on the last day',
    onNth: (nth: string, days: string) => `Monthly on the ${nth} ${days}`,
    nths: ['first', 'second', 'third', 'fourth', 'last'],
    season: (from: string, to: string) => `${from} to ${to}`,
  },
  es: {
    everyWeek: (days) => `Cada ${days}`,
    everyWeeks: (count, days) => `Cada ${count} semanas: ${days}`,
    onDay: (day) => `Cada mes, el día ${day}`,
    onLateDay: (day) => `Cada mes, el día ${day} o el último`,
    onLastDay: 'Cada mes, el último día',
    onNth: (nth, days) => `Cada mes, el ${nth} ${days}`,
    nths: ['primer', 'segundo', 'tercer', 'cuarto', 'último'],
    season: (from, to) => `del ${from} al ${to}`,
  },
})

type Comes = { readonly rhythm: ChosenRhythm; readonly weekdays: readonly Weekday[] }

export function rhythmText({ rhythm, weekdays }: Comes, language: Language): string {
  const often = howOften(rhythm, weekdays.map((day) => weekdayName(day, language)).join(', '), language)
  return rhythm.season === null ? often : `${often}, ${seasonText(rhythm.season, language)}`
}

/** `Apr 1` */
export function yearDayText(day: YearDay, language: Language): string {
  const format = new Intl.DateTimeFormat(INTL_TAGS[language], {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(Date.parse(`2000-${day}T00:00:00Z`)).replace(/[\u00a0\u202f]/g, ' ')
}

function howOften(rhythm: ChosenRhythm, days: string, language: Language): string {
  const say = texts[language]
  switch (rhythm.kind) {
    case 'weeks':
      return rhythm.every === 1 ? say.everyWeek(days) : say.everyWeeks(rhythm.every, days)
    case 'month_day':
      if (rhythm.day === 31) return say.onLastDay
      return rhythm.day > 28 ? say.onLateDay(rhythm.day) : say.onDay(rhythm.day)
    case 'month_weekday':
      return say.onNth(say.nths.at(rhythm.nth === -1 ? -1 : rhythm.nth - 1)!, days)
  }
}

function seasonText({ from, to }: NonNullable<ChosenRhythm['season']>, language: Language): string {
  return texts[language].season(yearDayText(from, language), yearDayText(to, language))
}

function weekdayName(weekday: Weekday, language: Language): string {
  const format = new Intl.DateTimeFormat(INTL_TAGS[language], { weekday: 'short', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return format.format(Date.UTC(2024, 0, weekday))
}

function ordinal(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' }
  return `${number}${ending[new Intl.PluralRules('en-US', { type: 'ordinal' }).select(number)]}`
}
