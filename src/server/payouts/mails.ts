/** What crews read in their mailbox about payouts, in their own language. */
import type { Language } from '#domain/language.ts'

type Text = { readonly subject: string; readonly text: string }
type Words = { readonly name: string; readonly amount: string; readonly url: string }

export function payoutPaidMail(locale: Language, { name, amount, url }: Words): Text {
  return locale === 'es'
    ? {
        subject: `Te enviamos ${amount}`,
        text: `Hola ${name}:\n\nEnviamos ${amount} a tu cuenta. El detalle por visita: ${url}`,
      }
    : {
        subject: `We sent you ${amount}`,
        text: `Hello ${name},\n\nWe sent ${amount} to your account. The statement with every visit: ${url}`,
      }
}

export function payoutFailedMail(locale: Language, { name, amount, url }: Words): Text {
  return locale === 'es'
    ? {
        subject: `Tu pago de ${amount} no llegó`,
        text: `Hola ${name}:\n\nTu banco devolvió ${amount}. El dinero sigue siendo tuyo y sale con el próximo pago. Revisa tu cuenta aquí: ${url}`,
      }
    : {
        subject: `Your payout of ${amount} did not arrive`,
        text: `Hello ${name},\n\nYour bank returned ${amount}. The money is still yours and goes out with the next payout. Please check your account here: ${url}`,
      }
}
