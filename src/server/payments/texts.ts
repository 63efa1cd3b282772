/** What customers and crews read in their mailbox about charges, in their own language. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

type Declined = {
  readonly name: string
  readonly amount: string
  readonly isPaused: boolean
  readonly url: string
}
type Paid = { readonly name: string; readonly amount: string; readonly period: string; readonly url: string }

export const paymentTexts = catalogue({
  en: {
    linkIsDead: 'This link no longer works. Sign in to replace your card.',
    declined: ({ name, amount, isPaused, url }: Declined) => ({
      subject: isPaused ? 'We paused your service' : 'Your payment did not go through',
      text: `Hello ${name},\n\nWe couldn’t charge ${amount} to your card.${isPaused ? ' That is why your weekly services are paused.' : ''}\n\nReplace the card and pay here, without signing in: ${url}\n\nThe link works once.`,
    }),
    debitReturned: ({ name, amount, isPaused, url }: Declined) => ({
      subject: isPaused ? 'We paused your service' : `Your bank returned ${amount}`,
      text: `Hello ${name},\n\nYour bank returned the debit of ${amount}, so it is due again.${isPaused ? ' That is why your weekly services are paused.' : ''}\n\nPay it with another account or a card here, without signing in: ${url}\n\nThe link works once.`,
    }),
    confirm: ({ name, amount, isPaused, url }: Declined) => ({
      subject: isPaused ? 'We paused your service' : 'Confirm a payment with your bank',
      text: `Hello ${name},\n\nYour bank wants you to confirm the charge of ${amount} yourself.${isPaused ? ' That is why your weekly services are paused.' : ''}\n\nSign in, press “Pay now” and answer your bank: ${url}`,
    }),
    receipt: ({ name, amount, period, url }: Paid) => ({
      subject: `Receipt for ${amount}`,
      text: `Hello ${name},\n\nThank you. We charged ${amount} for ${period}.\n\nThe receipt with every visit: ${url}`,
    }),
    servicePaused: (name: string, stopCount: number, url: string) => ({
      subject: 'A customer is paused',
      text: `Hello ${name},\n\n${plural.en(stopCount, { one: '1 of your coming visits is', other: (n) => `${n} of your coming visits are` })} paused because the customer’s payment didn’t go through. Don’t do ${plural.en(stopCount, { one: 'it. We’ll tell you when it resumes', other: 'them. We’ll tell you when they resume' })}.\n\n${url}`,
    }),
    serviceResumed: (name: string, url: string) => ({
      subject: 'A customer is back',
      text: `Hello ${name},\n\nThe customer has paid, and the visits resume. See them here: ${url}`,
    }),
  },
  es: {
    linkIsDead: 'Este enlace ya no sirve. Inicia sesión para cambiar tu tarjeta.',
    declined: ({ name, amount, isPaused, url }) => ({
      subject: isPaused ? 'Pausamos tu servicio' : 'Tu pago no pasó',
      text: `Hola ${name}:\n\nNo pudimos cobrar ${amount} a tu tarjeta.${isPaused ? ' Por eso pausamos tus servicios semanales.' : ''}\n\nCambia la tarjeta y paga aquí, sin iniciar sesión: ${url}\n\nEl enlace sirve una vez.`,
    }),
    debitReturned: ({ name, amount, isPaused, url }) => ({
      subject: isPaused ? 'Pausamos tu servicio' : `Tu banco devolvió ${amount}`,
      text: `Hola ${name}:\n\nTu banco devolvió el débito de ${amount}; otra vez está por pagar.${isPaused ? ' Por eso pausamos tus servicios semanales.' : ''}\n\nPágalo aquí con otra cuenta o con tarjeta, sin iniciar sesión: ${url}\n\nEl enlace sirve una vez.`,
    }),
    confirm: ({ name, amount, isPaused, url }) => ({
      subject: isPaused ? 'Pausamos tu servicio' : 'Confirma un pago con tu banco',
      text: `Hola ${name}:\n\nTu banco quiere que confirmes tú el cobro de ${amount}.${isPaused ? ' Por eso pausamos tus servicios semanales.' : ''}\n\nInicia sesión, pulsa «Pagar ahora» y responde a tu banco: ${url}`,
    }),
    receipt: ({ name, amount, period, url }) => ({
      subject: `Recibo de ${amount}`,
      text: `Hola ${name}:\n\nGracias. Cobramos ${amount} por ${period}.\n\nEl recibo con cada visita: ${url}`,
    }),
    servicePaused: (name, stopCount, url) => ({
      subject: 'Un cliente está en pausa',
      text: `Hola ${name}:\n\n${plural.es(stopCount, { one: '1 de tus próximas visitas queda', other: (n) => `${n} de tus próximas visitas quedan`, many: (n) => `${n} de tus próximas visitas quedan` })} en pausa porque el pago del cliente no pasó. No ${plural.es(stopCount, { one: 'la hagas; te avisamos cuando siga', other: 'las hagas; te avisamos cuando sigan' })}.\n\n${url}`,
    }),
    serviceResumed: (name, url) => ({
      subject: 'Un cliente vuelve',
      text: `Hola ${name}:\n\nEl cliente pagó y sus visitas siguen. Míralas aquí: ${url}`,
    }),
  },
})
