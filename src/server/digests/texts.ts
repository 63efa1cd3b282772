/** The words of the mail each morning. */
import { catalogue } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { DigestProblemKind, SilenceKind } from '#domain/portfolio/day-digest.ts'

export const digestTexts = catalogue({
  en: {
    hello: (name: string) => `Hello ${name},`,
    intro: (day: string) => `Here is your ${day}.`,
    visits: (count: number) => plural.en(count, { one: '1 visit', other: (n) => `${n} visits` }),
    leaving: (count: number) => plural.en(count, { one: '1 check-out', other: (n) => `${n} check-outs` }),
    coming: (count: number) => plural.en(count, { one: '1 check-in', other: (n) => `${n} check-ins` }),
    problems: (count: number) =>
      plural.en(count, { one: '1 thing needs you', other: (n) => `${n} things need you` }),
    needsYou: 'Needs you',
    visitsToday: 'Visits today',
    leavingToday: 'Check-outs today',
    comingToday: 'Check-ins today',
    placesOf: (owner: string) => `Places of ${owner}`,
    nobodyYet: 'nobody has it yet',
    guests: (count: number) => plural.en(count, { one: '1 guest', other: (n) => `${n} guests` }),
    ofProblem: {
      door_shut: 'The crew can’t get in',
      question: 'The crew asks about extra work',
      missed: 'The visit was missed',
      no_crew: 'Nobody has the visit yet',
      double_booked: 'Two stays in one night',
      visit_during_stay: 'Visit inside during a stay',
      no_turnover: 'Check-out without a turnover',
    } satisfies Record<Exclude<DigestProblemKind, SilenceKind>, string>,
    ofSilence: {
      silent_before_guests: (source: string, since: string) =>
        `Guests check in, and ${source} has been silent since ${since}. Check that they still come`,
      silent: (source: string, since: string) =>
        `${source} has been silent since ${since}. New stays may be missing`,
    } satisfies Record<SilenceKind, (source: string, since: string) => string>,
    declined: (amount: string) => `A payment of ${amount} was declined`,
    andMore: (count: number) => `and ${count} more`,
    everything: 'See it all:',
    change: 'Another hour, or none:',
    unsubscribe: 'No more mails of this kind:',
  },
  es: {
    hello: (name) => `Hola ${name}:`,
    intro: (day) => `Así viene tu ${day}.`,
    visits: (count) => plural.es(count, { one: '1 visita', other: (n) => `${n} visitas` }),
    leaving: (count) => plural.es(count, { one: '1 salida', other: (n) => `${n} salidas` }),
    coming: (count) => plural.es(count, { one: '1 llegada', other: (n) => `${n} llegadas` }),
    problems: (count) =>
      plural.es(count, { one: '1 asunto te necesita', other: (n) => `${n} asuntos te necesitan` }),
    needsYou: 'Te necesita',
    visitsToday: 'Visitas de hoy',
    leavingToday: 'Salidas de hoy',
    comingToday: 'Llegadas de hoy',
    placesOf: (owner) => `Lugares de ${owner}`,
    nobodyYet: 'nadie la tiene todavía',
    guests: (count) => plural.es(count, { one: '1 huésped', other: (n) => `${n} huéspedes` }),
    ofProblem: {
      door_shut: 'El equipo no puede entrar',
      question: 'El equipo pregunta por un trabajo adicional',
      missed: 'La visita no se hizo',
      no_crew: 'Nadie tiene la visita todavía',
      double_booked: 'Dos estancias en una noche',
      visit_during_stay: 'Visita dentro durante una estancia',
      no_turnover: 'Salida sin limpieza',
    },
    ofSilence: {
      silent_before_guests: (source, since) =>
        `Llegan huéspedes y ${source} no dice nada desde ${since}. Comprueba que sigan viniendo`,
      silent: (source, since) => `${source} no dice nada desde ${since}. Pueden faltar estancias nuevas`,
    },
    declined: (amount) => `Se rechazó un pago de ${amount}`,
    andMore: (count) => `y ${count} más`,
    everything: 'Ver todo:',
    change: 'Otra hora, o ninguna:',
    unsubscribe: 'No recibir más correos de este tipo:',
  },
})
