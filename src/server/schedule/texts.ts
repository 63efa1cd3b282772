/** Texts about a pushed day: the notices to people it concerns, and the fault under the field of one that cannot be. */

import { catalogue } from '#domain/catalogue.ts'
import { inEachLanguage, type Language } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { PushFault } from '#domain/schedule/pushed-day.ts'
import type { NoticeTexts } from '../notices/notify.ts'
import type { ConcernedPerson, PushedDayRow } from './pushed-day-queries.ts'

type Reason = 'snow' | 'hauler' | 'other'

export const pushTexts = catalogue({
  en: {
    faults: {
      in_the_past: 'Choose today or a later day.',
      too_far_ahead: 'A day can be pushed at most two weeks before it comes.',
      not_after: 'The new day must come after the old one.',
      too_far_from_its_day: 'A day can be pushed by two weeks at most.',
    } satisfies Record<PushFault, string>,
    because: { snow: ' because of snow', hauler: ' because the hauler is late', other: '' } satisfies Record<
      Reason,
      string
    >,
    pushed: 'A day has moved',
    moves: (from: string, to: string, because: string, count: number) =>
      `${from} moves to ${to}${because}. Visits: ${count}.`,
    leftOut: (count: number) => ` Skipped because the new day already has one: ${count}.`,
    fallsOut: (day: string, because: string, count: number) =>
      `Visits skipped on ${day}${because}: ${count}.`,
    costsNothing: ' You won’t be charged for them.',
    confirmAgain: ' Check your visits and confirm them again.',
    undone: (day: string) => ({
      title: 'A day is back as it was',
      text: `The visits of ${day} happen as first planned.`,
    }),
  },
  es: {
    faults: {
      in_the_past: 'Elige hoy o un día posterior.',
      too_far_ahead: 'Un día se puede mover como máximo dos semanas antes de que llegue.',
      not_after: 'El nuevo día debe ser posterior.',
      too_far_from_its_day: 'Un día se puede mover dos semanas como máximo.',
    },
    because: { snow: ' por la nieve', hauler: ' porque el recolector se retrasó', other: '' },
    pushed: 'Un día ha cambiado',
    moves: (from, to, because, count) => `El ${from} pasa al ${to}${because}. Visitas: ${count}.`,
    leftOut: (count) => ` No se hacen, porque el nuevo día ya tiene una: ${count}.`,
    fallsOut: (day, because, count) => `Las visitas del ${day} no se hacen${because}: ${count}.`,
    costsNothing: ' No se cobran.',
    confirmAgain: ' Revisa tus visitas y confírmalas de nuevo.',
    undone: (day) => ({
      title: 'Un día vuelve a ser como antes',
      text: `Las visitas del ${day} se hacen como estaba previsto.`,
    }),
  },
})

type PushedDay = Pick<PushedDayRow, 'date' | 'to_date' | 'reason' | 'note'>

export function pushedTexts(
  day: PushedDay,
  person: Pick<ConcernedPerson, 'is_crew' | 'moved' | 'skipped'>,
): NoticeTexts {
  return inEachLanguage((language) => ({
    title: pushTexts[language].pushed,
    text: textIn(language, day, person).trim(),
  }))
}

export function undoneTexts(day: Pick<PushedDay, 'date'>): NoticeTexts {
  return inEachLanguage((language) => pushTexts[language].undone(dayText(day.date, language)))
}

function textIn(
  language: Language,
  day: PushedDay,
  { is_crew: isCrew, moved, skipped }: Pick<ConcernedPerson, 'is_crew' | 'moved' | 'skipped'>,
): string {
  const texts = pushTexts[language]
  const because = texts.because[day.reason]
  const date = dayText(day.date, language)
  const isMoved = day.to_date !== null && moved > 0
  const moves = isMoved ? texts.moves(date, dayText(day.to_date!, language), because, moved) : ''
  const fallsOut = isMoved
    ? texts.leftOut(skipped)
    : texts.fallsOut(date, because, skipped) + (isCrew ? '' : texts.costsNothing)
  const note = day.note === '' ? '' : ` ${day.note}`
  return `${moves}${skipped === 0 ? '' : fallsOut}${note}${isCrew ? texts.confirmAgain : ''}`
}
