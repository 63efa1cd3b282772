/** What is shown under a field of a booking or a change that cannot be. */
import { catalogue } from '#domain/catalogue.ts'

export const bookingFaults = catalogue({
  en: {
    not_weekly: 'This service cannot be booked weekly.',
    no_properties: 'There are no properties here yet.',
    too_many_properties: 'At most 6,000 properties at once. Book group by group.',
    in_the_past: 'Choose today or a later day.',
    too_far_ahead: 'Choose a day within a year.',
    too_far_from_its_day: 'A visit can be moved by two weeks at most.',
    day_taken: 'This service comes here on that day already, or the job pauses then.',
    after_the_end: 'The job ends before this day.',
    not_its_apartments: (name: string, apartments: number) =>
      `${name} has ${apartments} apartments, and this service is for all of them.`,
    booked_already: 'This service is booked here already on one of these weekdays.',
    never_comes: 'No visit would ever fall on these days. Choose another rhythm, season or last day.',
    every_weekday: 'A day of the month can fall on any weekday: choose all seven.',
    weekdays_missing: 'Choose at least one weekday.',
  },
  es: {
    not_weekly: 'Este servicio no se puede reservar cada semana.',
    no_properties: 'Aquí todavía no hay propiedades.',
    too_many_properties: 'Como máximo 6,000 propiedades a la vez. Reserva grupo por grupo.',
    in_the_past: 'Elige hoy o un día posterior.',
    too_far_ahead: 'Elige un día dentro de un año.',
    too_far_from_its_day: 'Una visita se puede mover dos semanas como máximo.',
    day_taken: 'Este servicio ya viene aquí ese día, o el trabajo está en pausa.',
    after_the_end: 'El servicio termina antes de este día.',
    not_its_apartments: (name, apartments) =>
      `${name} tiene ${apartments} apartamentos y este servicio es para todos.`,
    booked_already: 'Este servicio ya está reservado aquí en uno de estos días.',
    never_comes: 'Ninguna visita caería en estos días. Elige otra frecuencia, temporada o último día.',
    every_weekday: 'Un día del mes puede caer en cualquier día de la semana: elige los siete.',
    weekdays_missing: 'Elige al menos un día de la semana.',
  },
})
