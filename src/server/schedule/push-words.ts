/** What people are told of a pushed day. */
import { inEachLanguage, type Language } from '#domain/language.ts'
import { dayWords } from '#domain/notifications/clock-words.ts'
import type { NoticeWords } from '../notices/notify.ts'
import type { PushedDayRow } from './pushed-day-rows.ts'
import { pushTexts } from './texts.ts'

export type Concerned = { readonly is_crew: boolean; readonly moved: number; readonly skipped: number }

export function pushedWords(day: PushedDayRow, person: Concerned): NoticeWords {
  return inEachLanguage((language) => ({
    title: pushTexts[language].pushed,
    text: textIn(language, day, person).trim(),
  }))
}

export function undoneWords(day: PushedDayRow): NoticeWords {
  return inEachLanguage((language) => pushTexts[language].undone(dayWords(day.date, language)))
}

function textIn(
  language: Language,
  day: PushedDayRow,
  { is_crew: isCrew, moved, skipped }: Concerned,
): string {
  const texts = pushTexts[language]
  const because = texts.because[day.reason]
  const date = dayWords(day.date, language)
  const isMoved = day.to_date !== null && moved > 0
  const moves = isMoved ? texts.moves(date, dayWords(day.to_date!, language), because, moved) : ''
  const fallsOut = isMoved
    ? texts.leftOut(skipped)
    : texts.fallsOut(date, because, skipped) + (isCrew ? '' : texts.costsNothing)
  const note = day.note === '' ? '' : ` ${day.note}`
  return `${moves}${skipped === 0 ? '' : fallsOut}${note}${isCrew ? texts.confirmAgain : ''}`
}
