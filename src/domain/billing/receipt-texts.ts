/** How the lines of receipts and invoices are read, on the screen and on paper alike; complete, or it does not compile. */
import { catalogue } from '../catalogue.ts'
import type { LineTexts } from './receipt.ts'

export const lineTexts = catalogue({
  en: {
    visit: (name) => name,
    call_out: (name) => `Trip charge: ${name}`,
    tip: (name) => `Tip: ${name}`,
    fee: (name) => `Cancellation fee: ${name}`,
    invoice: (name) => name,
  } satisfies LineTexts,
  es: {
    visit: (name) => name,
    call_out: (name) => `Cargo por el viaje: ${name}`,
    tip: (name) => `Propina: ${name}`,
    fee: (name) => `Cargo por cancelar: ${name}`,
    invoice: (name) => name,
  },
})
