/** What customers and their accounts payable read of invoices, and operators of what stays unpaid. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

export type InvoiceMail = {
  readonly name: string
  readonly number: string
  readonly total: string
  readonly open: string
  readonly dueOn: string
  readonly daysLate: number
  readonly url: string
}

export const invoiceTexts = catalogue({
  en: {
    issued: ({ name, number, total, dueOn, url }: InvoiceMail) => ({
      subject: `Invoice ${number} over ${total}, due ${dueOn}`,
      text: `Hello ${name},\n\nInvoice ${number} over ${total} is due on ${dueOn}. It is attached.\n\nPay it by card or bank debit, wholly or in part, without signing in: ${url}`,
    }),
    again: ({ name, number, open, dueOn, url }: InvoiceMail) => ({
      subject: `Invoice ${number}`,
      text: `Hello ${name},\n\nHere is invoice ${number} again. ${open} of it is open; it is due on ${dueOn}.\n\nPay it without signing in: ${url}`,
    }),
    reminder: ({ name, number, open, dueOn, url }: InvoiceMail) => ({
      subject: `Invoice ${number} is due on ${dueOn}`,
      text: `Hello ${name},\n\n${open} of invoice ${number} is due on ${dueOn}.\n\nPay it without signing in: ${url}\n\nIf the payment is on its way, thank you.`,
    }),
    overdue: ({ name, number, open, dueOn, daysLate, url }: InvoiceMail) => ({
      subject: `Invoice ${number} is overdue`,
      text: `Hello ${name},\n\n${open} of invoice ${number} was due on ${dueOn}, ${plural.en(daysLate, { one: '1 day', other: (n) => `${n} days` })} ago.\n\nPay it without signing in: ${url}\n\nIf something about it is wrong, answer this mail.`,
    }),
    received: ({ name, number, open, isPaid }: InvoiceMail & { isPaid: boolean }) => ({
      subject: isPaid ? `Invoice ${number} is paid` : `Your payment for invoice ${number}`,
      text: `Hello ${name},\n\nThank you. ${isPaid ? `Invoice ${number} is paid.` : `We have your payment for invoice ${number}; ${open} of it is open.`}`,
    }),
    returned: ({ name, number, open, url }: InvoiceMail) => ({
      subject: `Your bank returned the debit for invoice ${number}`,
      text: `Hello ${name},\n\nYour bank returned the debit for invoice ${number}, so ${open} of it is open again.\n\nPay it from another account or by card: ${url}`,
    }),
    voided: ({ name, number }: InvoiceMail) => ({
      subject: `Invoice ${number} is void`,
      text: `Hello ${name},\n\nInvoice ${number} is void. You don’t need to pay it. Its credit note is on your billing page.`,
    }),
    lateForOperator: (name: string, number: string, open: string, daysLate: number) => ({
      title: `${name} has not paid invoice ${number}`,
      text: `${open} is ${plural.en(daysLate, { one: '1 day', other: (n) => `${n} days` })} overdue.`,
    }),
    debitReturned: (number: string, amount: string) => ({
      title: `Your bank returned ${amount}`,
      text: `It was to pay invoice ${number}, which is open again. Pay it from another account or by card.`,
    }),
    returnedForOperator: (name: string, number: string, amount: string) => ({
      title: `A debit of ${amount} came back`,
      text: `The bank of ${name} returned it. Invoice ${number} is open again, and they were written to.`,
    }),
    lineOfPart: (number: string) => `Invoice ${number}`,
  },
  es: {
    issued: ({ name, number, total, dueOn, url }) => ({
      subject: `Factura ${number} por ${total}, vence el ${dueOn}`,
      text: `Hola ${name}:\n\nLa factura ${number} por ${total} vence el ${dueOn}. Va adjunta.\n\nPágala con tarjeta o débito bancario, completa o en parte, sin iniciar sesión: ${url}`,
    }),
    again: ({ name, number, open, dueOn, url }) => ({
      subject: `Factura ${number}`,
      text: `Hola ${name}:\n\nAquí va de nuevo la factura ${number}. Quedan ${open} por pagar; vence el ${dueOn}.\n\nPágala sin iniciar sesión: ${url}`,
    }),
    reminder: ({ name, number, open, dueOn, url }) => ({
      subject: `La factura ${number} vence el ${dueOn}`,
      text: `Hola ${name}:\n\nQuedan ${open} de la factura ${number}, que vence el ${dueOn}.\n\nPágala sin iniciar sesión: ${url}\n\nSi el pago ya va en camino, gracias.`,
    }),
    overdue: ({ name, number, open, dueOn, daysLate, url }) => ({
      subject: `La factura ${number} está vencida`,
      text: `Hola ${name}:\n\nQuedan ${open} de la factura ${number}, que venció el ${dueOn}, hace ${plural.es(daysLate, { one: '1 día', other: (n) => `${n} días`, many: (n) => `${n} días` })}.\n\nPágala sin iniciar sesión: ${url}\n\nSi algo no está bien, responde a este correo.`,
    }),
    received: ({ name, number, open, isPaid }) => ({
      subject: isPaid ? `La factura ${number} está pagada` : `Tu pago de la factura ${number}`,
      text: `Hola ${name}:\n\nGracias. ${isPaid ? `La factura ${number} está pagada.` : `Recibimos tu pago de la factura ${number}; quedan ${open} por pagar.`}`,
    }),
    returned: ({ name, number, open, url }) => ({
      subject: `Tu banco devolvió el débito de la factura ${number}`,
      text: `Hola ${name}:\n\nTu banco devolvió el débito de la factura ${number}; otra vez quedan ${open} por pagar.\n\nPágala desde otra cuenta o con tarjeta: ${url}`,
    }),
    voided: ({ name, number }) => ({
      subject: `La factura ${number} queda anulada`,
      text: `Hola ${name}:\n\nLa factura ${number} queda anulada y no hay que pagarla. Su nota de crédito está en tu página de pagos.`,
    }),
    lateForOperator: (name, number, open, daysLate) => ({
      title: `${name} no ha pagado la factura ${number}`,
      text: `${open} llevan ${plural.es(daysLate, { one: '1 día', other: (n) => `${n} días`, many: (n) => `${n} días` })} de vencidos.`,
    }),
    debitReturned: (number, amount) => ({
      title: `Tu banco devolvió ${amount}`,
      text: `Era para la factura ${number}, que otra vez está por pagar. Págala desde otra cuenta o con tarjeta.`,
    }),
    returnedForOperator: (name, number, amount) => ({
      title: `Se devolvió un débito de ${amount}`,
      text: `Lo devolvió el banco de ${name}. La factura ${number} está otra vez por pagar, y ya le escribimos.`,
    }),
    lineOfPart: (number) => `Factura ${number}`,
  },
})
