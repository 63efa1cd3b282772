/** What crews are notified of because an operator asked for it from a queue. */
import { catalogue } from '#domain/catalogue.ts'

type Asked = { readonly service: string; readonly place: string; readonly day: string }

export const queueTexts = catalogue({
  en: {
    askedToConfirm: ({ service, place, day }: Asked) => ({
      title: 'Can you do it?',
      text: `${service} at ${place} on ${day} waits for your yes.`,
    }),
  },
  es: {
    askedToConfirm: ({ service, place, day }) => ({
      title: '¿Puedes hacerlo?',
      text: `${service} en ${place}, ${day}, espera tu confirmación.`,
    }),
  },
})
