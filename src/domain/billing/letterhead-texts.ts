/** The words at the head of a paper, on the screen and in print alike. */
import { catalogue } from '../catalogue.ts'
import type { HeadTexts } from './letterhead.ts'

export const headTexts = catalogue({
  en: {
    billedTo: (name) => `Billed to ${name}`,
    taxNumber: (number) => `Tax ID ${number}`,
    po: (number) => `Purchase order ${number}`,
  } satisfies HeadTexts,
  es: {
    billedTo: (name) => `A nombre de ${name}`,
    taxNumber: (number) => `ID fiscal ${number}`,
    po: (number) => `Orden de compra ${number}`,
  },
})
