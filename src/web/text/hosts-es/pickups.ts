import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { pickups as english } from '../hosts-en/pickups.ts'

const nights = (count: number) => plural.es(count, { one: '1 noche', other: (n) => `${n} noches` })
const guests = (count: number) => plural.es(count, { one: '1 huésped', other: (n) => `${n} huéspedes` })

export const pickups = {
  title: 'Recolecciones según estancias',
  isOn: 'Los botes y el reciclaje se recogen solo si alguien se hospedó, y nunca antes de una salida.',
  isOff:
    'Omite los botes y el reciclaje mientras nadie se hospeda, y agrega una recolección tras una estancia larga o con mucha gente. Cada visita cuesta lo de siempre; una omitida no cuesta nada.',
  noJob: 'Aquí no hay recolección semanal de botes ni de reciclaje.',
  noSource: 'Nada nos avisa todavía de las estancias aquí, así que no se omite nada.',
  unreliable: 'Un calendario de aquí no responde o falla, así que no se omite nada hasta que responda.',
  none: 'No hay recolecciones en las próximas semanas.',
  switchOn: 'Seguir las estancias',
  switchOff: 'Venir cada semana',
  switchedOff: 'Las recolecciones vuelven a su regla semanal.',
  change: 'Cambiar la regla',
  save: 'Guardar la regla',
  saved: 'Las recolecciones siguen a las estancias de aquí.',
  checkOut: 'Salida habitual',
  checkOutHint: 'Si el calendario trae sus propias horas, valen esas.',
  afterNights: 'Una recolección extra tras estancias largas',
  nightsFrom: 'Desde cuántas noches',
  nightsHint: 'De 2 a 60 noches',
  afterGuests: 'Una recolección extra tras estancias con mucha gente',
  guestsFrom: 'Desde cuántos huéspedes',
  guestsHint: 'De 2 a 50 huéspedes, si el calendario dice cuántos',
  extraHint: 'Llega el día de la salida, salvo que ese día o el siguiente ya venga una semanal.',
  extraCosts: (priced) =>
    priced.length === 1
      ? `Cada recolección extra se cobra: ${priced[0]}.`
      : `Cada recolección extra se cobra, y cada servicio es una aparte, también el mismo día: ${priced.join(', ')}.`,
  closed: 'Los días cerrados de Booking.com son huéspedes',
  closedHint: 'Booking.com llama igual a huéspedes y a días cerrados. Márcalo si son huéspedes.',
  vacant: 'Nadie se hospedó',
  extra: (count, people) =>
    `Extra: ${[nights(count), ...(people === null ? [] : [guests(people)])].join(', ')}`,
} satisfies Translation<typeof english>
