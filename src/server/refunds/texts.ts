/** The notices of refunds. */
import { catalogue } from '#domain/catalogue.ts'

export const refundTexts = catalogue({
  en: {
    failed: (amount: string) => ({
      title: `Your refund of ${amount} didn’t arrive`,
      text: `Your bank didn’t accept the ${amount}. We’ll get it to you another way. You don’t need to do anything.`,
    }),
    failedForOperator: (name: string, amount: string) => ({
      title: `A refund of ${amount} failed`,
      text: `The bank of ${name} did not take ${amount}. It is undone in the books: try again, or give it as credit.`,
    }),
    madeAtProvider: 'Refunded at the payment provider',
  },
  es: {
    failed: (amount) => ({
      title: `Tu devolución de ${amount} no llegó`,
      text: `Tu banco no aceptó los ${amount}. Lo estamos viendo y te los devolvemos de otra forma; no tienes que hacer nada.`,
    }),
    failedForOperator: (name, amount) => ({
      title: `Falló una devolución de ${amount}`,
      text: `El banco de ${name} no aceptó ${amount}. Está deshecha en los libros: inténtalo de nuevo o dalo como crédito.`,
    }),
    madeAtProvider: 'Devuelto en el proveedor de pagos',
  },
})
