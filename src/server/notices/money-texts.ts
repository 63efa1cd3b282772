/** What stands in the app's list, and on devices, about money. */
import { catalogue } from '#domain/catalogue.ts'

export const moneyTexts = catalogue({
  en: {
    declined: (amount: string, isPaused: boolean) => ({
      title: isPaused ? 'We paused your service' : 'Your payment did not go through',
      text: `We could not charge ${amount} to your card. Replace the card to go on.`,
    }),
    receipt: (amount: string) => ({
      title: `Receipt for ${amount}`,
      text: `Thank you. We charged ${amount}.`,
    }),
    servicePaused: {
      title: 'A customer is paused',
      text: 'Please do not do the paused visits; we tell you when they go on.',
    },
    serviceResumed: {
      title: 'A customer is back',
      text: 'The customer has paid and the visits go on.',
    },
    payoutPaid: (amount: string) => ({
      title: `We sent you ${amount}`,
      text: 'The statement with every visit is here.',
    }),
    payoutFailed: (amount: string) => ({
      title: `Your payout of ${amount} did not arrive`,
      text: 'The money is still yours and goes out with the next payout. Please check your account.',
    }),
  },
  es: {
    declined: (amount, isPaused) => ({
      title: isPaused ? 'Pausamos tu servicio' : 'Tu pago no pasó',
      text: `No pudimos cobrar ${amount} a tu tarjeta. Cambia la tarjeta para continuar.`,
    }),
    receipt: (amount) => ({ title: `Recibo de ${amount}`, text: `Gracias. Cobramos ${amount}.` }),
    servicePaused: {
      title: 'Un cliente está en pausa',
      text: 'No hagas las visitas en pausa; te avisamos cuando sigan.',
    },
    serviceResumed: { title: 'Un cliente vuelve', text: 'El cliente pagó y sus visitas siguen.' },
    payoutPaid: (amount) => ({ title: `Te enviamos ${amount}`, text: 'Aquí está el detalle por visita.' }),
    payoutFailed: (amount) => ({
      title: `Tu pago de ${amount} no llegó`,
      text: 'El dinero sigue siendo tuyo y sale con el próximo pago. Revisa tu cuenta.',
    }),
  },
})
