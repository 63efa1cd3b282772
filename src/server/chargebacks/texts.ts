/** The notices of chargebacks to operators. */
import { catalogue } from '#domain/catalogue.ts'

export const chargebackTexts = catalogue({
  en: {
    opened: (name: string, amount: string) => ({
      title: `A chargeback of ${amount}`,
      text: `The bank of ${name} took ${amount} back. Send the evidence before it is due.`,
    }),
    unknown: (amount: string) => ({
      title: `A chargeback of ${amount} without a payment`,
      text: `A bank took ${amount} back for a charge that we do not know. Look for its payment, or answer it at the payment provider.`,
    }),
    returned: (name: string, amount: string) => ({
      title: `A debit of ${amount} came back`,
      text: `The bank of ${name} returned it after it had settled. It is due again, and they were written to.`,
    }),
    lineOfReturn: 'Debit that your bank returned',
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
    unknown: (amount) => ({
      title: `Un contracargo de ${amount} sin pago`,
      text: `Un banco retiró ${amount} por un cobro que no conocemos. Busca su pago o contéstalo en el proveedor de pagos.`,
    }),
    returned: (name, amount) => ({
      title: `Se devolvió un débito de ${amount}`,
      text: `El banco de ${name} lo devolvió después de pagado. Está otra vez por pagar, y ya le escribimos.`,
    }),
    lineOfReturn: 'Débito que devolvió tu banco',
    warned: (name) => ({
      title: 'Un pago puede ser fraude',
      text: `El banco de ${name} dice que un pago es probablemente fraude. Devolverlo ahora evita el contracargo y su cargo.`,
    }),
  },
})
