/** The notices of chargebacks to operators. */
import { catalogue } from '#domain/catalogue.ts'

export const chargebackTexts = catalogue({
  en: {
    opened: (name: string, amount: string) => ({
      title: `A chargeback of ${amount}`,
      text: `The bank of ${name} took ${amount} back. Send the evidence before it is due.`,
    }),
    warned: (name: string) => ({
      title: 'A payment may be a fraud',
      text: `The bank of ${name} says that a payment is likely a fraud. A refund now saves the chargeback and its fee.`,
    }),
  },
  es: {
    opened: (name, amount) => ({
      title: `Un contracargo de ${amount}`,
      text: `El banco de ${name} retiró ${amount}. Envía las pruebas antes de la fecha límite.`,
    }),
    warned: (name) => ({
      title: 'Un pago puede ser fraude',
      text: `El banco de ${name} dice que un pago es probablemente fraude. Devolverlo ahora evita el contracargo y su cargo.`,
    }),
  },
})
