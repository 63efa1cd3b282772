/** What crews read in their mailbox about payouts, in their own language. */
import { catalogue } from '#domain/catalogue.ts'

export const payoutMails = catalogue({
  en: {
    paid: (name: string, amount: string, url: string) => ({
      subject: `We sent you ${amount}`,
      text: `Hello ${name},\n\nWe sent ${amount} to your account. The statement with every visit: ${url}`,
    }),
    delayed: (name: string, amount: string, url: string) => ({
      subject: `Your payout of ${amount} is a little late`,
      text: `Hello ${name},\n\nYour payout of ${amount} is delayed on our side. You need not do anything: it goes out by itself. Where it stands: ${url}`,
    }),
    returned: (name: string, amount: string, url: string) => ({
      subject: `Your bank returned ${amount}`,
      text: `Hello ${name},\n\nYour bank returned ${amount}. The money is yours and kept for you. Enter your bank account again, and we’ll send it right away: ${url}`,
    }),
    held: (name: string, amount: string, url: string) => ({
      subject: `${amount} waits for your payout account`,
      text: `Hello ${name},\n\nYour payout account needs something from you before ${amount} can go to your bank. The money is yours and kept for you, and goes out as soon as that is done: ${url}`,
    }),
    failed: (name: string, amount: string, url: string) => ({
      subject: `Your payout of ${amount} could not be sent`,
      text: `Hello ${name},\n\nYour payout account could not take ${amount}. The money is still yours and goes out with the next payout. Check your account here: ${url}`,
    }),
  },
  es: {
    paid: (name, amount, url) => ({
      subject: `Te enviamos ${amount}`,
      text: `Hola ${name}:\n\nEnviamos ${amount} a tu cuenta. El detalle por visita: ${url}`,
    }),
    delayed: (name, amount, url) => ({
      subject: `Tu pago de ${amount} se retrasa un poco`,
      text: `Hola ${name}:\n\nTu pago de ${amount} se retrasa por nuestra parte. No tienes que hacer nada: sale solo. Así va: ${url}`,
    }),
    returned: (name, amount, url) => ({
      subject: `Tu banco devolvió ${amount}`,
      text: `Hola ${name}:\n\nTu banco devolvió ${amount}. El dinero es tuyo y te lo guardamos. Vuelve a dar tu cuenta bancaria y te lo enviamos enseguida: ${url}`,
    }),
    held: (name, amount, url) => ({
      subject: `${amount} esperan a tu cuenta de pagos`,
      text: `Hola ${name}:\n\nTu cuenta de pagos necesita algo de ti antes de que ${amount} lleguen a tu banco. El dinero es tuyo, te lo guardamos y sale en cuanto esté listo: ${url}`,
    }),
    failed: (name, amount, url) => ({
      subject: `No pudimos enviar tu pago de ${amount}`,
      text: `Hola ${name}:\n\nTu cuenta de pagos no pudo recibir ${amount}. El dinero sigue siendo tuyo y sale con el próximo pago. Revisa tu cuenta aquí: ${url}`,
    }),
  },
})
