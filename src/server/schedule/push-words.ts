/** What people are told of a pushed day. */
import type { Language } from '#domain/language.ts'
import { dayWords } from '#domain/notifications/clock-words.ts'
import type { NoticeWords } from '../notices/notify.ts'
import type { PushedDayRow } from './pushed-day-rows.ts'

export type Concerned = { readonly is_crew: boolean; readonly moved: number; readonly skipped: number }

const WHY: Record<PushedDayRow['reason'], Record<Language, string>> = {
  snow: { en: ' because of snow', es: ' por la nieve' },
  hauler: { en: ' because the hauler is late', es: ' porque el recolector se retrasó' },
  other: { en: '', es: '' },
}

export function pushedWords(day: PushedDayRow, person: Concerned): NoticeWords {
  const note = day.note === '' ? '' : ` ${day.note}`
  const isMoved = day.to_date !== null && person.moved > 0
  const fallsOut = { en: fallingOut(day, person, 'en', isMoved), es: fallingOut(day, person, 'es', isMoved) }
  const moves = isMoved
    ? {
        en: `${dayWords(day.date, 'en')} moves to ${dayWords(day.to_date!, 'en')}${WHY[day.reason].en}. Visits: ${person.moved}.`,
        es: `El ${dayWords(day.date, 'es')} pasa al ${dayWords(day.to_date!, 'es')}${WHY[day.reason].es}. Visitas: ${person.moved}.`,
      }
    : { en: '', es: '' }
  const next = person.is_crew
    ? {
        en: ' Please look at your visits and confirm them again.',
        es: ' Revisa tus visitas y confírmalas de nuevo.',
      }
    : { en: '', es: '' }
  return {
    en: { title: 'A day has moved', text: `${moves.en}${fallsOut.en}${note}${next.en}`.trim() },
    es: { title: 'Un día ha cambiado', text: `${moves.es}${fallsOut.es}${note}${next.es}`.trim() },
  }
}

export function undoneWords(day: PushedDayRow): NoticeWords {
  return {
    en: {
      title: 'A day is back as it was',
      text: `The visits of ${dayWords(day.date, 'en')} take place as planned before.`,
    },
    es: {
      title: 'Un día vuelve a ser como antes',
      text: `Las visitas del ${dayWords(day.date, 'es')} se hacen como estaba previsto.`,
    },
  }
}

function fallingOut(
  day: PushedDayRow,
  { skipped, is_crew: isCrew }: Concerned,
  locale: Language,
  isMoved: boolean,
): string {
  if (skipped === 0) return ''
  if (isMoved)
    return locale === 'en'
      ? ` Left out, because the new day has one already: ${skipped}.`
      : ` No se hacen, porque el nuevo día ya tiene una: ${skipped}.`
  const free = { en: isCrew ? '' : ' They cost nothing.', es: isCrew ? '' : ' No se cobran.' }
  return locale === 'en'
    ? `The visits of ${dayWords(day.date, 'en')} fall out${WHY[day.reason].en}: ${skipped}.${free.en}`
    : `Las visitas del ${dayWords(day.date, 'es')} no se hacen${WHY[day.reason].es}: ${skipped}.${free.es}`
}
