/** What crews read of the law: what they agree to by consenting to a download, and where thresholds come from. */
import { catalogue } from '../catalogue.ts'
import type { Language } from '../language.ts'
import type { YearRule } from './form.ts'

/** `consent.ts` counts its versions. */
export const consentSentence = catalogue({
  en: 'I agree to receive my yearly tax form electronically: I download it here instead of getting it on paper. I can take this back at any time, and later forms then come on paper.',
  es: 'Acepto recibir mi formulario anual de impuestos de forma electrónica: lo descargo aquí en vez de recibirlo en papel. Puedo retirarlo cuando quiera, y los siguientes formularios llegan en papel.',
})

/** Where the amounts that nobody changed come from (Public Law 119-21, sections 70432 and 70433). */
const thresholdSource = catalogue({
  en: {
    necBefore2026: 'Internal Revenue Code, section 6041A: $600 for payments up to the end of 2025.',
    nec: 'Internal Revenue Code, section 6041A, as changed by Public Law 119-21, section 70433: $2,000 for payments after 2025, adjusted for inflation from 2027.',
    k: 'Internal Revenue Code, section 6050W(e), as restored by Public Law 119-21, section 70432: more than $20,000 and more than 200 transactions.',
    operator: 'Set by the operator of your market.',
  },
  es: {
    necBefore2026: 'Código de Rentas Internas (IRC), sección 6041A: $600 para pagos hasta el final de 2025.',
    nec: 'Código de Rentas Internas (IRC), sección 6041A, modificada por la Ley Pública 119-21, sección 70433: $2,000 para pagos posteriores a 2025, ajustados por inflación desde 2027.',
    k: 'Código de Rentas Internas (IRC), sección 6050W(e), restablecida por la Ley Pública 119-21, sección 70432: más de $20,000 y más de 200 transacciones.',
    operator: 'Fijado por el operador de su mercado.',
  },
})

export function sourceOfThreshold(
  { formType, thresholdYear, isByLaw }: YearRule,
  language: Language,
): string {
  const sources = thresholdSource[language]
  if (!isByLaw) return sources.operator
  if (formType === 'k') return sources.k
  return thresholdYear < 2026 ? sources.necBefore2026 : sources.nec
}
