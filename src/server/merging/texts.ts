/** What the owner of two accounts that were merged is told, at every address of both. */
import { catalogue } from '#domain/catalogue.ts'

type Merged = {
  readonly isCrew: boolean
  readonly name: string
  /** By what one signs in from now on. */
  readonly signsInWith: string
  readonly supportEmail: string
  readonly url: string
}

export const mergingTexts = catalogue({
  en: {
    mail: ({ isCrew, name, signsInWith, supportEmail, url }: Merged) => ({
      subject: 'Your two accounts are one now',
      text: `Hello ${name},\n\nOur team merged your two Crew accounts. ${isCrew ? 'Your work, offers, ratings and messages are all in one account now. What the other account was paid, and its tax forms, stay under its name; you find them with your earnings.' : 'Your places, visits, payments and messages are all in one account now.'} The other one is closed, and its devices are signed out.\n\nFrom now on, sign in with ${signsInWith}: ${url}\n\nIf you did not ask for this, write to ${supportEmail} right away.`,
    }),
    sms: ({ signsInWith, supportEmail }: Merged) =>
      `Crew: your two accounts are one now. Sign in with ${signsInWith}. Not you? Write to ${supportEmail}.`,
  },
  es: {
    mail: ({ isCrew, name, signsInWith, supportEmail, url }) => ({
      subject: 'Tus dos cuentas ahora son una',
      text: `Hola ${name}:\n\nNuestro equipo unió tus dos cuentas de Crew. ${isCrew ? 'Tu trabajo, ofertas, valoraciones y mensajes están ahora en una sola cuenta. Lo que cobró la otra cuenta, y sus formularios de impuestos, quedan a su nombre; los encuentras con tus ganancias.' : 'Tus lugares, visitas, pagos y mensajes están ahora en una sola cuenta.'} La otra está cerrada y sus dispositivos ya no tienen sesión.\n\nDesde ahora, inicia sesión con ${signsInWith}: ${url}\n\nSi no lo pediste, escribe cuanto antes a ${supportEmail}.`,
    }),
    sms: ({ signsInWith, supportEmail }) =>
      `Crew: tus dos cuentas ahora son una. Inicia sesión con ${signsInWith}. ¿No fuiste tú? Escribe a ${supportEmail}.`,
  },
})
