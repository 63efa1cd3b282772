/** Whom a customer wants at a place first. */
import { plural } from '#domain/plural.ts'

export const crews = {
  title: 'Your crews here',
  hint: 'When a visit here needs a crew, these are asked first, one after the other. Then everybody nearby is.',
  list: 'Asked first, in this order',
  others: 'They know you, too',
  nobody: 'Nobody in particular: everybody nearby is asked.',
  full: 'Three crews are enough: each is given some minutes to answer.',
  doneHere: (visits: number) =>
    plural.en(visits, { zero: 'Not here lately', one: '1 visit here', other: (n) => `${n} visits here` }),
  stars: (stars: string) => `${stars} stars`,
  add: 'Ask first',
  addOf: (name: string) => `Ask first: ${name}`,
  up: (name: string) => `Move up: ${name}`,
  down: (name: string) => `Move down: ${name}`,
  remove: (name: string) => `Take off the list: ${name}`,
  saved: (name: string, place: number) => `${name} is now number ${place}.`,
  removed: (name: string) => `${name} is asked with everybody.`,
}
