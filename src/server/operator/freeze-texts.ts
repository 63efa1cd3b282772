/** What a person reads when its account is frozen, and when that ends. */
import { catalogue } from '#domain/catalogue.ts'

export const freezeTexts = catalogue({
  en: {
    frozen: (name: string, until: string, notes: string, supportEmail: string) => ({
      subject: 'Your account is paused',
      text: `Hello ${name},\n\nOur team paused your Crew account until ${until}.${notes === '' ? '' : `\n\n${notes}`}\n\nQuestions? Write to ${supportEmail}.`,
    }),
    thawed: (name: string, supportEmail: string) => ({
      subject: 'Your account works again',
      text: `Hello ${name},\n\nYour Crew account is no longer paused.\n\nQuestions? Write to ${supportEmail}.`,
    }),
  },
  es: {
    frozen: (name, until, notes, supportEmail) => ({
      subject: 'Tu cuenta está en pausa',
      text: `Hola ${name}:\n\nNuestro equipo puso en pausa tu cuenta de Crew hasta el ${until}.${notes === '' ? '' : `\n\n${notes}`}\n\n¿Preguntas? Escribe a ${supportEmail}.`,
    }),
    thawed: (name, supportEmail) => ({
      subject: 'Tu cuenta funciona otra vez',
      text: `Hola ${name}:\n\nTu cuenta de Crew ya no está en pausa.\n\n¿Preguntas? Escribe a ${supportEmail}.`,
    }),
  },
})
