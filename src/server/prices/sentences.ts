/** What stands under a field of an order or a change that cannot be. */
import type { Language } from '#domain/language.ts'

const SENTENCES = {
  not_weekly: {
    en: 'This service cannot be booked weekly.',
    es: 'Este servicio no se puede reservar cada semana.',
  },
  no_properties: { en: 'There are no properties here yet.', es: 'Aquí todavía no hay propiedades.' },
  too_many_properties: {
    en: 'At most 6,000 properties at once. Please book group by group.',
    es: 'Como máximo 6,000 propiedades a la vez. Reserva grupo por grupo.',
  },
  in_the_past: { en: 'Please choose today or a later day.', es: 'Elige hoy o un día posterior.' },
  too_far_ahead: { en: 'Please choose a day within a year.', es: 'Elige un día dentro de un año.' },
  too_far_from_its_day: {
    en: 'A visit can be moved by two weeks at most.',
    es: 'Una visita se puede mover dos semanas como máximo.',
  },
  day_taken: {
    en: 'This service comes here on that day already, or the job pauses then.',
    es: 'Este servicio ya viene aquí ese día, o el trabajo está en pausa.',
  },
  after_the_end: { en: 'The job ends before this day.', es: 'El servicio termina antes de este día.' },
  booked_already: {
    en: 'This service is booked here already on one of these weekdays.',
    es: 'Este servicio ya está reservado aquí en uno de estos días.',
  },
} as const

export function orderSentence(key: keyof typeof SENTENCES, locale: Language): string {
  return SENTENCES[key][locale]
}
