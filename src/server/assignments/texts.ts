/** Texts for crews about the week to confirm and taking work, and for customers about visits that nobody has. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'

export const assignmentTexts = catalogue({
  en: {
    confirmWeek: (count: number, cutoff: string) => ({
      title: 'Confirm next week',
      text: `${plural.en(count, { one: '1 visit of next week waits', other: (n) => `${n} visits of next week wait` })} for your yes by ${cutoff}. We offer what isn’t confirmed by then to other crews.`,
    }),
    lapsed: (count: number, first: string) => ({
      title: 'Unconfirmed visits went to others',
      text: `You did not confirm ${plural.en(count, { one: '1 visit', other: (n) => `${n} visits` })} in time, the first on ${first}. We offer ${plural.en(count, { one: 'it', other: 'them' })} to other crews now. You keep your weekly jobs, and this doesn’t count against your reliability.`,
    }),
    unassigned: (count: number, first: string) => ({
      title: 'We are finding you another crew',
      text: `${plural.en(count, { one: `Your visit on ${first} has`, other: (n) => `${n} of your visits, the first on ${first} have` })} no crew right now. We’re asking others and will tell you who’s coming. You don’t need to do anything.`,
    }),
    lost: (names: string) =>
      `Another crew was faster, or the job has ended: ${names}. You took nothing. Choose again.`,
    link: (url: string, until: string) =>
      `Crew: your weekly jobs are here until ${until}: ${url} Do not share this link.`,
  },
  es: {
    confirmWeek: (count, cutoff) => ({
      title: 'Confirma la próxima semana',
      text: `${plural.es(count, { one: '1 visita de la próxima semana espera', other: (n) => `${n} visitas de la próxima semana esperan` })} tu confirmación, a más tardar ${cutoff}: lo que no confirmes se ofrece a otros equipos.`,
    }),
    lapsed: (count, first) => ({
      title: 'Las visitas sin confirmar pasaron a otros',
      text: `No confirmaste a tiempo ${plural.es(count, { one: '1 visita', other: (n) => `${n} visitas` })}, la primera el ${first}. Ahora ${plural.es(count, { one: 'la ofrecemos', other: 'las ofrecemos' })} a otros equipos. Conservas tus trabajos semanales y esto no cuenta contra tu fiabilidad.`,
    }),
    unassigned: (count, first) => ({
      title: 'Te buscamos otro equipo',
      text: `${plural.es(count, { one: `Tu visita del ${first} no tiene`, many: (n) => `${n} de tus visitas, la primera el ${first} no tienen`, other: (n) => `${n} de tus visitas, la primera el ${first} no tienen` })} equipo por ahora. Preguntamos a otros y te decimos quién va. No tienes que hacer nada.`,
    }),
    lost: (names) =>
      `Otro equipo fue más rápido, o el trabajo terminó: ${names}. No tomaste nada; elige de nuevo.`,
    link: (url, until) =>
      `Crew: tus trabajos semanales están aquí hasta ${until}: ${url} No compartas este enlace.`,
  },
})
