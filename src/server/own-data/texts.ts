/** The mail about a file of one's own data. */
import { catalogue } from '#domain/catalogue.ts'

type Ready = { readonly url: string; readonly until: string }

export const ownDataMails = catalogue({
  en: {
    ready: (name: string, { url, until }: Ready) => ({
      subject: 'Your data is ready',
      text: `Hello ${name},\n\nThe file with your data is ready. Sign in and download it until ${until}: ${url}\n\nIf you did not ask for it, change your password.`,
    }),
  },
  es: {
    ready: (name, { url, until }) => ({
      subject: 'Tus datos están listos',
      text: `Hola ${name}:\n\nEl archivo con tus datos está listo. Inicia sesión y descárgalo hasta el ${until}: ${url}\n\nSi no lo pediste, cambia tu contraseña.`,
    }),
  },
})
