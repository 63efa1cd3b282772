/** A rhythm while it is chosen in a form. */
import {
  type ChosenRhythm,
  isYearDay,
  MONTH_NTHS,
  type Rhythm,
  type YearDay,
} from '#domain/schedule/rhythm.ts'
import { WEEKDAYS, type Weekday } from '#domain/time.ts'

export const REPEATS = ['week1', 'week2', 'week3', 'week4', 'month_day', 'month_weekday'] as const
type Repeat = (typeof REPEATS)[number]
type Nth = (typeof MONTH_NTHS)[number]

export type RhythmDraft = {
  repeat: Repeat
  dayOfMonth: number
  nth: Nth
  isSeasonal: 'no' | 'yes'
  seasonFrom: YearDay
  seasonTo: YearDay
}

const [FIRST_DAY, LAST_DAY] = ['04-01', '10-31'].filter(isYearDay)

export const EVERY_WEEK_DRAFT: RhythmDraft = {
  repeat: 'week1',
  dayOfMonth: 1,
  nth: 1,
  isSeasonal: 'no',
  seasonFrom: FIRST_DAY!,
  seasonTo: LAST_DAY!,
}

export function rhythmDraft(rhythm: Rhythm): RhythmDraft {
  const { season } = rhythm
  return {
    ...EVERY_WEEK_DRAFT,
    repeat: rhythm.kind === 'weeks' ? (`week${rhythm.every}` as const) : rhythm.kind,
    ...(rhythm.kind === 'month_day' ? { dayOfMonth: rhythm.day } : {}),
    ...(rhythm.kind === 'month_weekday' ? { nth: rhythm.nth } : {}),
    ...(season === null ? {} : { isSeasonal: 'yes', seasonFrom: season.from, seasonTo: season.to }),
  }
}

/** As a browser kept it: what is none of ours is left as it was. */
export function keptRhythm(kept: Readonly<Record<string, unknown>>): RhythmDraft {
  const { dayOfMonth, seasonFrom, seasonTo } = kept
  return {
    repeat: REPEATS.find((repeat) => repeat === kept['repeat']) ?? EVERY_WEEK_DRAFT.repeat,
    dayOfMonth: typeof dayOfMonth === 'number' ? dayOfMonth : EVERY_WEEK_DRAFT.dayOfMonth,
    nth: MONTH_NTHS.find((nth) => nth === kept['nth']) ?? EVERY_WEEK_DRAFT.nth,
    isSeasonal: kept['isSeasonal'] === 'yes' ? 'yes' : 'no',
    seasonFrom:
      typeof seasonFrom === 'string' && isYearDay(seasonFrom) ? seasonFrom : EVERY_WEEK_DRAFT.seasonFrom,
    seasonTo: typeof seasonTo === 'string' && isYearDay(seasonTo) ? seasonTo : EVERY_WEEK_DRAFT.seasonTo,
  }
}

export function readRhythm(draft: RhythmDraft): ChosenRhythm {
  const { repeat, isSeasonal, seasonFrom, seasonTo } = draft
  const season = isSeasonal === 'yes' ? { from: seasonFrom, to: seasonTo } : null
  switch (repeat) {
    case 'month_day':
      return { kind: 'month_day', day: draft.dayOfMonth, season }
    case 'month_weekday':
      return { kind: 'month_weekday', nth: draft.nth, season }
    case 'week1':
      return { kind: 'weeks', every: 1, season }
    case 'week2':
      return { kind: 'weeks', every: 2, season }
    case 'week3':
      return { kind: 'weeks', every: 3, season }
    case 'week4':
      return { kind: 'weeks', every: 4, season }
  }
}

/** Every week of the year is what a job is without a word. */
export function isPlain({ repeat, isSeasonal }: RhythmDraft): boolean {
  return repeat === 'week1' && isSeasonal === 'no'
}

/** A day of the month falls on any of them. */
export function weekdaysOf(draft: RhythmDraft & { weekdays: readonly Weekday[] }): Weekday[] {
  return draft.repeat === 'month_day' ? [...WEEKDAYS] : [...draft.weekdays]
}

/** What a change says of it: nothing where nobody touched it, so that its weeks are counted on. */
export function newRhythm(
  job: { readonly rhythm: Rhythm },
  draft: RhythmDraft,
): { rhythm?: ReturnType<typeof readRhythm> } {
  const before = readRhythm(rhythmDraft(job.rhythm))
  const after = readRhythm(draft)
  return JSON.stringify(before) === JSON.stringify(after) ? {} : { rhythm: after }
}
