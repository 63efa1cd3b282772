/** What a customer is notified of a week before a holiday moves days. */
import { catalogue } from '#domain/catalogue.ts'
import { type InEachLanguage, inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import { plural } from '#domain/plural.ts'
import type { NoticeTexts } from '../notices/notify.ts'
import type { MovedDayOfSomebody } from './queries.ts'

const holidayTexts = catalogue({
  en: {
    title: (holiday: string, count: number) =>
      plural.en(count, {
        one: `${holiday} week: your day moves`,
        other: () => `${holiday} week: your days move`,
      }),
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
    one: (service, place, from, to) => `${service}, ${place}: el ${from} pasa al ${to}.`,
    many: (count, from, to) =>
      plural.es(count, {
        one: `1 visita pasa del ${from} al ${to}.`,
        other: (n) => `${n} visitas pasan del ${from} al ${to}.`,
      }),
  },
})

/** The moved days of one week, at least one. */
export function movedWeekTexts(days: readonly MovedDayOfSomebody[], holiday: InEachLanguage): NoticeTexts {
  return inEachLanguage((language) => {
    const texts = holidayTexts[language]
    const lines = days.map(({ from, to, visitCount, service, place }) => {
      const [day, newDay] = [dayText(from, language), dayText(to, language)]
      return visitCount === 1
        ? texts.one(service[language], place, day, newDay)
        : texts.many(visitCount, day, newDay)
    })
    return { title: texts.title(holiday[language], days.length), text: lines.join('\n') }
  })
}
