/** Notices to customers and crews when an order ends otherwise than by its work. */
import { catalogue } from '#domain/catalogue.ts'

type Ended = { readonly service: string; readonly fee: string | null; readonly credit: string }

export const orderTexts = catalogue({
  en: {
    cancelledForCrew: (service: string, place: string, share: string | null) => ({
      title: `Canceled: ${service}, ${place}`,
      text: `The customer canceled the job. Don’t go there.${share === null ? '' : ` You get ${share} for it.`}`,
    }),
    nobody_found: ({ service }: Ended) => ({
      title: `We found nobody for ${service}`,
      text: 'We didn’t charge your card and released the hold on it. Try another time?',
    }),
    missed: ({ service, credit }: Ended) => ({
      title: `Nobody came for ${service}`,
      text: `You pay nothing, and ${credit} comes off your next bill.`,
    }),
    no_access: ({ service, fee }: Ended) => ({
      title: `The crew could not get in: ${service}`,
      text: fee === null ? 'Your card is not charged.' : `The trip charge is ${fee}.`,
    }),
    cancelled: ({ service }: Ended) => ({
      title: `Canceled: ${service}`,
      text: 'Your order was canceled. Your card isn’t charged.',
    }),
  },
  es: {
    cancelledForCrew: (service, place, share) => ({
      title: `Cancelado: ${service}, ${place}`,
      text: `El cliente canceló el trabajo. No vayas.${share === null ? '' : ` Recibes ${share} por él.`}`,
    }),
    nobody_found: ({ service }) => ({
      title: `No encontramos a nadie: ${service}`,
      text: 'No cobramos nada y liberamos la retención de tu tarjeta. ¿Probamos otro horario?',
    }),
    missed: ({ service, credit }) => ({
      title: `Nadie llegó: ${service}`,
      text: `No pagas nada y descontamos ${credit} de tu próxima cuenta.`,
    }),
    no_access: ({ service, fee }) => ({
      title: `El equipo no pudo entrar: ${service}`,
      text: fee === null ? 'No cobramos nada a tu tarjeta.' : `El cargo por la visita es de ${fee}.`,
    }),
    cancelled: ({ service }) => ({
      title: `Cancelado: ${service}`,
      text: 'Tu pedido se canceló. No cobramos nada a tu tarjeta.',
    }),
  },
})
