/** What crews are notified of when a customer changes many weekly jobs at once, and what stays when that is undone. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

export const bulkTexts = catalogue({
  en: {
    applied: (jobs: number) => ({
      title: 'Several weekly jobs changed',
      text: `The customer changed ${plural.en(jobs, { one: '1 of your weekly jobs', other: (n) => `${n} of your weekly jobs` })} at once. Check your visits.`,
    }),
    undone: (jobs: number) => ({
      title: 'Weekly jobs are as they were',
      text: `The customer undid a change of ${plural.en(jobs, { one: '1 of your weekly jobs', other: (n) => `${n} of your weekly jobs` })}. Check your visits.`,
    }),
    notTheirs: (crew: string) => `${crew} doesn’t do this service and isn’t asked for it.`,
    begun: 'A visit that a crew began or finished since stays as it is.',
  },
  es: {
    applied: (jobs) => ({
      title: 'Cambiaron varios trabajos semanales',
      text: `El cliente cambió ${plural.es(jobs, { one: '1 de tus trabajos semanales', other: (n) => `${n} de tus trabajos semanales a la vez` })}. Revisa tus visitas.`,
    }),
    undone: (jobs) => ({
      title: 'Los trabajos semanales están como antes',
      text: `El cliente deshizo un cambio de ${plural.es(jobs, { one: '1 de tus trabajos semanales', other: (n) => `${n} de tus trabajos semanales` })}. Revisa tus visitas.`,
    }),
    notTheirs: (crew) => `${crew} no hace este servicio y no recibe la oferta.`,
    begun: 'Una visita que un equipo empezó o terminó desde entonces queda como está.',
  },
})
