/** Notices to customers and crews when an order ends otherwise than by its work. */
import { catalogue } from '#domain/catalogue.ts'

type Ended = { readonly service: string; readonly fee: string | null; readonly credit: string }

export const orderTexts = catalogue({
  en: {
    cancelledForCrew: (service: string, place: string, share: string | null) => ({
      title: `Canceled: ${service}, ${place}`,
      text: `The customer called the job off. Don’t go there.${share === null ? '' : ` You get ${share} for it.`}`,
    }),
    nobody_found: ({ service }: Ended) => ({
      title: `We found nobody for ${service}`,
      text: 'We are sorry. Your card is not charged, and the hold on it is let go. Try another time?',
    }),
    missed: ({ service, credit }: Ended) => ({
      title: `Nobody came for ${service}`,
      text: `We are sorry. You pay nothing, and ${credit} is off your next bill.`,
    }),
    no_access: ({ service, fee }: Ended) => ({
      title: `The crew could not get in: ${service}`,
      text: fee === null ? 'Your card is not charged.' : `Coming in vain costs ${fee}.`,
    }),
    cancelled: ({ service }: Ended) => ({
      title: `Canceled: ${service}`,
      text: 'Your order was called off. Your card is not charged.',
    }),
  },
  es: {
    cancelledForCrew: (service, place, share) => ({
      title: `Cancelado: ${service}, ${place}`,
      text: `El cliente canceló el trabajo. No vayas.${share === null ? '' : ` Recibes ${share} por él.`}`,
    }),
    nobody_found: ({ service }) => ({
      title: `No encontramos a nadie: ${service}`,
      text: 'Lo sentimos. No cobramos nada y liberamos la retención de tu tarjeta. ¿Probamos otro horario?',
    }),
    missed: ({ service, credit }) => ({
      title: `Nadie llegó: ${service}`,
      text: `Lo sentimos. No pagas nada y descontamos ${credit} de tu próxima cuenta.`,
    }),
    no_access: ({ service, fee }) => ({
      title: `El equipo no pudo entrar: ${service}`,
      text: fee === null ? 'No cobramos nada a tu tarjeta.' : `La visita en vano cuesta ${fee}.`,
    }),
    cancelled: ({ service }) => ({
      title: `Cancelado: ${service}`,
      text: 'Tu pedido se canceló. No cobramos nada a tu tarjeta.',
    }),
  },
})
