/** What stands in the app's list, and on devices, beside the mails about money: the same facts, no link that signs in. */
import type { UserId } from '#domain/ids.ts'
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type NoticeWords, notify } from './notify.ts'

type MoneyNews = {
  readonly to: UserId
  readonly event: 'payment' | 'payout' | 'job_changed'
  readonly key: string
  readonly words: NoticeWords
  readonly url: string
  readonly now: Instant
}

/** The mail is sent by the caller: it may carry a link that pays without signing in. */
export function tellBesideMail(app: App, db: Db, news: MoneyNews): Promise<void> {
  return notify(app, db, { ...news, channels: ['in_app', 'push'] })
}

export function declinedWords(amountCents: number, isPaused: boolean): NoticeWords {
  const amount = formatCents(cents(amountCents))
  return {
    en: {
      title: isPaused ? 'We paused your service' : 'Your payment did not go through',
      text: `We could not charge ${amount} to your card. Replace the card to go on.`,
    },
    es: {
      title: isPaused ? 'Pausamos tu servicio' : 'Tu pago no pasó',
      text: `No pudimos cobrar ${amount} a tu tarjeta. Cambia la tarjeta para continuar.`,
    },
  }
}

export function receiptWords(amountCents: Cents | number): NoticeWords {
  const amount = formatCents(cents(amountCents))
  return {
    en: { title: `Receipt for ${amount}`, text: `Thank you. We charged ${amount}.` },
    es: { title: `Recibo de ${amount}`, text: `Gracias. Cobramos ${amount}.` },
  }
}

export function servicePauseWords(isPaused: boolean): NoticeWords {
  return isPaused
    ? {
        en: {
          title: 'A customer is paused',
          text: 'Please do not do the paused visits; we tell you when they go on.',
        },
        es: {
          title: 'Un cliente está en pausa',
          text: 'No hagas las visitas en pausa; te avisamos cuando sigan.',
        },
      }
    : {
        en: { title: 'A customer is back', text: 'The customer has paid and the visits go on.' },
        es: { title: 'Un cliente vuelve', text: 'El cliente pagó y sus visitas siguen.' },
      }
}

export function payoutWords(amountCents: number, isPaid: boolean): NoticeWords {
  const amount = formatCents(cents(amountCents))
  return isPaid
    ? {
        en: { title: `We sent you ${amount}`, text: 'The statement with every visit is here.' },
        es: { title: `Te enviamos ${amount}`, text: 'Aquí está el detalle por visita.' },
      }
    : {
        en: {
          title: `Your payout of ${amount} did not arrive`,
          text: 'The money is still yours and goes out with the next payout. Please check your account.',
        },
        es: {
          title: `Tu pago de ${amount} no llegó`,
          text: 'El dinero sigue siendo tuyo y sale con el próximo pago. Revisa tu cuenta.',
        },
      }
}
