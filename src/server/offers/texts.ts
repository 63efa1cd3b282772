/** What crews, customers and operators are notified of offered work. */
import { catalogue } from '#domain/catalogue.ts'

type Offered = {
  readonly service: string
  /** No more of the place than the crew may know before it accepts: its neighbourhood. */
  readonly neighbourhood: string | null
  readonly pay: string
  readonly day: string
  readonly until: string
}
type Given = { readonly service: string; readonly place: string; readonly day: string }

export const offerTexts = catalogue({
  en: {
    offer: ({ service, neighbourhood, pay, day, until }: Offered) => ({
      title: `Work for you: ${service}${neighbourhood === null ? '' : `, ${neighbourhood}`}, ${pay}`,
      text: `${day}. Answer by ${until}. The first to accept gets it.`,
    }),
    offers: (count: number, pay: string) => ({
      title: `${count} jobs for you`,
      text: `Together they pay ${pay}. The first to accept gets each.`,
    }),
    accepted: (crew: string, { service, place, day }: Given) => ({
      title: `${crew} is coming`,
      text: `${crew} does ${service} at ${place} on ${day}.`,
    }),
    assigned: ({ service, place, day }: Given) => ({
      title: 'A visit is yours',
      text: `${service} at ${place} on ${day} was given to you.`,
    }),
    takenAway: ({ service, place, day }: Given) => ({
      title: 'A visit went to another crew',
      text: `Our team gave ${service} at ${place} on ${day} to another crew. This doesn’t count against you.`,
    }),
    takenBack: ({ service, place, day }: Given) => ({
      title: 'A visit is no longer yours',
      text: `Our team took ${service} at ${place} on ${day} off your list. This doesn’t count against you.`,
    }),
    openVisit: ({ service, place, day }: Given) => ({
      title: `Nobody has taken ${service}, ${place}`,
      text: `It’s due on ${day}, and no crew has said yes. Find someone.`,
    }),
    openVisits: (count: number) => ({
      title: `Nobody has taken ${count} visits`,
      text: 'No crew has said yes. Find someone for them.',
    }),
    // Whoever came too late is refused kindly, with what to do next.
    late: {
      offer_taken:
        'This offer has been taken. Another crew was a little faster. You’ll find more work on your home page.',
      offer_expired: 'This offer has expired. You’ll find more work on your home page.',
      no_longer_open:
        'This work is no longer needed, or it was moved. You’ll find more work on your home page.',
    },
    tooMany: {
      too_many_taken: (again: string) =>
        `You have taken as many offers as one crew may hold. Do some of them first; you can take more from ${again}.`,
      too_many_released: (again: string) =>
        `You have given back many offers. Work that you have stays yours; you can take new offers from ${again}.`,
    },
    // For the operator who assigns: elsewhere these sentences address the crew.
    crewCannot: {
      overlapping_work: 'This overlaps with other work of this crew.',
      day_not_worked: 'This crew has the day off.',
    },
  },
  es: {
    offer: ({ service, neighbourhood, pay, day, until }) => ({
      title: `Trabajo para ti: ${service}${neighbourhood === null ? '' : `, ${neighbourhood}`}, ${pay}`,
      text: `${day}. Responde antes de las ${until}; lo obtiene quien acepte primero.`,
    }),
    offers: (count, pay) => ({
      title: `${count} trabajos para ti`,
      text: `Juntos pagan ${pay}. Cada uno es de quien acepte primero.`,
    }),
    accepted: (crew, { service, place, day }) => ({
      title: `${crew} irá`,
      text: `${crew} hará «${service}» en ${place} el ${day}.`,
    }),
    assigned: ({ service, place, day }) => ({
      title: 'Una visita es tuya',
      text: `Te asignamos «${service}» en ${place} el ${day}.`,
    }),
    takenAway: ({ service, place, day }) => ({
      title: 'Una visita pasó a otro equipo',
      text: `Nuestro equipo dio ${service} en ${place}, ${day}, a otro equipo. Esto no cuenta en tu contra.`,
    }),
    takenBack: ({ service, place, day }) => ({
      title: 'Una visita ya no es tuya',
      text: `Nuestro equipo quitó de tu lista «${service}» en ${place}, ${day}. Esto no cuenta en tu contra.`,
    }),
    openVisit: ({ service, place, day }) => ({
      title: `Nadie tomó ${service}, ${place}`,
      text: `Es para el ${day} y ningún equipo la quiso. Busca a alguien.`,
    }),
    openVisits: (count) => ({
      title: `Nadie tomó ${count} visitas`,
      text: 'Ningún equipo las quiso. Busca a alguien.',
    }),
    late: {
      offer_taken:
        'Esta oferta ya fue tomada. Otro equipo fue un poco más rápido; hay más trabajo en tu inicio.',
      offer_expired: 'Esta oferta ha vencido. Hay más trabajo en tu inicio.',
      no_longer_open: 'Este trabajo ya no se necesita o cambió de fecha. Hay más trabajo en tu inicio.',
    },
    tooMany: {
      too_many_taken: (again) =>
        `Tomaste todas las ofertas que un equipo puede tener. Haz algunas primero; puedes tomar más desde ${again}.`,
      too_many_released: (again) =>
        `Devolviste muchas ofertas. El trabajo que tienes sigue siendo tuyo; puedes tomar nuevas desde ${again}.`,
    },
    crewCannot: {
      overlapping_work: 'Esto coincide con otro trabajo de este equipo.',
      day_not_worked: 'Este equipo tiene el día libre.',
    },
  },
})
