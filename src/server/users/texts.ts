/** What people read in their mailbox about their account, in their own language. */
import { catalogue } from '#domain/catalogue.ts'

export const accountMails = catalogue({
  en: {
    reset: (name: string, url: string) => ({
      subject: 'Choose a new password',
      text: `Hello ${name},\n\nOpen this link to choose a new password. It works once and for one hour.\n\n${url}\n\nIf you did not ask for it, there is nothing to do.`,
    }),
    noPassword: (name: string, url: string) => ({
      subject: 'Sign in with a code',
      text: `Hello ${name},\n\nSomeone, perhaps you, asked for a new password. Your account has none: sign in with a code that we send you.\n\n${url}\n\nYou can add a password under Account. If you did not ask, there is nothing to do.`,
    }),
    signIn: (name: string, url: string) => ({
      subject: 'Your sign-in link',
      text: `Hello ${name},\n\nOpen this link to sign in to Crew. It works once and for ten minutes.\n\n${url}`,
    }),
    welcome: (name: string, url: string) => ({
      subject: 'Welcome to Crew',
      text: `Hello ${name},\n\nYour account is ready. Start here: ${url}`,
    }),
    changeEmail: (name: string, url: string) => ({
      subject: 'Confirm your new address',
      text: `Hello ${name},\n\nOpen this link to use this address for your Crew account. It works once and for one hour.\n\n${url}\n\nIf you did not ask for it, there is nothing to do.`,
    }),
    addressInUse: (name: string, origin: string) => ({
      subject: 'You already have a Crew account',
      text: `Hello ${name},\n\nSomeone, perhaps you, just gave this address for another Crew account. It belongs to yours, where nothing has changed.\n\nSign in: ${origin}/login\nForgot your password? ${origin}/forgot-password\n\nIf that was not you, there is nothing to do.`,
    }),
    emailChanged: (name: string, supportEmail: string) => ({
      subject: 'Your account’s email changed',
      text: `Hello ${name},\n\nYour Crew account now uses another email address. If that was not you, write to ${supportEmail}.`,
    }),
  },
  es: {
    reset: (name, url) => ({
      subject: 'Elige una contraseña nueva',
      text: `Hola ${name}:\n\nAbre este enlace para elegir una contraseña nueva. Sirve una vez y durante una hora.\n\n${url}\n\nSi no lo pediste, no tienes que hacer nada.`,
    }),
    noPassword: (name, url) => ({
      subject: 'Entra con un código',
      text: `Hola ${name}:\n\nAlguien, tal vez tú, pidió una contraseña nueva. Tu cuenta no tiene ninguna: entra con un código que te enviamos.\n\n${url}\n\nPuedes agregar una contraseña en Cuenta. Si no lo pediste, no tienes que hacer nada.`,
    }),
    signIn: (name, url) => ({
      subject: 'Tu enlace para entrar',
      text: `Hola ${name}:\n\nAbre este enlace para entrar en Crew. Sirve una vez y durante diez minutos.\n\n${url}`,
    }),
    welcome: (name, url) => ({
      subject: 'Te damos la bienvenida a Crew',
      text: `Hola ${name}:\n\nTu cuenta está lista. Sigue aquí: ${url}`,
    }),
    changeEmail: (name, url) => ({
      subject: 'Confirma tu dirección nueva',
      text: `Hola ${name}:\n\nAbre este enlace para usar esta dirección en tu cuenta de Crew. Sirve una vez y durante una hora.\n\n${url}\n\nSi no lo pediste, no tienes que hacer nada.`,
    }),
    addressInUse: (name, origin) => ({
      subject: 'Ya tienes una cuenta de Crew',
      text: `Hola ${name}:\n\nAlguien, tal vez tú, dio esta dirección para otra cuenta de Crew. La dirección es de la tuya, en la que nada ha cambiado.\n\nInicia sesión: ${origin}/login\n¿Olvidaste tu contraseña? ${origin}/forgot-password\n\nSi no fuiste tú, no tienes que hacer nada.`,
    }),
    emailChanged: (name, supportEmail) => ({
      subject: 'Cambió la dirección de tu cuenta',
      text: `Hola ${name}:\n\nTu cuenta de Crew usa ahora otra dirección de correo. Si no fuiste tú, escribe a ${supportEmail}.`,
    }),
  },
})
