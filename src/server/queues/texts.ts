/** What crews and hosts are notified of because an operator asked for it from a queue. */
import { catalogue } from '#domain/catalogue.ts'

type Calendar = { readonly place: string; readonly host: string }
type Asked = { readonly service: string; readonly place: string; readonly day: string }

export const queueTexts = catalogue({
  en: {
    askedToConfirm: ({ service, place, day }: Asked) => ({
      title: 'Can you do it?',
      text: `${service} at ${place} on ${day} waits for your yes.`,
    }),
    askedForCalendar: ({ place, host }: Calendar) => ({
      title: 'Check a calendar',
      text: `${place}: the calendar from ${host} went silent. Copy its link on the platform again and connect it anew, or remove it.`,
    }),
  },
  es: {
    askedToConfirm: ({ service, place, day }) => ({
      title: '¿Puedes hacerlo?',
      text: `${service} en ${place}, ${day}, espera tu confirmación.`,
    }),
    askedForCalendar: ({ place, host }) => ({
      title: 'Revisa un calendario',
      text: `${place}: el calendario de ${host} ya no nos informa de estancias. Copia otra vez su enlace en la plataforma y conéctalo de nuevo, o quítalo.`,
    }),
  },
})
