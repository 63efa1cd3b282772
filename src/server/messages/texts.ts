/** What the other one of a visit is told of a new message. */
import { catalogue } from '#domain/catalogue.ts'

export const messageTexts = catalogue({
  en: {
    wrote: (from: string) => `${from} wrote you`,
    photo: 'A photo.',
  },
  es: {
    wrote: (from) => `${from} te escribió`,
    photo: 'Una foto.',
  },
})
