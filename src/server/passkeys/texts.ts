/** What people read of the passkeys of their account. */
import { catalogue } from '#domain/catalogue.ts'

type Change = { readonly name: string; readonly others: readonly string[]; readonly url: string }

export const passkeyTexts = catalogue({
  en: {
    unnamed: 'Passkey',
    session: (device: string, date: string) => `${device}, last seen ${date}`,
    added: (name: string, { name: passkey, others, url }: Change) => ({
      subject: 'A passkey was added to your account',
      text: `Hello ${name},\n\nThe passkey “${passkey}” signs in to your Crew account from now on.${others.length === 0 ? '' : `\n\nYou’re also signed in here:\n${others.join('\n')}`}\n\nIf that was not you, remove it and sign out other devices: ${url}`,
    }),
    removed: (name: string, { name: passkey, others, url }: Change) => ({
      subject: 'A passkey was removed from your account',
      text: `Hello ${name},\n\nThe passkey “${passkey}” no longer signs in to your Crew account.${others.length === 0 ? '' : `\n\nYou’re also signed in here:\n${others.join('\n')}`}\n\nIf that was not you, sign out other devices: ${url}`,
    }),
    byText: {
      added: (passkey: string, url: string) =>
        `The passkey “${passkey}” signs in to your Crew account from now on. Not you? Remove it: ${url}`,
      removed: (passkey: string, url: string) =>
        `The passkey “${passkey}” no longer signs in to your Crew account. Not you? Sign out other devices: ${url}`,
    },
  },
  es: {
    unnamed: 'Llave de acceso',
    session: (device, date) => `${device}, última vez el ${date}`,
    added: (name, { name: passkey, others, url }) => ({
      subject: 'Se agregó una llave de acceso a tu cuenta',
      text: `Hola ${name}:\n\nDesde ahora la llave de acceso «${passkey}» abre tu cuenta de Crew.${others.length === 0 ? '' : `\n\nTambién tienes la sesión abierta aquí:\n${others.join('\n')}`}\n\nSi no fuiste tú, quítala y cierra las otras sesiones: ${url}`,
    }),
    removed: (name, { name: passkey, others, url }) => ({
      subject: 'Se quitó una llave de acceso de tu cuenta',
      text: `Hola ${name}:\n\nLa llave de acceso «${passkey}» ya no abre tu cuenta de Crew.${others.length === 0 ? '' : `\n\nTambién tienes la sesión abierta aquí:\n${others.join('\n')}`}\n\nSi no fuiste tú, cierra las otras sesiones: ${url}`,
    }),
    byText: {
      added: (passkey, url) =>
        `Desde ahora la llave de acceso «${passkey}» abre tu cuenta de Crew. ¿No fuiste tú? Quítala: ${url}`,
      removed: (passkey, url) =>
        `La llave de acceso «${passkey}» ya no abre tu cuenta de Crew. ¿No fuiste tú? Cierra las otras sesiones: ${url}`,
    },
  },
})
