/** Why a message is not sent once more. */
import { catalogue } from '#domain/catalogue.ts'

export const operatorTexts = catalogue({
  en: {
    cannotResend: 'A code, a link that lets somebody in or a paper is not sent twice: have a new one made.',
    resentJustNow: 'It was sent again a moment ago. Wait five minutes.',
  },
  es: {
    cannotResend:
      'Un código, un enlace de acceso o un documento no se envía dos veces: haz que se cree uno nuevo.',
    resentJustNow: 'Se envió otra vez hace un momento. Espera cinco minutos.',
  },
})
