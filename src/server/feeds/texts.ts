/** What a host is notified of when a calendar has stopped to tell of stays. */
import { catalogue } from '#domain/catalogue.ts'

export const feedTexts = catalogue({
  en: {
    silent: (place: string, host: string) => ({
      title: 'A calendar went silent',
      text: `${place}: the calendar from ${host} no longer tells us of stays. Check its address before the next guests come.`,
    }),
    guestsCome: (place: string, host: string, day: string) => ({
      title: 'Guests come, and a calendar is silent',
      text: `${place}: guests come ${day}, and the calendar from ${host} tells us nothing. Look on the platform for stays that we don’t know of.`,
    }),
  },
  es: {
    silent: (place, host) => ({
      title: 'Un calendario dejó de responder',
      text: `${place}: el calendario de ${host} ya no nos informa de estancias. Revisa su dirección antes de que lleguen los próximos huéspedes.`,
    }),
    guestsCome: (place, host, day) => ({
      title: 'Llegan huéspedes y un calendario no responde',
      text: `${place}: llegan huéspedes ${day} y el calendario de ${host} no nos informa. Mira en la plataforma si hay estancias que no conocemos.`,
    }),
  },
})
