/** How the lines of receipts and invoices are read, on the screen and on paper alike; complete, or it does not compile. */
import { catalogue } from '../catalogue.ts'
import type { Language } from '../language.ts'
import type { WorkLine } from './receipt.ts'

type LineTexts = Readonly<Record<WorkLine | 'call_out', (name: string) => string>>

const lineTexts = catalogue({
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

type ReadLine = {
  readonly kind: WorkLine
  /** A crew came in vain and is paid for its trip. */
  readonly isCallOut: boolean
  readonly serviceName: string | null
  readonly description: string
}

export function lineText(
  language: Language,
  { kind, isCallOut, serviceName, description }: ReadLine,
): string {
  const name = kind === 'visit' && isCallOut ? 'call_out' : kind
  return lineTexts[language][name](serviceName ?? description)
}
