/** What crews read of their year on paper and in their mailbox, in their own language. */
import { catalogue } from '#domain/catalogue.ts'

type Reminder = {
  readonly name: string
  readonly year: number
  readonly isOver: boolean
  readonly needsW9: boolean
  readonly needsConsent: boolean
  readonly url: string
}

export const taxTexts = catalogue({
  en: {
    title: (year: number) => `Paid in ${year}`,
    basis: (zone: string) => `By the day of payment, in the time zone ${zone}.`,
    soFar: 'The year is not over; this is what was paid so far.',
    channels: {
      weekly: 'Weekly work',
      on_demand: 'On-demand work',
      tips: 'Tips',
      commission: 'Commissions',
      partner: 'Work for partners',
    },
    total: 'Total paid',
    fees: 'Fees for payouts at once',
    fee: 'Fee',
    received: 'Sent to your account',
    paidOn: 'Paid on',
    notTheForm: 'A summary for your books. It is not a tax form.',
    byChannel: 'By kind of work',
    channel: 'Kind',
    amount: 'Amount',
    payouts: 'Payouts',
    madeAt: (time: string) => `Made ${time}`,
    pageOf: (page: number, count: number) => `Page ${page} of ${count}`,
    remindedLately: 'This crew was reminded within the last seven days.',
    reminder: ({ name, year, isOver, needsW9, needsConsent, url }: Reminder) => ({
      subject: `Your tax form for ${year}`,
      text: `Hello ${name},\n\n${isOver ? `You get a tax form for ${year}, and we make it this month. Do this before January 15:` : `You get a tax form for ${year}, which we make in January. Do this soon:`}\n\n${needsW9 ? '- Finish form W-9 in your payout account.\n' : ''}${needsConsent ? '- Say whether you want to download the form. Otherwise it comes on paper.\n' : ''}\nBoth are here: ${url}`,
    }),
  },
  es: {
    title: (year) => `Pagado en ${year}`,
    basis: (zone) => `Según el día de pago, en la zona horaria ${zone}.`,
    soFar: 'El año no ha terminado; esto es lo pagado hasta ahora.',
    channels: {
      weekly: 'Trabajo semanal',
      on_demand: 'Trabajo por pedido',
      tips: 'Propinas',
      commission: 'Comisiones',
      partner: 'Trabajo para socios',
    },
    total: 'Total pagado',
    fees: 'Comisiones por pagos al instante',
    fee: 'Comisión',
    received: 'Enviado a tu cuenta',
    paidOn: 'Pagado el',
    notTheForm: 'Un resumen para tus cuentas. No es un formulario de impuestos.',
    byChannel: 'Por tipo de trabajo',
    channel: 'Tipo',
    amount: 'Importe',
    payouts: 'Pagos',
    madeAt: (time) => `Hecho el ${time}`,
    pageOf: (page, count) => `Página ${page} de ${count}`,
    remindedLately: 'A este equipo se le recordó en los últimos siete días.',
    reminder: ({ name, year, isOver, needsW9, needsConsent, url }) => ({
      subject: `Tu formulario de impuestos de ${year}`,
      text: `Hola ${name}:\n\n${isOver ? `Recibes un formulario de impuestos por ${year} y lo preparamos este mes. Haz esto antes del 15 de enero:` : `Recibes un formulario de impuestos por ${year}, que preparamos en enero. Haz esto pronto:`}\n\n${needsW9 ? '- Termina el formulario W-9 en tu cuenta de cobro.\n' : ''}${needsConsent ? '- Di si quieres descargar el formulario. Si no, llega en papel.\n' : ''}\nTodo está aquí: ${url}`,
    }),
  },
})
