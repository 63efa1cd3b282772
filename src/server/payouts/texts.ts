/** What crews read in their mailbox about payouts, in their own language. */
import { catalogue } from '#domain/catalogue.ts'

export const payoutMails = catalogue({
  en: {
    paid: (name: string, amount: string, url: string) => ({
      subject: `We sent you ${amount}`,
      text: `Hello ${name},\n\nWe sent ${amount} to your account. The statement with every visit: ${url}`,
    }),
    failed: (name: string, amount: string, url: string) => ({
      subject: `Your payout of ${amount} did not arrive`,
      text: `Hello ${name},\n\nYour bank returned ${amount}. The money is still yours and goes out with the next payout. Please check your account here: ${url}`,
    }),
  },
  es: {
    paid: (name, amount, url) => ({
      subject: `Te enviamos ${amount}`,
      text: `Hola ${name}:\n\nEnviamos ${amount} a tu cuenta. El detalle por visita: ${url}`,
    }),
    failed: (name, amount, url) => ({
      subject: `Tu pago de ${amount} no llegó`,
      text: `Hola ${name}:\n\nTu banco devolvió ${amount}. El dinero sigue siendo tuyo y sale con el próximo pago. Revisa tu cuenta aquí: ${url}`,
    }),
  },
})
