/** What stands in the app's list, and on devices, about money. */
import { catalogue } from '#domain/catalogue.ts'

export const moneyTexts = catalogue({
  en: {
    declined: (amount: string, isPaused: boolean) => ({
      title: isPaused ? 'We paused your service' : 'Your payment did not go through',
      text: `We couldn’t charge ${amount} to your card. Replace the card to continue.`,
    }),
    debitReturned: (amount: string, isPaused: boolean) => ({
      title: isPaused ? 'We paused your service' : `Your bank returned ${amount}`,
      text: `The debit of ${amount} was returned, so it is due again. Pay it with another account or a card.`,
    }),
    confirm: (amount: string, isPaused: boolean) => ({
      title: isPaused ? 'We paused your service' : 'Confirm a payment with your bank',
      text: `Your bank wants you to confirm the charge of ${amount} yourself. Open it and press “Pay now”.`,
    }),
    receipt: (amount: string) => ({
      title: `Receipt for ${amount}`,
      text: `Thank you. We charged ${amount}.`,
    }),
    servicePaused: {
      title: 'A customer is paused',
      text: 'Don’t do the paused visits. We’ll tell you when they resume.',
    },
    serviceResumed: {
      title: 'A customer is back',
      text: 'The customer has paid, and the visits resume.',
    },
    payouts: {
      paid: (amount: string) => ({
        title: `We sent you ${amount}`,
        text: 'The statement with every visit is here.',
      }),
      delayed: (amount: string) => ({
        title: `Your payout of ${amount} is a little late`,
        text: 'The delay is on our side. It goes out by itself.',
      }),
      returned: (amount: string) => ({
        title: `Your bank returned ${amount}`,
        text: 'The money is kept for you. Enter your bank account again, and we’ll send it right away.',
      }),
      held: (amount: string) => ({
        title: `${amount} waits for your payout account`,
        text: 'It needs something from you. The money goes out as soon as that’s done.',
      }),
      failed: (amount: string) => ({
        title: `Your payout of ${amount} could not be sent`,
        text: 'The money is still yours and goes out with the next payout. Check your account.',
      }),
    },
  },
  es: {
    declined: (amount, isPaused) => ({
      title: isPaused ? 'Pausamos tu servicio' : 'Tu pago no pasó',
      text: `No pudimos cobrar ${amount} a tu tarjeta. Cambia la tarjeta para continuar.`,
    }),
    debitReturned: (amount, isPaused) => ({
      title: isPaused ? 'Pausamos tu servicio' : `Tu banco devolvió ${amount}`,
      text: `El débito de ${amount} fue devuelto y otra vez está por pagar. Págalo con otra cuenta o con tarjeta.`,
    }),
    confirm: (amount, isPaused) => ({
      title: isPaused ? 'Pausamos tu servicio' : 'Confirma un pago con tu banco',
      text: `Tu banco quiere que confirmes tú el cobro de ${amount}. Ábrelo y pulsa «Pagar ahora».`,
    }),
    receipt: (amount) => ({ title: `Recibo de ${amount}`, text: `Gracias. Cobramos ${amount}.` }),
    servicePaused: {
      title: 'Un cliente está en pausa',
      text: 'No hagas las visitas en pausa; te avisamos cuando sigan.',
    },
    serviceResumed: { title: 'Un cliente vuelve', text: 'El cliente pagó y sus visitas siguen.' },
    payouts: {
      paid: (amount) => ({ title: `Te enviamos ${amount}`, text: 'Aquí está el detalle por visita.' }),
      delayed: (amount) => ({
        title: `Tu pago de ${amount} se retrasa un poco`,
        text: 'Se retrasa por nuestra parte y sale solo.',
      }),
      returned: (amount) => ({
        title: `Tu banco devolvió ${amount}`,
        text: 'Te guardamos el dinero. Vuelve a dar tu cuenta bancaria y lo enviamos enseguida.',
      }),
      held: (amount) => ({
        title: `${amount} esperan a tu cuenta de pagos`,
        text: 'Necesita algo de ti; el dinero sale en cuanto esté listo.',
      }),
      failed: (amount) => ({
        title: `No pudimos enviar tu pago de ${amount}`,
        text: 'El dinero sigue siendo tuyo y sale con el próximo pago. Revisa tu cuenta.',
      }),
    },
  },
})
