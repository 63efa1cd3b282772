/** The notice of a new message to the other one of a visit. */
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
