/** The words of the calendars that apps read. */
import { catalogue } from '#domain/catalogue.ts'

export const calendarTexts = catalogue({
  en: {
    names: {
      all: () => 'Crew · All places',
      group: (name: string) => `Crew · ${name}`,
      place: (name: string) => `Crew · ${name}`,
      work: () => 'Crew · My work',
    },
    crew: (name: string) => `Crew: ${name}`,
    quantity: (quantity: number) => `Quantity: ${quantity}`,
    states: {
      scheduled: 'Planned',
      confirmed: 'Confirmed',
      en_route: 'The crew is on the way',
      in_progress: 'In progress',
      completed: 'Done',
      cancelled: 'Canceled',
      skipped: 'Skipped',
      missed: 'Missed',
      reopened: 'Needs another visit',
    },
  },
  es: {
    names: {
      all: () => 'Crew · Todos los lugares',
      group: (name) => `Crew · ${name}`,
      place: (name) => `Crew · ${name}`,
      work: () => 'Crew · Mi trabajo',
    },
    crew: (name) => `Equipo: ${name}`,
    quantity: (quantity) => `Cantidad: ${quantity}`,
    states: {
      scheduled: 'Planeada',
      confirmed: 'Confirmada',
      en_route: 'El equipo va en camino',
      in_progress: 'En curso',
      completed: 'Terminada',
      cancelled: 'Cancelada',
      skipped: 'Omitida',
      missed: 'No realizada',
      reopened: 'Falta otra visita',
    },
  },
})
