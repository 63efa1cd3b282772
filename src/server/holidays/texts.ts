/** What a customer is notified of a week before a holiday moves days or leaves them out. */
import { catalogue } from '#domain/catalogue.ts'
import { type InEachLanguage, inEachLanguage, type Language } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import { plural } from '#domain/plural.ts'
import type { NoticeTexts } from '../notices/notify.ts'
import type { ChangedDay } from './queries.ts'

const holidayTexts = catalogue({
  en: {
    title: (holiday: string, count: number) =>
      plural.en(count, {
        one: `${holiday} week: your day moves`,
        other: () => `${holiday} week: your days move`,
      }),
    noService: (holiday: string, count: number) =>
      plural.en(count, {
        one: `${holiday} week: no service on your day`,
        other: () => `${holiday} week: no service on ${count} of your days`,
      }),
    both: (holiday: string) => `${holiday} week: your days change`,
    oneSkipped: (service: string, place: string, day: string) =>
      `${service}, ${place}: no service on ${day}. The next visit comes on its usual day.`,
    manySkipped: (count: number, day: string) => `No service on ${day}: ${count} visits are left out.`,
    one: (service: string, place: string, from: string, to: string) =>
      `${service}, ${place}: ${from} moves to ${to}.`,
    many: (count: number, from: string, to: string) =>
      plural.en(count, {
        one: `1 visit moves from ${from} to ${to}.`,
        other: (n) => `${n} visits move from ${from} to ${to}.`,
      }),
  },
  es: {
    title: (holiday, count) =>
      plural.es(count, {
        one: `${holiday}: cambia tu día`,
        other: () => `${holiday}: cambian tus días`,
      }),
    noService: (holiday, count) =>
      plural.es(count, {
        one: `${holiday}: tu día no hay servicio`,
        other: () => `${holiday}: no hay servicio en ${count} de tus días`,
      }),
    both: (holiday) => `${holiday}: cambian tus días`,
    oneSkipped: (service, place, day) =>
      `${service}, ${place}: el ${day} no hay servicio. La próxima visita llega en su día de siempre.`,
    manySkipped: (count, day) => `El ${day} no hay servicio: quedan fuera ${count} visitas.`,
    one: (service, place, from, to) => `${service}, ${place}: el ${from} pasa al ${to}.`,
    many: (count, from, to) =>
      plural.es(count, {
        one: `1 visita pasa del ${from} al ${to}.`,
        other: (n) => `${n} visitas pasan del ${from} al ${to}.`,
      }),
  },
})

/** The changed days of one week, at least one. */
export function holidayWeekTexts(days: readonly ChangedDay[], holiday: InEachLanguage): NoticeTexts {
  return inEachLanguage((language) => ({
    title: titleOf(days, holiday[language], language),
    text: days.map((day) => lineOf(day, language)).join('\n'),
  }))
}

function titleOf(days: readonly ChangedDay[], holiday: string, language: Language): string {
  const texts = holidayTexts[language]
  const skipped = days.filter(({ to }) => to === null).length
  if (skipped === 0) return texts.title(holiday, days.length)
  return skipped === days.length ? texts.noService(holiday, skipped) : texts.both(holiday)
}

function lineOf({ from, to, visitCount, service, place }: ChangedDay, language: Language): string {
  const texts = holidayTexts[language]
  const day = dayText(from, language)
  if (to === null)
    return visitCount === 1
      ? texts.oneSkipped(service[language], place, day)
      : texts.manySkipped(visitCount, day)
  const newDay = dayText(to, language)
  return visitCount === 1
    ? texts.one(service[language], place, day, newDay)
    : texts.many(visitCount, day, newDay)
}
