/** What customers and crews read in their mailbox about charges, in their own language. */
import type { Language } from '#domain/language.ts'
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'

type Text = { readonly subject: string; readonly text: string }

export function declinedMail(
  locale: Language,
  mail: { name: string; amountCents: number; isPaused: boolean; url: string },
): Text {
  const amount = formatCents(cents(mail.amountCents))
  if (locale === 'es')
    return {
      subject: mail.isPaused ? 'Pausamos tu servicio' : 'Tu pago no pasó',
      text: `Hola ${mail.name}:\n\nNo pudimos cobrar ${amount} a tu tarjeta.${mail.isPaused ? ' Por eso pausamos tus servicios semanales.' : ''}\n\nCambia la tarjeta y paga aquí, sin iniciar sesión: ${mail.url}\n\nEl enlace sirve una vez.`,
    }
  return {
    subject: mail.isPaused ? 'We paused your service' : 'Your payment did not go through',
    text: `Hello ${mail.name},\n\nWe could not charge ${amount} to your card.${mail.isPaused ? ' That is why your weekly services are paused.' : ''}\n\nReplace the card and pay here, without signing in: ${mail.url}\n\nThe link works once.`,
  }
}

export function receiptMail(
  locale: Language,
  mail: {
    name: string
    amountCents: Cents | number
    periodStart: LocalDate
    periodEnd: LocalDate
    url: string
  },
): Text {
  const amount = formatCents(cents(mail.amountCents))
  const { periodStart, periodEnd } = mail
  const period = periodStart === periodEnd ? periodStart : `${periodStart} – ${periodEnd}`
  return locale === 'es'
    ? {
        subject: `Recibo de ${amount}`,
        text: `Hola ${mail.name}:\n\nGracias. Cobramos ${amount} por ${period}.\n\nEl recibo con cada visita: ${mail.url}`,
      }
    : {
        subject: `Receipt for ${amount}`,
        text: `Hello ${mail.name},\n\nThank you. We charged ${amount} for ${period}.\n\nThe receipt with every visit: ${mail.url}`,
      }
}

export function servicePausedMail(
  locale: Language,
  mail: { name: string; stopCount: number; url: string },
): Text {
  return locale === 'es'
    ? {
        subject: 'Un cliente está en pausa',
        text: `Hola ${mail.name}:\n\n${mail.stopCount} de tus próximas visitas quedan en pausa porque el pago del cliente no pasó. No las hagas; te avisamos cuando sigan.\n\n${mail.url}`,
      }
    : {
        subject: 'A customer is paused',
        text: `Hello ${mail.name},\n\n${mail.stopCount} of your coming visits are paused because the customer’s payment did not go through. Please do not do them; we tell you when they go on.\n\n${mail.url}`,
      }
}

export function serviceResumedMail(locale: Language, mail: { name: string; url: string }): Text {
  return locale === 'es'
    ? {
        subject: 'Un cliente vuelve',
        text: `Hola ${mail.name}:\n\nEl cliente pagó y sus visitas siguen. Míralas aquí: ${mail.url}`,
      }
    : {
        subject: 'A customer is back',
        text: `Hello ${mail.name},\n\nThe customer has paid and the visits go on. See them here: ${mail.url}`,
      }
}
