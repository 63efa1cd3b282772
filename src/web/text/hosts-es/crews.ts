import type { Translation } from '#domain/catalogue.ts'
import { plural } from '#domain/plural.ts'
import type { crews as english } from '../hosts-en/crews.ts'

export const crews = {
  title: 'Tus equipos aquí',
  hint: 'Cuando una visita aquí necesita un equipo, se les pregunta primero a estos, uno tras otro. Después, a todos los de la zona.',
  list: 'A quién se pregunta primero, en este orden',
  others: 'También te conocen',
  nobody: 'A nadie en especial: se les pregunta a todos los de la zona.',
  full: 'Con tres equipos basta: cada uno tiene unos minutos para responder.',
  doneHere: (visits) =>
    plural.es(visits, {
      zero: 'Aquí no últimamente',
      one: '1 visita aquí',
      other: (n) => `${n} visitas aquí`,
    }),
  stars: (stars) => `${stars} estrellas`,
  add: 'Preguntar primero',
  addOf: (name) => `Preguntar primero: ${name}`,
  up: (name) => `Subir: ${name}`,
  down: (name) => `Bajar: ${name}`,
  remove: (name) => `Quitar de la lista: ${name}`,
  saved: (name, place) => `${name} ahora es el número ${place}.`,
  removed: (name) => `A ${name} se le pregunta junto con todos.`,
} satisfies Translation<typeof english>
