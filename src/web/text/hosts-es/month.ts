import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { month as english } from '../hosts-en/month.ts'

export const month = {
  before: 'Mes anterior',
  after: 'Mes siguiente',
  thisMonth: 'Este mes',
  weekBefore: 'Semana anterior',
  weekAfter: 'Semana siguiente',
  group: 'Grupo',
  allGroups: 'Todos los lugares',
  noGroup: 'Sin grupo',
  onlyTroubled: 'Solo lugares con conflictos o huecos',
  places: 'Lugares',
  grid: (name) => `Estancias y visitas de ${name}`,
  summary: (troubles, shown, all) => {
    const found =
      troubles === 0
        ? 'Sin conflictos ni huecos'
        : plural.es(troubles, { one: '1 conflicto o hueco', other: (n) => `${n} conflictos y huecos` })
    return shown < all ? `${found} en los primeros ${shown} de ${all} lugares.` : `${found}.`
  },
  noPlaces: 'Todavía no hay lugares aquí',
  noTroubles: 'Aquí no hay conflictos ni huecos',
  legend: 'Qué significan los signos',
  kinds: { stay: 'Huéspedes', owner: 'Dueño', block: 'Cerrado' },
  visit: 'Visita, según su servicio',
  done: 'Visita hecha',
  marks: { double_booked: '2×', no_turnover: '?', visit_during_stay: '!' },
  troubles: {
    double_booked: 'Dos estancias en una noche',
    no_turnover: 'Salida sin limpieza',
    visit_during_stay: 'Visita dentro durante una estancia',
  },
  helps: {
    double_booked: 'Averigua cuál reserva es la real y cancela la otra donde se hizo.',
    no_turnover: 'Activa las limpiezas entre huéspedes en la página de la propiedad, o reserva una.',
    visit_during_stay: 'Mueve u omite la visita, o acuérdala con tus huéspedes.',
  },
  leftOut: 'Su limpieza quedó fuera. Puedes recuperarla en la página de la propiedad.',
  nothing: 'Nada ese día.',
  stays: 'Estancias',
  visits: 'Visitas',
  hours: (from, to, guests) =>
    [
      `Entrada ${from}, salida ${to}`,
      guests !== null && plural.es(guests, { one: '1 huésped', other: (n) => `${n} huéspedes` }),
    ]
      .filter(Boolean)
      .join(' · '),
  toPlace: 'Abrir la propiedad',
  more: (count) => `+${count}`,
  stayOn: (kind, part) =>
    ({
      stay: { comes: 'llegan huéspedes', leaves: 'salen huéspedes', stays: 'hay huéspedes' },
      owner: { comes: 'llega el dueño', leaves: 'sale el dueño', stays: 'está el dueño' },
      block: { comes: 'cerrado desde hoy', leaves: 'abierto de nuevo', stays: 'cerrado' },
    })[kind][part],
  visitOn: (service, state) => {
    if (state === 'completed') return `${service}, hecha`
    if (state === 'skipped') return `${service}, omitida`
    return state === 'missed' ? `${service}, no hecha` : service
  },
  cell: (place, day, said) => `${place}, ${day}: ${said.length === 0 ? 'nada' : said.join(' · ')}`,
} satisfies Translation<typeof english>
