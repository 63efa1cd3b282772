/** What crews agree to by consenting to a download, and where thresholds come from. */
import { catalogue } from '../catalogue.ts'
import type { Language } from '../language.ts'
import type { YearRule } from './form.ts'

/** `consent.ts` counts its versions. */
export const consentSentence = catalogue({
  en: 'I agree to receive my yearly tax form electronically: I download it here instead of getting it on paper. I can take this back at any time, and later forms then come on paper.',
  es: 'Acepto recibir mi formulario anual de impuestos de forma electrónica: lo descargo aquí en vez de recibirlo en papel. Puedo retirarlo cuando quiera, y los siguientes formularios llegan en papel.',
})

/** Thresholds are configuration: what the law says of them is for a tax adviser. */
const thresholdSource = catalogue({
  en: {
    byDefault: (year: number) => `The configured limit of ${year}. It can change; it is no tax advice.`,
    operator: 'Set by the operator of your market.',
  },
  es: {
    byDefault: (year) => `El límite configurado de ${year}. Puede cambiar; no es asesoría fiscal.`,
    operator: 'Fijado por el operador de tu mercado.',
  },
})

export function sourceOfThreshold({ thresholdYear, isByDefault }: YearRule, language: Language): string {
  const sources = thresholdSource[language]
  return isByDefault ? sources.byDefault(thresholdYear) : sources.operator
}
