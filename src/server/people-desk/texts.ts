/** What a person is told of what an operator changed. */
import { catalogue } from '#domain/catalogue.ts'

export const personTexts = catalogue({
  en: {
    corrected: (name: string, what: readonly string[], supportEmail: string) => ({
      subject: 'Your account details changed',
      text: `Hello ${name},\n\nOur team changed this on your Crew account: ${what.join(', ')}.\n\nIf you did not ask for it, write to ${supportEmail} right away.`,
    }),
    name: 'name',
    phone: 'phone',
    email: 'email address',
    locale: 'language',
    message: 'A message from Crew',
    signedOut: (name: string, supportEmail: string) => ({
      subject: 'You were signed out everywhere',
      text: `Hello ${name},\n\nOur team signed your Crew account out on every device and removed its passkeys. Sign in again to go on, by password, link or code, and add a passkey again if you want one.\n\nIf you did not ask for it, write to ${supportEmail}.`,
    }),
  },
  es: {
    corrected: (name, what, supportEmail) => ({
      subject: 'Cambiaron los datos de tu cuenta',
      text: `Hola ${name}:\n\nNuestro equipo cambió esto en tu cuenta de Crew: ${what.join(', ')}.\n\nSi no lo pediste, escribe cuanto antes a ${supportEmail}.`,
    }),
    name: 'nombre',
    phone: 'teléfono',
    email: 'correo electrónico',
    locale: 'idioma',
    message: 'Un mensaje de Crew',
    signedOut: (name, supportEmail) => ({
      subject: 'Se cerró tu sesión en todas partes',
      text: `Hola ${name}:\n\nNuestro equipo cerró la sesión de tu cuenta de Crew en todos los dispositivos y quitó sus llaves de acceso. Inicia sesión otra vez con contraseña, enlace o código, y agrega de nuevo una llave si la quieres.\n\nSi no lo pediste, escribe a ${supportEmail}.`,
    }),
  },
})
