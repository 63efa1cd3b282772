/** What is wrong with the doors of a building as they were written. */

import { catalogue } from '#domain/catalogue.ts'
import type { UnitFault } from '#domain/complexes/units.ts'

export const buildingTexts = catalogue({
  en: {
    faults: {
      empty: (_part: string) => 'Write the doors, such as 101-112, 201-212.',
      too_many: (_part: string) => 'A building has at most 1,000 doors.',
      too_long: (part: string) => `“${part}” is too long for a door.`,
      backwards: (part: string) => `“${part}” counts backwards.`,
      twice: (part: string) => `Door ${part} is there twice.`,
    } satisfies Record<UnitFault, (part: string) => string>,
  },
  es: {
    faults: {
      empty: (_part) => 'Escribe las puertas, por ejemplo 101-112, 201-212.',
      too_many: (_part) => 'Un edificio tiene como máximo 1,000 puertas.',
      too_long: (part) => `«${part}» es demasiado largo para una puerta.`,
      backwards: (part) => `«${part}» cuenta hacia atrás.`,
      twice: (part) => `La puerta ${part} está dos veces.`,
    },
  },
})
