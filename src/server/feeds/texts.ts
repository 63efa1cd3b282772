/** What a host is notified of when a calendar has stopped to tell of stays. */
import { catalogue } from '#domain/catalogue.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { NoticeTexts } from '../notices/notify.ts'

const feedTexts = catalogue({
  en: {
    silent: (place: string, host: string) => ({
      title: 'A calendar went silent',
      text: `${place}: the calendar from ${host} no longer tells us of stays. Check its address before the next guests come.`,
    }),
  },
  es: {
    silent: (place, host) => ({
      title: 'Un calendario dejó de responder',
      text: `${place}: el calendario de ${host} ya no nos informa de estancias. Revisa su dirección antes de que lleguen los próximos huéspedes.`,
    }),
  },
})

export function silenceTexts({ name, host }: { readonly name: string; readonly host: string }): NoticeTexts {
  return inEachLanguage((language) => feedTexts[language].silent(name, host))
}
