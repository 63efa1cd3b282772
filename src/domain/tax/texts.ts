/** What a crew agrees to when its form comes by download and not on paper; `consent.ts` counts its versions. */
import { catalogue } from '../catalogue.ts'

export const consentSentence = catalogue({
  en: 'I agree to receive my yearly tax form electronically: I download it here instead of getting it on paper. I can take this back at any time, and later forms then come on paper.',
  es: 'Acepto recibir mi formulario anual de impuestos de forma electrónica: lo descargo aquí en vez de recibirlo en papel. Puedo retirarlo cuando quiera, y los siguientes formularios llegan en papel.',
})
