/** What operators are mailed about their second factor. */
import { catalogue } from '#domain/catalogue.ts'

export const secondFactorTexts = catalogue({
  en: {
    added: (name: string, supportEmail: string) => ({
      subject: 'A second factor was set up',
      text: `Hello ${name},\n\nAn app that makes codes was set up for your Crew account. If that was not you, write to ${supportEmail} right away.`,
    }),
    reset: (name: string, by: string) => ({
      subject: 'Your second factor was reset',
      text: `Hello ${name},\n\n${by} took away your app, your recovery codes and your passkeys, and signed you out everywhere. Sign in with your password and set up a new one.`,
    }),
  },
  es: {
    added: (name, supportEmail) => ({
      subject: 'Se configuró un segundo factor',
      text: `Hola ${name}:\n\nSe configuró una aplicación de códigos para tu cuenta de Crew. Si no fuiste tú, escribe cuanto antes a ${supportEmail}.`,
    }),
    reset: (name, by) => ({
      subject: 'Se restableció tu segundo factor',
      text: `Hola ${name}:\n\n${by} quitó tu aplicación, tus códigos de recuperación y tus llaves de acceso, y cerró tu sesión en todas partes. Entra con tu contraseña y configura uno nuevo.`,
    }),
  },
})
