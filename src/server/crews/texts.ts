/** What is wrong with the crews that a customer chose. */
import { catalogue } from '#domain/catalogue.ts'

export const crewTexts = catalogue({
  en: {
    chosen_twice: 'A crew can be on the list once.',
    chosen_unknown: 'Choose crews that have worked for you, and that you have not turned away.',
  },
  es: {
    chosen_twice: 'Un equipo puede estar una sola vez en la lista.',
    chosen_unknown: 'Elige equipos que ya trabajaron para ti y que no rechazaste.',
  },
})
