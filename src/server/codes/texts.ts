/** Messages with a code. The last line of a text lets phones fill the code in on our pages and no other's (WebOTP). */
import { catalogue } from '#domain/catalogue.ts'

export const codeTexts = catalogue({
  en: {
    text: (code: string, host: string) =>
      `Your Crew code is ${code}. It works for 10 minutes. We never ask you for it by phone.\n\n@${host} #${code}`,
    mail: (name: string, code: string) => ({
      subject: `${code} is your Crew code`,
      text: `Hello ${name},\n\nYour code is ${code}. It works once and for 10 minutes. We never ask you for it by phone.\n\nIf you did not ask for it, there is nothing to do.`,
    }),
  },
  es: {
    text: (code, host) =>
      `Tu código de Crew es ${code}. Sirve durante 10 minutos. Nunca te lo pedimos por teléfono.\n\n@${host} #${code}`,
    mail: (name, code) => ({
      subject: `${code} es tu código de Crew`,
      text: `Hola ${name}:\n\nTu código es ${code}. Sirve una vez y durante 10 minutos. Nunca te lo pedimos por teléfono.\n\nSi no lo pediste, no tienes que hacer nada.`,
    }),
  },
})
